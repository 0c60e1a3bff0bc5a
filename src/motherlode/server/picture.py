"""What a table looks like to those who look at it: made once, however many look.

Everything a client is ever told about a table comes from here, and only here.
"""

from __future__ import annotations

from functools import cached_property

import msgspec

from motherlode.games.position import Position
from motherlode.server import protocol as told
from motherlode.server.table import Finished, Phase, Table

_encoder = msgspec.json.Encoder()
NOTHING = msgspec.Raw(b"null")


class Picture:
    """A table at one moment, as all see it and as each seat does."""

    def __init__(self, table: Table, before: Picture | None, *, turned_down: bool) -> None:
        """Take over from the picture *before* what has not changed since."""
        self.table = table
        self.turned_down = turned_down
        self.owns: dict[int | None, msgspec.Raw] = {}
        self.yous: dict[tuple[int | None, int | None], told.You] = {}
        self.about: msgspec.Raw
        self.shown: msgspec.Raw
        if before is not None and _is_same(before.table, table):
            self.about, self.yous = before.about, before.yous
        else:
            self.about = about(table)
        if before is not None and self._shows_the_same(before):
            self.shown, self.owns = before.shown, before.owns
        else:
            self.shown = self._game()

    def _shows_the_same(self, before: Picture) -> bool:
        same_position = before.table.position is self.table.position
        return same_position and before.turned_down == self.turned_down

    def _game(self) -> msgspec.Raw:
        position = self.table.position
        if position is None:
            return NOTHING
        return msgspec.Raw(_encoder.encode(position.shown(turned_down=self.turned_down)))

    def own(self, seat: int | None) -> msgspec.Raw:
        """What only this seat sees; a spectator sees nothing more than all."""
        position = self.table.position
        if position is None:
            return NOTHING
        if seat not in self.owns:
            self.owns[seat] = msgspec.Raw(_encoder.encode(position.own(seat)))
        return self.owns[seat]

    def you(self, device: int | None, looking: int | None) -> told.You:
        """What a device is at the table, and whose cards it is shown."""
        key = device, looking
        if key not in self.yous:
            self.yous[key] = you(self.table, device, looking)
        return self.yous[key]

    @cached_property
    def turn_ends(self) -> int | None:
        """When the time of the seat to move is over."""
        return self.table.turn_ends


def _is_same(one: Table, other: Table) -> bool:
    """Whether nothing but the game itself has moved on."""
    return (
        one.seats is other.seats
        and one.phase is other.phase
        and one.devices is other.devices
        and one.host == other.host
        and one.promise is other.promise
        and one.match is other.match
        and one.paused_at == other.paused_at
        and one.end_wishes == other.end_wishes
        and one.claims is other.claims
        and one.talk is other.talk
        and one.finished is other.finished
    )


def about(table: Table) -> msgspec.Raw:
    """The table itself, encoded for all."""
    return msgspec.Raw(_encoder.encode(shown(table)))


def shown(table: Table) -> told.TableShown:
    """What everybody may know of a table, the game on it aside."""
    opened = table.opened
    return told.TableShown(
        table.id,
        opened.game,
        opened.rules,
        table.options.texts(),
        table.phase,
        table.phase_ends,
        tuple(_seat(table, number) for number in range(len(table.seats))),
        opened.pace,
        opened.by_the_day,
        opened.showing,
        opened.match,
        opened.listed,
        opened.chat,
        table.paused_at is not None,
        _deal(table),
        _standing(table),
        tuple(sorted(table.end_wishes)),
        tuple(told.TalkShown(t.number, t.at, t.seat, t.phrase, t.text) for t in table.talk),
    )


def you(table: Table, device: int | None, looking: int | None) -> told.You:
    """What a device is at the table."""
    place = table.deal_places.index(device) if device in table.deal_places else None
    return told.You(
        device,
        table.seats_of(device),
        device is not None and device == table.host,
        looking,
        place,
        device in table.awaited,
    )


def _seat(table: Table, number: int) -> told.SeatShown:
    seat = table.seats[number]
    device = None if seat.device is None else table.devices[seat.device]
    return told.SeatShown(
        seat.name,
        device is not None,
        seat.level,
        device is not None and device.away_since is not None,
        seat.device is not None and seat.device == table.host,
        device is not None and device.muted,
        any(claim[0] == number for claim in table.claims),
    )


def _deal(table: Table) -> told.DealShown | None:
    promise = table.promise
    if promise is None:
        return None
    terms = promise.terms
    is_over = table.phase in {Phase.OVER, Phase.CLOSED}
    all_open = table.phase in {Phase.PLAYING, Phase.OVER, Phase.CLOSED}
    return told.DealShown(
        terms.table,
        terms.number,
        table.of,
        terms.attempt,
        terms.starter,
        promise.commitment,
        tuple(device.commits for device in promise.devices),
        tuple(device.opens if all_open else None for device in promise.devices),
        promise.roll,
        table.secret if is_over else None,
    )


def _standing(table: Table) -> told.MatchShown | None:
    match = table.match
    if match is None:
        return None
    return told.MatchShown(match.games, match.scores, match.totals, match.winners)


def replay(game: Finished, seat: int | None) -> bytes:
    """Every moment of a finished game as somebody saw it, the first one first."""
    moments = []
    position: Position | None = game.position
    while position is not None:
        shown, own = _encoder.encode(position.shown()), _encoder.encode(position.own(seat))
        moments.append(told.Moment(msgspec.Raw(shown), msgspec.Raw(own)))
        position = position.before
    return _encoder.encode(moments[::-1])
