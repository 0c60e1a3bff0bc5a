"""Exact play for the last hands of GOLD DIGGER.

Once the pile is empty every card a seat has not seen is in another hand.  What is claimed to be
solvable then, and why that is exact:

- *One other seat holds cards.*  Each of the two knows the hand of the other: it is what is missing.
  With two seats that is so as soon as the pile is empty, with more for the last two cards.
- *Nobody holds two cards, and those the other seats hold are alike.*  The seat to move knows every
  hand.  It plays its card openly, so the next one is in the same position.
- *All cards left are alike.*
- *The others have no choice that changes anything*, so nothing depends on what they know, nor on
  which of them holds what.  They cannot stake a claim, because none of them has a stake left or no
  person is left to them; and the ore they hold ends up the same wherever they lay it, because one
  mine alone has room, or because it is alike: then it fills what room is left when the seat to move
  has laid its own, which is alike as well or is all it holds.

In all other cases a seat would have to weigh worlds against each other, or guess how another seat
does that, and nothing is claimed.
"""

import numpy as np
from numpy.typing import NDArray

from motherlode.bots import exact
from motherlode.bots.exact import Book
from motherlode.bots.worth import Taste
from motherlode.games.golddigger import rules
from motherlode.games.golddigger.cards import (
    FOOLS_GOLD,
    HAND,
    HIDDEN,
    MINES,
    MOST_SEATS,
    NO_CARD,
    STATE,
)
from motherlode.games.golddigger.knowledge import hidden_cards, imagine
from motherlode.games.golddigger.rules import (
    bags_in,
    has_room,
    is_person,
    moves,
)
from motherlode.kernel.bits import NOTHING, Word
from motherlode.kernel.chance import Stream, stream
from motherlode.kernel.edge import Struct, rule

_ROOM = 1 << 15
_KEY = 4
_MINES = len(MINES)
_HANDS_IN_A_WORD = 4


def new_book() -> Book:
    """Room for a solve."""
    return exact.new_book(STATE, MOST_SEATS, _KEY, _ROOM, stream(0))


@rule
def is_solvable(seen: Struct) -> bool:
    """Whether the rest can be played exactly, whatever the others hold and know."""
    if seen.drawn < seen.cards:
        return False
    return is_open(seen) or is_settled_by_one(seen)


@rule
def is_open(seen: Struct) -> bool:
    """Whether every seat knows every hand, now and in all turns to come."""
    if rivals_with(seen, 1) <= 1:
        return True
    first = seen.pile[seen.cards - hidden_cards(seen)]
    if first != seen.pile[seen.cards - 1]:
        return False
    if rivals_with(seen, 2) == 0 and seen.hand[seen.turn, 1] == NO_CARD:
        return True
    return seen.hand[seen.turn, 0] == first and holds_one_kind(seen, 0, first)


@rule
def is_settled_by_one(seen: Struct) -> bool:
    """Whether no other seat has a choice that changes anything."""
    ores = hidden_ores(seen)
    if ores < hidden_cards(seen) and rivals_may_stake(seen):
        return False
    if ores == 0 or mines_with_room(seen) == 1:
        return True
    ore = seen.pile[seen.cards - 1]
    if seen.pile[seen.cards - ores] != ore:
        return False
    return seen.hand[seen.turn, 1] == NO_CARD or holds_one_kind(seen, FOOLS_GOLD, ore)


@rule
def rivals_with(seen: Struct, cards: int) -> int:
    """How many other seats hold so many cards or more."""
    n = 0
    for rival in range(seen.seats):
        n += seen.hand[rival, cards - 1] == HIDDEN
    return n


@rule
def rivals_may_stake(seen: Struct) -> bool:
    """Whether another seat that holds cards has a stake to place."""
    for rival in range(seen.seats):
        if seen.hand[rival, 0] == HIDDEN and seen.unplaced[rival] > 0:
            return True
    return False


@rule
def hidden_ores(seen: Struct) -> int:
    """How many of the cards the others hold are ore."""
    n = 0
    while n < hidden_cards(seen) and not is_person(seen.pile[seen.cards - 1 - n]):
        n += 1
    return n


@rule
def holds_one_kind(seen: Struct, least: int, card: int) -> bool:
    """Whether the seat to move holds, from the card *least* on, only cards like *card*."""
    for place in range(HAND):
        own = seen.hand[seen.turn, place]
        if own != NO_CARD and own >= least and own != card:
            return False
    return True


@rule
def mines_with_room(seen: Struct) -> int:
    """How many mines have room for ore."""
    n = 0
    for mine in range(_MINES):
        n += has_room(seen, mine)
    return n


@rule
def best_first(s: Struct, lore: Stream, out: NDArray[np.int16]) -> int:
    """Write the legal moves; so few positions are left that their order does not matter."""
    return moves(s, out)


@rule
def write_key(s: Struct, key: NDArray[np.uint64]) -> None:
    """Write the bags and the room of each mine, the stakes, and the hands, which imply the turn."""
    key[0] = Word(1)
    key[1:] = NOTHING
    for mine in range(_MINES):
        key[0] = key[0] << Word(10) | Word(int(s.ores[mine]) << 7 | int(bags_in(s, mine)))
        for seat in range(s.seats):
            key[1] = key[1] << Word(2) | Word(s.stakes[seat, mine])
    for seat in range(s.seats):
        word = 2 + seat // _HANDS_IN_A_WORD
        for place in range(HAND):
            key[word] = key[word] << Word(5) | Word(s.hand[seat, place] + 1)


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
    """Write every legal move, what it is worth and what it wins exactly; 0 if the book is full.

    All worlds that fit what is *seen* give the same, so any one will do.
    """
    imagine(seen, book.lore, book.line)
    return _value_moves(book, taste, moves, worth, share)
