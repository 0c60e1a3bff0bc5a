"""Matches: who starts, how points add up, and who has won."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motherlode.games import GAMES
from motherlode.match import Match

GOLD_FOR_TWO = Match.begin("goldrush", seats=2, first_starter=0)
GOLD_FOR_THREE = Match.begin("goldrush", seats=3, first_starter=2)


def played(*scores: tuple[int, ...], first_starter: int = 0) -> Match:
    """A match of GOLD after these games."""
    match = Match.begin("goldrush", len(scores[0]), first_starter)
    for game in scores:
        match = match.add(game)
    return match


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Any match, at any moment."""
    game = draw(st.sampled_from(list(GAMES.values())))
    seats = draw(st.sampled_from(game.seats))
    points = st.tuples(*[st.integers(-20, 60)] * seats)
    games = draw(st.lists(points, max_size=seats))
    return Match(game.id, seats, draw(st.integers(0, seats - 1)), tuple(games))


def test_the_start_moves_on_by_one_seat_each_game() -> None:
    match = GOLD_FOR_THREE
    starters = []
    while not match.over:
        starters.append(match.starter)
        match = match.add((1, 2, 3))
    assert starters == [2, 0, 1]


def test_a_match_has_as_many_games_as_seats() -> None:
    assert [GOLD_FOR_TWO.games, GOLD_FOR_THREE.games] == [2, 3]
    assert not played((1, 2)).over
    assert played((1, 2), (1, 2)).over


def test_games_are_numbered_from_1() -> None:
    assert [GOLD_FOR_TWO.number, played((1, 2)).number] == [1, 2]


def test_points_add_up() -> None:
    assert GOLD_FOR_TWO.totals == (0, 0)
    assert played((20, 7), (-3, 30)).totals == (17, 37)


def test_nobody_has_won_before_the_last_game() -> None:
    assert played((60, 0)).winners == ()


def test_most_points_over_all_games_win() -> None:
    assert played((20, 7), (1, 9)).winners == (0,)


def test_the_last_game_decides_between_level_totals() -> None:
    assert played((20, 10), (10, 20)).winners == (1,)


def test_the_last_game_decides_only_among_the_level() -> None:
    # Seat 3 was best in the last game, and is not in it.
    assert played((9, 5, 0), (6, 8, 0), (3, 5, 9)).winners == (1,)


def test_a_match_level_in_the_last_game_too_is_shared() -> None:
    assert played((20, 10, 0), (0, 10, 0), (5, 5, 6)).winners == (0, 1)


def test_a_match_nobody_scored_in_is_shared_by_all() -> None:
    assert played((0, 0), (0, 0)).winners == (0, 1)


@pytest.mark.parametrize("game", GAMES)
def test_only_gold_prints_matches_in_its_rulebook(game: str) -> None:
    assert Match.begin(game, 2, 0).printed == (game == "goldrush")


@pytest.mark.parametrize(
    "more", [lambda match: match.add((1, 2)), lambda match: match.starter, lambda m: m.number]
)
def test_nothing_follows_the_last_game(more: Callable[[Match], Any]) -> None:
    with pytest.raises(ValueError, match="the match is over: all 2 games are played"):
        more(played((1, 2), (3, 4)))


def test_adding_a_game_leaves_the_match_before_it_alone() -> None:
    before = played((1, 2))
    before.add((3, 4))
    assert before == played((1, 2))


@pytest.mark.parametrize(
    ("game", "seats", "starter", "told"),
    [
        ("poker", 2, 0, "there is no game 'poker'"),
        ("golddonkey", 4, 0, "Gold! has 2, 3 seats, not 4"),
        ("goldrush", True, 0, "GOLD has 2, 3, 4, 5 seats, not True"),
        ("goldrush", 2.0, 0, "GOLD has 2, 3, 4, 5 seats, not 2.0"),
        ("goldrush", 2, 2, "the starter is a seat from 0 to 1, not 2"),
        ("goldrush", 2, -1, "the starter is a seat from 0 to 1, not -1"),
        ("goldrush", 2, None, "the starter is a seat from 0 to 1, not None"),
    ],
)
def test_a_match_no_table_could_begin_is_refused(
    game: str, seats: Any, starter: Any, told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        Match.begin(game, seats, starter)


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ((1,), "a score for each of the 2 seats, not 1"),
        ((1, 2, 3), "a score for each of the 2 seats, not 3"),
        ((1, 2.5), "whole numbers, not 2.5"),
        ((1, True), "whole numbers, not True"),
        ((1, 10**9), "whole numbers"),
    ],
)
def test_scores_that_cannot_be_are_refused(scores: tuple[Any, ...], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        GOLD_FOR_TWO.add(scores)


@given(matches())
def test_a_match_is_written_and_read_back(match: Match) -> None:
    assert Match.from_json(match.to_json()) == match


@given(matches())
def test_the_winners_have_the_most_points(match: Match) -> None:
    assert bool(match.winners) == match.over
    assert all(match.totals[seat] == max(match.totals) for seat in match.winners)


VALID = json.loads(played((1, 2)).to_json())


@pytest.mark.parametrize(
    "bad",
    [
        {"seats": 9},
        {"seats": "2"},
        {"game": "poker"},
        {"first_starter": 5},
        {"scores": [[1]]},
        {"scores": [[1, 2]] * 3},
        {"scores": [[1, 2.5]]},
        {"winner": 0},
    ],
)
def test_json_that_is_no_match_is_refused(bad: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="this is no match: "):
        Match.from_json(json.dumps(VALID | bad))


@given(st.binary() | st.text())
def test_reading_anything_gives_a_match_or_a_value_error(text: bytes | str) -> None:
    try:
        match = Match.from_json(text)
    except ValueError:
        return
    assert Match.from_json(match.to_json()) == match


def test_deep_nesting_is_refused_like_the_rest() -> None:
    with pytest.raises(ValueError, match="this is no match"):
        Match.from_json('{"scores": ' + "[" * 100_000)


def test_a_match_is_a_value() -> None:
    assert hash(played((1, 2))) == hash(played((1, 2)))
    with pytest.raises(AttributeError):
        GOLD_FOR_TWO.seats = 3  # type: ignore[misc]
    assert msgspec.structs.replace(GOLD_FOR_TWO, seats=3) == Match("goldrush", 3, 0)
