"""GOLD in words: cards, moves, and what a seat sees of the table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from motherlode.games.game import Choice, Outcome, Pile, unreadable
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
    NOBODY,
    NUGGETS,
    QUIET_TURNS,
    RUSH,
    SECOND_FLIP,
    SPOTS,
    STRENGTHS,
    TAKEN,
)
from motherlode.games.goldrush.rules import ALREADY_UP, CARD_GONE, GAME_OVER, NO_SUCH_SPOT

if TYPE_CHECKING:
    from motherlode.games.position import Position

COLUMNS = "abcdefgh"
ROWS = "12345678"
MOVES = tuple(column + row for row in ROWS for column in COLUMNS)

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


def view(position: Position, seat: int | None, *, turned_down: bool) -> View:
    """The table as *seat* sees it."""
    s = position.state
    closed = turned_down and s["stage"] != SECOND_FLIP
    mine = seat == position.seat and not position.over
    return View(
        you=seat,
        seats=position.options.seats,
        turn=None if position.over else position.seat,
        stage=STAGES[s["stage"]],
        layout=position.options.texts()["layout"],
        owners=owners(s),
        table=tuple(MOVES[spot] for spot in range(SPOTS) if is_on_table(s, spot)),
        up={} if closed else turned_up(s),
        won=tuple(pile(s, i, seat, over=position.over) for i in range(position.options.seats)),
        rush=RUSHES.get(int(s["rush"])),
        quiet_turns_left=quiet_turns_left(position, s),
        happened=() if closed else happened(position),
        moves=tuple(Choice(move, ()) for move in position.moves) if mine else (),
        outcome=position.outcome,
    )


def owners(s: np.void) -> dict[str, int | None]:
    """The seat each colour belongs to."""
    return {
        colour: None if owner == NOBODY else int(owner)
        for colour, owner in zip(COLOURS, s["owner"], strict=True)
    }


def is_on_table(s: np.void, spot: int) -> bool:
    """Whether a card lies at *spot*."""
    return bool(int(s["table"]) >> spot & 1)


def turned_up(s: np.void) -> dict[str, str]:
    """The cards turned up in this turn, or in the last one while this one has none."""
    return {MOVES[spot]: card_text(int(s["card"][spot])) for spot in s["up"] if spot != NOBODY}


def pile(s: np.void, owner: int, seat: int | None, *, over: bool) -> Pile:
    """The gold of *owner* as *seat* sees it; all of it is shown when the game is over."""
    won = s["won"][owner]
    values = [n for n, copies in zip(NUGGETS, won, strict=True) for _ in range(copies)]
    return Pile(len(values), tuple(values) if over or seat == owner else None)


def quiet_turns_left(position: Position, s: np.void) -> int | None:
    """How many quiet turns are left before the Gold Rush, once they are few."""
    if s["stage"] == RUSH:
        return None
    left = int(position.game.kernel.quiet_limit(position.states())) - int(s["quiet"])
    return left if left <= QUIET_SHOWN else None


def happened(position: Position) -> tuple[Events, ...]:
    """What the last move did, for all to see."""
    if position.before is None:
        return ()
    before, after = position.before.state, position.state
    spot = MOVES.index(position.move)
    seat = position.before.seat
    events: list[Events] = [TurnedUp(seat, position.move, card_text(int(after["card"][spot])))]
    if before["stage"] != 0:
        events.append(result(before, after, seat))
    if before["rush"] != after["rush"]:
        events.append(GoldRush(RUSHES[int(after["rush"])]))
    return tuple(events)


def result(before: np.void, after: np.void, seat: int) -> Events:
    """What became of the cards *seat* had turned up when its turn ended."""
    spots = [int(spot) for spot in after["up"] if spot != NOBODY]
    texts = tuple(MOVES[spot] for spot in spots)
    fate = after["fate"]
    if fate == TAKEN:
        return Taken(seat, texts[0])
    if fate == CLEARED:
        return Cleared(texts[0])
    if fate == BLASTED:
        return Blasted(texts)
    if fate == DUELLED:
        stays, leaves = sorted(texts, key=lambda text: not is_on_table(after, MOVES.index(text)))
        return Duelled(stays, leaves)
    if fate == CARRIED:
        digger, gold = sorted(texts, key=lambda text: int(after["card"][MOVES.index(text)]))
        return Carried(winner_of_gold(before, after), digger, gold)
    return NothingHappened()


def winner_of_gold(before: np.void, after: np.void) -> int:
    """The seat whose pile grew."""
    grown = (after["won"] - before["won"]).sum(axis=1)
    return int(grown.argmax())


def end_reason(s: np.void) -> str:
    """What called the Gold Rush that ended the game."""
    return RUSHES[int(s["rush"])]
