"""Stopping early is honest: wrongly in at most one of twenty runs, however often one looks."""

import numpy as np
import pytest
from numpy.typing import NDArray

from motherlode.arena.clear import ERROR, Doubt, believable

RUNS, DEALS = 400, 1500
# How a deal goes: swept by either side or shared; seats worth much; hardly ever even.
KINDS = {
    "two games": ((0.0, 0.5, 1.0), (0.25, 0.5, 0.25)),
    "seats decide": ((0.0, 0.5, 1.0), (0.05, 0.9, 0.05)),
    "all or nothing": ((0.0, 1.0), (0.5, 0.5)),
    "lopsided": ((0.0, 0.6), (1 / 6, 5 / 6)),
    "finely shared": (tuple(np.linspace(0, 1, 61)), (1 / 61,) * 61),
}


def deals(kind: str, rng: np.random.Generator, n: int = DEALS) -> NDArray[np.float64]:
    values, chances = KINDS[kind]
    return rng.choice(values, size=n, p=chances)


def settled_after(results: NDArray[np.float64]) -> int | None:
    """The deal after which it was clear."""
    doubt = Doubt()
    for n, balance in enumerate(results.tolist(), 1):
        doubt.hear(balance)
        if doubt.is_settled:
            return n
    return None


@pytest.mark.parametrize("kind", KINDS)
def test_equally_strong_sides_are_told_apart_in_at_most_one_of_twenty_runs(kind: str) -> None:
    rng = np.random.default_rng(7)
    wrong = sum(settled_after(deals(kind, rng)) is not None for _ in range(RUNS))

    assert wrong <= ERROR * RUNS


def test_looking_after_every_deal_at_an_ordinary_test_would_have_been_wrong() -> None:
    rng = np.random.default_rng(7)
    wrong = 0
    for _ in range(RUNS):
        results = deals("two games", rng)
        n = np.arange(1, DEALS + 1)
        error = np.sqrt(0.125 / n)
        wrong += bool((np.abs(results.cumsum() / n - 0.5) > 1.96 * error)[30:].any())

    assert wrong > 4 * ERROR * RUNS


@pytest.mark.parametrize(("share", "most"), [(0.9, 30), (0.7, 120), (0.6, 500)])
def test_a_stronger_side_is_found_out_soon(share: float, most: int) -> None:
    rng = np.random.default_rng(3)
    found = []
    for _ in range(50):
        both = rng.random((DEALS, 2)) < share
        found.append(settled_after(both.mean(axis=1)) or DEALS)

    assert np.median(found) < most


def test_after_as_many_deals_as_one_likes_the_truth_is_believable() -> None:
    rng = np.random.default_rng(11)
    wrong = 0
    for _ in range(200):
        share = rng.random()
        results = (rng.random((600, 2)) < share).mean(axis=1)
        bounds = [believable(results[:n]) for n in (1, 2, 5, 10, 30, 100, 300, 600)]
        wrong += any(not low <= share <= high for low, high in bounds)

    assert wrong <= ERROR * 200


def test_what_is_clear_and_what_is_believable_agree() -> None:
    rng = np.random.default_rng(5)
    for share in (0.5, 0.55, 0.65, 0.8):
        results = (rng.random((200, 2)) < share).mean(axis=1)
        for n in range(1, 200):
            doubt = Doubt()
            for balance in results[:n].tolist():
                doubt.hear(balance)
            low, high = believable(results[:n])
            assert doubt.is_settled == (not low <= 0.5 <= high)


@pytest.mark.parametrize("every", [0.0, 0.5, 1.0])
def test_results_that_are_all_alike_have_an_interval_too(every: float) -> None:
    low, high = believable(np.full(50, every))

    assert 0 <= low <= every <= high <= 1
    assert 0 < high - low < 0.5


def test_both_sides_are_treated_alike() -> None:
    results = deals("lopsided", np.random.default_rng(2), 100)
    low, high = believable(results)

    assert believable(1 - results) == pytest.approx((1 - high, 1 - low))
