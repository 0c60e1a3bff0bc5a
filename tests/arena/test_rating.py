"""Ratings: known cases, and the most likely strengths in all others."""

from itertools import permutations
from math import log

import numpy as np
import pytest

from motherlode.arena.plan import LineUp
from motherlode.arena.rating import Floats, strengths

AB = LineUp(2, "b", "a")


def rate(entrants: str, results: dict[LineUp, tuple[float, float]]) -> list[float]:
    """The strengths that come of what the ones alone won, of how many games."""
    won = np.array([[won for won, _ in results.values()]])
    games = np.array([[games for _, games in results.values()]])
    found, exists = strengths(entrants, list(results), won, games)
    assert exists.all()
    return [float(each) for each in found[0]]


@pytest.mark.parametrize("share", [0.01, 0.3, 0.5, 0.75, 0.999])
def test_two_players_get_the_logarithm_of_their_odds(share: float) -> None:
    assert rate("ab", {AB: (1000 * share, 1000)})[1] == pytest.approx(log(share / (1 - share)))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_one_among_equals_has_an_equal_share(seats: int) -> None:
    up = LineUp(seats, "b", "a")

    assert rate("ab", {up: (100, 100 * seats)})[1] == pytest.approx(0)
    # As strong as all the others together: it wins half of the games.
    assert rate("ab", {up: (200, 400)})[1] == pytest.approx(log(seats - 1))


def test_shared_wins_count_in_equal_parts() -> None:
    won_and_shared = rate("ab", {AB: (60 + 0.5 * 20, 100)})

    assert won_and_shared[1] == pytest.approx(log(70 / 30))


def test_strengths_add_up_along_a_ladder() -> None:
    ladder = {AB: (75.0, 100.0), LineUp(2, "c", "b"): (80.0, 100.0)}

    assert rate("abc", ladder) == pytest.approx([0, log(3), log(3) + log(4)])


def test_results_that_contradict_each_other_meet_in_the_middle() -> None:
    ring = {AB: (3.0, 4.0), LineUp(2, "c", "b"): (3.0, 4.0), LineUp(2, "a", "c"): (3.0, 4.0)}

    assert rate("abc", ring) == pytest.approx([0, 0, 0])


def test_tables_of_all_sizes_find_the_strengths_they_were_played_with() -> None:
    true = {"a": 1.0, "b": 2.5, "c": 0.4, "d": 7.0}
    results = {}
    for seats in (2, 3, 4, 5):
        for lone, rest in permutations(true, 2):
            share = true[lone] / (true[lone] + (seats - 1) * true[rest])
            results[LineUp(seats, lone, rest)] = (1000 * share, 1000.0)

    assert np.exp(rate("abcd", results)) == pytest.approx(list(true.values()))


def likelihood(strength: Floats, results: dict[LineUp, tuple[float, float]]) -> float:
    """How likely the results are, said in the slowest way."""
    total = 0.0
    for up, (won, games) in results.items():
        lone, rest = (np.exp(strength["abcde".index(name)]) for name in (up.lone, up.rest))
        table = lone + (up.seats - 1) * rest
        total += won * log(lone / table) + (games - won) * log(rest / table)
    return total


def test_no_other_strengths_are_more_likely() -> None:
    rng = np.random.default_rng(4)
    for _ in range(20):
        results = {}
        for i, lone in enumerate("abcde"):
            for rest in "abcde"[:i]:
                up = LineUp(int(rng.integers(2, 6)), lone, rest)
                results[up] = (float(rng.integers(1, 100)), 100.0)
        best = np.array(rate("abcde", results))
        for nudge in rng.normal(scale=0.01, size=(20, 5)):
            assert likelihood(best + nudge, results) <= likelihood(best, results) + 1e-9


def test_whoever_won_everything_is_far_away_but_not_infinitely_and_it_is_said() -> None:
    won, games = np.array([[100.0], [99.0]]), np.array([[100.0], [100.0]])
    found, exists = strengths("ab", [AB], won, games)

    assert exists.tolist() == [False, True]
    # One deal of two games more, one of which is lost.
    assert found[0, 1] == pytest.approx(log(101))
    assert found[1, 1] == pytest.approx(log(99))


def test_who_beats_all_by_way_of_others_is_within_reach() -> None:
    ups = [AB, LineUp(2, "c", "b"), LineUp(2, "c", "a")]
    never_lost_to_a = np.array([[60.0, 70.0, 100.0]])
    never_lost = np.array([[60.0, 100.0, 100.0]])
    games = np.full((1, 3), 100.0)

    assert strengths("abc", ups, never_lost_to_a, games)[1].tolist() == [True]
    assert strengths("abc", ups, never_lost, games)[1].tolist() == [False]


def test_many_fits_at_once_are_the_same_as_one_by_one() -> None:
    rng = np.random.default_rng(8)
    ups = [AB, LineUp(3, "c", "b"), LineUp(2, "c", "a")]
    games = np.full((50, 3), 100.0)
    won = rng.integers(1, 100, size=(50, 3)).astype(float)
    together, _ = strengths("abc", ups, won, games)

    for row in range(50):
        alone, _ = strengths("abc", ups, won[row : row + 1], games[:1])
        assert alone[0] == pytest.approx(together[row], abs=1e-8)
