"""Random draws inside compiled code: for imagined worlds and simulations, never for a fair deal.

A stream is a one-element ``uint64`` array, stepped in place: a random state handed back to Python
would return as a signed integer and go on with other arithmetic.  The generator is MWC64X (David
Thomas): one multiplication that cannot overflow 64 bits, so the same code runs as plain Python
and on a GPU.
"""

import numpy as np
from numpy.typing import NDArray

from motherlode.kernel.bits import Word
from motherlode.kernel.edge import rule

Stream = NDArray[np.uint64]

_MULTIPLIER = Word(4294883355)
_HALF = Word(32)
_LOW_HALF = Word(0xFFFFFFFF)
_BUT_TEN_BITS = Word(22)
_ROUNDS = 4


def stream(seed: int) -> Stream:
    """A stream of its own for every *seed* from 0 to 2**64 - 1."""
    rng = np.zeros(1, np.uint64)
    reseed(rng, np.uint64(seed))
    return rng


@rule
def reseed(rng: Stream, seed: Word) -> None:
    """Start the stream anew at a place far from those of neighbouring seeds.

    A few keyed rounds over the two halves scatter the seeds one to one; the two states in
    which the generator stands still are left aside.
    """
    left = seed >> _HALF
    right = seed & _LOW_HALF
    for i in range(_ROUNDS):
        mixed = (right + Word(i + 1)) * _MULTIPLIER
        mixed = (mixed ^ (mixed >> Word(29))) & _LOW_HALF
        mixed = (mixed * Word(2654435769)) >> Word(16)
        left, right = right, (left ^ mixed) & _LOW_HALF
    # The carry stays below the multiplier and never zero: on the one cycle of the generator.
    rng[0] = ((left % (_MULTIPLIER - Word(2)) + Word(1)) << _HALF) | right
    for _ in range(_ROUNDS):
        draw(rng)


@rule
def draw(rng: Stream) -> Word:
    """The next 32 random bits."""
    state = rng[0]
    low = state & _LOW_HALF
    carry = state >> _HALF
    rng[0] = low * _MULTIPLIER + carry
    return low ^ carry


@rule
def pick(rng: Stream, n: int) -> int:
    """A number from 0 to *n* - 1, each exactly as likely as the others; *n* from 1 to 2**32."""
    span = Word(n)
    product = draw(rng) * span
    if product & _LOW_HALF < span:
        unfair = (_LOW_HALF + Word(1) - span) % span
        while product & _LOW_HALF < unfair:
            product = draw(rng) * span
    return np.int64(product >> _HALF)  # type: ignore[return-value]


@rule
def happens(rng: Stream, chance: int) -> bool:
    """Whether something happens whose *chance* is so many in 1024."""
    return bool(draw(rng) >> _BUT_TEN_BITS < Word(chance))


@rule
def shuffle(rng: Stream, cards: NDArray[np.int8], n: int) -> None:
    """Put the first *n* of *cards* in a random order, each order exactly as likely."""
    for left in range(n, 1, -1):
        i = pick(rng, left)
        last = left - 1
        card = cards[i]
        cards[i] = cards[last]
        cards[last] = card
