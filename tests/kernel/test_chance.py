"""Chance inside the rules: fair, repeatable, and another for every seed."""

from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motherlode.kernel import chance
from motherlode.kernel.chance import draw, happens, pick, reseed, shuffle, stream
from motherlode.kernel.edge import compiled
from tests.worlds import loaded, odds_are_plausible, some

FULL = 2**32 - 1
TEN = range(2**10)


PUBLISHED = {
    0: [2916893877, 881238021, 2625815545, 2980900792],
    2**64 - 1: [1742968977, 1832247561, 485081214, 3666977981],
}


def giving(number: int) -> chance.Stream:
    """A stream whose next draw is that number of 32 bits."""
    # A draw is the lower half of the state crossed with the upper; with 0 there, 0 comes for ever.
    upper = 1
    return np.array([upper << 32 | (number ^ upper)], np.uint64)


def draws(seed: int, n: int) -> list[int]:
    """The first draws of a stream."""
    rng = stream(seed)
    return [int(draw(rng)) for _ in range(n)]


def test_the_same_seed_gives_the_same_draws() -> None:
    assert draws(5, 50) == draws(5, 50)


def test_a_stream_gives_these_very_numbers_for_ever() -> None:
    # Whoever writes down a seed wants the same games next year.
    assert draws(0, 4) == PUBLISHED[0]
    assert draws(2**64 - 1, 4) == PUBLISHED[2**64 - 1]


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 64, 65, 1000, 2**31 + 1, 2**32 - 1, 2**32])
def test_pick_gives_every_number_below_n_for_as_many_draws_as_any_other(n: int) -> None:
    # A draw d stands for d * n // 2**32, and the first 2**32 % n draws of each number are left out,
    # so that 2**32 // n remain.  Look at the ends of the range of draws for some of the numbers.
    fair = 2**32 // n
    for i in {0, 1 % n, n // 2, n - 1}:
        lowest = -((-i << 32) // n)
        highest = ((i + 1 << 32) - 1) // n
        kept = [d for d in range(lowest, min(highest, lowest + 3) + 1) if is_kept(d, n)]
        assert all(int(pick(giving(d), n)) == i for d in kept)
        assert is_kept(highest, n)
        assert int(pick(giving(highest), n)) == i
        first_kept = kept[0]
        assert highest - first_kept + 1 == fair


def is_kept(number: int, n: int) -> bool:
    """Whether a pick from *n* uses this draw, and does not draw again."""
    rng, once = giving(number), giving(number)
    pick(rng, n)
    draw(once)
    return bool(rng[0] == once[0])


def test_a_draw_that_would_favour_a_number_is_left_out_and_drawn_again() -> None:
    # 2**32 is one more than a multiple of 3: the draw 0 is one too many.
    assert not is_kept(0, 3)
    assert is_kept(1, 3)
    assert all(is_kept(d, 4) for d in range(10))
    # From 3 * 2**30 a quarter of all draws is left out, some of them twice in a row.
    rng, counts = stream(1), Counter[int]()
    n, picks = 3 * 2**30, some(4000, in_plain_python=800)
    for _ in range(picks):
        before = rng[0]
        number = int(pick(rng, n))
        assert 0 <= number < n
        counts[steps_between(before, rng[0])] += 1
    expected = {k: picks * 0.75 * 0.25 ** (k - 1) for k in (1, 2, 3)}
    expected[4] = picks - sum(expected.values())
    grouped = Counter({k: counts[k] for k in (1, 2, 3)})
    grouped[4] = picks - grouped.total()
    assert odds_are_plausible(grouped, expected)


def steps_between(before: Any, after: Any) -> int:
    """How many draws lie between two states of a stream."""
    rng, n = np.array([before], np.uint64), 0
    while rng[0] != after:
        draw(rng)
        n += 1
    return n


@pytest.mark.parametrize("n", [2, 5, 6, 52, 57, 60, 64])
def test_picks_are_spread_evenly(n: int) -> None:
    rng = stream(n)
    picks = n * some(1000, in_plain_python=50)
    counts = Counter(int(pick(rng, n)) for _ in range(picks))
    assert odds_are_plausible(counts, dict.fromkeys(range(n), picks / n))


@pytest.mark.parametrize("share", [0, 1, 2, 511, 512, 1000, 1023, 1024])
def test_what_has_a_chance_happens_for_that_share_of_all_draws(share: int) -> None:
    # The upper ten bits of a draw decide: each of their values stands for 2**22 draws.
    happened = [
        [bool(happens(giving(i << 22 | low), share)) for low in (0, 2**22 - 1)] for i in TEN
    ]
    assert happened == [[i < share] * 2 for i in TEN]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_every_order_comes_out_of_a_shuffle_as_often_as_any_other(n: int) -> None:
    orders = {1: 1, 2: 2, 3: 6, 4: 24}[n]
    rng, shuffles = stream(9), orders * some(800, in_plain_python=40)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(shuffles):
        cards = np.array([0, 1, 2, 3, 4], np.int8)
        shuffle(rng, cards, n)
        assert cards[n:].tolist() == list(range(n, 5))
        counts[tuple(cards.tolist())] += 1
    assert len(counts) == orders
    if orders > 1:
        assert odds_are_plausible(counts, dict.fromkeys(counts, shuffles / orders))


@given(st.integers(0, 20), st.integers(0, 2**64 - 1))
def test_a_shuffle_keeps_all_cards(n: int, seed: int) -> None:
    cards = np.arange(20, dtype=np.int8)
    shuffle(stream(seed), cards, n)
    assert sorted(cards.tolist()) == list(range(20))


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    seeds = [*range(500), *(2**32 + i for i in range(500)), *(2**64 - 1 - i for i in range(500))]
    first = [tuple(draws(seed, 2)) for seed in seeds]
    assert len(set(first)) == len(seeds)
    # Each bit of the first draw differs between neighbours as often as not.
    for bit in range(32):
        flips = Counter((first[i][0] ^ first[i + 1][0]) >> bit & 1 for i in range(len(first) - 1))
        assert odds_are_plausible(flips, dict.fromkeys((0, 1), (len(first) - 1) / 2))


def test_the_first_picks_of_neighbouring_seeds_are_spread_evenly() -> None:
    seeds = some(6000, in_plain_python=600)
    counts = Counter(int(pick(stream(seed), 60)) for seed in range(seeds))
    assert odds_are_plausible(counts, dict.fromkeys(range(60), seeds / 60))


@given(st.integers(0, 2**64 - 1))
def test_no_seed_begins_where_the_generator_stands_still(seed: int) -> None:
    rng = stream(seed)
    state = int(rng[0])
    draw(rng)
    assert int(rng[0]) != state
    assert 0 < state >> 32 < 4294883355


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**32))
def test_plain_python_draws_what_compiled_code_draws(seed: int, n: int) -> None:
    plain_reseed = getattr(reseed, "py_func", reseed)
    plain_draw = getattr(draw, "py_func", draw)
    plain_pick = getattr(pick, "py_func", pick)
    plain_happens = getattr(happens, "py_func", happens)
    one, other = stream(seed), np.zeros(1, np.uint64)
    plain_reseed(other, np.uint64(seed))
    assert one[0] == other[0]
    assert int(draw(one)) == int(plain_draw(other))
    assert int(pick(one, n)) == int(plain_pick(other, n))
    assert happens(one, n % 1025) == plain_happens(other, n % 1025)
    assert one[0] == other[0]


@pytest.mark.skipif(not compiled(), reason="only a compiled function gives back what it likes")
def test_a_stream_stays_a_word_between_calls() -> None:
    rng = stream(3)
    for _ in range(10):
        draw(rng)
        assert rng.dtype == np.uint64


def test_a_loaded_stream_picks_what_it_was_told_to() -> None:
    for n in range(1, 130):
        assert [int(pick(loaded(i, n), n)) for i in range(n)] == list(range(n))
