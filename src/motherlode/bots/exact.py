# ruff: noqa: F821 - the names declared without a value are the point of this file
"""Exact play where nothing is hidden any more: what every legal move leads to if all play well.

All seats play for what the end is worth to themselves.  Of ends worth the same to it a seat takes
the one that gives it more of the victory, then the one that gives less to the next seat, then to
the one after that: so what a position is worth does not depend on the order moves are looked at.

Positions are kept in a table by exact keys.  A position is left alone as soon as some seat is sure
to get so much there that another will not let it come to that.  What an end is worth to one seat
and to another is never more than 1 together, because a winner's margin is its best rival's, turned
round; so a seat does not go where the next one is sure of more than 1 less what it has elsewhere.
Two seats share exactly 1, which makes this what is called alpha-beta.

The names declared at the top stand for a game's rules and its endgame; ``bind`` puts the real ones
in their place.  Nothing here allocates or holds the GIL.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.bots.search import MOST_DEPTH, MOST_IDEAS, mixed
from motherlode.bots.worth import Taste, judge
from motherlode.kernel.bits import NOTHING, Word
from motherlode.kernel.edge import Struct, bind, record_type, records, rule

MOST_SEATS = 5

# A prize is a worth in parts of a long whole, then the share of the victory in sixtieths: whole
# numbers, so that ends worth the same are worth the same however their worth was added up.
_WHOLE = 1 << 32
_ROOM_FOR_SHARE = 64
_SIXTIETHS = 60
_UNKNOWN = -1
_NEVER = 1 << 60
# Two worths are rounded before they are compared with a whole.
_SLACK = 2

_OPEN, _SETTLED, _FULL = range(3)

best_first: Callable[[Struct, Any, NDArray[np.int16]], int]
over: Callable[[Struct], bool]
play: Callable[[Struct, int], None]
points: Callable[[Struct, NDArray[np.int16]], None]
winners: Callable[[Struct, NDArray[np.int16]], int]
write_key: Callable[[Struct, NDArray[np.uint64]], None]

# What is known of a position on the line that is looked at.
FRAME = record_type(
    ("best", np.int64, MOST_SEATS),  # the prizes of the best move so far
    ("limit", np.int64, MOST_SEATS),  # it does not come to this if a seat is sure to get more
    ("sure", np.int64),  # what the rival gets at least, of two seats, by the moves left alone
    ("place", np.int64),  # in the table
    ("many", np.int64),  # moves there are
    ("tried", np.int64),
)


class Book(NamedTuple):
    """Room for a solve: the line that is looked at, and all positions that were met."""

    line: NDArray[np.void]  # of positions, the root first
    frames: NDArray[np.void]
    moves: NDArray[np.int16]
    keys: NDArray[np.uint64]
    prizes: NDArray[np.int64]  # where some are unknown, the others are what is sure
    places: NDArray[np.int64]  # taken in the table
    taken: NDArray[np.int64]  # how many
    key: NDArray[np.uint64]
    prize: NDArray[np.int64]  # of the position that was settled last
    points: NDArray[np.int16]
    worth: NDArray[np.float64]
    share: NDArray[np.float64]
    lore: Any


def new_book(state: np.dtype[np.void], seats: int, words: int, room: int, lore: Any) -> Book:
    """A book for games of that *state*, keys being so many *words*; *room* is a power of two."""
    return Book(
        records(state, MOST_DEPTH),
        records(FRAME, MOST_DEPTH),
        np.zeros((MOST_DEPTH, MOST_IDEAS), np.int16),
        np.zeros((room, words), np.uint64),
        np.zeros((room, seats), np.int64),
        np.zeros(room // 2, np.int64),
        np.zeros(1, np.int64),
        np.zeros(words, np.uint64),
        np.zeros(seats, np.int64),
        np.zeros(8, np.int16),
        np.zeros(8),
        np.zeros(8),
        lore,
    )


def bound(
    rules: ModuleType, best_first: Callable[..., int], write_key: Callable[..., None]
) -> Callable[..., int]:
    """``value_moves`` for a game with these *rules*, its moves sorted and its positions told so."""
    names = {**vars(rules), "best_first": best_first, "write_key": write_key}
    for part in (meet, weigh, close, step, settle):
        names[part.__name__] = bind(part, names)
    return bind(value_moves, names)


# --- The same for all games ---------------------------------------------------------------------


@rule
def wipe(book: Book) -> None:
    """Forget all positions."""
    for i in range(book.taken[0]):
        book.keys[book.places[i]] = NOTHING
    book.taken[0] = 0


@rule
def place_of(keys: NDArray[np.uint64], key: NDArray[np.uint64]) -> int:
    """Where the position of that *key* stands, or would stand."""
    h = NOTHING
    for i in range(len(key)):
        h = mixed(h, key[i])
    mask = len(keys) - 1
    place: int = np.int64(h ^ (h >> Word(29))) & mask  # type: ignore[assignment]
    while keys[place, 0] != NOTHING and not is_at(keys, place, key):
        place = (place + 1) & mask
    return place


@rule
def is_at(keys: NDArray[np.uint64], place: int, key: NDArray[np.uint64]) -> bool:
    """Whether the position of that *key* stands at *place*."""
    for i in range(len(key)):
        if keys[place, i] != key[i]:
            return False
    return True


@rule
def add(book: Book, place: int) -> None:
    """Note the position of ``book.key`` there; nothing is known of it yet."""
    for i in range(len(book.key)):
        book.keys[place, i] = book.key[i]
    for seat in range(len(book.prize)):
        book.prizes[place, seat] = _UNKNOWN
    book.places[book.taken[0]] = place
    book.taken[0] += 1


@rule
def prize_of(worth: float, share: float) -> int:
    """Worth and share as one whole number."""
    return int(worth * _WHOLE + 0.5) * _ROOM_FOR_SHARE + int(share * _SIXTIETHS + 0.5)


@rule
def worth_of(prize: int) -> float:
    """The worth in a prize."""
    return (prize // _ROOM_FOR_SHARE) / _WHOLE


@rule
def share_of(prize: int) -> float:
    """The share of the victory in a prize."""
    return (prize % _ROOM_FOR_SHARE) / _SIXTIETHS


@rule
def limit_after(prize: int, seats: int) -> int:
    """What a rival may get before a seat that has this *prize* elsewhere is no better off.

    Of two seats the rival gets what is left; with more it must be so much that nothing is left.
    """
    if prize == _UNKNOWN:
        return _NEVER
    if seats == 2:
        return _WHOLE * _ROOM_FOR_SHARE + _SIXTIETHS - prize - 1
    return (_WHOLE + _SLACK - prize // _ROOM_FOR_SHARE + 1) * _ROOM_FOR_SHARE - 1


@rule
def is_better(f: Struct, prize: NDArray[np.int64], seat: int, seats: int) -> bool:
    """Whether a *prize* pleases *seat* more than its best move so far."""
    if prize[seat] != f.best[seat]:
        return prize[seat] > f.best[seat]
    for i in range(1, seats):
        rival = (seat + i) % seats
        if prize[rival] != f.best[rival]:
            return prize[rival] < f.best[rival]
    return False


@rule
def is_out(f: Struct, prize: NDArray[np.int64], seats: int) -> bool:
    """Whether a seat is sure to get so much that it does not come to this."""
    for seat in range(seats):
        if prize[seat] > f.limit[seat]:
            return True
    return False


@rule
def is_known(prize: NDArray[np.int64], seats: int) -> bool:
    """Whether all of a *prize* is known."""
    for seat in range(seats):
        if prize[seat] == _UNKNOWN:
            return False
    return True


# --- With the rules of one game -----------------------------------------------------------------


def value_moves(
    book: Book,
    taste: Taste,
    moves: NDArray[np.int16],
    worth: NDArray[np.float64],
    share: NDArray[np.float64],
) -> int:
    """Write the legal moves of ``line[0]`` and what they bring its seat; 0 if the book is full."""
    wipe(book)
    root = book.line[0]
    seat = int(root.turn)
    n = best_first(root, book.lore, moves)
    for i in range(n):
        book.line[1] = root
        play(book.line[1], moves[i])
        if not settle(book, taste):
            return 0
        worth[i] = worth_of(book.prize[seat])
        share[i] = share_of(book.prize[seat])
    return n


def settle(book: Book, taste: Taste) -> bool:
    """Find the prizes of ``line[1]``; False if the book is full before that."""
    depth = 1
    for seat in range(MOST_SEATS):
        book.frames[depth].limit[seat] = _NEVER
    state = meet(book, depth, taste)
    while state != _FULL:
        if state == _SETTLED:
            if depth == 1:
                return True
            depth -= 1
            weigh(book, depth)
        f = book.frames[depth]
        if f.tried == f.many or f.best[book.line[depth].turn] > f.limit[book.line[depth].turn]:
            close(book, depth)
            state = _SETTLED
        else:
            depth += 1
            step(book, depth)
            state = meet(book, depth, taste)
    return False


def meet(book: Book, depth: int, taste: Taste) -> int:
    """Come to a position: it may be settled, or open."""
    s, f = book.line[depth], book.frames[depth]
    if over(s):
        points(s, book.points)
        ahead = winners(s, book.points)
        judge(book.points, ahead, s.seats, taste, book.worth, book.share)
        for seat in range(s.seats):
            book.prize[seat] = prize_of(book.worth[seat], book.share[seat])
        return _SETTLED
    write_key(s, book.key)
    place = place_of(book.keys, book.key)
    if book.keys[place, 0] == NOTHING:
        if book.taken[0] == len(book.places) or depth + 1 == len(book.line):
            return _FULL
        add(book, place)
    else:
        for seat in range(s.seats):
            book.prize[seat] = book.prizes[place, seat]
        if is_known(book.prize, s.seats) or is_out(f, book.prize, s.seats):
            return _SETTLED
    f.place = place
    f.many = best_first(s, book.lore, book.moves[depth])
    f.tried = 0
    f.sure = _NEVER
    for seat in range(s.seats):
        f.best[seat] = _UNKNOWN
    return _OPEN


def weigh(book: Book, depth: int) -> None:
    """Make what was just settled the best move so far, if it is."""
    s, f = book.line[depth], book.frames[depth]
    rival = (s.turn + 1) % s.seats
    if book.prize[s.turn] == _UNKNOWN:
        f.sure = min(f.sure, book.prize[rival])
    elif is_better(f, book.prize, s.turn, s.seats):
        for seat in range(s.seats):
            f.best[seat] = book.prize[seat]


def close(book: Book, depth: int) -> None:
    """Note what a position brings each seat, or what one seat is sure to get."""
    s, f = book.line[depth], book.frames[depth]
    rival = (s.turn + 1) % s.seats
    for seat in range(s.seats):
        book.prize[seat] = f.best[seat]
    if f.best[s.turn] > f.limit[s.turn]:
        for seat in range(s.seats):
            if seat != s.turn:
                book.prize[seat] = _UNKNOWN
    elif f.best[s.turn] == _UNKNOWN or f.best[rival] > f.limit[rival]:
        if f.best[s.turn] != _UNKNOWN:
            f.sure = min(f.sure, f.best[rival])
        book.prize[s.turn] = _UNKNOWN
        book.prize[rival] = f.sure
    for seat in range(s.seats):
        book.prizes[f.place, seat] = book.prize[seat]


def step(book: Book, depth: int) -> None:
    """Make the next move of the position before."""
    before, above = book.line[depth - 1], book.frames[depth - 1]
    s, f = book.line[depth], book.frames[depth]
    book.line[depth] = before
    play(s, book.moves[depth - 1, above.tried])
    above.tried += 1
    for seat in range(s.seats):
        # With more than two seats what a rival gets here says nothing of what it gets elsewhere.
        f.limit[seat] = above.limit[seat] if s.seats == 2 or s.turn == before.turn else _NEVER
    rival = (before.turn + 1) % s.seats
    if s.seats == 2 or s.turn == rival:
        f.limit[rival] = min(f.limit[rival], limit_after(above.best[before.turn], s.seats))
