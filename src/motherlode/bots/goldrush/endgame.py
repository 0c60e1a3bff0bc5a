"""Exact endings of GOLD: the Gold Rush, and the last tables before it.

Every seat plays for what the end is worth to itself and knows what all know; cards nobody has seen
turn up each as likely as the others.  A seat for which two moves are worth the same makes the one
that brings it more of the victory, and of those the one that leaves less to the seat after it, then
to the next: so every moment has one value, in whatever order moves are looked at.

The rules are the game's own, played on a table laid anew.  Cards of a sort lie side by side there,
known ones first, and of equal cards the first is turned up: what is the same to everybody is the
same table.  What a table is worth is kept on a page, so that nothing is weighed twice.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.goldrush.judgement import (
    DYNAMITE_SORT,
    FIRST_GOLD_SORT,
    SORTS,
    UNSEEN,
    sort_of,
)
from motherlode.bots.search import mixed
from motherlode.bots.worth import Taste, judge
from motherlode.games.goldrush.cards import (
    DIGGERS,
    DYNAMITE,
    FIRST_FLIP,
    NOTHING_HAPPENED,
    NUGGETS,
    RUSH,
    RUSH_AT,
    SEATS,
    SECOND_FLIP,
    STATE,
)
from motherlode.games.goldrush.knowledge import lay_out_unseen
from motherlode.games.goldrush.rules import fate_of, legal, play, points, winners
from motherlode.kernel.bits import NOTHING, Word, below, bit, count, first
from motherlode.kernel.edge import Struct, record_type, records, rule

Desk = NDArray[np.void]

_TABLES = 1 << 17
_WORDS = 4
# What a book has room for before the Gold Rush, by seats: measured on tables of real games.  Each
# card more makes it twice as many tables, and more by every card that nobody has seen.
_MOST_CARDS = 16
_MOST_WAYS = np.array([0, 0, 6000, 3000, 1600, 900], np.int32)
# What differs by less differs by rounding alone.
_EQUAL = 1e-12
# Rows: what a position, an idea there, and the second card of a pair are worth.
_HERE, _IDEA, _PAIR = 0, 1, 2
# In a row that is still empty: whatever comes is better.
_NONE = -1.0
# On the desk: the table laid anew; with a first card turned up; after a card was turned up; and
# from there on positions that wait, each for the next.
_NOW, _TURNED, _AFTER, _WAITING = 0, 1, 2, 3
_ROOM = 512
# The sorts before the Gold Rush, and in it, when all that is no gold is one sort.
_BEFORE, _THEN = 0, 1

# One record, no tuple of arrays: to take an array out of a tuple is to count its owners, and that
# took three quarters of the time.
PAGE = record_type(
    ("key", np.uint64, (_TABLES, _WORDS)),
    ("value", np.float64, (_TABLES, 2 * SEATS[-1])),  # each seat's worth and share of the victory
    ("row", np.float64, (3, 2 * SEATS[-1])),  # the same, while it is being put together
    ("worth", np.float64, SEATS[-1]),
    ("share", np.float64, SEATS[-1]),
    ("margin", np.float64),
    ("scale", np.float64),
    ("spots", np.uint64, (2, SORTS)),  # where the cards of each sort lie
    ("wanted", np.uint64, _WORDS),  # a key
    ("kept", np.int64),  # tables on the page
    ("waiting", np.int64),  # positions on the desk
    ("points", np.int16, SEATS[-1]),
    ("may_pass", np.int8),
)


class Book(NamedTuple):
    """Room for a solve: what tables are worth, and a desk to lay some out on."""

    page: NDArray[np.void]
    desk: Desk


def new_book() -> Book:
    """An empty book."""
    return Book(records(PAGE), records(STATE, _ROOM))


@rule
def is_solvable(seen: Struct) -> bool:
    """Whether this is worth trying: a quick guess at how soon the book would be full."""
    cards = count(seen.table)
    if cards <= RUSH_AT:
        return True
    if cards > _MOST_CARDS:
        return False
    unseen = count(seen.table & ~seen.known)
    return ways_to_end(seen) * (2 + 0.6 * unseen) ** (cards - RUSH_AT) <= _MOST_WAYS[seen.seats]


@rule
def ways_to_end(seen: Struct) -> int:
    """How many different tables a Gold Rush with these cards comes to."""
    known = seen.table & seen.known
    junk, unseen_junk = count(known), count(seen.table & ~seen.known)
    ways = 1
    for card in range(DIGGERS, DYNAMITE):
        n = copies_of(seen, card, known)
        hidden = int(seen.left[card]) - n
        junk -= n
        unseen_junk -= hidden
        ways *= (n + 1) * (hidden + 1)
    return ways * (junk + 1) * (unseen_junk + 1)


@rule
def copies_of(seen: Struct, card: int, spots: Word) -> int:
    """How often the *card* lies on these spots."""
    n = 0
    while spots != NOTHING:
        n += seen.card[first(spots)] == card
        spots &= spots - Word(1)
    return n


@rule
def solve(
    seen: Struct,
    book: Book,
    taste: Taste,
    moves: NDArray[np.int16],
    worth: NDArray[np.float64],
    share: NDArray[np.float64],
    may_pass: bool,
) -> int:
    """Write every different legal idea as a move, what it is worth and its share of the victory.

    Returns how many there are, or 0 if the book is full.  Unless seats *may pass*, nobody turns a
    pair known to change nothing while a known pair does something or there is a card to discover.
    """
    page, desk = book.page[0], book.desk
    page.margin, page.scale, page.may_pass = taste.margin, taste.scale, may_pass
    open_page(page)
    lay_anew(seen, page, desk)
    now = desk[_NOW]
    must = must_be_busy(now, page)
    n = 0
    for idea in range(SORTS + 1):
        if not lies_there(now, page, idea) or (must and is_idle(now, page, idea)):
            continue
        while not weigh(now, page, desk, in_stage(now, idea), 0):
            if not settle(page, desk):
                return 0
        moves[n] = spot_of(seen, idea)
        worth[n] = page.row[_IDEA, 2 * now.turn]
        share[n] = page.row[_IDEA, 2 * now.turn + 1]
        n += 1
    return n


# --- The table laid anew ------------------------------------------------------------------------


@rule
def lay_anew(seen: Struct, page: Struct, desk: Desk) -> None:
    """Lay the table as it is *seen* on the desk, sort by sort."""
    hidden = seen.table & ~seen.known
    desk[_NOW] = seen
    desk[_AFTER] = seen
    now, full = desk[_NOW], desk[_AFTER]
    lay_out_unseen(full, hidden)
    now.table = below(count(seen.table))
    now.known = NOTHING
    junk = NOTHING
    n = 0
    for sort in range(SORTS):
        start = n
        n = lay_sort(full, sort, seen.table & seen.known, now, n)
        now.known |= below(n) & ~below(start)
        n = lay_sort(full, sort, hidden, now, n)
        lie_there = below(n) & ~below(start)
        is_junk = not FIRST_GOLD_SORT <= sort < DYNAMITE_SORT
        junk |= lie_there if is_junk else NOTHING
        page.spots[_BEFORE, sort] = lie_there
        page.spots[_THEN, sort] = NOTHING if is_junk else lie_there
    page.spots[_THEN, DYNAMITE_SORT] = junk
    if seen.stage == SECOND_FLIP:
        now.up[0] = first(page.spots[_BEFORE, sort_of(seen, seen.card[seen.up[0]])])


@rule
def lay_sort(full: Struct, sort: int, cards: Word, now: Struct, n: int) -> int:
    """Lay those of the *cards* that are of that sort from the *n*-th spot on; return the next."""
    while cards != NOTHING:
        card = full.card[first(cards)]
        cards &= cards - Word(1)
        if sort_of(full, card) == sort:
            now.card[n] = card
            n += 1
    return n


@rule
def spot_of(seen: Struct, idea: int) -> int:
    """Where such a card lies on the table as it is *seen*."""
    if idea == UNSEEN:
        return first(seen.table & ~seen.known)
    spots = legal(seen) & seen.known
    while sort_of(seen, seen.card[first(spots)]) != idea:
        spots &= spots - Word(1)
    return first(spots)


@rule
def alike(s: Struct, page: Struct, sort: int) -> Word:
    """Where the cards of that *sort* lay at first, as this stage tells sorts apart."""
    return page.spots[_THEN if s.stage == RUSH else _BEFORE, sort]


@rule
def known_of(s: Struct, page: Struct, sort: int) -> Word:
    """The known cards of that *sort* that may be turned up."""
    return legal(s) & s.known & alike(s, page, sort)


@rule
def unseen_of(s: Struct, page: Struct, sort: int) -> Word:
    """The cards of that *sort* that nobody has seen."""
    return s.table & ~s.known & alike(s, page, sort)


@rule
def turn_up_known(s: Struct, page: Struct, sort: int) -> None:
    """Turn up a known card of that *sort*."""
    play(s, first(known_of(s, page, sort)))


@rule
def turn_up_unseen(s: Struct, page: Struct, sort: int) -> None:
    """Turn up an unseen card, which is of that *sort*; known now, it is as good as any of them."""
    s.known |= bit(first(unseen_of(s, page, sort)))
    turn_up_known(s, page, sort)


# --- What may be done ---------------------------------------------------------------------------


@rule
def lies_there(s: Struct, page: Struct, idea: int) -> bool:
    """Whether a known card of that sort may be turned up, or one that nobody has seen."""
    if idea == UNSEEN:
        return s.table & ~s.known != NOTHING
    return legal(s) & s.known & page.spots[_BEFORE, idea] != NOTHING


@rule
def in_stage(s: Struct, idea: int) -> int:
    """The same idea, as this stage tells sorts apart."""
    return DYNAMITE_SORT if s.stage == RUSH and idea < FIRST_GOLD_SORT else idea


@rule
def is_choice(s: Struct, page: Struct, idea: int, must: bool) -> bool:
    """Whether turning up such a card may be best; if one *must* be busy, it may not be idle."""
    if idea == UNSEEN:
        return s.table & ~s.known != NOTHING
    if known_of(s, page, idea) == NOTHING or (must and is_idle(s, page, idea)):
        return False
    return s.stage != RUSH or s.seats > 2 or not is_outdone(s, page, idea)


@rule
def is_outdone(s: Struct, page: Struct, idea: int) -> bool:
    """Whether dearer gold is known in the Gold Rush of two seats.

    What one of them gains the other loses, and of two known cards the dearer is never worse to
    take: all that could follow the other can follow it, the two cards having changed places.
    """
    for gold in range(FIRST_GOLD_SORT if idea == DYNAMITE_SORT else idea + 1, DYNAMITE_SORT):
        if known_of(s, page, gold) != NOTHING:
            return True
    return False


@rule
def must_be_busy(s: Struct, page: Struct) -> bool:
    """Whether a known pair does something or there is a card to discover, and none may pass."""
    if page.may_pass or s.stage == RUSH:
        return False
    for idea in range(SORTS + 1):
        if lies_there(s, page, idea) and not is_idle(s, page, idea):
            return True
    return False


@rule
def is_idle(s: Struct, page: Struct, idea: int) -> bool:
    """Whether such a card is known to do nothing in this turn."""
    if idea == UNSEEN:
        return False
    card = s.card[first(page.spots[_BEFORE, idea])]
    if s.stage == SECOND_FLIP:
        return fate_of(s.card[s.up[0]], card) == NOTHING_HAPPENED
    for other in range(SORTS):
        known = known_of(s, page, other)
        is_pair = count(known) > (other == idea)
        if is_pair and fate_of(card, s.card[first(known)]) != NOTHING_HAPPENED:
            return False
    return True


# --- What it is worth ---------------------------------------------------------------------------


@rule
def settle(page: Struct, desk: Desk) -> bool:
    """Weigh what waits and all that it waits for; not if the book is full."""
    while page.waiting > 0:
        last = _WAITING + page.waiting - 1
        s = desk[last]
        if decide(s, page, desk):
            if 4 * page.kept >= 3 * _TABLES:
                return False
            keep(s, page)
            page.waiting -= 1
        elif _WAITING + page.waiting == _ROOM:
            return False
    return True


@rule
def decide(s: Struct, page: Struct, desk: Desk) -> bool:
    """Find what *s* is worth, the seat to move doing what is best for it; not if that must wait."""
    must = must_be_busy(s, page)
    fill(page, _HERE, _NONE)
    for idea in range(SORTS + 1):
        if is_choice(s, page, idea, must):
            if not weigh(s, page, desk, idea, idea):
                return False
            prefer(s, page, _IDEA, _HERE)
    return True


@rule
def weigh(s: Struct, page: Struct, desk: Desk, idea: int, least: int) -> bool:
    """Find what it is worth to turn up such a card; not if that must wait.

    The second card of a known pair is of the *least* sort or above.
    """
    if s.stage != FIRST_FLIP or idea == UNSEEN:
        return weigh_flip(s, page, desk, idea, _IDEA)
    desk[_TURNED] = s
    turned = desk[_TURNED]
    turn_up_known(turned, page, idea)
    must = must_be_busy(turned, page)
    fill(page, _IDEA, _NONE)
    for second in range(least, SORTS + 1):
        if is_choice(turned, page, second, must):
            if not weigh_flip(turned, page, desk, second, _PAIR):
                return False
            prefer(turned, page, _PAIR, _IDEA)
    return True


@rule
def weigh_flip(s: Struct, page: Struct, desk: Desk, idea: int, row: int) -> bool:
    """Write into *row* what such a single card is worth; not if that must wait."""
    fill(page, row, 0.0)
    after = desk[_AFTER]
    if idea != UNSEEN:
        desk[_AFTER] = s
        turn_up_known(after, page, idea)
        return follow(after, page, desk, row, 1.0)
    unseen = count(s.table & ~s.known)
    for sort in range(SORTS):
        n = count(unseen_of(s, page, sort))
        if n > 0:
            desk[_AFTER] = s
            turn_up_unseen(after, page, sort)
            if not follow(after, page, desk, row, n / unseen):
                return False
    return True


@rule
def follow(s: Struct, page: Struct, desk: Desk, row: int, weight: float) -> bool:
    """Add to *row* what *s*, so likely to follow, is worth; if that is unknown let it wait."""
    if not has_gold(s):
        points(s, page.points)
        taste = Taste(page.margin, page.scale)
        judge(page.points, winners(s, page.points), s.seats, taste, page.worth, page.share)
        for seat in range(s.seats):
            page.row[row, 2 * seat] += weight * page.worth[seat]
            page.row[row, 2 * seat + 1] += weight * page.share[seat]
        return True
    i = place_of(s, page)
    if page.key[i, 0] == NOTHING:
        desk[_WAITING + page.waiting] = s
        page.waiting += 1
        return False
    for k in range(2 * s.seats):
        page.row[row, k] += weight * page.value[i, k]
    return True


@rule
def has_gold(s: Struct) -> bool:
    """Whether gold lies on the table: without it nothing is won any more."""
    for card in range(DIGGERS, DYNAMITE):
        if s.left[card] > 0:
            return True
    return False


@rule
def fill(page: Struct, row: int, value: float) -> None:
    """Let all of that row say *value*."""
    for k in range(2 * SEATS[-1]):
        page.row[row, k] = value


@rule
def prefer(s: Struct, page: Struct, new: int, best: int) -> None:
    """Let the row *best* say what the row *new* says, if the seat to move prefers that."""
    if is_better(s, page, new, best):
        for k in range(2 * s.seats):
            page.row[best, k] = page.row[new, k]


@rule
def is_better(s: Struct, page: Struct, new: int, best: int) -> bool:
    """Whether the seat to move prefers the row *new*: more for it, or else less for the others."""
    for i in range(s.seats):
        seat = (s.turn + i) % s.seats
        for k in range(2 * seat, 2 * seat + 2):
            more = page.row[new, k] - page.row[best, k]
            if abs(more) > _EQUAL:
                return (more > 0) == (i == 0)
    return False


# --- The page -----------------------------------------------------------------------------------


@rule
def open_page(page: Struct) -> None:
    """Begin with an empty page."""
    page.kept = 0
    page.waiting = 0
    page.key[:, 0] = NOTHING


@rule
def keep(s: Struct, page: Struct) -> None:
    """Keep what *s* was found to be worth."""
    i = place_of(s, page)
    for k in range(_WORDS):
        page.key[i, k] = page.wanted[k]
    for k in range(2 * s.seats):
        page.value[i, k] = page.row[_HERE, k]
    page.kept += 1


@rule
def place_of(s: Struct, page: Struct) -> int:
    """Where on the page *s* stands, or would stand."""
    write_key(s, page)
    h = NOTHING
    for k in range(_WORDS):
        h = mixed(h, page.wanted[k])
    i = np.int64(h ^ (h >> Word(29))) & (_TABLES - 1)
    while page.key[i, 0] != NOTHING and not is_at(page, i):  # type: ignore[arg-type]
        i = (i + 1) & (_TABLES - 1)
    return i  # type: ignore[return-value]


@rule
def is_at(page: Struct, i: int) -> bool:
    """Whether what is wanted stands at that place."""
    for k in range(_WORDS):
        if page.key[i, k] != page.wanted[k]:
            return False
    return True


@rule
def write_key(s: Struct, page: Struct) -> None:
    """Write down what is wanted: the table as all know it, what was won, and whose turn it is."""
    page.wanted[0] = s.table
    page.wanted[1] = s.table & s.known
    if s.stage == RUSH:
        page.wanted[0] = counted(s, page, s.known)
        page.wanted[1] = counted(s, page, ~s.known)
    nuggets, cards = NOTHING, NOTHING
    for seat in range(s.seats):
        total, n = 0, 0
        for i in range(len(NUGGETS)):
            total += int(s.won[seat, i]) * (i + 1)
            n += int(s.won[seat, i])
        nuggets = nuggets << Word(12) | Word(total)
        cards = cards << Word(7) | Word(n)
    up = int(sort_of(s, s.card[s.up[0]])) if s.stage == SECOND_FLIP else SORTS
    moment = ((int(s.turn) << 2 | int(s.stage)) << 6 | int(s.quiet)) << 6 | up
    page.wanted[2] = nuggets
    page.wanted[3] = cards << Word(20) | Word(moment)


@rule
def counted(s: Struct, page: Struct, which: Word) -> Word:
    """How many cards of each sort there are on the table in the Gold Rush, of those."""
    counts = Word(1)
    for sort in range(FIRST_GOLD_SORT, SORTS):
        counts = counts << Word(7) | Word(count(s.table & which & page.spots[_THEN, sort]))
    return counts
