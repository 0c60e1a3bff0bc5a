"""Gold! in words: cards, moves, and what a seat sees of the table."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from motherlode.games.game import Choice, Outcome, Pile, halves, text_or_nothing, unreadable
from motherlode.games.golddonkey.cards import (
    ACTION,
    BONUS,
    CARDS,
    COLOURS,
    EXCHANGES,
    MOST_SEATS,
    OVER,
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
from motherlode.games.kernel import MOST_MOVES_AT_ONCE, room_for_moves

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


def value(card: int) -> int:
    """What a card is worth."""
    return VALUES[RANK_OF_STEP[card // len(COLOURS)]]


_COLOURS = range(len(COLOURS))
_KINDS = tuple(kind_text(rank, colour) for rank in range(len(VALUES)) for colour in _COLOURS)

# By card: its text, what it is worth, and where it stands when cards are shown in order.
_CARDS = range(CARDS)
_TEXT_OF = tuple(map(card_text, _CARDS))
_VALUE_OF = tuple(map(value, _CARDS))
_PLACE_BY_VALUE = tuple((_VALUE_OF[card], card % len(COLOURS)) for card in _CARDS)
_PLACE_BY_COLOUR = tuple((card % len(COLOURS), card) for card in _CARDS)
# All cards of each colour, as a heap.
_OF_COLOUR = tuple(sum(1 << card for card in _CARDS[colour :: len(COLOURS)]) for colour in _COLOURS)

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


# These depend on who looks; all the rest is the same for everybody at the table.
Shown, Own = halves(View, own=("you", "piles", "moves"))


def shown(position: Position, *, turned_down: bool) -> Any:
    """What of the table is the same for all; nothing here is ever turned down again."""
    s = position.facts
    left = cards_in_pile(position)
    return Shown(
        seats=s.seats,
        turn=None if position.over else s.turn,
        bonus=s.stage == BONUS,
        offer=texts(s.offer),
        rows=tuple(map(row, s.row[: s.seats])),
        pile=left,
        grand_final=left == 0,
        happened=happened(position),
        outcome=position.outcome,
    )


def own(position: Position, seat: int | None) -> Any:
    """What is for *seat* alone: what it has scored, and what it may do."""
    s = position.facts
    return Own(
        you=seat,
        piles=tuple(
            pile(heap, is_open=position.over or owner == seat)
            for owner, heap in enumerate(s.score[: s.seats])
        ),
        moves=choices(position) if seat == s.turn else (),
    )


def cards_in_pile(position: Position) -> int:
    """How many cards are left to be turned up."""
    return int(position.game.kernel.cards_in_pile(position.states()))


def cards_of(heap: int) -> list[int]:
    """The cards of a heap, rising."""
    cards = []
    while heap:
        lowest = heap & -heap
        cards.append(lowest.bit_length() - 1)
        heap ^= lowest
    return cards


def texts(heap: int) -> tuple[str, ...]:
    """The cards of a heap in words, the lowest first; nothing tells equal ones apart."""
    return tuple(_TEXT_OF[card] for card in sorted(cards_of(heap), key=_PLACE_BY_VALUE.__getitem__))


def row(heap: int) -> tuple[str, ...]:
    """The cards of a row in words, sorted by colour."""
    return tuple(
        _TEXT_OF[card] for card in sorted(cards_of(heap), key=_PLACE_BY_COLOUR.__getitem__)
    )


def pile(heap: int, *, is_open: bool) -> Pile:
    """A score pile: how many cards, and if it *is_open* their values."""
    values = tuple(_VALUE_OF[card] for card in cards_of(heap)) if is_open else None
    return Pile(heap.bit_count(), values)


def choices(position: Position) -> tuple[Choice[Events], ...]:
    """The legal moves and what they do, as far as no hidden card comes into it."""
    kernel, s = position.game.kernel, position.facts
    numbers, after = room_for_moves(), kernel.new(MOST_MOVES_AT_ONCE)
    n = kernel.look_ahead(position.states(), numbers, after)
    alone = moves_alone(s.turn)
    found = [alone[number] for number in numbers[:n].tolist()]
    stages, scores = after["stage"][:n].tolist(), after["score"][:n, s.turn].tolist()
    for i, (stage, score) in enumerate(zip(stages, scores, strict=True)):
        if stage != ACTION or score != s.score[s.turn]:
            move, t = found[i].move, kernel.facts(after[i : i + 1])
            found[i] = Choice(move, foreseen(move, s, t))
    return tuple(found)


@cache
def moves_alone(seat: int) -> tuple[Choice[Events], ...]:
    """Every move of *seat*, for when nothing follows from it."""
    return tuple(Choice(move, (moved(move, seat),)) for move in MOVES)


def happened(position: Position) -> tuple[Events, ...]:
    """What the last move did, for all to see."""
    if position.before is None:
        return ()
    s, t = position.before.facts, position.facts
    events = foreseen(position.move, s, t)
    if t.drawn == s.drawn:
        return events
    return *events, Refilled(texts(t.offer), cards_in_pile(position) == 0)


def foreseen(move: str, s: Any, t: Any) -> tuple[Events, ...]:
    """What a *move* from *s* to *t* did, less what nobody could know before: cards turned up."""
    events: list[Events] = [moved(move, s.turn)]
    if t.stage == BONUS:
        events.append(MayTakeBonus(s.turn))
    scored = set_scored(s, t)
    if scored:
        events.append(ScoredSet(s.turn, texts(scored)))
    if t.stage == OVER:
        events += colour_scoring(s, t, scored)
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


def set_scored(s: Any, t: Any) -> int:
    """The set that came to a score pile between *s* and *t*: three of a colour, or nothing."""
    new = t.score[s.turn] & ~s.score[s.turn]
    # Colour scoring brings one card of a colour at most, so three can only be a set.
    return next((new & colour for colour in _OF_COLOUR if (new & colour).bit_count() > 1), 0)


def colour_scoring(s: Any, t: Any, scored: int) -> list[Events]:
    """The story of colour scoring, colour by colour, from what was kept and what discarded."""
    kept = [t.score[i] & ~s.score[i] & ~scored for i in range(t.seats)]
    events: list[Events] = []
    for name, colour in zip(COLOURS, _OF_COLOUR, strict=True):
        rows = [cards_of((t.row[i] | kept[i]) & colour) for i in range(t.seats)]
        if any(rows):
            events.append(
                ScoredColour(
                    name,
                    tuple(tuple(_TEXT_OF[card] for card in cards) for cards in rows),
                    tuple(
                        sum(_VALUE_OF[card] for card in cards) if cards else None for cards in rows
                    ),
                    tuple(_kept_card(heap & colour) for heap in kept),
                )
            )
    return events


def _kept_card(heap: int) -> str | None:
    return next((_TEXT_OF[card] for card in cards_of(heap)), None)


def end_reason(_s: np.void) -> str:
    """The game always ends in the same way."""
    return ENDINGS[0]
