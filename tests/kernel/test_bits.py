"""Bit sets do what sets do, compiled and as plain Python."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from motherlode.kernel import bits
from motherlode.kernel.bits import NOTHING, Word
from motherlode.kernel.edge import compiled

FULL = 2**64 - 1

words = st.one_of(
    st.integers(0, FULL),
    st.sets(st.integers(0, 63), min_size=1, max_size=3).map(lambda s: sum(1 << i for i in s)),
    st.integers(0, 64).map(lambda n: 2**n - 1),
    st.integers(0, 64).map(lambda n: FULL ^ (2**n - 1)),
)
filled = words.filter(bool)
places = st.integers(0, 63)


def both(function: Callable[..., Any]) -> list[Callable[..., Any]]:
    """The function as it is called from Python, and as plain Python if that is another one."""
    plain = getattr(function, "py_func", function)
    return [function] if plain is function else [function, plain]


def members(word: int) -> list[int]:
    """The things in a set, rising."""
    return [i for i in range(64) if word >> i & 1]


@given(i=places)
def test_a_bit_is_the_set_of_one_thing(i: int) -> None:
    for bit in both(bits.bit):
        assert int(bit(i)) == 1 << i


@given(word=words, i=places)
def test_a_set_has_its_members_and_nothing_else(word: int, i: int) -> None:
    for has in both(bits.has):
        assert bool(has(Word(word), i)) == (i in members(word))


@pytest.mark.parametrize("n", range(-1, 65))
def test_below_n_are_the_first_n_things(n: int) -> None:
    for below in both(bits.below):
        assert members(int(below(n))) == list(range(n))


@given(word=words)
@example(word=0)
@example(word=FULL)
def test_a_set_is_counted(word: int) -> None:
    for count in both(bits.count):
        assert int(count(Word(word))) == word.bit_count()


@given(word=filled)
@example(word=1)
@example(word=1 << 63)
@example(word=FULL)
def test_the_first_and_the_last_of_a_set_are_its_lowest_and_its_highest(word: int) -> None:
    for first in both(bits.first):
        assert int(first(Word(word))) == members(word)[0]
    for last in both(bits.last):
        assert int(last(Word(word))) == members(word)[-1]


@given(word=filled)
@example(word=1)
@example(word=1 << 63)
@example(word=FULL)
def test_the_nth_of_a_set_is_the_nth_of_its_members(word: int) -> None:
    for nth in both(bits.nth):
        assert [int(nth(Word(word), n)) for n in range(word.bit_count())] == members(word)


@pytest.mark.skipif(not compiled(), reason="compiled code alone has types to give back")
@pytest.mark.parametrize("function", [bits.bit, bits.below])
def test_a_set_stays_a_word_inside_compiled_code(function: Any) -> None:
    # A signed integer that meets a word would make a float of both.
    function(3)
    kept = [function.overloads[types].signature.return_type for types in function.signatures]
    assert {str(result) for result in kept} == {"uint64"}


def test_nothing_is_in_the_empty_set() -> None:
    assert [i for i in range(64) if bits.has(NOTHING, i)] == []
    assert bits.count(NOTHING) == 0
