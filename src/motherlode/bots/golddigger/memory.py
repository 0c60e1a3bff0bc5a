"""How people keep track in GOLD DIGGER of what lies at the mines and of what is still to come.

The numbers on the gold lie open, but nobody adds up six mines at every turn: some of the newest
ones are in mind, the others are taken for middling ones.  And whoever does not count what is gone
expects what is still to come to be as it was at the start.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.games.golddigger.cards import (
    CARDS,
    FIRST_ORE_MOVE,
    FOOLS_GOLD,
    HAND,
    MINES,
    ORE_OF_A_MINE,
)
from motherlode.games.golddigger.knowledge import hidden_cards, sort_from
from motherlode.games.golddigger.rules import is_person, mine_of
from motherlode.kernel.chance import Stream, happens, pick
from motherlode.kernel.edge import Struct, rule

_MINES = len(MINES)
# What gold is taken for whose number is not in mind.
_MIDDLING = 2


class Attention(NamedTuple):
    """How good a memory is."""

    numbers: int  # how many gold cards at the mines, the newest ones, are known by their number
    counting: int  # the chance, in 1024ths, that a card still to come is the right one


class Memory(NamedTuple):
    """When each ore card was laid at its mine, in moves."""

    since: NDArray[np.int16]
    moves: NDArray[np.int16]  # made so far, in one place
    ore: NDArray[np.int8]  # scratch: every ore card of the game


def new_memory() -> Memory:
    """A memory of nothing."""
    return Memory(
        np.zeros((_MINES, ORE_OF_A_MINE), np.int16),
        np.zeros(1, np.int16),
        np.zeros(CARDS, np.int8),
    )


@rule
def notice(seen: Struct, move: int, memory: Memory, attention: Attention, rng: Stream) -> None:
    """Take in that *move* was made."""
    memory.moves[0] += 1
    if move >= FIRST_ORE_MOVE:
        mine = mine_of(move)
        memory.since[mine, seen.ores[mine] - 1] = memory.moves[0]


@rule
def recall(
    seen: Struct, memory: Memory, attention: Attention, rng: Stream, out: NDArray[np.void]
) -> None:
    """Write into *out* the game as it is in mind."""
    out[0] = seen
    blur_numbers(seen, memory, attention, out[0])
    mistake_the_heap(seen, memory, attention, rng, out[0])


@rule
def blur_numbers(seen: Struct, memory: Memory, attention: Attention, mine: Struct) -> None:
    """Take the older gold at the mines for middling gold."""
    for where in range(_MINES):
        for i in range(seen.ores[where]):
            if seen.ore[where, i] > 0:
                newer = 0
                for other in range(_MINES):
                    for j in range(seen.ores[other]):
                        is_newer = memory.since[other, j] > memory.since[where, i]
                        newer += is_newer and seen.ore[other, j] > 0
                if newer >= attention.numbers:
                    mine.ore[where, i] = _MIDDLING


@rule
def mistake_the_heap(
    seen: Struct, memory: Memory, attention: Attention, rng: Stream, mine: Struct
) -> None:
    """Take ore still to come for any ore of the game, gone or not."""
    start = seen.drawn - hidden_cards(seen)
    ores = collect_ore(seen, memory, start)
    for i in range(start, seen.cards):
        if not (is_person(seen.pile[i]) or happens(rng, attention.counting)):
            mine.pile[i] = memory.ore[pick(rng, ores)]
    sort_from(mine, start)


@rule
def collect_ore(seen: Struct, memory: Memory, start: int) -> int:
    """Write every ore card of the game into ``memory.ore``, and return how many they are."""
    n = 0
    for where in range(_MINES):
        for i in range(seen.ores[where]):
            memory.ore[n] = FOOLS_GOLD + seen.ore[where, i]
            n += 1
    for i in range(start, seen.cards):
        if not is_person(seen.pile[i]):
            memory.ore[n] = seen.pile[i]
            n += 1
    for place in range(HAND):
        if seen.hand[seen.turn, place] >= FOOLS_GOLD:
            memory.ore[n] = seen.hand[seen.turn, place]
            n += 1
    return n
