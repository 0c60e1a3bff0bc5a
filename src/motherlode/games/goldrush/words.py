"""GOLD in words: cards, moves, and what a seat sees of the table."""

from __future__ import annotations

import re
from itertools import chain, compress, product
from operator import getitem
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from motherlode.games.game import Choice, Outcome, Pile, halves, unreadable
from motherlode.games.goldrush.cards import (
    BLASTED,
    CARRIED,
    CLEARED,
    COLOURS,
    DEAD_TABLE,
    DIGGERS,
    DUELLED,
    DYNAMITE,
    FEW_LEFT,
    FIRST_FLIP,
    KINDS,
    NOBODY,
    NUGGETS,
    QUIET_TURNS,
    RUSH,
    SECOND_FLIP,
    STRENGTHS,
    TAKEN,
)
from motherlode.games.goldrush.rules import ALREADY_UP, CARD_GONE, GAME_OVER, NO_SUCH_SPOT

if TYPE_CHECKING:
    from motherlode.games.position import Position

COLUMNS = "abcdefgh"
ROWS = "12345678"
MOVES = tuple(column + row for row in ROWS for column in COLUMNS)
# A row of spots is a byte of a set of them; this has the spots of every byte there can be.
_SPOTS_IN_ROW = tuple(
    tuple(
        tuple(compress((column + row for column in COLUMNS), reversed(are_in)))
        for are_in in product((False, True), repeat=len(COLUMNS))
    )
    for row in ROWS
)

WHY_NOT = {
    GAME_OVER: "the game is over",
    NO_SUCH_SPOT: "there is no such spot",
    CARD_GONE: "no card lies there any more",
    ALREADY_UP: "that card is turned up already",
}
STAGES = ("first flip", "second flip", "gold rush")
RUSHES = {FEW_LEFT: "few left", DEAD_TABLE: "dead table", QUIET_TURNS: "quiet turns"}
# What ends the game is what called the Gold Rush.
ENDINGS = tuple(RUSHES.values())
# Quiet turns are shown only when the end they lead to is near.
QUIET_SHOWN = 4

_SPOT = re.compile(r"\s*(?:([a-h])\s*([1-8])|([1-8])\s*([a-h]))\s*", re.IGNORECASE)


def card_text(card: int) -> str:
    """A card as people name it: "red 3", "gold 2", "dynamite"."""
    if card == DYNAMITE:
        return "dynamite"
    if card >= DIGGERS:
        return f"gold {NUGGETS[card - DIGGERS]}"
    return f"{COLOURS[card // len(STRENGTHS)]} {STRENGTHS[card % len(STRENGTHS)]}"


_TEXT_OF = tuple(map(card_text, range(KINDS)))


def read(text: object) -> str:
    """The spot somebody typed.

    >>> read(" C4 ")
    'c4'
    """
    found = _SPOT.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise unreadable(text, "a spot from 'a1' to 'h8', such as 'c4'")
    column, row, row_first, column_last = found.groups()
    return ((column or column_last) + (row or row_first)).lower()


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something all at the table see happen."""


class TurnedUp(Event, frozen=True, tag="turned up"):
    """A seat turned up a card."""

    seat: int
    spot: str
    card: str


class NothingHappened(Event, frozen=True, tag="nothing happened"):
    """The two cards have nothing to do with each other and are turned down again."""


class Carried(Event, frozen=True, tag="carried"):
    """A digger carried gold out, to *seat*, and is gone."""

    seat: int
    digger: str
    gold: str


class Duelled(Event, frozen=True, tag="duelled"):
    """The digger at *stays* drove out the one at *leaves*."""

    stays: str
    leaves: str


class Blasted(Event, frozen=True, tag="blasted"):
    """Dynamite removed both cards."""

    spots: tuple[str, ...]


class Taken(Event, frozen=True, tag="taken"):
    """A seat kept the gold it turned up in the Gold Rush."""

    seat: int
    spot: str


class Cleared(Event, frozen=True, tag="cleared"):
    """A card that is no gold left the table in the Gold Rush."""

    spot: str


class GoldRush(Event, frozen=True, tag="gold rush"):
    """The Gold Rush begins."""

    reason: str


Events = TurnedUp | NothingHappened | Carried | Duelled | Blasted | Taken | Cleared | GoldRush

# What a card does cannot be told before it is turned up.
CHOICES = tuple(Choice[Events](move, ()) for move in MOVES)


class View(msgspec.Struct, frozen=True, tag_field="game", tag="goldrush"):
    """All that one seat sees of the table; it lists what is shown, and holds nothing else."""

    you: int | None
    seats: int
    turn: int | None
    stage: str
    layout: str
    owners: dict[str, int | None]
    table: tuple[str, ...]
    up: dict[str, str]
    won: tuple[Pile, ...]
    rush: str | None
    quiet_turns_left: int | None
    happened: tuple[Events, ...]
    moves: tuple[Choice[Events], ...]
    outcome: Outcome | None


# These depend on who looks; all the rest is the same for everybody at the table.
Shown, Own = halves(View, own=("you", "won", "moves"))


def shown(position: Position, *, turned_down: bool) -> Any:
    """What of the table is the same for all."""
    s = position.facts
    closed = turned_down and s.stage != SECOND_FLIP
    return Shown(
        seats=s.seats,
        turn=None if position.over else s.turn,
        stage=STAGES[s.stage],
        layout=position.options.texts()["layout"],
        owners=owners(s),
        table=spots_in(s.table),
        up={} if closed else turned_up(s),
        rush=RUSHES.get(s.rush),
        quiet_turns_left=quiet_turns_left(position),
        happened=() if closed else happened(position),
        outcome=position.outcome,
    )


def own(position: Position, seat: int | None) -> Any:
    """What is for *seat* alone: the gold it has won, and what it may do."""
    s = position.facts
    return Own(
        you=seat,
        won=tuple(
            pile(gold, is_open=position.over or owner == seat)
            for owner, gold in enumerate(s.won[: s.seats])
        ),
        moves=position.legal_of(CHOICES) if seat == s.turn else (),
    )


def owners(s: Any) -> dict[str, int | None]:
    """The seat each colour belongs to."""
    return {
        colour: None if owner == NOBODY else owner
        for colour, owner in zip(COLOURS, s.owner, strict=True)
    }


def spots_in(word: int) -> tuple[str, ...]:
    """The spots of a set, row by row."""
    rows = map(getitem, _SPOTS_IN_ROW, word.to_bytes(len(ROWS), "little"))
    return tuple(chain.from_iterable(rows))


def turned_up(s: Any) -> dict[str, str]:
    """The cards turned up in this turn, or in the last one while this one has none."""
    return {MOVES[spot]: _TEXT_OF[s.card[spot]] for spot in s.up if spot != NOBODY}


def pile(gold: list[int], *, is_open: bool) -> Pile:
    """So much *gold* of each size: how many cards, and if the pile *is_open* their values."""
    values = None
    if is_open:
        values = tuple(n for n, copies in zip(NUGGETS, gold, strict=True) for _ in range(copies))
    return Pile(sum(gold), values)


def quiet_turns_left(position: Position) -> int | None:
    """How many quiet turns are left before the Gold Rush, once they are few."""
    s = position.facts
    if s.stage == RUSH:
        return None
    left = int(position.game.kernel.quiet_limit(position.states())) - s.quiet
    return left if left <= QUIET_SHOWN else None


def happened(position: Position) -> tuple[Events, ...]:
    """What the last move did, for all to see."""
    if position.before is None:
        return ()
    s, t = position.before.facts, position.facts
    spot = position.game.number_of[position.move]
    events: list[Events] = [TurnedUp(s.turn, position.move, _TEXT_OF[t.card[spot]])]
    if s.stage != FIRST_FLIP:
        events.append(result(s, t))
    if s.rush != t.rush:
        events.append(GoldRush(RUSHES[t.rush]))
    return tuple(events)


def result(s: Any, t: Any) -> Events:
    """What became of the cards turned up in the turn that ended between *s* and *t*."""
    spots = [spot for spot in t.up if spot != NOBODY]
    texts = tuple(MOVES[spot] for spot in spots)
    if t.fate == TAKEN:
        return Taken(s.turn, texts[0])
    if t.fate == CLEARED:
        return Cleared(texts[0])
    if t.fate == BLASTED:
        return Blasted(texts)
    if t.fate == DUELLED:
        leaves, stays = sorted(texts, key=spots_in(t.table).count)
        return Duelled(stays, leaves)
    if t.fate == CARRIED:
        digger, gold = sorted(spots, key=t.card.__getitem__)
        return Carried(winner_of_gold(s, t), MOVES[digger], MOVES[gold])
    return NothingHappened()


def winner_of_gold(s: Any, t: Any) -> int:
    """The seat whose pile grew between *s* and *t*."""
    return next(seat for seat in range(s.seats) if s.won[seat] != t.won[seat])


def end_reason(s: np.void) -> str:
    """What called the Gold Rush that ended the game."""
    return RUSHES[int(s["rush"])]
