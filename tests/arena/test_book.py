"""What is written down, and what of it counts."""

import numpy as np
import pytest

from motherlode.arena import BadResult, Pairing
from motherlode.arena.book import VICTORY, Book
from motherlode.arena.table import Played, Score
from tests.arena.made_up import contest_of, played

PAIR = Pairing(2, "random", "greedy")
TRIO = Pairing(3, "random", "greedy")


def test_only_deals_without_a_gap_before_them_count() -> None:
    book = Book(contest_of())
    page = book.pages[PAIR]
    for deal, counted in ((2, 0), (3, 0), (1, 3), (5, 3), (4, 5)):
        book.add(played(PAIR, deal, [[0], [0]]))
        assert page.deals == counted


def test_a_deal_that_is_there_already_is_no_news() -> None:
    book = Book(contest_of())

    assert book.add(played(PAIR, 1, [[0], [0]]))
    assert not book.add(played(PAIR, 1, [[1], [1]]))
    assert book.pages[PAIR].won[0, 0].tolist() == [VICTORY, 0]
    assert book.pages[PAIR].moves == [30, 30]


def test_where_two_sit_what_one_does_not_win_is_the_others() -> None:
    book = Book(contest_of())
    book.add(played(PAIR, 1, [[0], [0, 1]]))

    assert book.pages[PAIR].won.tolist() == [[[60, 30], [30, 0]]]
    assert book.pages[PAIR].margin.tolist() == [[[1, 0], [0, -1]]]


def test_where_three_sit_shares_and_margins_are_those_of_the_one_alone() -> None:
    book = Book(contest_of(seats=(3,)))
    points = (7, 4, 1)
    games = tuple(
        Score(points, won, 60, "all cards played") for won in ((0,), (0, 1), (0, 1, 2)) * 2
    )
    book.add(Played(*TRIO, 1, games, (1, 1), (1.0, 1.0)))

    assert book.pages[TRIO].won.tolist() == [[[60, 30, 20], [60, 30, 20]]]
    # Twice the margin over the mean of both others, which is a whole number.
    assert book.pages[TRIO].margin.tolist() == [[[9, 0, -9], [9, 0, -9]]]


@pytest.mark.parametrize(
    "wrong",
    [
        played(PAIR, 0, [[0], [0]]),
        played(PAIR, 21, [[0], [0]]),
        played(PAIR, 1, [[0]]),
        played(TRIO, 1, [[0]] * 6),
        played(Pairing(2, "greedy", "random"), 1, [[0], [0]]),
    ],
)
def test_a_result_of_another_contest_is_refused(wrong: Played) -> None:
    with pytest.raises(BadResult, match="none of this contest"):
        Book(contest_of()).add(wrong)


def test_a_pairing_stops_at_the_same_deal_in_whatever_order_results_come() -> None:
    rng = np.random.default_rng(1)
    asked = contest_of(deals=400, until_clear=True)
    deals = [played(PAIR, deal, [[0], [int(rng.random() < 0.4)]]) for deal in range(1, 401)]
    stops = set()
    for order in (range(400), reversed(range(400)), rng.permutation(400)):
        book = Book(asked)
        for i in order:
            book.add(deals[i])
        assert book.pages[PAIR].stopped
        stops.add(book.pages[PAIR].deals)

    assert len(stops) == 1
    assert 5 < stops.pop() < 400
