# ruff: noqa: F821 - the name declared without a value is the point of this file
"""What a game of GOLD for two is worth from some moment to the end, found exactly.

Each seat plays as well as can be or greedily, as its *plan* says.  So it is found what the best
player wins against the best, and what it wins against greed, which nobody can exceed.  A seat knows
what all know; cards nobody has seen turn up each as likely as the others.  What counts is the share
of the victory alone.

Cards lie sort by sort as in the exact endings, on places given them once for the whole game: of a
sort first those that are gone, then the known ones, then the unseen.  So a table is told from
another by two words.  Of what was won only the difference matters.  Quiet turns are counted, so
that positions never come round again; all pairs that change nothing are one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.eye import Eye
from motherlode.bots.goldrush.endgame import (
    counted,
    in_stage,
    is_idle,
    known_of,
    lay_anew,
    must_be_busy,
    turn_up_known,
    turn_up_unseen,
    unseen_of,
)
from motherlode.bots.goldrush.judgement import SORTS, UNSEEN, idea_of, new_lore, sort_of
from motherlode.bots.search import mixed
from motherlode.games.goldrush.cards import (
    DIGGERS,
    FIRST_FLIP,
    NUGGETS,
    RUSH,
    SECOND_FLIP,
    STATE,
)
from motherlode.games.goldrush.rules import points as count_nuggets
from motherlode.games.goldrush.rules import winners
from motherlode.kernel.bits import NOTHING, Word, bit, count, first, has
from motherlode.kernel.edge import Struct, record_type, records

best_move: Callable[[Struct, Any], int]

# How a seat plays: as well as can be; as well as can be, but never stalling; as greed does.
BEST, BUSY, GREEDY = 0, 1, 2

_WORDS = 3
# On the desk: the whole game's cards laid out; with a first card turned up; after a card was turned
# up; what is asked about; and from there on what waits to be weighed.
_LAID, _TURNED, _AFTER, _ASKED, _WAITING = 0, 1, 2, 3, 4
_ROOM_ON_DESK = 1 << 15
# Whoever moves finds something better.
_NONE = -1.0

PAGE = record_type(
    ("spots", np.uint64, (2, SORTS)),  # where the cards of each sort lie, before and in the rush
    ("wanted", np.uint64, _WORDS),  # a key
    ("kept", np.int64),
    ("waiting", np.int64),
    ("missing", np.int64),  # what was not known at the last look
    ("sorts", np.int64, SORTS),  # those there are
    ("many", np.int64),
    ("ideas", np.int16, SORTS + 1),
    ("points", np.int16, 8),
    ("plan", np.int8, 2),
    ("may_pass", np.int8),  # whether the seat that is looked at may stall
    ("passed", np.int8),  # whether a pair that changes nothing was weighed
)


class Book(NamedTuple):
    """Room for a whole game."""

    page: NDArray[np.void]
    desk: NDArray[np.void]
    keys: NDArray[np.uint64]
    shares: NDArray[np.float64]  # of the first seat
    greed: NDArray[np.void]


def new_book(room: int, greedy: Eye) -> Book:
    """An empty book for so many tables, a power of two, and the eye of greed."""
    keys = np.zeros((room, _WORDS), np.uint64)
    desk = records(STATE, _ROOM_ON_DESK)
    return Book(records(PAGE), desk, keys, np.zeros(room), new_lore(greedy))


def begin(seen: Struct, book: Book, first_plan: int, second_plan: int) -> None:
    """Lay out the cards of the game as it is *seen*, and say how the seats are to play."""
    page, desk = book.page[0], book.desk
    lay_anew(seen, page, desk)
    page.plan[0], page.plan[1] = first_plan, second_plan
    page.kept = page.waiting = page.many = 0
    for sort in range(SORTS):
        if page.spots[0, sort] != NOTHING or page.spots[1, sort] != NOTHING:
            page.sorts[page.many] = sort
            page.many += 1


def share_of_first(seen: Struct, book: Book) -> float:
    """The share of the victory of the first seat from what is *seen* on; -1 if the book is full."""
    page, desk = book.page[0], book.desk
    lay_like(seen, page, desk)
    while True:
        page.missing = 0
        share = share_after(desk[_ASKED], page, desk, book.keys, book.shares)
        if page.missing == 0:
            return share
        if not settle(book):
            return _NONE


def weigh_ideas(
    seen: Struct, book: Book, ideas: NDArray[np.int16], shares: NDArray[np.float64]
) -> int:
    """Write each idea of the seat to move and the share of the victory it leads that seat to.

    Returns how many there are; 0 if the book is full.
    """
    page, desk = book.page[0], book.desk
    lay_like(seen, page, desk)
    s = desk[_ASKED]
    page.may_pass = page.plan[s.turn] == BEST
    must = must_be_busy(s, page)
    n = 0
    for i in range(page.many + 1):
        idea = page.sorts[i] if i < page.many else UNSEEN
        if is_there(s, page, idea) and not (must and is_idle(s, page, idea)):
            share = _NONE
            while share == _NONE:
                page.missing = 0
                page.may_pass = page.plan[s.turn] == BEST
                page.passed = 0
                share = weigh(s, page, desk, book.keys, book.shares, idea, 0)
                if page.missing > 0:
                    share = _NONE
                    if not settle(book):
                        return 0
            ideas[n] = idea
            shares[n] = share if s.turn == 0 else 1.0 - share
            n += 1
    return n


def idea_at(seen: Struct, spot: int) -> int:
    """The idea behind turning up that *spot*."""
    return in_stage(seen, idea_of(seen, spot))


# --- What it is worth ---------------------------------------------------------------------------


def settle(book: Book) -> bool:
    """Weigh what waits and all that it waits for; not if the book is full."""
    page, desk, keys, shares = book.page[0], book.desk, book.keys, book.shares
    while page.waiting > 0:
        last = page.waiting - 1
        s = desk[_WAITING + last]
        if keys[place_of(s, page, keys), 0] != NOTHING:
            page.waiting = last
            continue
        page.missing = 0
        if page.plan[s.turn] == GREEDY:
            share = follow_greed(s, page, desk, keys, shares, book.greed)
        else:
            share = follow_best(s, page, desk, keys, shares)
        if page.missing == 0:
            i = place_of(s, page, keys)
            for k in range(_WORDS):
                keys[i, k] = page.wanted[k]
            shares[i] = share
            page.kept += 1
            page.waiting = last
        if 4 * page.kept > 3 * len(keys) or _WAITING + page.waiting + 1024 > len(desk):
            return False
    return True


def follow_greed(
    s: Struct,
    page: Struct,
    desk: NDArray[np.void],
    keys: NDArray[np.uint64],
    shares: NDArray[np.float64],
    greed: NDArray[np.void],
) -> float:
    """What *s* is worth to the first seat, the seat to move being greedy."""
    spot = best_move(s, greed[0])
    if not has(s.known, spot):
        return average_unseen(s, page, desk, keys, shares)
    desk[_TURNED] = s
    turned = desk[_TURNED]
    turn_up_known(turned, page, in_stage(s, sort_of(s, s.card[spot])))
    if s.stage != FIRST_FLIP:
        return share_after(turned, page, desk, keys, shares)
    spot = best_move(turned, greed[0])
    if not has(turned.known, spot):
        return average_unseen(turned, page, desk, keys, shares)
    turn_up_known(turned, page, sort_of(turned, turned.card[spot]))
    return share_after(turned, page, desk, keys, shares)


def follow_best(
    s: Struct,
    page: Struct,
    desk: NDArray[np.void],
    keys: NDArray[np.uint64],
    shares: NDArray[np.float64],
) -> float:
    """What *s* is worth to the first seat, the seat to move doing what is best for it."""
    best = _NONE
    page.may_pass = page.plan[s.turn] == BEST
    page.passed = 0
    must = must_be_busy(s, page)
    for i in range(page.many + 1):
        idea = page.sorts[i] if i < page.many else UNSEEN
        if is_there(s, page, idea) and not (must and is_idle(s, page, idea)):
            best = better(s, best, weigh(s, page, desk, keys, shares, idea, i))
    return best


def better(s: Struct, one: float, other: float) -> float:
    """The share the seat to move prefers; both are the first seat's."""
    if one == _NONE or (other != _NONE and (other > one) == (s.turn == 0)):
        return other
    return one


def weigh(
    s: Struct,
    page: Struct,
    desk: NDArray[np.void],
    keys: NDArray[np.uint64],
    shares: NDArray[np.float64],
    idea: int,
    least: int,
) -> float:
    """What it is worth to turn up such a card; the second of a known pair is the *least* or later.

    Of the pairs that change nothing only one is weighed, as nobody could tell them apart.
    """
    if idea == UNSEEN:
        return average_unseen(s, page, desk, keys, shares)
    desk[_TURNED] = s
    turned = desk[_TURNED]
    turn_up_known(turned, page, idea)
    if s.stage != FIRST_FLIP:
        return share_after(turned, page, desk, keys, shares)
    best = _NONE
    must = must_be_busy(turned, page)
    for i in range(least, page.many):
        second = page.sorts[i]
        if not is_there(turned, page, second):
            continue
        if is_idle(turned, page, second):
            if must or page.passed:
                continue
            page.passed = 1
        desk[_AFTER] = turned
        turn_up_known(desk[_AFTER], page, second)
        best = better(s, best, share_after(desk[_AFTER], page, desk, keys, shares))
    if is_there(turned, page, UNSEEN):
        best = better(s, best, average_unseen(turned, page, desk, keys, shares))
    return best


def average_unseen(
    s: Struct,
    page: Struct,
    desk: NDArray[np.void],
    keys: NDArray[np.uint64],
    shares: NDArray[np.float64],
) -> float:
    """What it is worth to turn up a card nobody has seen."""
    total = 0.0
    for i in range(page.many):
        sort = in_stage(s, page.sorts[i])
        if s.stage == RUSH and sort != page.sorts[i]:
            continue
        n = count(unseen_of(s, page, sort))
        if n > 0:
            desk[_AFTER] = s
            turn_up_unseen(desk[_AFTER], page, sort)
            total += n * share_after(desk[_AFTER], page, desk, keys, shares)
    return total / count(s.table & ~s.known)


def share_after(
    s: Struct,
    page: Struct,
    desk: NDArray[np.void],
    keys: NDArray[np.uint64],
    shares: NDArray[np.float64],
) -> float:
    """What *s* is worth to the first seat; if that is not known yet, it is missing and waits."""
    left = 0
    for nuggets in range(len(NUGGETS)):
        left += (nuggets + 1) * int(s.left[DIGGERS + nuggets])
    ahead = lead(s)
    if left == 0:
        count_nuggets(s, page.points)
        won = winners(s, page.points)
        return 0.5 * ((won & 1) + 1 - (won >> 1))
    if ahead > left:
        return 1.0
    if ahead < -left:
        return 0.0
    i = place_of(s, page, keys)
    if keys[i, 0] == NOTHING:
        desk[_WAITING + page.waiting] = s
        page.waiting += 1
        page.missing += 1
        return 0.0
    return float(shares[i])


def lead(s: Struct) -> int:
    """By how many nuggets the first seat leads."""
    ahead = 0
    for i in range(len(NUGGETS)):
        ahead += (i + 1) * (int(s.won[0, i]) - int(s.won[1, i]))
    return ahead


def cards_more(s: Struct) -> int:
    """How many gold cards more the first seat has."""
    more = 0
    for i in range(len(NUGGETS)):
        more += int(s.won[0, i]) - int(s.won[1, i])
    return more


# --- The table ----------------------------------------------------------------------------------


def is_there(s: Struct, page: Struct, idea: int) -> bool:
    """Whether a known card of that sort may be turned up, or one that nobody has seen."""
    if idea == UNSEEN:
        return bool(s.table & ~s.known != NOTHING)
    return bool(known_of(s, page, idea) != NOTHING)


def lay_like(seen: Struct, page: Struct, desk: NDArray[np.void]) -> None:
    """Lay what is *seen* on the desk, every card on a place of its sort in the whole game."""
    desk[_ASKED] = seen
    s = desk[_ASKED]
    cards = desk[_LAID]
    s.table = s.known = NOTHING
    for spot in range(len(s.card)):
        s.card[spot] = cards.card[spot]
    for i in range(page.many):
        sort = page.sorts[i]
        lay_sort_like(seen, sort, page.spots[0, sort], s)
    recount(s)
    if seen.stage == SECOND_FLIP:
        s.up[0] = first(s.known & page.spots[0, sort_of(seen, seen.card[seen.up[0]])])


def lay_sort_like(seen: Struct, sort: int, places: Word, s: Struct) -> None:
    """Lay the cards of one *sort* on the last of its *places*, unseen ones after the known."""
    left, known = 0, 0
    for card in range(len(seen.left)):
        if seen.left[card] > 0 and sort_of(seen, card) == sort:
            left += int(seen.left[card])
    spots = seen.table & seen.known
    while spots != NOTHING:
        known += sort_of(seen, seen.card[first(spots)]) == sort
        spots &= spots - Word(1)
    gone = count(places) - left
    while places != NOTHING:
        spot = first(places)
        places &= places - Word(1)
        if gone > 0:
            gone -= 1
        else:
            s.table |= bit(spot)
            if known > 0:
                s.known |= bit(spot)
                known -= 1


def recount(s: Struct) -> None:
    """Count what lies on the table."""
    s.left[:] = 0
    spots = s.table
    while spots != NOTHING:
        s.left[s.card[first(spots)]] += 1
        spots &= spots - Word(1)


# --- The page -----------------------------------------------------------------------------------


def place_of(s: Struct, page: Struct, keys: NDArray[np.uint64]) -> int:
    """Where in the book *s* stands, or would stand."""
    write_key(s, page)
    h = NOTHING
    for k in range(_WORDS):
        h = mixed(h, page.wanted[k])
    mask = len(keys) - 1
    i: int = np.int64(h ^ (h >> Word(29))) & mask  # type: ignore[assignment]
    while keys[i, 0] != NOTHING and not is_same(page, keys, i):
        i = (i + 1) & mask
    return i


def is_same(page: Struct, keys: NDArray[np.uint64], i: int) -> bool:
    """Whether what is wanted stands at that place."""
    return bool(
        keys[i, 0] == page.wanted[0]
        and keys[i, 1] == page.wanted[1]
        and keys[i, 2] == page.wanted[2]
    )


def write_key(s: Struct, page: Struct) -> None:
    """Write down what is wanted: the table as all know it, who leads, and whose turn it is."""
    page.wanted[0] = s.table
    page.wanted[1] = s.table & s.known
    if s.stage == RUSH:
        page.wanted[0] = counted(s, page, s.known)
        page.wanted[1] = counted(s, page, ~s.known)
    up = int(sort_of(s, s.card[s.up[0]])) if s.stage == SECOND_FLIP else SORTS
    moment = ((int(s.turn) << 2 | int(s.stage)) << 6 | int(s.quiet)) << 6 | up
    page.wanted[2] = Word(((lead(s) + 128) << 8 | (cards_more(s) + 64)) << 16 | moment)
