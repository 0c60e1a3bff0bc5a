"""Gold! in words: cards, moves, and what a seat sees of the table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from motherlode.games.game import Choice, Outcome, Pile, text_or_nothing, unreadable
from motherlode.games.golddonkey.cards import (
    BONUS,
    CARDS,
    COLOURS,
    EXCHANGES,
    MOST_SEATS,
    RANK_OF_STEP,
    VALUES,
)
from motherlode.games.golddonkey.rules import (
    BONUS_COLOUR_OWNED,
    BONUS_FIRST,
    BONUS_NOT_THERE,
    GAME_OVER,
    NO_SET_SCORED,
    NO_SUCH_MOVE,
    NOT_IN_ROW,
    NOT_ON_OFFER,
    NOT_THE_LOWEST,
)

if TYPE_CHECKING:
    from motherlode.games.position import Position

DONKEY = "donkey"
NO_BONUS_TEXT = "no bonus"


def kind_text(rank: int, colour: int) -> str:
    """A card as people name it: "red donkey", "blue 6"."""
    return f"{COLOURS[colour]} {VALUES[rank] if rank else DONKEY}"


def card_text(card: int) -> str:
    """The same for one card of the deck."""
    step, colour = divmod(card, len(COLOURS))
    return kind_text(RANK_OF_STEP[step], colour)


_COLOURS = range(len(COLOURS))
_KINDS = tuple(kind_text(rank, colour) for rank in range(len(VALUES)) for colour in _COLOURS)

# In the order of the kernel's numbers.
MOVES = (
    *(f"take {kind}" for kind in _KINDS),
    *(
        f"swap {kind_text(give, own)} for {kind_text(take, other)}"
        for give, take in EXCHANGES
        for own in _COLOURS
        for other in _COLOURS
    ),
    *(f"bonus {kind} from {seat + 1}" for seat in range(MOST_SEATS) for kind in _KINDS),
    NO_BONUS_TEXT,
)

WHY_NOT = {
    GAME_OVER: "the game is over",
    NO_SUCH_MOVE: "there is no such move",
    NOT_ON_OFFER: "that card is not on offer",
    NOT_THE_LOWEST: "only a card of the lowest value on offer may be taken",
    NOT_IN_ROW: "that card is not in the row",
    BONUS_FIRST: "first comes the bonus for the set",
    NO_SET_SCORED: "no set is being scored",
    BONUS_NOT_THERE: "that seat has no such card to take",
    BONUS_COLOUR_OWNED: "a bonus card is of a colour the row does not have",
}

ENDINGS = ("all offers taken",)

# A donkey stands apart from its colour: "take red" must not be read as the donkey "re" "d".
_CARD = r"([a-z]+) *((?<= )(?:donkey|donke|donk|don|do|d)|-2|[3-8])"
_TAKE = re.compile(rf"t(?:ake|ak|a)? +{_CARD}")
_SWAP = re.compile(rf"s(?:wap|wa|w)? +{_CARD}(?: +for)? +{_CARD}")
_BONUS = re.compile(rf"b(?:onus|onu|on|o)? +{_CARD}(?: +from)? +([1-{MOST_SEATS}])")
_NO_BONUS = re.compile(r"n(?:o|one)?(?: +b(?:onus|onu|on|o)?)?")
_LONGEST = 100


def read(text: object) -> str:
    """The move somebody typed; words and colours may be shortened.

    >>> read("t r d"), read("swap b6 g4"), read("no")
    ('take red donkey', 'swap blue 6 for green 4', 'no bonus')
    """
    typed = text_or_nothing(text)
    move = _read(" ".join(typed.lower().split())) if len(typed) <= _LONGEST else None
    if move is None:
        raise unreadable(
            text,
            "'take red donkey', 'swap blue 6 for green 4', 'bonus red 6 from 2' or 'no bonus'",
        )
    if move not in _ALL_MOVES:
        raise unreadable(
            text, "an exchange of gold for gold of a lower value, or of a donkey for gold"
        )
    return move


def _read(text: str) -> str | None:
    if found := _TAKE.fullmatch(text):
        cards = _cards(found.groups())
        return f"take {cards[0]}" if cards else None
    if found := _SWAP.fullmatch(text):
        cards = _cards(found.groups())
        return f"swap {cards[0]} for {cards[1]}" if cards else None
    if found := _BONUS.fullmatch(text):
        cards = _cards(found.groups()[:2])
        return f"bonus {cards[0]} from {found[3]}" if cards else None
    return NO_BONUS_TEXT if _NO_BONUS.fullmatch(text) else None


def _cards(parts: tuple[str, ...]) -> list[str]:
    """The cards written as colours and values in turn; nothing if a colour is none."""
    cards = []
    for typed, value in zip(parts[::2], parts[1::2], strict=True):
        colour = next((colour for colour in COLOURS if colour.startswith(typed)), None)
        if colour is None:
            return []
        cards.append(f"{colour} {value if value in '345678' else DONKEY}")
    return cards


_ALL_MOVES = frozenset(MOVES)


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something all at the table see happen."""


class Took(Event, frozen=True, tag="took"):
    """A seat took a card from the offer."""

    seat: int
    card: str


class Swapped(Event, frozen=True, tag="swapped"):
    """A seat gave a card to the offer and took another."""

    seat: int
    gave: str
    took: str


class TookBonus(Event, frozen=True, tag="took bonus"):
    """A seat took a card from the row of a rival."""

    seat: int
    card: str
    rival: int


class NoBonus(Event, frozen=True, tag="no bonus"):
    """A seat took no bonus card."""

    seat: int


class MayTakeBonus(Event, frozen=True, tag="may take bonus"):
    """A seat has a set and chooses a bonus card before it is scored."""

    seat: int


class ScoredSet(Event, frozen=True, tag="scored set"):
    """A seat moved a set to its score pile."""

    seat: int
    cards: tuple[str, ...]


class Refilled(Event, frozen=True, tag="refilled"):
    """New cards lie on offer; when they are the last ones the Grand Final begins."""

    cards: tuple[str, ...]
    grand_final: bool


class ScoredColour(Event, frozen=True, tag="scored colour"):
    """Colour scoring for one colour: each seat's cards, their total, and the card it keeps."""

    colour: str
    cards: tuple[tuple[str, ...], ...]
    totals: tuple[int | None, ...]
    kept: tuple[str | None, ...]


Events = Took | Swapped | TookBonus | NoBonus | MayTakeBonus | ScoredSet | Refilled | ScoredColour


class View(msgspec.Struct, frozen=True, tag_field="game", tag="golddonkey"):
    """All that one seat sees of the table; it lists what is shown, and holds nothing else."""

    you: int | None
    seats: int
    turn: int | None
    bonus: bool  # whether the seat to move chooses a bonus card
    offer: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]  # once the game is over: what colour scoring discarded
    piles: tuple[Pile, ...]
    pile: int
    grand_final: bool
    happened: tuple[Events, ...]
    moves: tuple[Choice[Events], ...]
    outcome: Outcome | None


def view(position: Position, seat: int | None, *, turned_down: bool) -> View:
    """The table as *seat* sees it; nothing here is ever turned down again."""
    s = position.state
    seats = range(position.options.seats)
    left = cards_in_pile(position)
    return View(
        you=seat,
        seats=position.options.seats,
        turn=None if position.over else position.seat,
        bonus=bool(s["stage"] == BONUS),
        offer=texts(s["offer"]),
        rows=tuple(row(s, i) for i in seats),
        piles=tuple(pile(s, i, seat, over=position.over) for i in seats),
        pile=left,
        grand_final=left == 0,
        happened=happened(position),
        moves=choices(position) if seat == position.seat else (),
        outcome=position.outcome,
    )


def cards_in_pile(position: Position) -> int:
    """How many cards are left to be turned up."""
    return int(position.game.kernel.cards_in_pile(position.states()))


def cards_of(heap: int | np.uint64) -> list[int]:
    """The cards of a heap, rising."""
    return [card for card in range(CARDS) if int(heap) >> card & 1]


def texts(heap: int | np.uint64) -> tuple[str, ...]:
    """The cards of a heap in words, the lowest first; nothing tells equal ones apart."""
    cards = sorted(cards_of(heap), key=lambda card: (value(card), card % len(COLOURS)))
    return tuple(map(card_text, cards))


def row(s: np.void, seat: int) -> tuple[str, ...]:
    """The row of *seat*, sorted by colour."""
    cards = sorted(cards_of(s["row"][seat]), key=lambda card: (card % len(COLOURS), card))
    return tuple(card_text(card) for card in cards)


def value(card: int) -> int:
    """What a card is worth."""
    return VALUES[RANK_OF_STEP[card // len(COLOURS)]]


def pile(s: np.void, owner: int, seat: int | None, *, over: bool) -> Pile:
    """The score pile of *owner* as *seat* sees it; all is shown when the game is over."""
    values = tuple(value(card) for card in cards_of(s["score"][owner]))
    return Pile(len(values), values if over or seat == owner else None)


def choices(position: Position) -> tuple[Choice[Events], ...]:
    """The legal moves and what they do, as far as no hidden card comes into it."""
    return tuple(Choice(move, foreseen(position.play(move))) for move in position.moves)


def foreseen(after: Position) -> tuple[Events, ...]:
    """What a move did, less what nobody could know before: the cards turned up."""
    return tuple(event for event in happened(after) if not isinstance(event, Refilled))


def happened(position: Position) -> tuple[Events, ...]:
    """What the last move did, for all to see."""
    before = position.before
    if before is None:
        return ()
    events: list[Events] = [moved(position.move, before.seat)]
    s, t = before.state, position.state
    if t["stage"] == BONUS:
        events.append(MayTakeBonus(before.seat))
    scored = set_scored(s, t, before.seat)
    if scored:
        events.append(ScoredSet(before.seat, texts(scored)))
    if t["drawn"] > s["drawn"]:
        events.append(Refilled(texts(t["offer"]), cards_in_pile(position) == 0))
    if position.over:
        events += colour_scoring(s, t, before.seat, scored)
    return tuple(events)


def moved(move: str, seat: int) -> Events:
    """The move itself."""
    words = move.split()
    if words[0] == "take":
        return Took(seat, " ".join(words[1:3]))
    if words[0] == "swap":
        return Swapped(seat, " ".join(words[1:3]), " ".join(words[4:6]))
    if words[0] == "bonus":
        return TookBonus(seat, " ".join(words[1:3]), int(words[4]) - 1)
    return NoBonus(seat)


def set_scored(before: np.void, after: np.void, seat: int) -> int:
    """The set that came to the score pile of *seat*: three cards of a colour, or nothing."""
    new = int(after["score"][seat]) & ~int(before["score"][seat])
    by_colour = [0] * len(COLOURS)
    for card in cards_of(new):
        by_colour[card % len(COLOURS)] |= 1 << card
    return max(by_colour, key=lambda heap: heap.bit_count()) if _has_set(by_colour) else 0


def _has_set(by_colour: list[int]) -> bool:
    # Colour scoring brings one card of a colour at most, so three can only be a set.
    return any(heap.bit_count() > 1 for heap in by_colour)


def colour_scoring(before: np.void, after: np.void, seat: int, scored: int) -> list[Events]:
    """The story of colour scoring, colour by colour, from what was kept and what discarded."""
    seats = range(int(after["seats"]))
    kept = [int(after["score"][i]) & ~int(before["score"][i]) for i in seats]
    kept[seat] &= ~scored
    events: list[Events] = []
    for colour in _COLOURS:
        of_colour = [card for card in range(CARDS) if card % len(COLOURS) == colour]
        rows = [
            [card for card in of_colour if (int(after["row"][i]) | kept[i]) >> card & 1]
            for i in seats
        ]
        if any(rows):
            events.append(
                ScoredColour(
                    COLOURS[colour],
                    tuple(tuple(map(card_text, cards)) for cards in rows),
                    tuple(sum(map(value, cards)) if cards else None for cards in rows),
                    tuple(_kept_card(kept[i], rows[i]) for i in seats),
                )
            )
    return events


def _kept_card(kept: int, cards: list[int]) -> str | None:
    return next((card_text(card) for card in cards if kept >> card & 1), None)


def end_reason(_s: np.void) -> str:
    """The game always ends in the same way."""
    return ENDINGS[0]
