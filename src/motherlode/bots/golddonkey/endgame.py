"""Exact play for the last offer of Gold!.

Once the pile is empty chance has had its last word: offer, rows and score piles lie open, and each
turn either takes a card for good, spends a donkey or makes the offer worth more, so no position
comes twice.
"""

import numpy as np
from numpy.typing import NDArray

from motherlode.bots import exact
from motherlode.bots.exact import Book
from motherlode.bots.eye import weighed
from motherlode.bots.golddonkey.eyes import GREEDY
from motherlode.bots.golddonkey.judgement import describe, look, new_lore
from motherlode.bots.worth import Taste
from motherlode.games.golddonkey import rules
from motherlode.games.golddonkey.cards import COLOURS, COPIES, FIRST_SWAP, MOST_SEATS, STATE
from motherlode.games.golddonkey.rules import cards_in_pile, moves
from motherlode.kernel.bits import Word, count
from motherlode.kernel.edge import Struct, rule

# Half of it is used, and that takes about 150 ms.
_ROOM = 1 << 18
_KEY = 3
_COLOURS = len(COLOURS)
_ONE_STEP = Word((1 << _COLOURS) - 1)
_TAKES_FIRST = 10_000.0
_DONKEYS = Word((1 << _COLOURS * COPIES[0]) - 1)
# Of real positions up to here three in four fit the book, of those beyond one in twenty.
_MOST_EFFORT = 40


def new_book() -> Book:
    """Room for a solve."""
    return exact.new_book(STATE, MOST_SEATS, _KEY, _ROOM, new_lore(GREEDY))


@rule
def is_solvable(seen: Struct) -> bool:
    """Whether this is worth trying: nothing is left to be turned up, and there is a good chance."""
    if cards_in_pile(seen) > 0:
        return False
    return seen.seats == 2 or effort(seen) <= _MOST_EFFORT


@rule
def effort(seen: Struct) -> int:
    """How many positions there are with three seats, in steps of half as many again.

    What can be exchanged makes the lines long: gold on offer most of all, then donkeys.
    """
    gold = count(seen.offer & ~_DONKEYS)
    donkeys = count(seen.offer & _DONKEYS)
    in_rows = seen.row[0] | seen.row[1] | seen.row[2]
    return 8 * gold + 5 * donkeys + count(in_rows & _DONKEYS) + count(in_rows & ~_DONKEYS) // 3


@rule
def best_first(s: Struct, lores: NDArray[np.void], out: NDArray[np.int16]) -> int:
    """Write the legal moves: taking a card comes first, then what looks best."""
    lore = lores[0]
    appeal = lore.appeal
    look(s, lore)
    n = moves(s, out)
    for i in range(n):
        move = out[i]
        describe(s, lore, move)
        looks = weighed(lore)
        if move < FIRST_SWAP:
            looks += _TAKES_FIRST
        j = i
        while j > 0 and appeal[j - 1] < looks:
            appeal[j] = appeal[j - 1]
            out[j] = out[j - 1]
            j -= 1
        appeal[j] = looks
        out[j] = move
    return n


@rule
def write_key(s: Struct, key: NDArray[np.uint64]) -> None:
    """Write where each card lies, a number of three bits, equal cards in rising order.

    Bit i of each word belongs to card i, and above them stands whose turn it is.  A row that holds
    a set waits for its bonus, so the stage needs no bits.
    """
    key[0] = s.offer | s.row[1] | s.score[0] | s.score[2]
    key[1] = s.row[0] | s.row[1] | s.score[1] | s.score[2]
    key[2] = s.row[2] | s.score[0] | s.score[1] | s.score[2]
    sort_copies(key, 0, 1)
    sort_copies(key, 1, 2)
    sort_copies(key, 0, 1)
    sort_copies(key, 3, 4)
    key[0] |= Word(int(s.turn) + 1) << Word(60)


@rule
def sort_copies(key: NDArray[np.uint64], low: int, high: int) -> None:
    """Let equal cards of two steps change places where the first lies at the higher number."""
    a = Word(_COLOURS * low)
    b = Word(_COLOURS * high)
    above = Word(0)
    for i in range(_KEY):
        first = key[i] >> a
        second = key[i] >> b
        above = (first & ~second) | (~(first ^ second) & above)
    above &= _ONE_STEP
    for i in range(_KEY):
        change = (key[i] >> a ^ key[i] >> b) & above
        key[i] ^= change << a | change << b


_value_moves = exact.bound(rules, best_first, write_key)


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
    """Write every legal move, what it is worth and what it wins exactly; 0 if the book is full."""
    book.line[0] = seen
    return _value_moves(book, taste, moves, worth, share)
