"""What a player of GOLD sees of the cards it remembers.

Cards that do the same for everybody are one *sort*: diggers by owner and strength, gold by its
nuggets, dynamite.  All functions take the game as a seat knows it, or a world imagined from that,
and *lore*, where a look at the game is kept: for each sort how many of its cards are known, and
where one lies.  Everything seen of a move is counted so that it is about one.
"""

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.eye import Eye
from motherlode.bots.search import MOST_IDEAS, mixed
from motherlode.games.goldrush.cards import (
    BLASTED,
    CARRIED,
    DIGGERS,
    DYNAMITE,
    NOBODY,
    NOTHING_HAPPENED,
    NUGGETS,
    RUSH,
    RUSH_AT,
    SEATS,
    SECOND_FLIP,
    SPOTS,
)
from motherlode.games.goldrush.knowledge import imagine
from motherlode.games.goldrush.rules import (
    colour,
    fate_of,
    is_digger,
    is_gold,
    nuggets,
    strength,
)
from motherlode.games.goldrush.rules import points as won
from motherlode.kernel.bits import NOTHING, Word, bit, count, first, has, nth
from motherlode.kernel.chance import Stream, pick
from motherlode.kernel.edge import Struct, record_type, records, rule

FIRST_GOLD_SORT = 4 * (SEATS[-1] + 1)
DYNAMITE_SORT = FIRST_GOLD_SORT + len(NUGGETS)
SORTS = DYNAMITE_SORT + 1
UNSEEN = SORTS
NOWHERE = -1

# What it is worth to have a digger on the table, by strength from 2 to 5, in quarters of a nugget.
_WORTH = np.array([2, 3, 5, 7], np.int8)

# What is seen of a move: of a pair of cards, of one that nobody has seen, and in the Gold Rush.
FEATURES = (
    "own diggers lost, strength 2",
    "own diggers lost, strength 3",
    "own diggers lost, strength 4",
    "own diggers lost, strength 5",
    "rivals' diggers lost, strength 2",
    "rivals' diggers lost, strength 3",
    "rivals' diggers lost, strength 4",
    "rivals' diggers lost, strength 5",
    "diggers of nobody lost",
    "nuggets carried home",
    "nuggets carried home by rivals",
    "nuggets blasted",
    "sticks of dynamite used",
    "a duel",
    "the rush begins with the next seat",
    "the rush begins with the next seat: the best gold known",
    "one more card and the rush begins",
    "unseen first",
    "unseen first: part of the table that is known",
    "unseen first: cards left",
    "unseen second",
    "unseen second: part of the table that is known",
    "unseen second, beside an own digger",
    "unseen second, beside a digger of nobody",
    "unseen second, beside a rival's digger",
    "unseen second, beside gold",
    "unseen second, beside dynamite",
    "in the rush, nuggets",
    "in the rush, an unseen card",
    "in the rush, an unseen card: its nuggets to be expected",
)
_OWN_LOST, _RIVAL_LOST = 0, 4
(
    _NEUTRAL_LOST,
    _HOME,
    _AWAY,
    _GOLD_BLASTED,
    _DYNAMITE_USED,
    _A_DUEL,
    _RUSH_NEXT,
    _RUSH_NEXT_GOLD,
    _RUSH_NEAR,
    _UNSEEN_FIRST,
    _UNSEEN_FIRST_KNOWN,
    _UNSEEN_FIRST_LEFT,
    _UNSEEN_SECOND,
    _UNSEEN_SECOND_KNOWN,
    _BESIDE_OWN,
    _BESIDE_NEUTRAL,
    _BESIDE_RIVAL,
    _BESIDE_GOLD,
    _BESIDE_DYNAMITE,
    _RUSH_NUGGETS,
    _RUSH_UNSEEN,
    _RUSH_UNSEEN_NUGGETS,
) = range(8, len(FEATURES))


# A margin that is much, for practice.
SCALE = 15.0


# What is seen, and room for it.
LORE = record_type(
    ("weights", np.float64, len(FEATURES)),
    ("described", np.float64, len(FEATURES)),
    ("appeal", np.float64, MOST_IDEAS),
    ("ideas", np.int16, MOST_IDEAS),
    ("known", np.int16, SORTS),  # cards of each sort
    ("spot", np.int16, SORTS),  # of one of them
)


def new_lore(weights: Eye) -> NDArray[np.void]:
    """Room for lore, with an eye for what is seen."""
    lore = records(LORE)
    lore["weights"] = weights
    return lore


@rule
def sort_of(s: Struct, card: int) -> int:
    """The sort of a *card*."""
    if is_digger(card):
        return 4 * (int(s.owner[colour(card)]) + 1) + (int(card) & 3)
    return FIRST_GOLD_SORT + int(card) - DIGGERS


@rule
def look(s: Struct, lore: Struct) -> None:
    """See how many cards of each sort are known, and where one lies.

    The card that has just been turned up is left out.
    """
    lore.known[:] = 0
    known = s.table & s.known
    if s.stage == SECOND_FLIP:
        known &= ~bit(s.up[0])
    while known != NOTHING:
        spot = first(known)
        known &= known - Word(1)
        sort = sort_of(s, s.card[spot])
        lore.known[sort] += 1
        lore.spot[sort] = spot


@rule
def ponder(seen: Struct, lore: Struct) -> None:
    """Nothing needs to be worked out beforehand."""


@rule
def dream(seen: Struct, lore: Struct, rng: Stream, out: NDArray[np.void]) -> None:
    """Imagine a world."""
    imagine(seen, rng, out)


@rule
def choices(s: Struct, lore: Struct, ideas: NDArray[np.int16]) -> int:
    """Write into *ideas* the sorts worth turning up, after a look, and return how many.

    A pair known to change nothing is left alone, and all cards nobody has seen are one idea.
    """
    n = 0
    for sort in range(SORTS):
        if lore.known[sort] > 0 and is_useful(s, lore, sort):
            ideas[n] = sort
            n += 1
    if s.table & ~s.known != NOTHING:
        ideas[n] = UNSEEN
        n += 1
    if n == 0:
        for sort in range(SORTS):
            if lore.known[sort] > 0:
                ideas[n] = sort
                n += 1
    return n


@rule
def move_of(s: Struct, lore: Struct, idea: int) -> int:
    """A spot where a card of that sort lies, after a look."""
    return first(s.table & ~s.known) if idea == UNSEEN else int(lore.spot[idea])


@rule
def idea_of(s: Struct, move: int) -> int:
    """The sort of the card at the spot *move*."""
    return sort_of(s, s.card[move]) if has(s.known, move) else UNSEEN


@rule
def one_like(seen: Struct, move: int, rng: Stream) -> int:
    """Any card nobody has seen is as good as any other: people do not turn them up row by row."""
    unseen = seen.table & ~seen.known
    return nth(unseen, pick(rng, count(unseen))) if has(unseen, move) else move


@rule
def is_useful(s: Struct, lore: Struct, sort: int) -> bool:
    """Whether a known card of that *sort* may do something now.

    Of a known pair the card of the lower sort is turned up first; the order changes nothing.
    """
    card = s.card[lore.spot[sort]]
    if s.stage == RUSH:
        return is_gold(card) or is_first_junk(lore, sort)
    if s.stage == SECOND_FLIP:
        return fate_of(s.card[s.up[0]], card) != NOTHING_HAPPENED
    for other in range(sort, SORTS):
        is_pair = lore.known[other] > (other == sort)
        if is_pair and fate_of(card, s.card[lore.spot[other]]) != NOTHING_HAPPENED:
            return True
    return False


@rule
def is_first_junk(lore: Struct, sort: int) -> bool:
    """Whether no lower sort is known that is just as worthless in the Gold Rush."""
    for lower in range(sort):
        if lore.known[lower] > 0 and not FIRST_GOLD_SORT <= lower < DYNAMITE_SORT:
            return False
    return True


@rule
def key(s: Struct, lore: Struct) -> Word:
    """What is known, as a number: cards of each sort known and left, gold won, whose turn."""
    look(s, lore)
    known_low, known_high = NOTHING, NOTHING
    left_low, left_high = NOTHING, NOTHING
    for sort in range(FIRST_GOLD_SORT):
        known_low = mixed_in(known_low, sort, lore.known[sort])
    for card in range(DIGGERS):
        left_low += Word(s.left[card]) << Word(2 * sort_of(s, card))
    for card in range(DIGGERS, DYNAMITE + 1):
        known_high = (known_high << Word(4)) | Word(lore.known[sort_of(s, card)])
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


# --- What is seen of a move ---------------------------------------------------------------------


@rule
def describe(s: Struct, lore: Struct, idea: int) -> None:
    """Write down what is seen of an *idea*, after a look."""
    lore.described[:] = 0.0
    if s.stage == RUSH:
        describe_rush(s, lore, idea)
    elif s.stage == SECOND_FLIP:
        up = s.card[s.up[0]]
        if idea == UNSEEN:
            describe_unseen_second(s, lore, up)
        else:
            describe_pair(s, lore, up, s.card[lore.spot[idea]])
    elif idea == UNSEEN:
        lore.described[_UNSEEN_FIRST] = 1.0
        lore.described[_UNSEEN_FIRST_KNOWN] = known_part(s)
        lore.described[_UNSEEN_FIRST_LEFT] = count(s.table) / SPOTS
    else:
        card = s.card[lore.spot[idea]]
        describe_pair(s, lore, card, s.card[lore.spot[best_partner(s, lore, idea)]])


@rule
def known_part(s: Struct) -> float:
    """The part of the cards on the table that is known."""
    return count(s.table & s.known) / count(s.table)


@rule
def describe_pair(s: Struct, lore: Struct, a: int, b: int) -> None:
    """What is seen of turning up these two cards."""
    see = lore.described
    fate = fate_of(a, b)
    gone = 1
    if fate == CARRIED:
        digger, gold = (a, b) if is_digger(a) else (b, a)
        gone = 2
        lose(s, lore, digger)
        if side(s, digger) > 0:
            see[_HOME] = nuggets(gold)
        else:
            see[_AWAY] = nuggets(gold)
    elif fate == BLASTED:
        gone = 2
        blast(s, lore, a)
        blast(s, lore, b)
    elif fate == NOTHING_HAPPENED:
        gone = 0
    else:
        see[_A_DUEL] = 1.0
        lose(s, lore, b if strength(a) > strength(b) else a)
    left = count(s.table) - gone
    if left <= RUSH_AT:
        see[_RUSH_NEXT] = 1.0
        see[_RUSH_NEXT_GOLD] = most_known_nuggets(lore)
    elif left <= RUSH_AT + 2:
        see[_RUSH_NEAR] = 1.0


@rule
def lose(s: Struct, lore: Struct, digger: int) -> None:
    """Note that the *digger* leaves the table."""
    owner = s.owner[colour(digger)]
    if owner == NOBODY:
        lore.described[_NEUTRAL_LOST] += 1.0
    else:
        whose = _OWN_LOST if owner == s.turn else _RIVAL_LOST
        lore.described[whose + (digger & 3)] += 1.0


@rule
def blast(s: Struct, lore: Struct, card: int) -> None:
    """Note that *card* is blasted away."""
    if is_digger(card):
        lose(s, lore, card)
    elif is_gold(card):
        lore.described[_GOLD_BLASTED] += nuggets(card)
    else:
        lore.described[_DYNAMITE_USED] += 1.0


@rule
def most_known_nuggets(lore: Struct) -> int:
    """The nuggets of the best gold that is known."""
    for sort in range(DYNAMITE_SORT - 1, FIRST_GOLD_SORT - 1, -1):
        if lore.known[sort] > 0:
            return sort - FIRST_GOLD_SORT + 1
    return 0


@rule
def describe_unseen_second(s: Struct, lore: Struct, up: int) -> None:
    """What is seen of turning up an unseen card beside *up*."""
    see = lore.described
    see[_UNSEEN_SECOND] = 1.0
    see[_UNSEEN_SECOND_KNOWN] = known_part(s)
    if is_digger(up):
        owner = s.owner[colour(up)]
        if owner == NOBODY:
            see[_BESIDE_NEUTRAL] = 1.0
        elif owner == s.turn:
            see[_BESIDE_OWN] = 1.0
        else:
            see[_BESIDE_RIVAL] = 1.0
    elif is_gold(up):
        see[_BESIDE_GOLD] = nuggets(up) / len(NUGGETS)
    else:
        see[_BESIDE_DYNAMITE] = 1.0


@rule
def describe_rush(s: Struct, lore: Struct, idea: int) -> None:
    """What is seen of turning up one card in the Gold Rush."""
    see = lore.described
    if idea == UNSEEN:
        see[_RUSH_UNSEEN] = 1.0
        see[_RUSH_UNSEEN_NUGGETS] = unseen_nuggets(s, lore)
    else:
        card = s.card[lore.spot[idea]]
        see[_RUSH_NUGGETS] = nuggets(card) if is_gold(card) else 0.0


@rule
def unseen_nuggets(s: Struct, lore: Struct) -> float:
    """The nuggets an unseen card has on average."""
    total = 0
    for i in range(len(NUGGETS)):
        total += (i + 1) * (int(s.left[DIGGERS + i]) - lore.known[FIRST_GOLD_SORT + i])
    return total / count(s.table & ~s.known)


# --- A quick eye for pairs ----------------------------------------------------------------------


@rule
def value_of(s: Struct, a: int, b: int) -> int:
    """What it is worth to the seat to move to turn up these two cards, in quarters of a nugget."""
    fate = fate_of(a, b)
    if fate == NOTHING_HAPPENED:
        return 0
    if fate == CARRIED:
        digger, gold = (a, b) if is_digger(a) else (b, a)
        return 4 * int(nuggets(gold)) * side(s, digger) - keeping(s, digger)
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
    worth = int(_WORTH[card & 3])
    return worth if owner == s.turn else -worth


@rule
def best_partner(s: Struct, lore: Struct, sort: int) -> int:
    """The known sort that does best with a card of *sort*, or that sort itself if none does."""
    card = s.card[lore.spot[sort]]
    found = sort
    most = -1000
    for other in range(SORTS):
        if lore.known[other] > (other == sort):
            partner = s.card[lore.spot[other]]
            value = value_of(s, card, partner)
            if value > most and fate_of(card, partner) != NOTHING_HAPPENED:
                most = value
                found = other
    return found


@rule
def is_quiet(s: Struct) -> bool:
    """Whether this is a good moment to guess how the game will end: the beginning of a turn."""
    return s.stage != SECOND_FLIP


@rule
def promise(s: Struct, lore: Struct, points: NDArray[np.int16]) -> float:
    """Write into *points* what each seat has and may hope for, and return how much may change."""
    won(s, points)
    for seat in range(s.seats):
        points[seat] *= 4
    for card in range(DIGGERS):
        owner = s.owner[colour(card)]
        if owner != NOBODY:
            points[owner] += int(s.left[card]) * int(_WORTH[card & 3])
    return 1.0 + 3.0 * sqrt(float(count(s.table)))
