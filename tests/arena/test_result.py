"""Figures of contests whose truth is known."""

import msgspec
import numpy as np
import pytest

from motherlode.arena import Pairing, Result
from motherlode.arena.book import Book
from motherlode.arena.result import result
from motherlode.simulate import provisional_text
from tests.arena.made_up import book_of, by_chance, contest_of, played, result_of, timeless


def test_shares_margins_and_lengths_are_means_over_games() -> None:
    # Of four games on two deals the first of the pairing wins one, shares one and loses two.
    games = {1: [[0], [0]], 2: [[0, 1], [0]]}
    pairing = result_of(contest_of(deals=2), lambda _, deal: games[deal]).pairings[0]
    one, other = pairing.line_ups

    assert (one.lone, one.rest, other.lone) == ("random", "greedy", "greedy")
    assert one.share.mean == 0.375
    assert other.share.mean == 0.625
    assert pairing.balance.mean == 0.375
    assert one.margin.mean == pytest.approx(-1 / 4)
    assert other.margin.mean == pytest.approx(1 / 4)
    assert pairing.moves == 60
    assert pairing.endings == {"all cards played": 4}


def test_where_three_sit_the_balance_weighs_both_line_ups() -> None:
    there, back = [[0], [1], [0]], [[1], [2], [0]]
    pairing = result_of(contest_of(seats=(3,)), lambda *_: there + back).pairings[0]

    assert [up.share.mean for up in pairing.line_ups] == pytest.approx([2 / 3, 0])
    assert pairing.balance.mean == pytest.approx((1 + 2 / 3 - 0) / 2, abs=1e-6)
    # A point for every win: two wins alone, one of another; then three of others.
    assert [up.margin.mean for up in pairing.line_ups] == pytest.approx([(2 - 1 / 2) / 3, -1 / 2])


def test_the_interval_holds_what_it_promises() -> None:
    rng, inside = np.random.default_rng(6), 0
    for i in range(200):
        asked = contest_of(deals=60, seed=str(i))
        share = result_of(asked, by_chance(rng, 0.7)).pairings[0].line_ups[0].share
        assert share.low is not None
        assert share.high is not None
        inside += share.low <= 0.7 <= share.high

    # 95 % of 200 is 190; with 60 deals the bootstrap is known to be a little narrow.
    assert 178 <= inside <= 198


def test_ratings_are_the_odds_and_their_interval_that_of_the_share() -> None:
    asked = contest_of(deals=200)
    found = result_of(asked, by_chance(np.random.default_rng(1), 0.75))
    share, (anchor, rated) = found.pairings[0].line_ups[0].share, found.ratings

    def points(odds: float | None) -> float:
        assert odds is not None
        return 1000 + 400 * float(np.log10(odds / (1 - odds)))

    assert (anchor.entrant, anchor.rating, anchor.low, anchor.high) == ("greedy", 1000, 1000, 1000)
    assert rated.rating == pytest.approx(points(share.mean), abs=1e-3)
    assert rated.low == pytest.approx(points(share.low), abs=1)
    assert rated.high == pytest.approx(points(share.high), abs=1)


def test_deals_of_their_own_would_do_as_well_where_the_deal_decides_nothing() -> None:
    asked = contest_of(deals=2000)
    gain = result_of(asked, by_chance(np.random.default_rng(2), 0.6)).pairings[0].pairing_gain

    assert gain == pytest.approx(1, abs=0.1)


def test_paired_deals_buy_much_where_the_deal_decides_who_wins() -> None:
    rng = np.random.default_rng(2)

    def winners(_pairing: Pairing, _deal: int) -> list[list[int]]:
        # The cards favour a seat, whoever sits there; one game in ten goes the other way.
        seat = int(rng.integers(2))
        return [[seat if rng.random() < 0.9 else 1 - seat] for _ in range(2)]

    gain = result_of(contest_of(deals=2000), winners).pairings[0].pairing_gain

    # The variance of a deal's mean is 0.045, that of two games apart 0.125.
    assert gain == pytest.approx(0.125 / 0.045, rel=0.15)


def test_where_three_sit_luck_is_common_to_both_line_ups() -> None:
    rng = np.random.default_rng(2)

    def winners(_pairing: Pairing, _deal: int) -> list[list[int]]:
        # On every other deal the one alone wins, whoever it is; on the rest another.
        alone = bool(rng.integers(2))
        there = [[seat if alone else (seat + 1) % 3] for seat in range(3)]
        noise = [[seat if alone == (rng.random() < 0.9) else (seat + 1) % 3] for seat in range(3)]
        return [*there, *noise]

    gain = result_of(contest_of(deals=2000, seats=(3,)), winners).pairings[0].pairing_gain

    # Six games apart have 0.25 each.  Of the difference are left: the noise, three times 0.09, and
    # 0.3 either way, since the noise tempers both kinds of deals.
    assert gain == pytest.approx(6 * 0.25 / (3 * 0.09 + 0.3**2), rel=0.15)


def test_what_a_seat_is_worth_is_not_counted_as_won_by_pairing() -> None:
    rng = np.random.default_rng(2)

    def winners(_pairing: Pairing, _deal: int) -> list[list[int]]:
        return [[0 if rng.random() < 0.9 else 1] for _ in range(2)]

    gain = result_of(contest_of(deals=2000), winners).pairings[0].pairing_gain

    assert gain == pytest.approx(1, abs=0.1)


def test_nothing_won_on_any_deal_is_no_proof_that_nothing_can_be() -> None:
    found = result_of(contest_of(deals=30), lambda *_: [[1], [0]])
    share = found.pairings[0].line_ups[0].share

    assert (share.mean, share.low) == (0, 0)
    assert share.high == pytest.approx(1 - 0.025 ** (1 / 30), abs=1e-5)
    assert found.pairings[0].line_ups[1].share.low == pytest.approx(0.025 ** (1 / 30), abs=1e-5)
    assert not found.reachable


def test_after_one_deal_nobody_knows() -> None:
    found = result_of(contest_of(deals=1), lambda *_: [[0], [0]])

    assert found.pairings[0].balance.low is None
    assert found.pairings[0].pairing_gain is None
    assert found.ratings[1].high is None


def test_a_pairing_that_may_stop_has_intervals_that_hold_at_any_moment() -> None:
    rng = np.random.default_rng(9)
    asked = contest_of(deals=400, until_clear=True)
    found = result_of(asked, by_chance(rng, 0.7))
    pairing = found.pairings[0]

    assert pairing.stopped
    assert found.complete
    assert pairing.deals < 400
    assert pairing.balance.low is not None
    assert pairing.balance.low > 0.5
    assert pairing.line_ups[0].margin.low is None


def test_pairings_with_different_numbers_of_deals_are_rated_together() -> None:
    rng = np.random.default_rng(9)
    asked = contest_of("random", "greedy", "1", deals=300, until_clear=True)
    wins = {"greedy": by_chance(rng, 0.9), "1": by_chance(rng, 0.6)}
    found = result_of(asked, lambda pairing, deal: wins[pairing.one](pairing, deal))

    assert len({pairing.deals for pairing in found.pairings}) > 1
    assert all(rating.low is not None for rating in found.ratings)


def test_an_unfinished_contest_says_so() -> None:
    asked = contest_of(deals=3)
    book = Book(asked)
    book.add(played(asked.pairings[0], 1, [[0], [0]]))

    found = result(asked, book, 1.0)
    assert not found.complete
    assert found.games == 2


def test_the_order_in_which_results_came_changes_nothing() -> None:
    asked = contest_of("random", "greedy", "1", deals=50)
    first = book_of(asked, by_chance(np.random.default_rng(3), 0.6))
    rng, again, second = (
        np.random.default_rng(3),
        by_chance(np.random.default_rng(3), 0.6),
        Book(asked),
    )
    every = [
        played(pairing, deal, again(pairing, deal))
        for pairing in asked.pairings
        for deal in range(1, 51)
    ]
    for i in rng.permutation(len(every)):
        second.add(every[i])

    assert timeless(result(asked, first, 1.0)) == timeless(result(asked, second, 2.0))


def test_what_moves_cost_is_told_by_entrant() -> None:
    asked = contest_of("random", "greedy", "1", deals=10)
    cost = result_of(asked, lambda *_: [[0], [1]]).cost.entrants

    # Each deal of a pairing is said to cost its first 30 moves and 1 ms, its second 30 and 2.
    assert [(each.entrant, each.moves) for each in cost] == [
        ("random", 600),
        ("greedy", 600),
        ("1", 600),
    ]
    assert [each.ms_a_move for each in cost] == pytest.approx([4 / 60, 3 / 60, 2 / 60], abs=1e-6)


def test_a_result_is_written_as_json_and_read_back() -> None:
    found = result_of(contest_of(seats=(2, 3)), lambda pairing, _: [[0]] * pairing.games)

    assert msgspec.json.decode(found.to_json(), type=Result) == found
    assert found.to_json().rstrip().rindex(b'"cost"') > found.to_json().index(b'"ratings"')
    assert "deck" in provisional_text(found.provisional)
