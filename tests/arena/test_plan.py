"""Who meets whom, and what a contest cannot be."""

from typing import Any

import pytest

from motherlode.arena import Pairing
from motherlode.arena.plan import LineUp, called
from motherlode.bots import levels
from motherlode.games import game
from tests.arena.made_up import contest_of


def test_everyone_meets_everyone_once() -> None:
    asked = contest_of("1", "greedy", "random")

    assert asked.pairings == (
        Pairing(2, "greedy", "1"),
        Pairing(2, "random", "1"),
        Pairing(2, "random", "greedy"),
    )


def test_on_a_ladder_each_meets_the_one_named_before() -> None:
    asked = contest_of("random", "greedy", "1", ladder=True)

    assert asked.pairings == (Pairing(2, "greedy", "random"), Pairing(2, "1", "greedy"))


def test_where_more_than_two_sit_each_is_once_alone_among_copies_of_the_other() -> None:
    pairing = Pairing(4, "greedy", "random")

    assert pairing.line_ups == (LineUp(4, "greedy", "random"), LineUp(4, "random", "greedy"))
    assert pairing.games == 8
    assert Pairing(2, "greedy", "random").games == 2


def test_tables_of_several_sizes_are_one_contest() -> None:
    asked = contest_of(seats=(3, 2))

    assert [pairing.seats for pairing in asked.pairings] == [2, 3]


@pytest.mark.parametrize(
    ("entrants", "more", "told"),
    [
        (("greedy",), {}, "two entrants at least, not 1"),
        (("greedy", "greedy"), {}, "'greedy' is named twice"),
        (("greedy", "nobody"), {}, "nobody called 'nobody' plays GOLD DIGGER; there are 1, 2"),
        (("greedy", "random"), {"deals": 0}, "number of deals is a whole number from 1"),
        (("greedy", "random"), {"deals": 10**9}, "to 1000000, not 1000000000"),
        (("greedy", "random"), {"seed": "a\nb"}, "no control characters"),
    ],
)
def test_a_contest_that_makes_no_sense_is_refused(
    entrants: tuple[str, ...], more: dict[str, Any], told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        contest_of(*entrants, **more)


def test_a_level_is_called_by_its_number_and_name() -> None:
    its = game("goldrush")

    assert called(its, "1") == f"1 {levels(its)[0].name}"
    assert called(its, "greedy") == "greedy"
