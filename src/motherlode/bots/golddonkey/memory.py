"""How people keep track in Gold! of the cards that are gone.

Rows and offer lie open.  What was scored lies face down, and whoever does not keep it in mind
expects some of it to come from the pile again.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.kernel.bits import NOTHING, Word, bit, count, first, nth
from motherlode.kernel.chance import Stream, happens, pick
from motherlode.kernel.edge import Struct, rule


class Attention(NamedTuple):
    """How good a memory is."""

    fade: int  # the chance, in 1024ths, that a scored card is forgotten at a move


class Memory(NamedTuple):
    """The scored cards that were forgotten, a set in one place."""

    forgotten: NDArray[np.uint64]


def new_memory() -> Memory:
    """A memory of nothing."""
    return Memory(np.zeros(1, np.uint64))


@rule
def scored(seen: Struct) -> Word:
    """All cards in the score piles."""
    cards = NOTHING
    for seat in range(seen.seats):
        cards |= seen.score[seat]
    return cards


@rule
def notice(seen: Struct, move: int, memory: Memory, attention: Attention, rng: Stream) -> None:
    """Let some of the scored cards be forgotten."""
    cards = scored(seen) & ~memory.forgotten[0]
    while cards != NOTHING:
        if happens(rng, attention.fade):
            memory.forgotten[0] |= bit(first(cards))
        cards &= cards - Word(1)


@rule
def recall(
    seen: Struct, memory: Memory, attention: Attention, rng: Stream, out: NDArray[np.void]
) -> None:
    """Write into *out* the game as it is in mind: forgotten cards may come again.

    As many cards are still to come as really are, so others are not expected any more.
    """
    out[0] = seen
    gone = memory.forgotten[0] & scored(seen)
    size = count(seen.unseen)
    expected = seen.unseen | gone
    while count(expected) > size:
        expected &= ~bit(nth(expected, pick(rng, count(expected))))
    out[0].unseen = expected
