"""Sets of up to 64 things as the bits of one word.

Cards on a table, kinds in a row, colours of a hand: a set costs eight bytes, and asking it
something costs a few nanoseconds.  Every function takes and gives ``np.uint64`` and nothing else,
because a word that meets a signed integer turns into a float on the way.  No step overflows, so
plain Python runs them without a warning.
"""

import numpy as np

from motherlode.kernel.edge import rule

Word = np.uint64

NOTHING = Word(0)
_ONE = Word(1)
_TWO = Word(2)
_FOUR = Word(4)
_SEVEN = Word(7)
_EIGHT = Word(8)
_SIXTEEN = Word(16)
_THIRTY_TWO = Word(32)
_LAST_BYTE = Word(56)
_PAIRS = Word(0x5555555555555555)
_NIBBLES = Word(0x3333333333333333)
_BYTES = Word(0x0F0F0F0F0F0F0F0F)
_EACH_BYTE = Word(0x0101010101010101)
_TOP_OF_EACH_BYTE = Word(0x8080808080808080)
_UP_TO_127 = Word(0x7F)


@rule
def bit(i: int) -> Word:
    """The set that holds only *i*."""
    return _ONE << Word(i)


@rule
def has(word: Word, i: int) -> bool:
    """Whether *i* is in the set."""
    return (word >> Word(i)) & _ONE != NOTHING


@rule
def below(n: int) -> Word:
    """The set of the first *n* things; *n* may be 64."""
    if n <= 0:
        return NOTHING
    return ~NOTHING >> Word(64 - n)


@rule
def count(word: Word) -> int:
    """How many things the set holds."""
    return np.int64(_running_totals(word) >> _LAST_BYTE)  # type: ignore[return-value]


@rule
def first(word: Word) -> int:
    """The lowest thing in the set, which must not be empty."""
    return count((word & (~word + _ONE)) - _ONE)


@rule
def last(word: Word) -> int:
    """The highest thing in the set, which must not be empty."""
    for width in (1, 2, 4, 8, 16, 32):
        word |= word >> Word(width)
    return count(word) - 1


@rule
def nth(word: Word, n: int) -> int:
    """The *n*-th thing in the set, counted from 0; the set must hold more than *n*.

    The byte is found by comparing all eight running totals with *n* at once, the place within it
    by halving.
    """
    nibbles = _count_in_nibbles(word)
    totals = _running_totals(word)
    wanted = Word(n)
    passed = ((wanted * _EACH_BYTE) | _TOP_OF_EACH_BYTE) - totals
    place = (_add_up((passed & _TOP_OF_EACH_BYTE) >> _SEVEN) >> _LAST_BYTE) << Word(3)
    wanted -= ((totals << _EIGHT) >> place) & _UP_TO_127
    word >>= place
    half = (nibbles >> place) & Word(15)
    if wanted >= half:
        wanted -= half
        word >>= _FOUR
        place += _FOUR
    half = (word & _ONE) + ((word >> _ONE) & _ONE)
    if wanted >= half:
        wanted -= half
        word >>= _TWO
        place += _TWO
    if wanted >= word & _ONE:
        place += _ONE
    return np.int64(place)  # type: ignore[return-value]


@rule
def _count_in_nibbles(word: Word) -> Word:
    word = word - ((word >> _ONE) & _PAIRS)
    return (word & _NIBBLES) + ((word >> _TWO) & _NIBBLES)


@rule
def _running_totals(word: Word) -> Word:
    """In each byte, how many things the set holds up to the end of that byte.

    ``count`` and ``nth`` share it so that drawing from a set, which needs both, pays once.
    """
    nibbles = _count_in_nibbles(word)
    return _add_up((nibbles + (nibbles >> _FOUR)) & _BYTES)


@rule
def _add_up(word: Word) -> Word:
    """In each byte, the sum of the bytes up to it."""
    word = word + (word << _EIGHT)
    word = word + (word << _SIXTEEN)
    return word + (word << _THIRTY_TWO)
