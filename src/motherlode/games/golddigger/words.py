"""GOLD DIGGER in words: cards, moves, and what a seat sees of the mines."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from motherlode.games.game import Choice, Outcome, halves, unreadable
from motherlode.games.golddigger.cards import (
    FIRST_ORE_MOVE,
    FOOLS_GOLD,
    HAND,
    MINES,
    MOST_BAGS,
    NO_CARD,
)
from motherlode.games.golddigger.rules import (
    GAME_OVER,
    MINE_FULL,
    NO_STAKE_LEFT,
    NO_SUCH_MOVE,
    NOT_IN_HAND,
)
from motherlode.games.golddigger.setting import PROVISIONAL, gold_cards

if TYPE_CHECKING:
    from motherlode.games.position import Position

FOOL = "fool"
STAKE = "stake"


def ore_text(bags: int) -> str:
    """Ore as it is named in a move: its bags, or "fool"."""
    return str(bags) if bags else FOOL


MOVES = tuple(text for mine in MINES for text in (mine, f"{mine} {STAKE}")) + tuple(
    f"{ore_text(bags)} {mine}" for bags in range(MOST_BAGS + 1) for mine in MINES
)

WHY_NOT = {
    GAME_OVER: "the game is over",
    NO_SUCH_MOVE: "there is no such move",
    NOT_IN_HAND: "that card is not in the hand",
    MINE_FULL: "five ore cards lie at that mine already",
    NO_STAKE_LEFT: "all three stakes are placed",
}

ENDINGS = ("all cards played",)


def card_text(card: int) -> str:
    """A card as people name it: "badger", "gold 4", "fool"."""
    if card < FOOLS_GOLD:
        return MINES[card]
    return f"gold {card - FOOLS_GOLD}" if card > FOOLS_GOLD else FOOL


_TEXT_OF = tuple(map(card_text, range(FOOLS_GOLD + MOST_BAGS + 1)))


def read(text: object) -> str:
    """The move somebody typed; mines, "fool" and "stake" may be shortened.

    >>> read("b s"), read("4 o"), read("Fool Owl")
    ('badger stake', '4 owl', 'fool owl')
    """
    parts = text.lower().split() if isinstance(text, str) else []
    if parts[:1] == ["gold"] and len(parts) == 3:
        parts = parts[1:]
    move = _person(parts) or _ore(parts)
    if move is None:
        raise unreadable(text, "'badger', 'badger stake', '4 owl' or 'fool owl'")
    return move


def _person(parts: list[str]) -> str | None:
    mine = _mine(parts[0]) if len(parts) in (1, 2) else None
    if mine is None:
        return None
    if len(parts) == 1:
        return mine
    return f"{mine} {STAKE}" if STAKE.startswith(parts[1]) else None


def _ore(parts: list[str]) -> str | None:
    mine = _mine(parts[1]) if len(parts) == 2 else None
    if mine is None:
        return None
    if FOOL.startswith(parts[0]):
        return f"{FOOL} {mine}"
    is_bags = parts[0].isascii() and parts[0].isdigit() and len(parts[0]) <= 2
    if is_bags and 1 <= int(parts[0]) <= MOST_BAGS:
        return f"{int(parts[0])} {mine}"
    return None


def _mine(text: str) -> str | None:
    return next((mine for mine in MINES if mine.startswith(text)), None)


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something all at the table see happen."""


class Played(Event, frozen=True, tag="played"):
    """A seat played a card to a mine."""

    seat: int
    card: str
    mine: str


class Staked(Event, frozen=True, tag="staked"):
    """A seat staked a claim."""

    seat: int
    mine: str


class Drew(Event, frozen=True, tag="drew"):
    """A seat drew a card; which one is its own affair."""

    seat: int


Events = Played | Staked | Drew


class Mine(msgspec.Struct, frozen=True):
    """A mine and all that lies at it."""

    name: str
    people: int
    ore: tuple[int, ...]  # bags on the cards, 0 for fool's gold
    bags: int
    stakes: tuple[int, ...]  # by seat
    share: int  # what it would pay for each of them now


class View(msgspec.Struct, frozen=True, tag_field="game", tag="golddigger"):
    """All that one seat sees of the table; it lists what is shown, and holds nothing else."""

    you: int | None
    seats: int
    turn: int | None
    gold: tuple[int, ...]  # the bags on the fifteen gold cards
    gold_is_provisional: bool
    mines: tuple[Mine, ...]
    hand: tuple[str, ...]
    hands: tuple[int, ...]
    unplaced: tuple[int, ...]
    pile: int
    pays: tuple[int, ...]  # what the mines would pay each seat now
    happened: tuple[Events, ...]
    moves: tuple[Choice[Events], ...]
    outcome: Outcome | None


# These depend on who looks; all the rest is the same for everybody at the table.
Shown, Own = halves(View, own=("you", "hand", "moves"))


def shown(position: Position, *, turned_down: bool) -> Any:
    """What of the table is the same for all; nothing here is ever turned down again."""
    s = position.facts
    deck = position.options.texts()["deck"]
    return Shown(
        seats=s.seats,
        turn=None if position.over else s.turn,
        gold=gold_cards(deck),
        gold_is_provisional=deck in PROVISIONAL,
        mines=mines(position),
        hands=tuple(HAND - cards.count(NO_CARD) for cards in s.hand[: s.seats]),
        unplaced=tuple(s.unplaced[: s.seats]),
        pile=s.cards - s.drawn,
        pays=position.scores,
        happened=happened(position),
        outcome=position.outcome,
    )


def own(position: Position, seat: int | None) -> Any:
    """What is for *seat* alone: its hand, and what it may do."""
    s = position.facts
    return Own(
        you=seat,
        hand=() if seat is None else hand(s, seat),
        moves=position.legal_of(choices(seat, s.drawn < s.cards)) if seat == s.turn else (),
    )


def mines(position: Position) -> tuple[Mine, ...]:
    """All mines, in the order of their names."""
    s, states, share = position.facts, position.states(), position.game.kernel.share
    found = []
    for i, stakes in enumerate(zip(*s.stakes[: s.seats], strict=True)):
        ore = tuple(s.ore[i][: s.ores[i]])
        found.append(Mine(MINES[i], s.people[i], ore, sum(ore), stakes, int(share(states, i))))
    return tuple(found)


def hand(s: Any, seat: int) -> tuple[str, ...]:
    """The cards *seat* holds."""
    return tuple(_TEXT_OF[card] for card in s.hand[seat] if card != NO_CARD)


@cache
def choices(seat: int, draws: bool) -> tuple[Choice[Events], ...]:
    """Every move of *seat* and what it does; *draws* is whether the pile still has a card."""
    return tuple(Choice(move, does(move, seat, draws)) for move in MOVES)


def does(move: str, seat: int, draws: bool) -> tuple[Events, ...]:
    """What all see when *seat* makes a *move*; *draws* is whether the pile still has a card."""
    number = MOVES.index(move)
    drew = (Drew(seat),) if draws else ()
    if number >= FIRST_ORE_MOVE:
        bags, mine = divmod(number - FIRST_ORE_MOVE, len(MINES))
        return Played(seat, card_text(FOOLS_GOLD + bags), MINES[mine]), *drew
    name = MINES[number // 2]
    staked = (Staked(seat, name),) if number % 2 else ()
    return Played(seat, name, name), *staked, *drew


def happened(position: Position) -> tuple[Events, ...]:
    """What the last move did, for all to see."""
    if position.before is None:
        return ()
    s, t = position.before.facts, position.facts
    number = position.game.number_of[position.move]
    return choices(s.turn, s.drawn < t.drawn)[number].does


def end_reason(_s: np.void) -> str:
    """The game always ends in the same way."""
    return ENDINGS[0]
