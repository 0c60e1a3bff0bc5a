"""A game on paper: what was settled before it, the moves, and how it ended, in one text file.

Every move is chained to all before it by SHA-256, and the head of the chain stands at the end; so
whoever kept one number can tell later that no move was changed.  Names are not in the chain: taking
them out of a file leaves it as good as it was.

Reading is strict: a file that is read is, byte for byte, the file that would be written.  The
format is described in docs/records.md.
"""

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import pairwise, zip_longest
from typing import TypeVar

import msgspec

from motherlode.fair import (
    MOST_DEVICES,
    MOST_IN_SEED,
    Device,
    Kept,
    Promise,
    Reason,
    Result,
    Terms,
    Verdict,
    check_text,
    check_whole,
    from_hex,
    nothing_to_verify,
    options_text,
    pack,
    read_options_text,
    seeded,
    starter_text,
    verify,
)
from motherlode.games import game
from motherlode.games.game import Deal, Game, Options
from motherlode.games.position import Position
from motherlode.match import Match

LARGEST_FILE = 2**20
MOST_LINES = 20_000
LONGEST_LINE = 400
LONGEST_NAME = 40
MOST_MOVES = 5_000

_FIRST_LINE = "motherlode record 1"
_KEY_WIDTH = 12
_MARK = 8  # digits of the chain shown with each move
_MOST_SHOWN = 60
_MOST_POINTS = 9999
_MOVE_LINE = re.compile(r" *([0-9]{1,4})  ([0-9a-f]{8})  seat ([1-9])  ([ -~]{1,60})")
_PLACE = re.compile(r"([1-9]) of ([1-9])")
_WHOLE = re.compile(r"0|-?[1-9][0-9]{0,3}")
# Lines that may hold what somebody has not meant to show: errors do not repeat them.
_GUARDED = ("secret", "nonce")

T = TypeVar("T")


class RecordError(ValueError):
    """Something in a record is not as it must be: where, what was found, what was expected."""

    def __init__(self, where: str, found: str, expected: str, *, line: int | None = None) -> None:
        """Keep all parts, so that an editor can jump to the line."""
        super().__init__(where, found, expected)
        self.where = where
        self.found = found
        self.expected = expected
        self.line = line

    def __str__(self) -> str:
        """All of it in a sentence."""
        return f"{self.where}: found {self.found}, expected {self.expected}"


class DealUnknown(RecordError):
    """The deal was promised, and is not open: the game cannot be replayed."""


# --- What a record is made of -------------------------------------------------------------------


class Seed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deal drawn from a text: anyone can have it again, so nothing about it is secret or fair."""

    text: str
    starter: int | None = None

    def __post_init__(self) -> None:
        """Refuse what could not be written down."""
        check_text("seed", self.text, MOST_IN_SEED)
        if not self.text:
            raise ValueError("the seed is empty")


Chance = Promise | Seed | Deal


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move and the seat that made it."""

    seat: int
    text: str


class Ending(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points of each seat, and the seats that won."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]


class Record(msgspec.Struct, frozen=True, dict=True):
    """One game, from what was settled before the deal to the last move made so far."""

    game: Game
    options: Options
    chance: Chance
    names: tuple[str, ...] = ()  # one a seat, empty where there is none
    number: int = 1
    of: int = 1
    after: str = ""  # in a match, the head of the game before
    moves: tuple[Move, ...] = ()
    ending: Ending | None = None

    def __post_init__(self) -> None:
        """Refuse what no file could hold."""
        if not self.names:
            msgspec.structs.force_setattr(self, "names", ("",) * self.options.seats)
        seats = self.options.seats
        _check_place(self.number, self.of, seats)
        _check_after(self)
        _check_names(self.names, seats)
        _check_chance(self)
        _check_moves(self)
        if self.ending:
            _check_ending(self.ending, seats)

    @classmethod
    def promised(
        cls, promise: Promise, *, names: Sequence[str] = (), of: int = 1, after: str = ""
    ) -> "Record":
        """The record of a fair deal, before the first move."""
        its_game = game(promise.terms.game)
        options = read_options_text(its_game, promise.terms.options)
        return cls(its_game, options, promise, tuple(names), promise.terms.number, of, after)

    @classmethod
    def of_position(
        cls,
        position: Position,
        chance: Chance | None = None,
        *,
        names: Sequence[str] = (),
        number: int = 1,
        of: int = 1,
        after: str = "",
    ) -> "Record":
        """The record of a game up to *position*.

        Its deal is written out, for all to read, unless *chance* says what it was drawn from.
        """
        ending = Ending(position.scores, position.winners) if position.over else None
        dealt = position.deal if chance is None else chance
        moves = _moves_to(position)
        its_game, options = position.game, position.options
        return cls(its_game, options, dealt, tuple(names), number, of, after, moves, ending)

    def append(self, move: str, seat: int) -> "Record":
        """The record with one more move, made by *seat*."""
        if self.ending:
            raise ValueError("the game is over")
        made = Move(seat, self.game.read_move(move))
        return msgspec.structs.replace(self, moves=(*self.moves, made))

    def finish(self, scores: Sequence[int], winners: Sequence[int]) -> "Record":
        """The record with the game's result."""
        return msgspec.structs.replace(self, ending=Ending(tuple(scores), tuple(winners)))

    def open(self, secret: str) -> "Record":
        """The record with the secret that was promised."""
        if not isinstance(self.chance, Promise):
            told = "nobody committed to this deal, so there is no secret to open"
            raise ValueError(told)  # noqa: TRY004 - the record is of the right type
        return msgspec.structs.replace(self, chance=self.chance.open(secret))

    @cached_property
    def heads(self) -> tuple[str, ...]:
        """The chain: its head before the first move, and after each."""
        heads = [first_head(_header(self))]
        for number, move in enumerate(self.moves, 1):
            heads.append(next_head(heads[-1], number, move.seat, move.text))
        return tuple(heads)

    @property
    def head(self) -> str:
        """The head of the chain as it is now."""
        return self.heads[-1]

    @cached_property
    def deal(self) -> Deal:
        """What was dealt; ``DealUnknown`` while the secret or a nonce is not open."""
        if isinstance(self.chance, Deal):
            return self.chance
        if isinstance(self.chance, Seed):
            draws = seeded(
                self.game.id,
                self.game.rules_version,
                options_text(self.options),
                self.chance.text,
                self.number,
            )
            return self.game.draw(self.options, draws, self.chance.starter)
        if self.chance.secret is None or not self.chance.ready:
            what = "secret" if self.chance.secret is None else "nonce"
            raise DealUnknown("the deal", f"a {what} not open", "all that it was drawn from")
        return self.chance.deal()

    def replay(self) -> tuple[Position, ...]:
        """Every position of the game, the one after the deal first."""
        try:
            positions = [self.game.start(self.options, self.deal)]
        except RecordError:
            raise
        except ValueError as error:
            raise RecordError("the deal", f"one that does not hold ({error})", "a deal") from None
        for number, move in enumerate(self.moves, 1):
            positions.append(_played(positions[-1], number, move))
        _check_result(positions[-1], self.ending)
        return tuple(positions)

    def verify(self, kept: Kept | None = None) -> Verdict:
        """Whether deal and game are what they claim to be, judged by what was *kept* of them."""
        if isinstance(self.chance, Promise):
            verdict = verify(self.chance, self.heads, kept)
        else:
            verdict = nothing_to_verify(Reason.NOT_COMMITTED)
        if verdict.result is Result.WRONG or verdict.reason is Reason.SECRET_NOT_OPEN:
            return verdict
        try:
            self.replay()
        except RecordError as error:
            says = f"The game cannot have been played like this: {error}."
            return Verdict(Result.WRONG, says, Reason.BAD_GAME)
        return verdict

    def write(self) -> str:
        """The text of the file."""
        return "\n".join(_lines(self)) + "\n"

    @classmethod
    def read(cls, file: str | bytes) -> "Record":
        """The record in a file with one game; anything else raises ``RecordError``."""
        lines = _Lines(file)
        record = _read_game(lines)
        lines.expect_end("the end of the file (Series.read reads a match)")
        return record


def first_head(header: Sequence[tuple[str, str]]) -> str:
    """The head of a chain before the first move."""
    fields = [text for line in header for text in line]
    return hashlib.sha256(pack(_FIRST_LINE, *fields)).hexdigest()


def next_head(head: str, number: int, seat: int, move: str) -> str:
    """The head of a chain after one more move; numbers count from 1, seats from 0."""
    fields = pack("motherlode move 1", head, str(number), str(seat + 1), move)
    return hashlib.sha256(fields).hexdigest()


def _moves_to(position: Position) -> tuple[Move, ...]:
    moves = []
    while position.before is not None:
        moves.append(Move(position.before.seat, position.move))
        position = position.before
    return tuple(reversed(moves))


def _played(position: Position, number: int, move: Move) -> Position:
    where = f"move {number}"
    if position.over:
        raise RecordError(where, repr(move.text), "no move, for the game is over")
    if position.seat != move.seat:
        raise RecordError(where, f"seat {move.seat + 1}", f"seat {position.seat + 1}")
    try:
        return position.play(move.text)
    except ValueError as error:
        raise RecordError(where, repr(move.text), f"a legal move ({error})") from None


def _check_result(last: Position, ending: Ending | None) -> None:
    if ending is None:
        return
    if not last.over:
        raise RecordError("the end", "a result", "more moves, for the game is not over")
    played = Ending(last.scores, last.winners)
    if ending != played:
        raise RecordError("the end", _result_text(ending), _result_text(played))


def _result_text(ending: Ending) -> str:
    return f"the scores {_numbers_text(ending.scores)} and {_seats_text(ending.winners)} as winners"


# --- What may stand in a record -----------------------------------------------------------------


def _check_place(number: int, of: int, seats: int) -> None:
    if of not in {1, seats}:
        raise ValueError(f"it is one game, or a match of {seats}, not of {of!r:.60}")
    check_whole("number", number, 1, of)


def _check_after(record: Record) -> None:
    if (record.number == 1) != (record.after == ""):
        raise ValueError("every game of a match follows another, but for the first")
    if record.after:
        from_hex("head of the game before", record.after)


def _check_names(names: tuple[str, ...], seats: int) -> None:
    if len(names) != seats:
        raise ValueError(f"there are {seats} seats and {len(names)} names")
    for name in names:
        check_text("name", name, LONGEST_NAME)


def _check_chance(record: Record) -> None:
    chance = record.chance
    if isinstance(chance, Deal):
        record.game.start(record.options, chance)
    elif isinstance(chance, Seed):
        _check_starter(chance.starter, record.number, record.options.seats)
    else:
        _check_starter(chance.terms.starter, record.number, record.options.seats)
        _check_terms(record, chance.terms)


def _check_starter(starter: int | None, number: int, seats: int) -> None:
    if (starter is None) != (number == 1):
        raise ValueError("the starter is drawn in the first game, and moves on in the others")
    if starter is not None:
        check_whole("starter", starter, 0, seats - 1)


def _check_terms(record: Record, terms: Terms) -> None:
    options = options_text(record.options)
    here = (record.game.id, record.game.rules_version, options, record.number)
    if (terms.game, terms.rules, terms.options, terms.number) != here:
        raise ValueError("the deal was promised for another game")


def _check_moves(record: Record) -> None:
    _check_how_many(len(record.moves))
    for move in record.moves:
        _check_move(move, record.game, record.options.seats)


def _check_how_many(moves: int) -> None:
    if moves > MOST_MOVES:
        raise ValueError(f"a game has at most {MOST_MOVES:,} moves")


def _check_move(move: Move, its_game: Game, seats: int) -> None:
    check_whole("seat", move.seat, 0, seats - 1)
    if move.text not in its_game.number_of:
        proper = its_game.read_move(move.text)
        raise ValueError(f"the move is written {proper!r}")


def _check_ending(ending: Ending, seats: int) -> None:
    if len(ending.scores) != seats:
        raise ValueError(f"there are {seats} seats and {len(ending.scores)} scores")
    for points in ending.scores:
        check_whole("score", points, -_MOST_POINTS, _MOST_POINTS)
    for seat in ending.winners:
        check_whole("winner", seat, 0, seats - 1)
    if not ending.winners or list(ending.winners) != sorted(set(ending.winners)):
        raise ValueError("the winners are seats in rising order, at least one")


# --- Writing ------------------------------------------------------------------------------------


def _header(record: Record) -> list[tuple[str, str]]:
    """The lines that are in the chain: all that was settled before the first move, but names."""
    return [
        ("game", record.game.id),
        ("rules", str(record.game.rules_version)),
        ("options", options_text(record.options)),
        ("number", f"{record.number} of {record.of}"),
        *([("after", record.after)] if record.after else []),
        *_chance_lines(record.chance),
    ]


def _chance_lines(chance: Chance) -> list[tuple[str, str]]:
    if isinstance(chance, Promise):
        return _promise_lines(chance)
    if isinstance(chance, Seed):
        return [("seed", chance.text), ("starter", starter_text(chance.starter))]
    return [
        ("starter", starter_text(chance.starter)),
        ("given", _numbers_text(chance.given)),
        ("order", _numbers_text(chance.order)),
    ]


def _promise_lines(promise: Promise) -> list[tuple[str, str]]:
    devices = list(enumerate(promise.devices, 1))
    return [
        ("table", promise.terms.table),
        ("attempt", str(promise.terms.attempt)),
        ("starter", starter_text(promise.terms.starter)),
        ("commitment", promise.commitment),
        *[(f"device {i}", device.commits) for i, device in devices],
        *[(f"nonce {i}", device.opens) for i, device in devices if device.opens is not None],
    ]


def _lines(record: Record) -> Iterator[str]:
    yield _FIRST_LINE
    yield ""
    yield from (_line(key, value) for key, value in _header(record))
    yield ""
    yield from (_line(f"seat {i}", name) for i, name in enumerate(record.names, 1))
    yield ""
    if record.moves:
        yield from _move_lines(record)
        yield ""
    if record.ending:
        yield _line("scores", _numbers_text(record.ending.scores))
        yield _line("winners", _seats_text(record.ending.winners))
    if isinstance(record.chance, Promise) and record.chance.secret is not None:
        yield _line("secret", record.chance.secret)
    yield _line("head", record.head)


def _move_lines(record: Record) -> Iterator[str]:
    for number, move in enumerate(record.moves, 1):
        mark = record.heads[number][:_MARK]
        yield f"{number:>4}  {mark}  seat {move.seat + 1}  {move.text}"


def _line(key: str, value: str) -> str:
    return f"{key:<{_KEY_WIDTH}}{value}".rstrip(" ")


def _numbers_text(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers)) or "none"


def _seats_text(seats: Sequence[int]) -> str:
    return ", ".join(f"seat {seat + 1}" for seat in seats)


# --- Reading ------------------------------------------------------------------------------------


class _Lines:
    """The lines of a file, taken one by one; whatever is not expected is refused with its place."""

    def __init__(self, file: str | bytes) -> None:
        """Split the file, unless it is too large or no text at all."""
        self._texts = _split(file)
        self._at = 0

    @property
    def at(self) -> int:
        """How many lines are taken."""
        return self._at

    @property
    def ended(self) -> bool:
        """Whether all lines are taken."""
        return self._at == len(self._texts)

    def has(self, key: str) -> bool:
        """Whether the next line is about *key*."""
        self._skip_blank()
        return not self.ended and _value(self._texts[self._at], key) is not None

    def take(self, key: str, read: Callable[[str], T], expected: str) -> T:
        """The value of the next line, which must be about *key* and as *expected*."""
        if not self.has(key):
            raise self.refusal(f"a line that begins with {key!r}")
        try:
            value = read(_value(self._texts[self._at], key) or "")
        except ValueError as error:
            raise self.refusal(f"{expected} ({error})") from None
        self._at += 1
        return value

    def take_exactly(self, text: str, expected: str) -> None:
        """Take the next line, which must be this *text*."""
        if self.ended or self._texts[self._at] != text:
            raise self.refusal(expected)
        self._at += 1

    def take_move(self) -> Move | None:
        """The next line, if it is a move."""
        self._skip_blank()
        parts = None if self.ended else _MOVE_LINE.fullmatch(self._texts[self._at])
        if not parts:
            return None
        self._at += 1
        return Move(int(parts[3]) - 1, parts[4])

    def make(self, start: int, make: Callable[[], T], expected: str) -> T:
        """What *make* makes of the lines since *start*; a refusal names the first of them."""
        try:
            return make()
        except ValueError as error:
            self._at = start
            raise self.refusal(f"{expected} ({error})") from None

    def expect_form(self, start: int, written: Sequence[str]) -> None:
        """Refuse lines since *start* that are not as they would have been *written*."""
        for number, line in enumerate(written, start):
            if number >= self._at or self._texts[number] != line:
                self._at = number
                raise self.refusal(_expected_line(self._found(), line))

    def expect_end(self, expected: str) -> None:
        """Refuse whatever still follows."""
        if not self.ended:
            raise self.refusal(expected)

    def refusal(self, expected: str) -> RecordError:
        """The error about the next line."""
        line = self._at + 1
        return RecordError(f"line {line}", _shown(self._found()), expected, line=line)

    def _found(self) -> str | None:
        return None if self.ended else self._texts[self._at]

    def _skip_blank(self) -> None:
        while not self.ended and not self._texts[self._at].strip(" "):
            self._at += 1


def _split(file: str | bytes) -> list[str]:
    try:
        data = file.encode() if isinstance(file, str) else file
        text = data.decode()
    except UnicodeError as error:
        at = getattr(error, "start", 0)
        raise _unreadable(file, at, "bytes that are no text", "text in UTF-8") from None
    if len(data) > LARGEST_FILE:
        raise _unreadable(data, LARGEST_FILE, "more", f"at most {LARGEST_FILE:,} bytes in a file")
    lines = text.split("\n")
    if lines.pop():
        raise _unreadable(file, len(file), "the end of the file", "a line that is ended")
    if len(lines) > MOST_LINES:
        told = f"at most {MOST_LINES:,} lines in a file"
        raise RecordError(f"line {MOST_LINES + 1}", "one more", told, line=MOST_LINES + 1)
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            told = f"at most {LONGEST_LINE} characters in a line"
            raise RecordError(f"line {number}", f"{len(line):,}", told, line=number)
    return lines


def _unreadable(file: str | bytes, at: int, found: str, expected: str) -> RecordError:
    before = file[:at]
    line = 1 + (before.count("\n") if isinstance(before, str) else before.count(b"\n"))
    return RecordError(f"line {line}", found, expected, line=line)


def _value(line: str, key: str) -> str | None:
    """What the line says about *key*, if it says something about that."""
    rest = line.removeprefix(key)
    if rest == line or rest[:1] not in {"", " "}:
        return None
    return rest.strip(" ")


def _shown(line: str | None) -> str:
    if line is None:
        return "the end of the file"
    if line.strip().startswith(_GUARDED):
        return f"a line of {len(line)} characters about a {line.split()[0]:.6}"
    return repr(line if len(line) <= _MOST_SHOWN else line[:_MOST_SHOWN] + "…")


def _expected_line(found: str | None, line: str) -> str:
    if line.startswith(_GUARDED):
        return "it in its proper form"
    theirs, ours = _MOVE_LINE.fullmatch(found or ""), _MOVE_LINE.fullmatch(line)
    broken = theirs and ours and theirs.group(1, 3, 4) == ours.group(1, 3, 4)
    if broken or (found and found.startswith("head") and line.startswith("head")):
        return f"{line!r}: the chain breaks here or earlier"
    return repr(line)


def _read_game(lines: _Lines) -> Record:
    """The next game of a file, every line of it as it would be written."""
    start = lines.at
    lines.take_exactly(_FIRST_LINE, f"{_FIRST_LINE!r}, the only format this program reads")
    its_game = lines.take("game", game, "a game")
    lines.take("rules", lambda text: _read_rules(text, its_game), "the rules played here")
    options = lines.take("options", lambda text: read_options_text(its_game, text), "options")
    number, of = lines.take(
        "number", lambda text: _read_place(text, options.seats), "a place such as '1 of 1'"
    )
    after = lines.take("after", _read_hash, "the head of the game before") if number > 1 else ""
    chance = _read_chance(lines, its_game, options, number)
    names = tuple(_read_names(lines, options.seats))
    moves = tuple(_read_moves(lines, its_game, options.seats))
    ending = _read_ending(lines, options.seats) if lines.has("scores") else None
    if isinstance(chance, Promise) and lines.has("secret"):
        secret = lines.take("secret", _read_hash, "a secret")
        chance = msgspec.structs.replace(chance, secret=secret)
    lines.take("head", _read_hash, "the head of the chain")
    record = lines.make(
        start,
        lambda: Record(its_game, options, chance, names, number, of, after, moves, ending),
        "a game that can be",
    )
    lines.expect_form(start, list(_lines(record)))
    return record


def _read_chance(lines: _Lines, its_game: Game, options: Options, number: int) -> Chance:
    def read_starter(text: str) -> int | None:
        starter = _read_starter(text)
        _check_starter(starter, number, options.seats)
        return starter

    start = lines.at
    if lines.has("table"):
        table = lines.take("table", str, "a table")
        attempt = lines.take("attempt", _read_whole, "a number")
        starter = lines.take("starter", read_starter, "'drawn' or a seat")
        terms = lines.make(
            start,
            lambda: Terms(
                table,
                its_game.id,
                its_game.rules_version,
                options_text(options),
                number,
                attempt,
                starter,
            ),
            "a table and an attempt",
        )
        return _read_promise(lines, terms)
    if lines.has("seed"):
        seed = lines.take("seed", Seed, "a seed")
        return Seed(seed.text, lines.take("starter", read_starter, "'drawn' or a seat"))
    first = lines.take("starter", _read_seat, "a seat")
    given = lines.take("given", _read_numbers, "numbers or 'none'")
    order = lines.take("order", _read_numbers, "numbers")
    deal = Deal(first, given, order)
    lines.make(start, lambda: its_game.start(options, deal), "a deal of this game")
    return deal


def _read_promise(lines: _Lines, terms: Terms) -> Promise:
    commitment = lines.take("commitment", _read_hash, "a commitment")
    devices: list[Device] = []
    while len(devices) < MOST_DEVICES and lines.has(f"device {len(devices) + 1}"):
        commits = lines.take(f"device {len(devices) + 1}", _read_hash, "a commitment")
        devices.append(Device(commits))
    for i, device in enumerate(devices):
        if lines.has(f"nonce {i + 1}"):
            nonce = lines.take(f"nonce {i + 1}", _read_hash, "a nonce")
            devices[i] = Device(device.commits, nonce)
    return Promise(terms, commitment, tuple(devices))


def _read_names(lines: _Lines, seats: int) -> Iterator[str]:
    for seat in range(1, seats + 1):
        yield lines.take(f"seat {seat}", _read_name, "a name or nothing")


def _read_moves(lines: _Lines, its_game: Game, seats: int) -> Iterator[Move]:
    number = 0
    at = lines.at
    while move := lines.take_move():
        number += 1
        lines.make(at, partial(_check_how_many, number), "fewer moves")
        lines.make(lines.at - 1, partial(_check_move, move, its_game, seats), "a move")
        yield move
        at = lines.at


def _read_ending(lines: _Lines, seats: int) -> Ending:
    start = lines.at
    scores = lines.take("scores", _read_numbers, "the points of each seat")
    winners = lines.take("winners", _read_seats, "seats")
    ending = Ending(scores, winners)
    lines.make(start, lambda: _check_ending(ending, seats), "a result")
    return ending


def _read_rules(text: str, its_game: Game) -> None:
    if text != str(its_game.rules_version):
        raise ValueError(f"{its_game.title} is played by version {its_game.rules_version} here")


def _read_place(text: str, seats: int) -> tuple[int, int]:
    parts = _PLACE.fullmatch(text)
    if not parts:
        raise ValueError("two numbers of one digit")
    number, of = int(parts[1]), int(parts[2])
    _check_place(number, of, seats)
    return number, of


def _read_starter(text: str) -> int | None:
    return None if text == "drawn" else _read_seat(text)


def _read_seats(text: str) -> tuple[int, ...]:
    return tuple(_read_seat(part) for part in text.split(", "))


def _read_seat(text: str) -> int:
    return _read_whole(text.removeprefix("seat ")) - 1


def _read_numbers(text: str) -> tuple[int, ...]:
    return () if text == "none" else tuple(_read_whole(part) for part in text.split(" "))


def _read_whole(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise ValueError("numbers have one to four digits")
    return int(text)


def _read_hash(text: str) -> str:
    from_hex("value", text)
    return text


def _read_name(text: str) -> str:
    check_text("name", text, LONGEST_NAME)
    return text


# --- Matches ------------------------------------------------------------------------------------


class Series(msgspec.Struct, frozen=True):
    """The games of a match, one after another, the chain running on from each to the next."""

    games: tuple[Record, ...]

    def __post_init__(self) -> None:
        """Refuse games that are not of one match, or not in their order."""
        if not self.games:
            raise ValueError("a match has at least one game")
        if self.games[0].number != 1:
            raise ValueError("a match begins with its first game")
        for before, following in pairwise(self.games):
            _check_following(before, following)

    def add(self, record: Record) -> "Series":
        """The match with its next game, or with more of the one being played."""
        kept = self.games[: record.number - 1]
        return Series((*kept, record))

    @property
    def match(self) -> Match:
        """The standing after the games that are finished."""
        first = self.games[0]
        match = Match.begin(first.game.id, first.options.seats, first.deal.starter)
        for record in self.games:
            if record.ending:
                match = match.add(record.ending.scores)
        return match

    def replay(self) -> tuple[tuple[Position, ...], ...]:
        """Every position of every game."""
        return tuple(record.replay() for record in self.games)

    def verify(self, kept: Sequence[Kept | None] = ()) -> tuple[Verdict, ...]:
        """The verdict on each game, judged by what was *kept* of it."""
        return tuple(
            record.verify(own) for record, own in zip_longest(self.games, kept[: len(self.games)])
        )

    def write(self) -> str:
        """The text of the file."""
        return "\n".join(record.write() for record in self.games)

    @classmethod
    def read(cls, file: str | bytes) -> "Series":
        """The games in a file; anything else raises ``RecordError``."""
        lines = _Lines(file)
        games = [_read_game(lines)]
        while not lines.ended:
            lines.take_exactly("", "an empty line before the next game")
            start = lines.at
            record = _read_game(lines)
            lines.make(start, partial(_check_following, games[-1], record), "the next game")
            games.append(record)
        return lines.make(0, lambda: cls(tuple(games)), "a match")


def _check_following(before: Record, following: Record) -> None:
    if following.number != before.number + 1 or following.of != before.of:
        raise ValueError(f"after game {before.number} of {before.of} comes the next")
    if following.game is not before.game or following.options != before.options:
        raise ValueError("a match is of one game, played with the same options")
    if before.ending is None:
        raise ValueError(f"game {before.number} is not finished")
    if following.after != before.head:
        raise ValueError("the chain does not run on from the game before")
    if _table(before.chance) != _table(following.chance):
        raise ValueError("a match is played at one table")
    _check_moved_on(before, following)


def _check_moved_on(before: Record, following: Record) -> None:
    started, starts = _starter(before), _starter(following)
    if started is not None and starts != (started + 1) % before.options.seats:
        raise ValueError(f"after seat {started + 1} the next seat starts")


def _table(chance: Chance) -> str | None:
    return chance.terms.table if isinstance(chance, Promise) else None


def _starter(record: Record) -> int | None:
    """Who starts a game, as far as it is known."""
    try:
        return record.deal.starter
    except ValueError:
        # Promised, and not open or not as promised: verification says which.
        chance = record.chance
        return chance.terms.starter if isinstance(chance, Promise) else None
