"""Contests whose results are made up, so that what has to come of them is known beforehand."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from motherlode.arena import Contest, Pairing, Tournament, contest
from motherlode.arena.book import Book
from motherlode.arena.result import Result, result
from motherlode.arena.table import Played, Score
from motherlode.games import game

GAME = "golddigger"


def contest_of(*entrants: str, of: str = GAME, seats: Sequence[int] = (2,), **more: Any) -> Contest:
    """A contest, small unless told otherwise."""
    its = game(of)
    tables = [its.options(seats=n) for n in seats]
    wishes: dict[str, Any] = {"deals": 20, "seed": "lamp", **more}
    return contest(its, tables, entrants or ("greedy", "random"), **wishes)


def score(seats: int, winners: Sequence[int]) -> Score:
    """A game that these seats won, with a point for it."""
    points = tuple(int(seat in winners) for seat in range(seats))
    return Score(points, tuple(winners), 60, game(GAME).words.ENDINGS[0])


def played(pairing: Pairing, deal: int, winners: Sequence[Sequence[int]]) -> Played:
    """The games of a deal, with the seats that won each."""
    scores = tuple(score(pairing.seats, won) for won in winners)
    return Played(*pairing, deal, scores, (30, 30), (1.0, 2.0))


def book_of(asked: Contest, winners: Callable[[Pairing, int], Sequence[Sequence[int]]]) -> Book:
    """A full book in which *winners* says who wins the games of a pairing on a deal."""
    book = Book(asked)
    for pairing in asked.pairings:
        for deal in range(1, asked.deals + 1):
            book.add(played(pairing, deal, winners(pairing, deal)))
    return book


def result_of(asked: Contest, winners: Callable[[Pairing, int], Sequence[Sequence[int]]]) -> Result:
    """The result of that book."""
    return result(asked, book_of(asked, winners), 0.0)


def by_chance(rng: np.random.Generator, share: float) -> Callable[[Pairing, int], list[list[int]]]:
    """Every game for itself: the first of a pairing wins this *share*, whatever the seat."""

    def winners(pairing: Pairing, _deal: int) -> list[list[int]]:
        return [[seat if rng.random() < share else 1 - seat] for seat in range(2)]

    return winners


def timeless(of: Result) -> bytes:
    """All of a result that must be the same again."""
    import msgspec

    whole = msgspec.json.decode(of.to_json())
    del whole["cost"]
    return msgspec.json.encode(whole)


def straight(asked: Contest) -> Result:
    """A contest played in one go in this process."""
    return Tournament(asked).run()
