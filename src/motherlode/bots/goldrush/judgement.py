"""What a player of GOLD makes of the cards it remembers.

Cards that do the same for everybody are one *sort*: diggers by owner and strength, gold by its
nuggets, dynamite.  All functions take the game as a seat knows it, or a world imagined from that,
and *lore*, room for a survey: for each sort how many of its cards are known, and where one lies.

Values are counted in quarters of a nugget.
"""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.search import mixed
from motherlode.games.goldrush.cards import (
    BLASTED,
    CARRIED,
    DIGGERS,
    DYNAMITE,
    NOBODY,
    NOTHING_HAPPENED,
    NUGGETS,
    RUSH,
    SEATS,
    SECOND_FLIP,
)
from motherlode.games.goldrush.knowledge import imagine
from motherlode.games.goldrush.rules import (
    colour,
    fate_of,
    is_digger,
    is_gold,
    legal,
    nuggets,
    strength,
)
from motherlode.games.goldrush.rules import points as won
from motherlode.kernel.bits import NOTHING, Word, bit, count, first, has
from motherlode.kernel.chance import Stream
from motherlode.kernel.edge import Struct, rule

Lore = NDArray[np.int16]

FIRST_GOLD_SORT = 4 * (SEATS[-1] + 1)
DYNAMITE_SORT = FIRST_GOLD_SORT + len(NUGGETS)
SORTS = DYNAMITE_SORT + 1
UNSEEN = SORTS
NOWHERE = -1

# What it is worth to have a digger on the table, by strength from 2 to 5.
_WORTH = np.array([2, 3, 5, 7], np.int8)


def new_lore(state: np.dtype[np.void]) -> Lore:
    """Room for lore."""
    return np.zeros(128, np.int16)


@rule
def sort_of(s: Struct, card: int) -> int:
    """The sort of a *card*."""
    if is_digger(card):
        return 4 * (s.owner[colour(card)] + 1) + (card & 3)
    return FIRST_GOLD_SORT + card - DIGGERS


@rule
def survey(s: Struct, lore: Lore) -> None:
    """Write into *lore* how many cards of each sort are known, and behind that where one lies.

    The card that has just been turned up is left out.
    """
    lore[: 2 * SORTS] = 0
    known = s.table & s.known
    if s.stage == SECOND_FLIP:
        known &= ~bit(s.up[0])
    while known != NOTHING:
        spot = first(known)
        known &= known - Word(1)
        sort = sort_of(s, s.card[spot])
        lore[sort] += 1
        lore[SORTS + sort] = spot


@rule
def ponder(seen: Struct, lore: Lore) -> None:
    """Nothing needs to be worked out beforehand."""


@rule
def dream(seen: Struct, lore: Lore, rng: Stream, out: NDArray[np.void]) -> None:
    """Imagine a world."""
    imagine(seen, rng, out)


@rule
def choices(s: Struct, lore: Lore, ideas: NDArray[np.int16]) -> int:
    """Write into *ideas* the sorts worth turning up, after a survey, and return how many.

    A pair known to change nothing is left alone, and all cards nobody has seen are one idea.
    """
    n = 0
    for sort in range(SORTS):
        if lore[sort] > 0 and is_useful(s, lore, sort):
            ideas[n] = sort
            n += 1
    if s.table & ~s.known != NOTHING:
        ideas[n] = UNSEEN
        n += 1
    if n == 0:
        for sort in range(SORTS):
            if lore[sort] > 0:
                ideas[n] = sort
                n += 1
    return n


@rule
def move_of(s: Struct, lore: Lore, idea: int) -> int:
    """A spot where a card of that sort lies, after a survey."""
    return first(s.table & ~s.known) if idea == UNSEEN else int(lore[SORTS + idea])


@rule
def idea_of(s: Struct, move: int) -> int:
    """The sort of the card at the spot *move*."""
    return sort_of(s, s.card[move]) if has(s.known, move) else UNSEEN


@rule
def is_useful(s: Struct, lore: Lore, sort: int) -> bool:
    """Whether a known card of that *sort* may do something now.

    Of a known pair the card of the lower sort is turned up first; the order changes nothing.
    """
    card = s.card[lore[SORTS + sort]]
    if s.stage == RUSH:
        return is_gold(card) or is_first_junk(lore, sort)
    if s.stage == SECOND_FLIP:
        return fate_of(s.card[s.up[0]], card) != NOTHING_HAPPENED
    for other in range(sort, SORTS):
        is_pair = lore[other] > (other == sort)
        if is_pair and fate_of(card, s.card[lore[SORTS + other]]) != NOTHING_HAPPENED:
            return True
    return False


@rule
def is_first_junk(lore: Lore, sort: int) -> bool:
    """Whether no lower sort is known that is just as worthless in the Gold Rush."""
    for lower in range(sort):
        if lore[lower] > 0 and not FIRST_GOLD_SORT <= lower < DYNAMITE_SORT:
            return False
    return True


@rule
def key(s: Struct, lore: Lore) -> Word:
    """What is known, as a number: cards of each sort known and left, gold won, whose turn."""
    survey(s, lore)
    known_low, known_high = NOTHING, NOTHING
    left_low, left_high = NOTHING, NOTHING
    for sort in range(FIRST_GOLD_SORT):
        known_low = mixed_in(known_low, sort, lore[sort])
    for card in range(DIGGERS):
        left_low += Word(s.left[card]) << Word(2 * sort_of(s, card))
    for card in range(DIGGERS, DYNAMITE + 1):
        known_high = (known_high << Word(4)) | Word(lore[sort_of(s, card)])
        left_high = (left_high << Word(4)) | Word(s.left[card])
    won = NOTHING
    for seat in range(s.seats):
        total = 0
        cards = 0
        for i in range(len(NUGGETS)):
            total += int(s.won[seat, i]) * (i + 1)
            cards += int(s.won[seat, i])
        won = (won << Word(12)) | Word(total << 5 | cards)
    up = sort_of(s, s.card[s.up[0]]) if s.stage == SECOND_FLIP else SORTS
    moment = Word(((int(s.turn) << 2 | int(s.stage)) << 6 | up) << 6 | int(s.quiet))
    h = mixed(mixed(known_low, known_high << Word(20) | left_high), left_low)
    return mixed(mixed(h, won), moment)


@rule
def mixed_in(known: Word, sort: int, n: int) -> Word:
    """The counts of diggers *known* with *n* of one more sort."""
    return known + (Word(n) << Word(2 * sort))


# --- What a pair is worth -----------------------------------------------------------------------


@rule
def value_of(s: Struct, a: int, b: int) -> int:
    """What it is worth to the seat to move, at first sight, to turn up these two cards."""
    fate = fate_of(a, b)
    if fate == NOTHING_HAPPENED:
        return 0
    if fate == CARRIED:
        digger, gold = (a, b) if is_digger(a) else (b, a)
        return 4 * nuggets(gold) * side(s, digger) - keeping(s, digger)
    if fate == BLASTED:
        return -keeping(s, a) - keeping(s, b)
    return -keeping(s, b if strength(a) > strength(b) else a)


@rule
def side(s: Struct, digger: int) -> int:
    """Whether what the *digger* carries now goes to the seat to move, 1, or to a rival, -1."""
    owner = s.owner[colour(digger)]
    return 1 if owner == NOBODY or owner == s.turn else -1


@rule
def keeping(s: Struct, card: int) -> int:
    """What it is worth to the seat to move that the *card* stays on the table."""
    if not is_digger(card):
        return 0
    owner = s.owner[colour(card)]
    if owner == NOBODY:
        return 0
    worth = _WORTH[card & 3]
    return worth if owner == s.turn else -worth


@rule
def best_partner(s: Struct, lore: Lore, card: int, least: int) -> int:
    """The known card that goes best with *card* and is worth more than *least*, or ``NOWHERE``."""
    found = NOWHERE
    for sort in range(SORTS):
        if lore[sort] > 0:
            spot = lore[SORTS + sort]
            value = value_of(s, card, s.card[spot])
            if value > least:
                least = value
                found = spot
    return found


@rule
def best_of_a_pair(s: Struct, lore: Lore, least: int) -> int:
    """One card of the best known pair that is worth more than *least*, or ``NOWHERE``."""
    found = NOWHERE
    for sort in range(SORTS):
        if lore[sort] == 0:
            continue
        card = s.card[lore[SORTS + sort]]
        for other in range(sort, SORTS):
            if lore[other] > (other == sort):
                value = value_of(s, card, s.card[lore[SORTS + other]])
                if value > least:
                    least = value
                    found = lore[SORTS + sort]
    return found


@rule
def likely_move(s: Struct, lore: Lore, rng: Stream) -> int:
    """What a greedy player with this memory does."""
    unseen = s.table & ~s.known
    survey(s, lore)
    if s.stage == RUSH:
        return rush(s, lore, unseen)
    least = 0 if unseen != NOTHING else -1000
    if s.stage == SECOND_FLIP:
        spot = best_partner(s, lore, s.card[s.up[0]], least)
    else:
        spot = best_of_a_pair(s, lore, least)
    if spot == NOWHERE:
        if unseen == NOTHING:
            return first(legal(s))
        return first(unseen)
    return spot


@rule
def rush(s: Struct, lore: Lore, unseen: Word) -> int:
    """In the Gold Rush: the best gold known, or a card nobody has seen, or whatever is there."""
    for sort in range(DYNAMITE_SORT - 1, FIRST_GOLD_SORT - 1, -1):
        if lore[sort] > 0:
            return lore[SORTS + sort]
    return first(unseen) if unseen != NOTHING else first(s.table)


@rule
def appeal(s: Struct, lore: Lore, idea: int) -> int:
    """What an idea is worth at first sight, after a survey."""
    if idea == UNSEEN:
        return 10 if s.stage == RUSH else 0
    card = s.card[lore[SORTS + idea]]
    if s.stage == RUSH:
        return 4 * nuggets(card) if is_gold(card) else 0
    if s.stage == SECOND_FLIP:
        return value_of(s, s.card[s.up[0]], card)
    best = -1000
    for other in range(SORTS):
        if lore[other] > (other == idea):
            best = max(best, value_of(s, card, s.card[lore[SORTS + other]]))
    return best


@rule
def is_quiet(s: Struct) -> bool:
    """Whether this is a good moment to guess how the game will end: the beginning of a turn."""
    return s.stage != SECOND_FLIP


@rule
def promise(s: Struct, lore: Lore, points: NDArray[np.int16]) -> float:
    """Write into *points* what each seat has and may hope for, and return how much may change."""
    won(s, points)
    for seat in range(s.seats):
        points[seat] *= 4
    for card in range(DIGGERS):
        owner = s.owner[colour(card)]
        if owner != NOBODY:
            points[owner] += s.left[card] * _WORTH[card & 3]
    return 1.0 + 3.0 * sqrt(float(count(s.table)))
