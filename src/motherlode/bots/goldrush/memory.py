"""How people remember what lay where in GOLD.

So many cards are held in mind at once, the newest ones; with every card somebody turns up some of
them fade; and of those that fade some only slip, and are then believed to lie next door.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.games.goldrush.cards import HIDDEN, KINDS, SECOND_FLIP, SPOTS
from motherlode.kernel.bits import NOTHING, Word, bit, count, first, has
from motherlode.kernel.chance import Stream, happens, pick
from motherlode.kernel.edge import Struct, rule

# The spots lie in rows of so many.
_WIDTH = 8
_NOWHERE = -1


class Attention(NamedTuple):
    """How good a memory is; the chances are in 1024ths."""

    capacity: int  # cards held in mind at once
    fade: int  # the chance that one of them fades when a card is turned up
    slip: int  # the chance that what fades is believed to lie next door


class Memory(NamedTuple):
    """What is believed to lie where."""

    card: NDArray[np.int8]  # by spot
    since: NDArray[np.int16]  # the move it was seen at
    moves: NDArray[np.int16]  # made so far, in one place
    left: NDArray[np.int8]  # scratch


def new_memory() -> Memory:
    """A memory of nothing."""
    return Memory(
        np.full(SPOTS, HIDDEN, np.int8),
        np.zeros(SPOTS, np.int16),
        np.zeros(1, np.int16),
        np.zeros(KINDS, np.int8),
    )


@rule
def notice(seen: Struct, spot: int, memory: Memory, attention: Attention, rng: Stream) -> None:
    """Take in that the card at *spot* was turned up, and let others fade over it."""
    memory.moves[0] += 1
    in_mind = where_held(memory)
    while in_mind != NOTHING:
        place = first(in_mind)
        in_mind &= in_mind - Word(1)
        if not has(seen.table, place):
            memory.card[place] = HIDDEN
        elif happens(rng, attention.fade):
            let_fade(seen, place, memory, attention, rng)
    if has(seen.table, spot):
        memory.card[spot] = seen.card[spot]
        memory.since[spot] = memory.moves[0]
    while count(where_held(memory)) > attention.capacity:
        memory.card[oldest(memory)] = HIDDEN


@rule
def let_fade(seen: Struct, place: int, memory: Memory, attention: Attention, rng: Stream) -> None:
    """Forget the card at *place*, or believe it next door from now on."""
    if happens(rng, attention.slip):
        other = next_door(place, rng)
        if other != _NOWHERE and has(seen.table, other) and memory.card[other] == HIDDEN:
            memory.card[other] = memory.card[place]
            memory.since[other] = memory.since[place]
    memory.card[place] = HIDDEN


@rule
def next_door(place: int, rng: Stream) -> int:
    """A spot beside, above or below *place*, or ``_NOWHERE`` beyond the edge."""
    column, row = place % _WIDTH, place // _WIDTH
    way = pick(rng, 4)
    if way == 0:
        column += 1
    elif way == 1:
        column -= 1
    elif way == 2:
        row += 1
    else:
        row -= 1
    if 0 <= column < _WIDTH and 0 <= row < SPOTS // _WIDTH:
        return row * _WIDTH + column
    return _NOWHERE


@rule
def where_held(memory: Memory) -> Word:
    """The spots whose cards are held in mind, a set."""
    spots = NOTHING
    for place in range(SPOTS):
        if memory.card[place] != HIDDEN:
            spots |= bit(place)
    return spots


@rule
def oldest(memory: Memory) -> int:
    """Where the card lies that was seen longest ago, of those held in mind."""
    found = _NOWHERE
    for place in range(SPOTS):
        if memory.card[place] != HIDDEN and (
            found == _NOWHERE or memory.since[place] < memory.since[found]
        ):
            found = place
    return found


@rule
def newest_before(memory: Memory, move: int) -> int:
    """Where the card lies that was seen last before that *move*, of those held in mind."""
    found = _NOWHERE
    for place in range(SPOTS):
        if (
            memory.card[place] != HIDDEN
            and memory.since[place] < move
            and (found == _NOWHERE or memory.since[place] > memory.since[found])
        ):
            found = place
    return found


@rule
def recall(
    seen: Struct, memory: Memory, attention: Attention, rng: Stream, out: NDArray[np.void]
) -> None:
    """Write into *out* the game as it is remembered, newest cards first.

    What cannot be, because no such card is left on the table, is not believed any more.  A card
    that lies turned up needs no memory.
    """
    out[0] = seen
    mine = out[0]
    mine.known &= ~mine.table
    for card in range(KINDS):
        memory.left[card] = seen.left[card]
    for place in range(SPOTS):
        if has(seen.table, place):
            mine.card[place] = HIDDEN
    if seen.stage == SECOND_FLIP:
        believe(mine, seen.up[0], seen.card[seen.up[0]], memory)
    place = newest_before(memory, int(memory.moves[0]) + 1)
    while place != _NOWHERE:
        if has(seen.table, place):
            believe(mine, place, memory.card[place], memory)
        place = newest_before(memory, int(memory.since[place]))


@rule
def believe(mine: Struct, place: int, card: int, memory: Memory) -> None:
    """Hold that *card* lies at *place*, if that can be."""
    if memory.left[card] > 0 and not has(mine.known, place):
        memory.left[card] -= 1
        mine.card[place] = card
        mine.known |= bit(place)
