"""A contest on paper while it goes on: a line for the contest, then one for each deal played.

Lines are only ever added, each in one go, so that whatever ends the process costs the last one at
most; the same contest then goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from motherlode.arena.plan import Contest
from motherlode.arena.table import Played

_FORMAT = "motherlode arena 1"
_LONGEST_LINE = 100_000


class BadJournal(ValueError):
    """A file that is no journal, or that of another contest."""


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    journal: str
    contest: Contest


class Journal:
    """The journal of one contest in a file."""

    def __init__(self, file: Path, contest: Contest) -> None:
        """Name the file; nothing is read or written yet."""
        self._file = file
        self._contest = contest
        self._open: BinaryIO | None = None

    def begin(self) -> Iterator[Played]:
        """Everything that was played before; after that the journal can be written."""
        head = _line(_Head(_FORMAT, self._contest))
        whole = 0
        if not _is_begun(self._file, head):
            self._file.write_bytes(head)
        with self._file.open("rb") as file:
            check_same(
                self._file, _read_head(self._file, file.readline(_LONGEST_LINE)), self._contest
            )
            whole = file.tell()
            for number, line in enumerate(file, 2):
                if not line.endswith(b"\n"):
                    break
                yield _read_line(self._file, number, line)
                whole += len(line)
        # What was written last may have been cut short.
        self._open = self._file.open("r+b", buffering=0)
        self._open.truncate(whole)
        self._open.seek(whole)

    def write(self, played: Played) -> None:
        """Add what was played on one deal."""
        if self._open:
            self._open.write(_line(played))

    def close(self) -> None:
        """Let go of the file."""
        if self._open:
            self._open.close()


def contest_in(file: Path) -> Contest | None:
    """The contest whose journal *file* is; none if there is no file, or nothing in it."""
    if not file.exists():
        return None
    with file.open("rb") as opened:
        line = opened.readline(_LONGEST_LINE)
    return _read_head(file, line) if line else None


def check_same(file: Path, written: Contest, asked: Contest) -> None:
    """Refuse to go on with a contest that is not the one *asked* for."""
    for name in Contest.__struct_fields__:
        has, wants = getattr(written, name), getattr(asked, name)
        if has != wants:
            raise BadJournal(
                f"{str(file)!r} is the journal of another contest: its {name.replace('_', ' ')} "
                f"is {_told(has)}, not {_told(wants)}; name another file, or ask for that contest"
            )


def _told(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    if isinstance(value, dict):
        return " ".join(f"{name}={text}" for name, text in value.items())
    return str(value)


def _is_begun(file: Path, head: bytes) -> bool:
    """Whether more is in the *file* than a *head* cut short."""
    if not file.exists():
        return False
    with file.open("rb") as opened:
        start = opened.read(len(head))
    return len(start) >= len(head) or not head.startswith(start)


def _line(of: msgspec.Struct) -> bytes:
    return msgspec.json.encode(of) + b"\n"


def _read_head(file: Path, line: bytes) -> Contest:
    try:
        head = msgspec.json.decode(line, type=_Head)
    except (msgspec.MsgspecError, UnicodeError):
        raise BadJournal(f"{str(file)!r} is no journal of an arena; name another file") from None
    if head.journal != _FORMAT:
        raise BadJournal(f"{str(file)!r} is a journal of another kind: {head.journal[:40]!r}")
    return head.contest


def _read_line(file: Path, number: int, line: bytes) -> Played:
    try:
        return msgspec.json.decode(line, type=Played)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise BadJournal(f"{str(file)!r}, line {number}: {error}") from None
