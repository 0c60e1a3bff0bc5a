"""OpenSpiel at our tables: it sees what its seat may know, and our plain search agrees with it.

Runs where OpenSpiel is installed: ``make ready-bench``, then ``make test ARGS=tests/bench``.
"""

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from motherlode.bots.baselines import BASELINES
from motherlode.bots.searcher import Searcher
from motherlode.bots.sight import Sight
from motherlode.games import game
from motherlode.games.golddigger.cards import SECOND_EDITION
from motherlode.games.golddigger.cards import deck as digger_deck
from motherlode.games.golddonkey.cards import deck as donkey_deck
from motherlode.games.goldrush.cards import DECK as RUSH_DECK
from motherlode.games.goldrush.cards import NOBODY
from motherlode.games.position import Position
from motherlode.kernel.chance import stream
from motherlode.kernel.edge import compiled
from tests.games.twins import observation_twin
from tests.worlds import SEATINGS, States, Table, every_seating, numbers, seen_by

pytest.importorskip("pyspiel", reason="OpenSpiel comes with make ready-bench")

from bench import against_openspiel, peers, spiel
from bench.against_openspiel import Match, interval, play_all, play_deal, read

pytestmark = pytest.mark.skipif(not compiled(), reason="too slow in plain Python")

# --- What it sees -------------------------------------------------------------------------------


def moments(table: Table) -> Iterator[Position]:
    """Some positions of a game with a choice to make."""
    for position in table.positions(1):
        if position.played % 9 == 4 and len(position.moves) > 1:
            yield position


def state_of(position: Position) -> spiel.State:
    """The position as OpenSpiel holds it."""
    return spiel.Table(position.game, position.options.seats).state(position.states())


@every_seating
def test_its_choice_does_not_depend_on_cards_it_cannot_see(table: Table) -> None:
    chance, altered = random.Random(0), 0
    for position in moments(table):
        twin = observation_twin(position, position.seat, chance)
        altered += twin != position
        found = [
            spiel.searcher(spiel.Table(table.game, table.options.seats), 60, 7).run_search(
                state_of(each)
            )
            for each in (position, twin)
        ]
        assert found[0] == found[1]
    assert altered > 2


@every_seating
def test_what_it_holds_is_the_game_as_a_position_has_it(table: Table) -> None:
    for position in table.positions(2):
        state = state_of(position)
        assert state.is_terminal() == position.over
        assert len(state.legal_actions()) == len(position.moves)
        if position.over:
            share = 2 / len(position.winners) - 1
            seats = range(table.options.seats)
            assert state.returns() == [share if i in position.winners else -1.0 for i in seats]
        else:
            assert state.current_player() == position.seat
            for seat in range(table.options.seats):
                seen = seen_by(table.kernel, position.states(), seat)
                assert state.information_state_string(seat) == seen.tobytes()


@every_seating
def test_a_resampled_state_looks_the_same_and_is_another(table: Table) -> None:
    state = state_of(table.start(3))
    player, sampler = state.current_player(), random.Random(1).random
    others = [state.resample_from_infostate(player, sampler) for _ in range(20)]
    assert {other.information_state_string() for other in others} == {
        state.information_state_string()
    }
    assert len({other._world.tobytes() for other in others}) == 20


@every_seating
def test_a_random_game_to_the_end_leaves_the_state_as_it_was(table: Table) -> None:
    state = state_of(table.start(4))
    before = state._world.tobytes()
    results = {tuple(state.played_out(stream(seed))) for seed in range(40)}
    assert state._world.tobytes() == before
    assert len(results) > 1


# --- Our plain search beside it -----------------------------------------------------------------

SIMULATIONS = 1_000
SEARCHES = 4


class Small(NamedTuple):
    """A game with a few cards of its deck."""

    game: str
    cards: int
    seats: int


SMALL = (
    Small("goldrush", 8, 2),
    Small("goldrush", 13, 2),  # with a few turns before the Gold Rush
    Small("goldrush", 8, 3),
    Small("golddigger", 10, 2),
    Small("golddigger", 12, 3),
    Small("golddonkey", 12, 2),
    Small("golddonkey", 14, 3),
)


def some_choice(small: Small, seed: int) -> States:
    """A moment of such a game with more than one legal move."""
    kernel, chance = game(small.game).kernel, random.Random(f"{small} {seed}")
    while True:
        states = kernel.new()
        kernel.deal(states, set_up(small, chance), np.arange(small.cards, dtype=np.int8))
        for _ in range(chance.randrange(small.cards // 2)):
            if not kernel.over(states):
                kernel.play(states, int(chance.choice(numbers(kernel, states))))
        if len(numbers(kernel, states)) > 1:
            return states


def set_up(small: Small, chance: random.Random) -> States:
    """The setup of a deal of some cards of the deck."""
    more: dict[str, Any] = {}
    deck = digger_deck(SECOND_EDITION)
    if small.game == "goldrush":
        deck, more["owner"] = RUSH_DECK.tolist(), [0, 0, 1, 1, NOBODY]
    elif small.game == "golddonkey":
        donkeys = tuple(chance.sample(range(6), small.seats))
        deck, more["donkey"] = donkey_deck(donkeys), donkeys
    return game(small.game).kernel.new_setup(
        deck=chance.sample(deck, small.cards),
        cards=small.cards,
        seats=small.seats,
        starter=0,
        **more,
    )


def ours(small: Small, states: States, seed: int) -> dict[int, tuple[float, float]]:
    """How often each move wins, and which part of the simulations it got, in our plain search."""
    its = game(small.game)
    seat, legal = int(states["turn"][0]), numbers(its.kernel, states)
    seen = seen_by(its.kernel, states, seat)
    sight = Sight(its, seat, 0, seen, (), tuple(its.words.MOVES[move] for move in legal))
    bot = BASELINES["plain:"](its, SIMULATIONS, seed)
    assert isinstance(bot, Searcher)
    advice = bot.advise(sight)
    return {
        move: (each.win, each.tried / SIMULATIONS) for move, each in zip(legal, advice, strict=True)
    }


def theirs(small: Small, states: States, seed: int) -> dict[int, tuple[float, float]]:
    """The same in OpenSpiel's."""
    table = spiel.Table(game(small.game), small.seats)
    bot = spiel.searcher(table, SIMULATIONS, seed)
    bot.run_search(table.state(states.copy()))
    return {
        move: ((child.value() + 1) / 2, child.visits / SIMULATIONS)
        for move, child in bot._root_node.child_info.items()
    }


@pytest.mark.parametrize("small", SMALL, ids=str)
def test_our_plain_search_values_and_prefers_moves_as_theirs_does(small: Small) -> None:
    differences, clear = [], 0
    for seed in range(4):
        states = some_choice(small, seed)
        a, b = (
            _mean([search(small, states, 10 * seed + i + 1) for i in range(SEARCHES)])
            for search in (ours, theirs)
        )
        assert set(a) == set(b)
        differences += [a[move][0] - b[move][0] for move in a]
        first, second, *_ = sorted(a, key=lambda move: a[move][1], reverse=True)
        if a[first][1] > 2 * a[second][1]:
            assert max(b, key=lambda move: b[move][1]) == first
            clear += 1
    # A move seldom tried is worth what little came of it: single values scatter, their mean less.
    assert abs(np.mean(differences)) < 0.02
    assert np.mean(np.abs(differences)) < 0.06
    assert max(map(abs, differences)) < 0.25


def _mean(searches: list[dict[int, tuple[float, float]]]) -> dict[int, np.ndarray[Any, Any]]:
    return {move: np.mean([found[move] for found in searches], axis=0) for move in searches[0]}


# --- The match ----------------------------------------------------------------------------------


def test_a_match_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    match = Match(SEATINGS[0].game.id, "plain:4", 4, "test", "as they are")
    journal = tmp_path / "journal"
    whole = play_all(match, 3, journal, 1)
    lines = journal.read_text("utf-8").splitlines()

    # Stopped in the middle of the last line.
    journal.write_text("\n".join(lines)[:-20], "utf-8")
    assert len(list(read(journal, match))) == 2
    again = play_all(match, 3, journal, 1)

    assert [played.shares for played in again] == [played.shares for played in whole]
    assert len(list(read(journal, match))) == 3
    assert list(read(journal, replace(match, seed="other"))) == []


def test_a_deal_comes_out_the_same_whenever_it_is_played() -> None:
    for its in ("goldrush", "golddigger", "golddonkey"):
        match = Match(its, "plain:4", 4, "test", "as they are")
        results = [play_deal(match, number).shares for number in range(3)]
        assert results == [play_deal(match, number).shares for number in range(3)]


def test_the_interval_is_about_the_mean_and_as_wide_as_the_deals_are_apart() -> None:
    low, high = interval([0.0, 0.5, 1.0] * 100)
    assert 0.44 < low < 0.5 < high < 0.56
    assert interval([0.5] * 30) == (0.5, 0.5)


def test_the_journal_knows_what_it_was_made_with(monkeypatch: pytest.MonkeyPatch) -> None:
    known = against_openspiel.sources()
    assert known == against_openspiel.sources()
    monkeypatch.setattr(peers, "version", lambda: "OpenSpiel 0")
    assert known != against_openspiel.sources()
