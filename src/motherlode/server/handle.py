"""What a command does to a table: new entries for its log, or a refusal; and what time alone does.

Nothing here reads a clock, draws chance, or writes anything: the moment and what is fresh come in
as arguments, and whoever calls commits the facts that are given back.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from motherlode.bots import levels
from motherlode.fair import Promise, Terms, check_text, commit, commit_nonce
from motherlode.games.game import IllegalMove, UnreadableMove
from motherlode.games.position import Position
from motherlode.server import commands as ask
from motherlode.server import entries as fact
from motherlode.server.entries import Facts
from motherlode.server.table import Phase, Seat, Table, terms_table

LONGEST_NAME = 20
LONGEST_TEXT = 200
MOST_DEVICES = 40


class Why(StrEnum):
    """Why a command was refused."""

    NOT_YOURS = "not yours"  # the seat belongs to somebody else
    NOT_YOUR_TURN = "not your turn"
    LATE = "late"  # it answers a moment that is gone
    EARLY = "early"  # it answers a moment that has not come
    STILL_SHOWN = "still shown"  # turned cards are still up
    ILLEGAL = "illegal"  # the move is none now; the number says why
    NO_MOVE = "no move"  # the text is no move of this game
    NOT_NOW = "not now"
    PAUSED = "paused"
    CLOSED = "closed"
    REMOVED = "removed"  # by the host
    HOST_ONLY = "host only"
    NO_SUCH_SEAT = "no such seat"
    SEAT_TAKEN = "seat taken"
    SEAT_EMPTY = "seat empty"
    SEATS_EMPTY = "seats empty"
    FULL = "full"
    NO_SUCH_LEVEL = "no such level"
    BAD_NAME = "bad name"
    NAME_TAKEN = "name taken"
    BAD_TEXT = "bad text"
    NO_SUCH_PHRASE = "no such phrase"
    NO_CHAT = "no chat"
    MUTED = "muted"
    OTHER_PLACE = "other place"  # in the list of devices; commit again for the right one
    OTHER_NONCE = "other nonce"  # not the one committed to
    NO_CLAIM = "no claim"
    NO_KEY = "no key"  # spectators only look on


class Refused(Exception):
    """The command changes nothing, for this reason."""

    def __init__(self, why: Why, number: int | None = None) -> None:
        """Name the reason; a *number* is the game's own code for an illegal move."""
        super().__init__(why)
        self.why = why
        self.number = number


class Fresh(Protocol):
    """Where what must be unpredictable comes from."""

    def secret(self) -> str:
        """The server's part of a deal."""

    def seed(self) -> int:
        """Where a machine's chance begins."""


class Asked(NamedTuple):
    """A command with all that surrounds it."""

    table: Table
    device: int
    now: int
    fresh: Fresh


def handle(
    table: Table, command: ask.Commands, device: int | None, now: int, fresh: Fresh
) -> tuple[Facts, ...]:
    """The facts a *command* of a *device* brings about; ``Refused`` if it may not."""
    if device is None:
        raise Refused(Why.NO_KEY)
    if table.devices[device].removed:
        raise Refused(Why.REMOVED)
    if table.phase is Phase.CLOSED:
        raise Refused(Why.CLOSED)
    return _HANDLERS[type(command)](Asked(table, device, now, fresh), command)


def opening(table: Table, fresh: Fresh) -> fact.Promised:
    """The first promise: it is on the page before anybody sits."""
    return _promised(table, fresh, series=1, number=1, attempt=1, starter=None)


def arrived(table: Table, device: int) -> tuple[Facts, ...]:
    """The facts when a device is there again: its seats are its own again too."""
    facts: list[Facts] = []
    if table.devices[device].away_since is not None:
        facts.append(fact.Present(device))
    return (*facts, *_back(table, device))


def gone(table: Table, device: int) -> tuple[Facts, ...]:
    """The facts when a device has been gone for longer than a blink."""
    if table.devices[device].away_since is None and table.phase is not Phase.CLOSED:
        return (fact.Away(device),)
    return ()


def tick(table: Table, now: int, fresh: Fresh) -> tuple[Facts, ...]:
    """What time has brought about by *now*; often nothing."""
    if table.due is None or now < table.due or table.paused_at is not None:
        return ()
    if table.phase is Phase.COMMITTING:
        return (fact.RollClosed(),)
    if table.phase is Phase.OPENING:
        return _abort(table, fresh)
    if table.position is None:
        return ()
    return (fact.StoodIn(table.position.seat, table.opened.stand_in, fresh.seed()),)


def machines_move(table: Table, move: str, after: int, now: int) -> tuple[Facts, ...]:
    """The facts when the machine to move has thought of a *move*."""
    position, mover = table.position, table.mover
    if position is None or mover is None or mover.level is None or table.paused_at is not None:
        raise Refused(Why.NOT_NOW)
    if after != position.played:
        raise Refused(Why.LATE)
    if now < table.turn_from:
        raise Refused(Why.STILL_SHOWN)
    return (fact.Moved(position.seat, _legal(position, move), mover.level),)


# --- Playing ------------------------------------------------------------------------------------


def _move(asked: Asked, c: ask.Move) -> tuple[Facts, ...]:
    table = asked.table
    seat = _own_seat(asked, c.seat)
    position = _game_on(table)
    if c.after != position.played:
        raise Refused(Why.LATE if c.after < position.played else Why.EARLY)
    if position.seat != c.seat:
        raise Refused(Why.NOT_YOUR_TURN)
    if asked.now < table.turn_from:
        raise Refused(Why.STILL_SHOWN)
    moved = fact.Moved(c.seat, _legal(position, c.move))
    return (moved,) if seat.level is None else (fact.CameBack(c.seat), moved)


def _game_on(table: Table) -> Position:
    if table.phase is not Phase.PLAYING or table.position is None:
        raise Refused(Why.NOT_NOW)
    if table.paused_at is not None:
        raise Refused(Why.PAUSED)
    return table.position


def _legal(position: Position, move: str) -> str:
    try:
        return position.play(move).move
    except IllegalMove as error:
        raise Refused(Why.ILLEGAL, error.why) from None
    except UnreadableMove:
        raise Refused(Why.NO_MOVE) from None


def _wish_end(asked: Asked, c: ask.WishEnd) -> tuple[Facts, ...]:
    table = asked.table
    _own_seat(asked, c.seat)
    if table.phase is not Phase.PLAYING:
        raise Refused(Why.NOT_NOW)
    wished = fact.EndWished(c.seat, c.wishes)
    wishes = table.end_wishes | {c.seat} if c.wishes else table.end_wishes - {c.seat}
    people = {i for i, seat in enumerate(table.seats) if seat.device is not None}
    return (wished, fact.Ended()) if people <= wishes else (wished,)


# --- The deal -----------------------------------------------------------------------------------


def _deal(asked: Asked, _c: ask.Deal) -> tuple[Facts, ...]:
    table = asked.table
    if table.phase is Phase.OVER:
        _must_sit(asked)
        return (*_freed(table), *_called(table, _next_promise(table, asked.fresh)))
    _must_host(asked)
    if table.phase is not Phase.GATHERING:
        raise Refused(Why.NOT_NOW)
    if any(seat.is_empty for seat in table.seats):
        raise Refused(Why.SEATS_EMPTY)
    return _called(table)


def _freed(table: Table) -> tuple[Facts, ...]:
    """Seats a machine stood in for whose person is here are theirs again in the next game."""
    return tuple(
        fact.CameBack(i)
        for i, seat in enumerate(table.seats)
        if seat.device is not None
        and seat.level is not None
        and table.devices[seat.device].away_since is None
    )


def _called(table: Table, *before: Facts) -> tuple[Facts, ...]:
    nobody = () if table.persons else (fact.RollClosed(),)
    return (*before, fact.Called(), *nobody)


def _next_promise(table: Table, fresh: Fresh) -> fact.Promised:
    last = table.finished[-1]
    terms = last.promise.terms
    if not last.position.over:
        # Ended by all: the same game of the series again, as another attempt.
        return _promised(table, fresh, table.series, terms.number, terms.attempt + 1, terms.starter)
    match = table.match
    if match is None or match.over:
        return _promised(table, fresh, table.series + 1, 1, 1, None)
    return _promised(table, fresh, table.series, match.number, 1, match.starter)


def _promised(
    table: Table, fresh: Fresh, series: int, number: int, attempt: int, starter: int | None
) -> fact.Promised:
    secret = fresh.secret()
    name = terms_table(table.id, series)
    opened = table.opened
    terms = Terms(name, opened.game, opened.rules, opened.options, number, attempt, starter)
    return fact.Promised(series, number, attempt, starter, commit(terms, secret), secret)


def _commit(asked: Asked, c: ask.Commit) -> tuple[Facts, ...]:
    table = asked.table
    if table.phase is not Phase.COMMITTING or asked.device not in table.awaited:
        raise Refused(Why.NOT_NOW)
    if c.place != len(table.deal_places):
        raise Refused(Why.OTHER_PLACE, len(table.deal_places))
    if any(c.commits == device.commits for device in _promise(table).devices):
        raise Refused(Why.OTHER_NONCE)
    committed = fact.Committed(asked.device, c.commits)
    last = table.awaited == (asked.device,)
    return (committed, fact.RollClosed()) if last else (committed,)


def _open_nonce(asked: Asked, c: ask.OpenNonce) -> tuple[Facts, ...]:
    table = asked.table
    if table.phase is not Phase.OPENING or asked.device not in table.awaited:
        raise Refused(Why.NOT_NOW)
    promise, device = _promise(table), asked.device
    place = table.deal_places.index(device)
    if commit_nonce(promise.terms, place, c.nonce) != promise.devices[place].commits:
        raise Refused(Why.OTHER_NONCE)
    return (fact.NonceOpened(device, c.nonce),)


def _promise(table: Table) -> Promise:
    if table.promise is None:
        raise Refused(Why.NOT_NOW)
    return table.promise


def _abort(table: Table, fresh: Fresh) -> tuple[Facts, ...]:
    terms = _promise(table).terms
    again = _promised(table, fresh, table.series, terms.number, terms.attempt + 1, terms.starter)
    left = set(table.persons) - table.excused - set(table.awaited)
    nobody = () if left else (fact.RollClosed(),)
    return (fact.Aborted(table.awaited), again, fact.Called(), *nobody)


# --- Seats --------------------------------------------------------------------------------------


def _sit(asked: Asked, c: ask.Sit) -> tuple[Facts, ...]:
    table = asked.table
    if table.phase not in {Phase.GATHERING, Phase.OVER}:
        raise Refused(Why.NOT_NOW)
    number = _free_seat(table) if c.seat is None else c.seat
    seat = _seat(table, number)
    if seat.device is not None:
        raise Refused(Why.SEAT_TAKEN)
    return (fact.Sat(number, asked.device, _name(table, c.name, number)),)


def _free_seat(table: Table) -> int:
    for number, seat in enumerate(table.seats):
        if seat.is_empty:
            return number
    for number, seat in enumerate(table.seats):
        if seat.device is None:
            return number
    raise Refused(Why.FULL)


def _stand(asked: Asked, c: ask.Stand) -> tuple[Facts, ...]:
    _own_seat(asked, c.seat)
    return _emptied(asked, c.seat, removed=False)


def _emptied(asked: Asked, number: int, *, removed: bool) -> tuple[Facts, ...]:
    """A seat is left: empty between games, a machine's in the middle of one."""
    table = asked.table
    stood = fact.StoodUp(number, removed)
    if table.phase in {Phase.GATHERING, Phase.OVER}:
        return (stood, *_next_host(table, number))
    if table.phase is not Phase.PLAYING:
        raise Refused(Why.NOT_NOW)
    sat = fact.MachineSat(number, table.opened.stand_in, asked.fresh.seed())
    return (stood, sat, *_next_host(table, number))


def _next_host(table: Table, leaving: int) -> tuple[Facts, ...]:
    """Another person hosts when the host gives up the last seat; with nobody left, nobody new."""
    host = table.seats[leaving].device
    if host != table.host or len(table.seats_of(host)) > 1:
        return ()
    others = [device for device in table.persons if device != host]
    here = [device for device in others if table.devices[device].away_since is None]
    return tuple(fact.Handed(device) for device in (here or others)[:1])


def _rename(asked: Asked, c: ask.Rename) -> tuple[Facts, ...]:
    _own_seat(asked, c.seat)
    return (fact.Renamed(c.seat, _name(asked.table, c.name, c.seat)),)


def _come_back(asked: Asked, _c: ask.Back) -> tuple[Facts, ...]:
    return _back(asked.table, asked.device)


def _back(table: Table, device: int) -> tuple[Facts, ...]:
    return tuple(
        fact.CameBack(seat)
        for seat in table.seats_of(device)
        if table.seats[seat].level is not None
    )


def _claim(asked: Asked, c: ask.Claim) -> tuple[Facts, ...]:
    seat = _seat(asked.table, c.seat)
    if seat.device is None:
        raise Refused(Why.SEAT_EMPTY)
    if seat.device == asked.device:
        raise Refused(Why.NOT_NOW)
    return (fact.Claimed(c.seat, asked.device),)


# --- The host -----------------------------------------------------------------------------------


def _seat_machine(asked: Asked, c: ask.SeatMachine) -> tuple[Facts, ...]:
    _must_host(asked)
    table = asked.table
    seat = _seat(table, c.seat)
    if c.level not in {level.number for level in levels(table.game)}:
        raise Refused(Why.NO_SUCH_LEVEL)
    seed = asked.fresh.seed()
    if seat.device is None:
        return (fact.MachineSat(c.seat, c.level, seed),)
    if table.devices[seat.device].away_since is None:
        raise Refused(Why.SEAT_TAKEN)
    if table.phase is not Phase.PLAYING:
        raise Refused(Why.NOT_NOW)
    return (fact.StoodIn(c.seat, c.level, seed),)


def _remove(asked: Asked, c: ask.Remove) -> tuple[Facts, ...]:
    _must_host(asked)
    seat = _seat(asked.table, c.seat)
    if seat.is_empty:
        raise Refused(Why.SEAT_EMPTY)
    if seat.device is None and asked.table.phase is Phase.PLAYING:
        raise Refused(Why.NOT_NOW)
    return _emptied(asked, c.seat, removed=True)


def _hand_over(asked: Asked, c: ask.HandOver) -> tuple[Facts, ...]:
    _must_host(asked)
    return (fact.Handed(_person(asked.table, c.seat)),)


def _pause(asked: Asked, _c: ask.Pause) -> tuple[Facts, ...]:
    _must_host(asked)
    if not asked.table.is_on:
        raise Refused(Why.NOT_NOW)
    return (fact.Paused(),)


def _resume(asked: Asked, _c: ask.Resume) -> tuple[Facts, ...]:
    _must_host(asked)
    if asked.table.paused_at is None:
        raise Refused(Why.NOT_NOW)
    return (fact.Resumed(),)


def _close(asked: Asked, _c: ask.Close) -> tuple[Facts, ...]:
    _must_host(asked)
    return (fact.Closed(),)


def _grant(asked: Asked, c: ask.Grant) -> tuple[Facts, ...]:
    _must_host(asked)
    device = dict(asked.table.claims).get(c.seat)
    if device is None:
        raise Refused(Why.NO_CLAIM)
    return (fact.Granted(c.seat, device),)


def _decline(asked: Asked, c: ask.Decline) -> tuple[Facts, ...]:
    _must_host(asked)
    if c.seat not in dict(asked.table.claims):
        raise Refused(Why.NO_CLAIM)
    return (fact.Declined(c.seat),)


def _mute(asked: Asked, c: ask.Mute) -> tuple[Facts, ...]:
    _must_host(asked)
    return (fact.Muted(_person(asked.table, c.seat), c.muted),)


# --- Talk ---------------------------------------------------------------------------------------


def _say(asked: Asked, c: ask.Say) -> tuple[Facts, ...]:
    _own_seat(asked, c.seat)
    _must_be_heard(asked)
    if c.phrase not in ask.PHRASES:
        raise Refused(Why.NO_SUCH_PHRASE)
    return (fact.Said(c.seat, c.phrase),)


def _write(asked: Asked, c: ask.Write) -> tuple[Facts, ...]:
    _own_seat(asked, c.seat)
    if not asked.table.opened.chat:
        raise Refused(Why.NO_CHAT)
    _must_be_heard(asked)
    return (fact.Wrote(c.seat, _text(c.text)),)


def _report(asked: Asked, c: ask.Report) -> tuple[Facts, ...]:
    _must_sit(asked)
    _person(asked.table, c.seat)
    return (fact.Reported(asked.device, c.seat, _text(c.reason)),)


def _must_be_heard(asked: Asked) -> None:
    if asked.table.devices[asked.device].muted:
        raise Refused(Why.MUTED)


def _text(text: str) -> str:
    tidy = " ".join(text.split())
    if not tidy or not _is_fit(tidy, LONGEST_TEXT):
        raise Refused(Why.BAD_TEXT)
    return tidy


# --- Who may ------------------------------------------------------------------------------------


def _seat(table: Table, number: int) -> Seat:
    if not 0 <= number < len(table.seats):
        raise Refused(Why.NO_SUCH_SEAT)
    return table.seats[number]


def _own_seat(asked: Asked, number: int) -> Seat:
    seat = _seat(asked.table, number)
    if seat.device is None or seat.device != asked.device:
        raise Refused(Why.NOT_YOURS)
    return seat


def _person(table: Table, number: int) -> int:
    device = _seat(table, number).device
    if device is None:
        raise Refused(Why.SEAT_EMPTY)
    return device


def _must_host(asked: Asked) -> None:
    if asked.device != asked.table.host:
        raise Refused(Why.HOST_ONLY)


def _must_sit(asked: Asked) -> None:
    if not asked.table.seats_of(asked.device) and asked.device != asked.table.host:
        raise Refused(Why.NOT_YOURS)


def _name(table: Table, text: str, seat: int) -> str:
    return name_of(text, [other.name for i, other in enumerate(table.seats) if i != seat])


def name_of(text: str, others: Iterable[str]) -> str:
    """A name as it is shown: one way to write it, and nobody else's."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name or not _is_fit(name, LONGEST_NAME):
        raise Refused(Why.BAD_NAME)
    if _folded(name) in map(_folded, others):
        raise Refused(Why.NAME_TAKEN)
    return name


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _is_fit(text: str, longest: int) -> bool:
    try:
        check_text("text", text, longest)
    except ValueError:
        return False
    return all(character.isprintable() for character in text)


_HANDLERS: dict[type[ask.Commands], Callable[[Asked, Any], tuple[Facts, ...]]] = {
    ask.Move: _move,
    ask.Deal: _deal,
    ask.Commit: _commit,
    ask.OpenNonce: _open_nonce,
    ask.WishEnd: _wish_end,
    ask.Sit: _sit,
    ask.Stand: _stand,
    ask.Rename: _rename,
    ask.Back: _come_back,
    ask.Claim: _claim,
    ask.SeatMachine: _seat_machine,
    ask.Remove: _remove,
    ask.HandOver: _hand_over,
    ask.Pause: _pause,
    ask.Resume: _resume,
    ask.Close: _close,
    ask.Grant: _grant,
    ask.Decline: _decline,
    ask.Mute: _mute,
    ask.Say: _say,
    ask.Write: _write,
    ask.Report: _report,
}
