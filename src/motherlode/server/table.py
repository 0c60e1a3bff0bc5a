"""A table at one moment, as its log tells it.

A table is a value: ``after`` gives the one after one more entry and leaves this one alone.  It
reads no clock and draws no chance, so the same log is the same table on every machine, for ever.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from motherlode.bots import levels
from motherlode.fair import Promise, Terms, read_options_text
from motherlode.games import game as game_of
from motherlode.games.game import Deal, Game, Options
from motherlode.games.position import Position
from motherlode.match import Match
from motherlode.record import Record, next_head
from motherlode.server import entries as fact
from motherlode.server.entries import Entry, Facts, Opened

MOST_TALK = 60

SECOND = 1000
DAY = 24 * 60 * 60 * SECOND

# How long a device may take to commit to its nonce, and then to open it.
COMMITTING, COMMITTING_BY_THE_DAY = 15 * SECOND, DAY
# How long a seat that is to move may be deserted before a machine stands in.
ABSENT = 45 * SECOND


class Phase(StrEnum):
    """What a table is about at the moment."""

    GATHERING = "gathering"
    COMMITTING = "committing"
    OPENING = "opening"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Seat(msgspec.Struct, frozen=True):
    """A seat: empty, a person's, a machine's, or a person's for whom a machine stands in."""

    name: str = ""
    device: int | None = None
    level: int | None = None
    seed: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether nobody sits there."""
        return self.device is None and self.level is None

    @property
    def is_stood_in(self) -> bool:
        """Whether a machine plays for the person it belongs to."""
        return self.device is not None and self.level is not None


class Device(msgspec.Struct, frozen=True):
    """A browser or a terminal that holds a key."""

    lock: str
    away_since: int | None = None
    muted: bool = False
    removed: bool = False  # by the host


class Talk(msgspec.Struct, frozen=True):
    """Something said at the table."""

    number: int
    at: int
    seat: int
    phrase: str | None = None
    text: str | None = None


class Finished(msgspec.Struct, frozen=True):
    """A game of this table that is over, or was ended by all."""

    series: int
    promise: Promise
    position: Position
    after: str  # the head of the game before, in a match
    head: str
    names: tuple[str, ...]

    def record(self, of: int) -> Record:
        """The game on paper."""
        return Record.of_position(
            self.position,
            self.promise,
            names=self.names,
            number=self.promise.terms.number,
            of=of,
            after=self.after,
        )


class Table(msgspec.Struct, frozen=True):
    """All there is to know about a table, secrets included."""

    id: str
    opened: Opened
    opened_at: int
    number: int  # of the last entry
    at: int  # and its time
    seats: tuple[Seat, ...]
    devices: tuple[Device, ...]
    host: int = 0
    phase: Phase = Phase.GATHERING
    phase_from: int = 0
    series: int = 1
    promise: Promise | None = None
    secret: str = ""
    excused: frozenset[int] = frozenset()  # devices that did not open a nonce
    deal_places: tuple[int, ...] = ()  # the devices that committed, in their order
    position: Position | None = None
    head: str = ""
    after_head: str = ""
    turn_from: int = 0  # when the seat to move may move
    match: Match | None = None
    finished: tuple[Finished, ...] = ()
    paused_at: int | None = None
    end_wishes: frozenset[int] = frozenset()
    claims: tuple[tuple[int, int], ...] = ()  # a seat, and the device that says it is its own
    talk: tuple[Talk, ...] = ()

    # --- What it is ---------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played here."""
        return game_of(self.opened.game)

    @property
    def options(self) -> Options:
        """How it is played."""
        return _options(self.opened.game, self.opened.options)

    @property
    def persons(self) -> tuple[int, ...]:
        """The devices that hold a seat."""
        return tuple(sorted({seat.device for seat in self.seats if seat.device is not None}))

    def seats_of(self, device: int | None) -> tuple[int, ...]:
        """The seats a device holds."""
        if device is None:
            return ()
        return tuple(i for i, seat in enumerate(self.seats) if seat.device == device)

    def device_with(self, lock: str) -> int | None:
        """The device whose key fits this lock."""
        for number, device in enumerate(self.devices):
            if device.lock == lock:
                return number
        return None

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called on paper; machines by their level's name."""
        return tuple(
            seat.name if seat.device is not None or seat.level is None else _machine(self, seat)
            for seat in self.seats
        )

    @property
    def of(self) -> int:
        """How many games a series has."""
        return len(self.seats) if self.opened.match else 1

    # --- What may happen next -----------------------------------------------------------------

    @property
    def is_on(self) -> bool:
        """Whether a game is being played, and not paused."""
        return self.phase is Phase.PLAYING and self.paused_at is None

    @property
    def mover(self) -> Seat | None:
        """The seat to move."""
        if self.phase is not Phase.PLAYING or self.position is None:
            return None
        return self.seats[self.position.seat]

    @property
    def is_deserted(self) -> bool:
        """Whether there are persons, and none of them is here."""
        held = [seat.device for seat in self.seats if seat.device is not None]
        return bool(held) and all(self.devices[device].away_since is not None for device in held)

    @property
    def turn_ends(self) -> int | None:
        """When the clock of the person to move runs out."""
        mover = self.mover
        if mover is None or mover.level is not None or self.paused_at is not None:
            return None
        if self.opened.by_the_day:
            return self.turn_from + self.opened.pace * DAY
        if self.is_deserted or self.opened.pace == 0:
            return None
        return self.turn_from + self.opened.pace * SECOND

    @property
    def stands_in_at(self) -> int | None:
        """When a machine takes over for the person to move: out of time, or gone too long."""
        ends, mover = self.turn_ends, self.mover
        if mover is None or mover.device is None or mover.level is not None:
            return ends
        away = self.devices[mover.device].away_since
        gone = not (away is None or self.opened.by_the_day or self.is_deserted or self.paused_at)
        if not gone or away is None:
            return ends
        absent = max(self.turn_from, away + ABSENT)
        return absent if ends is None else min(absent, ends)

    @property
    def phase_ends(self) -> int | None:
        """When the devices that are still awaited for the deal are waited for no longer."""
        if self.phase not in {Phase.COMMITTING, Phase.OPENING}:
            return None
        limit = COMMITTING_BY_THE_DAY if self.opened.by_the_day else COMMITTING
        return self.phase_from + limit

    @property
    def due(self) -> int | None:
        """When time alone changes something here, machines aside."""
        if self.phase is Phase.PLAYING:
            return self.stands_in_at
        return self.phase_ends

    @property
    def awaited(self) -> tuple[int, ...]:
        """The devices whose part in the deal is still missing."""
        if self.promise is None:
            return ()
        if self.phase is Phase.COMMITTING:
            taking_part = (device for device in self.persons if device not in self.excused)
            return tuple(device for device in taking_part if device not in self.deal_places)
        if self.phase is Phase.OPENING:
            joined = zip(self.deal_places, self.promise.devices, strict=True)
            return tuple(number for number, device in joined if device.opens is None)
        return ()

    def joined(self, joined: fact.Joined) -> Table:
        """The table as it will be with one device more."""
        return _joined(self, joined, self.at)

    # --- On paper -----------------------------------------------------------------------------

    @property
    def games(self) -> tuple[Finished, ...]:
        """The games of this series, the one being played last."""
        if self.phase is not Phase.PLAYING or self.position is None or self.promise is None:
            return self.finished
        playing = Finished(
            self.series, self.promise, self.position, self.after_head, self.head, self.names
        )
        return (*self.finished, playing)

    def on_paper(self) -> str:
        """The games of this series as a file; the secret of one being played is not in it."""
        *earlier, last = self.games
        kept = [*(game for game in earlier if game.position.over), last]
        return "\n".join(game.record(self.of).write() for game in kept)

    # --- The log ------------------------------------------------------------------------------

    @classmethod
    def first(cls, name: str, entry: Entry) -> Table:
        """The table right after it was opened."""
        opened = entry.fact
        if not isinstance(opened, Opened):
            raise TypeError(f"a log begins with the opening, not with {type(opened).__name__}")
        seats = (Seat(),) * _options(opened.game, opened.options).seats
        devices = (Device(opened.lock),)
        return cls(
            name, opened, entry.at, entry.number, entry.at, seats, devices, phase_from=entry.at
        )

    @classmethod
    def told(cls, name: str, log: Sequence[Entry]) -> Table:
        """The table a whole log tells of."""
        return cls.first(name, log[0]).after_all(log[1:])

    def after(self, entry: Entry) -> Table:
        """The table after one more entry."""
        if entry.number != self.number + 1:
            raise ValueError(f"entry {self.number + 1} is missing before {entry.number}")
        now = replace(self, number=entry.number, at=entry.at)
        return _CHANGES[type(entry.fact)](now, entry.fact, entry.at)

    def after_all(self, log: Iterable[Entry]) -> Table:
        """The table after some more entries."""
        table = self
        for entry in log:
            table = table.after(entry)
        return table


def _machine(table: Table, seat: Seat) -> str:
    return next(level.name for level in levels(table.game) if level.number == seat.level)


@cache
def _options(game: str, text: str) -> Options:
    return read_options_text(game_of(game), text)


# --- What each fact changes ---------------------------------------------------------------------


def _with_seat(table: Table, number: int, **changed: Any) -> Table:
    seats = list(table.seats)
    seats[number] = replace(seats[number], **changed)
    return replace(table, seats=tuple(seats))


def _with_device(table: Table, number: int, **changed: Any) -> Table:
    devices = list(table.devices)
    devices[number] = replace(devices[number], **changed)
    return replace(table, devices=tuple(devices))


def _handed(table: Table, said: fact.Handed, _at: int) -> Table:
    return replace(table, host=said.device)


def _paused(table: Table, _said: fact.Paused, at: int) -> Table:
    return replace(table, paused_at=at)


def _resumed(table: Table, _said: fact.Resumed, at: int) -> Table:
    lost = 0 if table.paused_at is None else at - table.paused_at
    return replace(
        table,
        paused_at=None,
        turn_from=table.turn_from + lost,
        phase_from=table.phase_from + lost,
    )


def _closed(table: Table, _said: fact.Closed, at: int) -> Table:
    return replace(table, phase=Phase.CLOSED, phase_from=at)


def _joined(table: Table, said: fact.Joined, _at: int) -> Table:
    return replace(table, devices=(*table.devices, Device(said.lock)))


def _relocked(table: Table, said: fact.Relocked, _at: int) -> Table:
    return _with_device(table, said.device, lock=said.lock)


def _sat(table: Table, said: fact.Sat, at: int) -> Table:
    sat = Seat(said.name, said.device)
    return _fresh_clock(_with_whole_seat(table, said.seat, sat), said.seat, at)


def _with_whole_seat(table: Table, number: int, seat: Seat) -> Table:
    seats = (*table.seats[:number], seat, *table.seats[number + 1 :])
    return replace(table, seats=seats, end_wishes=table.end_wishes - {number})


def _renamed(table: Table, said: fact.Renamed, _at: int) -> Table:
    return _with_seat(table, said.seat, name=said.name)


def _machine_sat(table: Table, said: fact.MachineSat, at: int) -> Table:
    machine = Seat(level=said.level, seed=said.seed)
    return _fresh_clock(_with_whole_seat(table, said.seat, machine), said.seat, at)


def _stood_up(table: Table, said: fact.StoodUp, _at: int) -> Table:
    device = table.seats[said.seat].device
    if said.removed and device is not None:
        table = _with_device(table, device, removed=True)
    return _with_whole_seat(table, said.seat, Seat())


def _stood_in(table: Table, said: fact.StoodIn, at: int) -> Table:
    table = _with_seat(table, said.seat, level=said.level, seed=said.seed)
    return _fresh_clock(table, said.seat, at)


def _came_back(table: Table, said: fact.CameBack, at: int) -> Table:
    return _fresh_clock(_with_seat(table, said.seat, level=None, seed=0), said.seat, at)


def _fresh_clock(table: Table, seat: int, at: int) -> Table:
    """Whoever begins to play a seat has the whole time for its turn."""
    if table.position is None or table.position.over or table.position.seat != seat:
        return table
    return replace(table, turn_from=max(table.turn_from, at))


def _claimed(table: Table, said: fact.Claimed, _at: int) -> Table:
    others = tuple(claim for claim in table.claims if claim[0] != said.seat)
    return replace(table, claims=(*others, (said.seat, said.device)))


def _granted(table: Table, said: fact.Granted, at: int) -> Table:
    lost = table.seats[said.seat].device
    seats = tuple(
        replace(seat, device=said.device) if seat.device == lost else seat for seat in table.seats
    )
    host = said.device if table.host == lost else table.host
    table = replace(_declined(table, fact.Declined(said.seat), at), seats=seats, host=host)
    return replace(table, turn_from=max(table.turn_from, at)) if table.is_on else table


def _declined(table: Table, said: fact.Declined, _at: int) -> Table:
    claims = tuple(claim for claim in table.claims if claim[0] != said.seat)
    return replace(table, claims=claims)


def _away(table: Table, said: fact.Away, at: int) -> Table:
    return _with_device(table, said.device, away_since=at)


def _present(table: Table, said: fact.Present, at: int) -> Table:
    here = _with_device(table, said.device, away_since=None)
    if table.is_deserted and not table.opened.by_the_day:
        # Nobody's time ran while nobody was there.
        return replace(here, turn_from=max(here.turn_from, at))
    return here


def _promised(table: Table, said: fact.Promised, at: int) -> Table:
    promise = Promise(
        Terms(
            said.table or terms_table(table.id, said.series),
            table.opened.game,
            table.opened.rules,
            table.opened.options,
            said.number,
            said.attempt,
            said.starter,
        ),
        said.commitment,
    )
    begins = said.number == 1
    return replace(
        table,
        phase=Phase.GATHERING,
        phase_from=at,
        series=said.series,
        promise=promise,
        secret=said.secret,
        deal_places=(),
        position=None,
        head="",
        match=None if begins else table.match,
        after_head="" if begins else _last_head(table),
        finished=() if begins and said.attempt == 1 else table.finished,
        excused=table.excused if said.attempt > 1 else frozenset(),
        end_wishes=frozenset(),
    )


def _last_head(table: Table) -> str:
    """The head of the last game that was played to its end."""
    return next(game.head for game in reversed(table.finished) if game.position.over)


def terms_table(name: str, series: int) -> str:
    """What the deals of a series are bound to: no series has the terms of another."""
    return name if series == 1 else f"{name}.{series}"


def _called(table: Table, _said: fact.Called, at: int) -> Table:
    return replace(table, phase=Phase.COMMITTING, phase_from=at)


def _committed(table: Table, said: fact.Committed, _at: int) -> Table:
    promise = _deal_on_its_way(table).join(said.commits)
    return replace(table, promise=promise, deal_places=(*table.deal_places, said.device))


def _deal_on_its_way(table: Table) -> Promise:
    if table.promise is None:
        raise ValueError("no deal is promised")
    return table.promise


def _roll_closed(table: Table, _said: fact.RollClosed, at: int) -> Table:
    if table.deal_places:
        return replace(table, phase=Phase.OPENING, phase_from=at)
    return _dealt(table, at)


def _nonce_opened(table: Table, said: fact.NonceOpened, at: int) -> Table:
    place = table.deal_places.index(said.device)
    table = replace(table, promise=_deal_on_its_way(table).open_nonce(place, said.nonce))
    return table if table.awaited else _dealt(table, at)


def _aborted(table: Table, said: fact.Aborted, _at: int) -> Table:
    return replace(table, excused=table.excused | set(said.devices))


def dealt_from(promise: Promise, secret: str) -> Deal:
    """The cards that a promise and its secret deal."""
    return promise.deal(secret)


def _dealt(table: Table, at: int) -> Table:
    promise = _deal_on_its_way(table)
    deal = dealt_from(promise, table.secret)
    record = Record.promised(promise, of=table.of, after=table.after_head)
    match = table.match
    if match is None and table.opened.match:
        match = Match.begin(table.opened.game, len(table.seats), deal.starter)
    return replace(
        table,
        phase=Phase.PLAYING,
        phase_from=at,
        position=table.game.start(table.options, deal),
        head=record.head,
        match=match,
        turn_from=at,
    )


def _moved(table: Table, said: fact.Moved, at: int) -> Table:
    before = table.position
    if before is None:
        raise ValueError("nothing is dealt")
    position = before.play(said.move)
    head = next_head(table.head, position.played, said.seat, position.move)
    turn_over = position.over or position.seat != said.seat
    shown = table.opened.showing if turn_over and table.game.fleeting else 0
    moved = replace(table, position=position, head=head, turn_from=at + shown)
    return _game_over(moved, at) if position.over else moved


def _game_over(table: Table, at: int) -> Table:
    position = table.position
    if position is None or table.promise is None:
        raise ValueError("no game is on")
    match = table.match
    if match is not None and position.over:
        match = match.add(position.scores)
    finished = Finished(
        table.series,
        table.promise.open(table.secret),
        position,
        table.after_head,
        table.head,
        table.names,
    )
    return replace(
        table,
        phase=Phase.OVER,
        phase_from=at,
        match=match,
        finished=(*table.finished, finished),
        paused_at=None,
    )


def _end_wished(table: Table, said: fact.EndWished, _at: int) -> Table:
    wishes = table.end_wishes | {said.seat} if said.wishes else table.end_wishes - {said.seat}
    return replace(table, end_wishes=wishes)


def _ended(table: Table, _said: fact.Ended, at: int) -> Table:
    return _game_over(table, at)


def _said(table: Table, said: fact.Said, at: int) -> Table:
    return _with_talk(table, Talk(table.number, at, said.seat, phrase=said.phrase))


def _wrote(table: Table, said: fact.Wrote, at: int) -> Table:
    return _with_talk(table, Talk(table.number, at, said.seat, text=said.text))


def _with_talk(table: Table, talk: Talk) -> Table:
    return replace(table, talk=(*table.talk[1 - MOST_TALK :], talk))


def _muted(table: Table, said: fact.Muted, _at: int) -> Table:
    return _with_device(table, said.device, muted=said.muted)


def _reported(table: Table, _said: fact.Reported, _at: int) -> Table:
    return table


_CHANGES: dict[type[Facts], Callable[[Table, Any, int], Table]] = {
    fact.Handed: _handed,
    fact.Paused: _paused,
    fact.Resumed: _resumed,
    fact.Closed: _closed,
    fact.Joined: _joined,
    fact.Relocked: _relocked,
    fact.Sat: _sat,
    fact.Renamed: _renamed,
    fact.MachineSat: _machine_sat,
    fact.StoodUp: _stood_up,
    fact.StoodIn: _stood_in,
    fact.CameBack: _came_back,
    fact.Claimed: _claimed,
    fact.Granted: _granted,
    fact.Declined: _declined,
    fact.Away: _away,
    fact.Present: _present,
    fact.Promised: _promised,
    fact.Called: _called,
    fact.Committed: _committed,
    fact.RollClosed: _roll_closed,
    fact.NonceOpened: _nonce_opened,
    fact.Aborted: _aborted,
    fact.Moved: _moved,
    fact.EndWished: _end_wished,
    fact.Ended: _ended,
    fact.Said: _said,
    fact.Wrote: _wrote,
    fact.Muted: _muted,
    fact.Reported: _reported,
}
