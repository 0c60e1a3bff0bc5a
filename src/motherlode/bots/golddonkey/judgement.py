"""What a player of Gold! makes of the offer and the rows.

What is seen of a move is what it makes of the own row, which may become sets or the best row of a
colour, and what it leaves to the next seat.  Everything is counted so that it is about one.
"""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.eye import Eye
from motherlode.bots.search import MOST_IDEAS, mixed
from motherlode.games.golddonkey.cards import (
    ACTION,
    BONUS,
    CARDS,
    COLOURS,
    FIRST_SWAP,
    MOST_SEATS,
    NO_BONUS,
    SET,
    VALUES,
)
from motherlode.games.golddonkey.knowledge import imagine
from motherlode.games.golddonkey.rules import (
    bonus_rival,
    card_of_kind,
    cards_in_pile,
    given_kind,
    moves,
    of_colour,
    taken_kind,
    worth,
)
from motherlode.kernel.bits import NOTHING, Word, bit, count, first
from motherlode.kernel.chance import Stream
from motherlode.kernel.edge import Struct, record_type, records, rule

_COLOURS = len(COLOURS)
_VALUES = np.array(VALUES, np.int8)
# Of what a row of one or two cards would be worth as a set, how much it is worth now: in eighths.
_HOPE = np.array([0, 3, 5, 8], np.int8)
_NOTHING = -1
# What a set brings beside its cards, and so the hope of one.
_BONUS = 4


# What is seen of a move: of what comes into the row, what leaves it, and what others get.
FEATURES = (
    "value gained",
    "what may become of the row",
    "a set",
    "a set: its value",
    "a set: the best bonus there is",
    "a pair",
    "a pair: its value",
    "a pair, early",
    "a new colour",
    "a new colour: its value",
    "a new colour, early",
    "a donkey comes",
    "a donkey goes",
    "a pair is broken",
    "a single card goes: its value",
    "late: the lead of a colour comes: its best gold",
    "late: the lead of a colour goes: its best gold",
    "a card less on offer",
    "the offer is emptied",
    "the next seat might have had a set of it",
    "the next seat might have had a pair of it",
    "what goes makes a set for the next seat",
    "what goes makes a pair for the next seat",
    "what goes: its value",
    "left on offer: the lowest value",
    "left on offer: sets for the next seat",
    "left on offer: pairs for the next seat",
    "left on offer: sets for the own row",
    "bonus: its value",
    "bonus: a donkey",
    "bonus: breaks a pair",
    "no bonus",
)
(
    _VALUE,
    _HOPED,
    _SET,
    _SET_VALUE,
    _SET_BONUS,
    _PAIR,
    _PAIR_VALUE,
    _PAIR_EARLY,
    _NEW,
    _NEW_VALUE,
    _NEW_EARLY,
    _DONKEY_COMES,
    _DONKEY_GOES,
    _PAIR_BROKEN,
    _SINGLE_GOES,
    _LEAD_COMES,
    _LEAD_GOES,
    _LESS_ON_OFFER,
    _EMPTIED,
    _NEXT_MISSES_SET,
    _NEXT_MISSES_PAIR,
    _NEXT_GETS_SET,
    _NEXT_GETS_PAIR,
    _GOES_VALUE,
    _LEFT_LOWEST,
    _LEFT_SETS,
    _LEFT_PAIRS,
    _LEFT_OWN_SETS,
    _BONUS_VALUE,
    _BONUS_DONKEY,
    _BONUS_BREAKS,
    _NO_BONUS,
) = range(len(FEATURES))
# Values are counted in fives.
_FIVE = 5.0

# A margin that is much, for practice.
SCALE = 30.0


# What is seen, and room for it.
LORE = record_type(
    ("weights", np.float64, len(FEATURES)),
    ("described", np.float64, len(FEATURES)),
    ("appeal", np.float64, MOST_IDEAS),
    ("early", np.float64),  # the part of the cards that is still to be taken
    ("ideas", np.int16, MOST_IDEAS),
    ("held", np.int8, (MOST_SEATS, _COLOURS)),  # cards of each colour in each row
    ("total", np.int8, (MOST_SEATS, _COLOURS)),  # and what they are worth
    ("next", np.int8),  # the seat that moves next
)


def new_lore(weights: Eye) -> NDArray[np.void]:
    """Room for lore, with an eye for what is seen."""
    lore = records(LORE)
    lore["weights"] = weights
    return lore


@rule
def ponder(seen: Struct, lore: Struct) -> None:
    """Nothing needs to be worked out beforehand."""


@rule
def dream(seen: Struct, lore: Struct, rng: Stream, out: NDArray[np.void]) -> None:
    """Imagine a world."""
    imagine(seen, rng, out)


@rule
def choices(s: Struct, lore: Struct, ideas: NDArray[np.int16]) -> int:
    """Write into *ideas* the moves worth thinking about: all of them."""
    return moves(s, ideas)


@rule
def move_of(s: Struct, lore: Struct, idea: int) -> int:
    """An idea is a move here."""
    return idea


@rule
def idea_of(s: Struct, move: int) -> int:
    """And a move an idea."""
    return move


@rule
def one_like(seen: Struct, move: int, rng: Stream) -> int:
    """Every move differs from every other."""
    return move


@rule
def key(s: Struct, lore: Struct) -> Word:
    """What all know, as a number: offer, rows, score piles, whose turn it is."""
    h = mixed(s.offer, Word((int(s.turn) << 2 | int(s.stage)) << 3 | int(s.set) + 1))
    for seat in range(s.seats):
        h = mixed(mixed(h, s.row[seat]), s.score[seat])
    return h


@rule
def hope(cards: int, total: int) -> int:
    """What so many *cards* of a colour with that *total* are worth in a row, in eighths."""
    return (total + _BONUS) * int(_HOPE[min(cards, SET)])


@rule
def look(s: Struct, lore: Struct) -> None:
    """See what each row holds of each colour."""
    for seat in range(s.seats):
        for colour in range(_COLOURS):
            cards = s.row[seat] & of_colour(colour)
            lore.held[seat, colour] = count(cards)
            lore.total[seat, colour] = worth(cards)
    lore.early = (cards_in_pile(s) + count(s.offer)) / CARDS
    lore.next = s.turn + 1 if s.turn + 1 < s.seats else 0


@rule
def describe(s: Struct, lore: Struct, move: int) -> None:
    """Write down what is seen of *move*."""
    lore.described[:] = 0.0
    if move == NO_BONUS:
        lore.described[_NO_BONUS] = 1.0
    elif s.stage == BONUS:
        describe_bonus(lore, bonus_rival(move), taken_kind(move))
    else:
        given = given_kind(move) if move >= FIRST_SWAP else _NOTHING
        describe_row(s, lore, taken_kind(move), given)
        describe_offer(s, lore, taken_kind(move), given)


@rule
def describe_bonus(lore: Struct, rival: int, kind: int) -> None:
    """What is seen of taking a bonus from the row of *rival*."""
    see = lore.described
    see[_BONUS_VALUE] = value_of(kind) / _FIVE
    see[_BONUS_DONKEY] = 1.0 if kind < _COLOURS else 0.0
    see[_BONUS_BREAKS] = lore.held[rival, kind % _COLOURS] - 1.0


@rule
def describe_row(s: Struct, lore: Struct, taken: int, given: int) -> None:
    """What is seen of what *taken* and *given* do to the own row."""
    see = lore.described
    own, total = lore.held[s.turn], lore.total[s.turn]
    colour, value = taken % _COLOURS, value_of(taken)
    held, worth_then = int(own[colour]) + 1, int(total[colour]) + value
    see[_VALUE] = value / _FIVE
    if taken < _COLOURS:
        see[_DONKEY_COMES] = 1.0
    if given != _NOTHING:
        left, lost = given % _COLOURS, value_of(given)
        see[_VALUE] -= lost / _FIVE
        if given < _COLOURS:
            see[_DONKEY_GOES] = 1.0
        if left == colour:
            held -= 1
            worth_then -= lost
        else:
            see[_HOPED] = gain(own[left], total[left], -1, -lost)
            if own[left] == SET - 1:
                see[_PAIR_BROKEN] = 1.0
            else:
                see[_SINGLE_GOES] = lost / _FIVE
            if leads(s, lore, left, int(total[left])):
                see[_LEAD_GOES] = (1.0 - lore.early) * lost / _FIVE
    see[_HOPED] += gain(own[colour], total[colour], held - own[colour], worth_then - total[colour])
    if held == SET:
        see[_SET] = 1.0
        see[_SET_VALUE] = worth_then / _FIVE
        see[_SET_BONUS] = best_bonus(s, lore, colour) / _FIVE
        return
    if held == SET - 1:
        see[_PAIR] = 1.0
        see[_PAIR_VALUE] = worth_then / _FIVE
        see[_PAIR_EARLY] = lore.early
    else:
        see[_NEW] = 1.0
        see[_NEW_VALUE] = value / _FIVE
        see[_NEW_EARLY] = lore.early
    if leads(s, lore, colour, worth_then) and not leads(s, lore, colour, int(total[colour])):
        see[_LEAD_COMES] = (1.0 - lore.early) * value / _FIVE


@rule
def value_of(kind: int) -> int:
    """The value of a card of that *kind*."""
    return int(_VALUES[kind // _COLOURS])


@rule
def gain(held: int, total: int, more: int, worth_more: int) -> float:
    """What may become of a colour by so many cards *more*, in fives of points."""
    held, total = int(held), int(total)
    then = hope(held + int(more), total + int(worth_more))
    return (then - hope(held, total)) / (8.0 * _FIVE)


@rule
def leads(s: Struct, lore: Struct, colour: int, total: int) -> bool:
    """Whether that *total* of a *colour* would beat all rivals."""
    for rival in range(s.seats):
        if rival != s.turn and lore.held[rival, colour] > 0 and lore.total[rival, colour] >= total:
            return False
    return total > 0


@rule
def best_bonus(s: Struct, lore: Struct, colour: int) -> int:
    """The best card rivals have of colours the own row lacks, once *colour* is in it."""
    best = 0
    for rival in range(s.seats):
        if rival != s.turn:
            for other in range(_COLOURS):
                if other != colour and lore.held[s.turn, other] == 0:
                    best = max(best, int(lore.total[rival, other]))
    return min(best, VALUES[-1])


@rule
def describe_offer(s: Struct, lore: Struct, taken: int, given: int) -> None:
    """What is seen of the offer that the next seat finds."""
    see = lore.described
    then = lore.held[lore.next]
    see[_NEXT_MISSES_SET] = 1.0 if then[taken % _COLOURS] == SET - 1 else 0.0
    see[_NEXT_MISSES_PAIR] = 1.0 if then[taken % _COLOURS] == 1 else 0.0
    offer = s.offer ^ card_of_kind(s.offer, taken)
    if given == _NOTHING:
        see[_LESS_ON_OFFER] = 1.0
        if offer == NOTHING:
            see[_EMPTIED] = 1.0
            return
    else:
        see[_NEXT_GETS_SET] = 1.0 if then[given % _COLOURS] == SET - 1 else 0.0
        see[_NEXT_GETS_PAIR] = 1.0 if then[given % _COLOURS] == 1 else 0.0
        see[_GOES_VALUE] = value_of(given) / _FIVE
        offer |= card_of_kind(s.row[s.turn], given)
    see[_LEFT_LOWEST] = worth(bit(first(offer))) / _FIVE
    while offer != NOTHING:
        colour = first(offer) % _COLOURS
        offer &= offer - Word(1)
        see[_LEFT_SETS] += 1.0 if then[colour] == SET - 1 else 0.0
        see[_LEFT_PAIRS] += 1.0 if then[colour] == 1 else 0.0
        see[_LEFT_OWN_SETS] += 1.0 if lore.held[s.turn, colour] == SET - 1 else 0.0


@rule
def is_quiet(s: Struct) -> bool:
    """Whether this is a good moment to guess how the game will end: no bonus waits."""
    return s.stage == ACTION


@rule
def promise(s: Struct, lore: Struct, points: NDArray[np.int16]) -> float:
    """Write into *points* what each seat has and may hope for, and return how much may change."""
    for seat in range(s.seats):
        points[seat] = 8 * worth(s.score[seat])
        for colour in range(_COLOURS):
            own = s.row[seat] & of_colour(colour)
            points[seat] += hope(count(own), worth(own))
    return 1.0 + 8.0 * sqrt(float(cards_in_pile(s) + count(s.offer)))
