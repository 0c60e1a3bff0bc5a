"""Practice makes an eye that sees more than the one it began with."""

from itertools import islice

import pytest

from motherlode.bots.eye import Eye
from motherlode.bots.golddigger.eyes import GREEDY
from motherlode.bots.practice import practise
from motherlode.bots.searcher import AtFirstSight, judging
from motherlode.bots.sight import Bot
from motherlode.games import game
from motherlode.kernel.edge import compiled
from tests.bots.players import share_of
from tests.worlds import SEATINGS

DIGGER = game("golddigger")
LESSONS = 40
pytestmark = pytest.mark.skipif(not compiled(), reason="a lesson is a thousand games")


def learned(seed: int, lessons: int) -> list[Eye]:
    """The eye after each of the first lessons of so many."""
    return list(islice(practise(DIGGER, GREEDY, LESSONS, seed), lessons))


def test_a_few_lessons_make_an_eye_that_beats_the_one_it_began_with() -> None:
    (table,) = (each for each in SEATINGS if each.game is DIGGER and each.options.seats == 2)
    *_, eye = learned(seed=2, lessons=LESSONS)

    def practised(seed: int) -> Bot:
        return AtFirstSight(judging(DIGGER), eye, seed)

    def greedy(seed: int) -> Bot:
        return AtFirstSight(judging(DIGGER), GREEDY, seed)

    assert share_of(practised, greedy, table, deals=200) > 0.6


def test_the_same_seed_teaches_the_same() -> None:
    assert learned(seed=3, lessons=2) == learned(seed=3, lessons=2) != learned(seed=4, lessons=2)
