"""How processes tell one another that a log has grown.

Hints are hints: they may be lost, late, doubled or wrong.  The log is the truth, and whoever was
cut off from the hints for a while is told to look at everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from motherlode.server.store.log import Hint

CHANNEL = "motherlode"
# PostgreSQL takes payloads of less than 8000 bytes; NATS far more.
LONGEST = 7900


class Bus(Protocol):
    """What carries hints between processes."""

    # Where the database itself is to tell of what is written; empty where it is not.
    channel: str

    async def start(self) -> None:
        """Begin to hear."""

    def tell(self, grown: Iterable[tuple[str, int]]) -> None:
        """Tell the others that these logs go up to these numbers; returns at once."""

    async def close(self) -> None:
        """Hear and tell no more."""


def ignore(table: str | None, number: int) -> None:
    """Take no hint."""


def chunks(grown: Iterable[tuple[str, int]]) -> Iterator[tuple[int, tuple[str, int]]]:
    """Every pair with the number of the payload it still fits into."""
    chunk, length = 0, 0
    for pair in grown:
        length += _length(pair)
        if length > LONGEST - 20:
            chunk, length = chunk + 1, _length(pair)
        yield chunk, pair


def _length(pair: tuple[str, int]) -> int:
    return len(pair[0].encode()) + len(str(pair[1])) + 2


def write(origin: str, grown: Iterable[tuple[str, int]]) -> str:
    """A payload: who says it, then tables and numbers in turns."""
    return " ".join([origin, *(f"{table} {number}" for table, number in grown)])


def hear(payload: str, origin: str, hint: Hint) -> None:
    """Pass on what others say; a payload of anybody else's making means nothing."""
    sender, *words = payload.split(" ")
    if sender == origin or len(words) % 2:
        return
    for table, number in zip(words[::2], words[1::2], strict=True):
        if number.isdecimal() and len(number) < 20:
            hint(table, int(number))
