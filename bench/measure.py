"""Rates in CPU time: on a shared machine the best of several repeats is the steadiest figure."""

import timeit
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time


@dataclass(frozen=True)
class Tally:
    """What one stretch of play held; decisions are players' choices, transitions add chance."""

    games: float
    decisions: float
    transitions: float


@dataclass(frozen=True)
class Rate:
    """Decisions, transitions and finished games a second, under a printable name."""

    name: str
    decisions: float
    transitions: float
    games: float


def best_rate(name: str, play: Callable[[], Tally], seconds: float, repeats: int = 5) -> Rate:
    """Call play over and over for about the given seconds and keep the fastest repeat."""
    play()  # warms caches, and compiles where there is something to compile
    rates = [_one_rate(name, play, seconds / repeats) for _ in range(repeats)]
    return max(rates, key=lambda rate: rate.transitions)


def _one_rate(name: str, play: Callable[[], Tally], seconds: float) -> Rate:
    """The rate over one uninterrupted stretch of at least the given CPU seconds."""
    games = decisions = transitions = elapsed = 0.0
    start = process_time()
    while elapsed < seconds:
        tally = play()
        games += tally.games
        decisions += tally.decisions
        transitions += tally.transitions
        elapsed = process_time() - start
    return Rate(name, decisions / elapsed, transitions / elapsed, games / elapsed)


def microseconds(call: Callable[[], object], repeats: int = 5) -> float:
    """CPU microseconds of one call from Python, best of several repeats of about 20 ms."""
    timer = timeit.Timer(call, timer=process_time)
    number = 1
    while timer.timeit(number) < 0.02:
        number *= 2
    return min(timer.repeat(repeats, number)) / number * 1e6
