"""Whole games of GOLD with a few cards: solved as by playing out everything, and by real rules."""

from __future__ import annotations

import random
from collections import defaultdict
from functools import cache
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from bench.ceiling import Seating, given_away, small_deals
from bench.small import GOLD, OWNER, Exact, Small, State
from bench.whole import BEST, BUSY, GREEDY
from motherlode.bots.roster import entrant
from motherlode.games.goldrush.cards import DECK, DYNAMITE, FEW_LEFT, RUSH_AT, SPOTS, digger, gold
from motherlode.kernel.edge import compiled
from tests.bots.goldrush.brute import all_worlds, cards, is_busy, shown_at, what_is_known

pytestmark = pytest.mark.skipif(not compiled(), reason="too slow in plain Python")

PLANS = [(BEST, BEST), (BUSY, BUSY), (BEST, GREEDY), (GREEDY, BUSY), (GREEDY, GREEDY)]


@cache
def small(rush_at: int = 2) -> Small:
    return Small(rush_at)


class Slowly:
    """Someone who plays out everything, in every world that may be true."""

    def __init__(self, plan: tuple[int, int]) -> None:
        """Begin with nothing played out."""
        self._plan = plan
        self._greedy = entrant(GOLD, "greedy").make(1)
        self._found: dict[Any, float] = {}
        self.moments: list[State] = []

    def value(self, worlds: list[State]) -> float:
        """The first seat's share of the victory."""
        if small().over(worlds[0]):
            return small().share(worlds[0])
        content = what_is_known(worlds[0])
        if content not in self._found:
            self.moments.append(small().seen(worlds[0]))
            seat = int(worlds[0]["turn"][0])
            values = [self.turn_up(worlds, spot) for spot in self.allowed(worlds[0])]
            self._found[content] = max(values) if seat == 0 else min(values)
        return self._found[content]

    def turn_up(self, worlds: list[State], spot: int) -> float:
        """What it is worth to turn up that spot."""
        moments = defaultdict[int, list[State]](list)
        for world in worlds:
            after = world.copy()
            small().play(after, spot)
            moments[int(world["card"][0, spot])].append(after)
        return sum(len(each) / len(worlds) * self.value(each) for each in moments.values())

    def allowed(self, s: State) -> list[int]:
        """The spots that may be turned up by the plan of the seat to move."""
        plan = self._plan[int(s["turn"][0])]
        sight = small().sight(s, 0)
        legal = [GOLD.number_of[move] for move in sight.moves]
        if plan == GREEDY:
            return [GOLD.number_of[self._greedy.choose(sight)]]
        if plan == BEST or int(s["rush"][0]):
            return legal
        return [spot for spot in legal if shown_at(s, spot) is None or is_busy(s, spot)] or legal


def some_deck(rng: random.Random, n: int) -> list[int]:
    """A few cards, some of them equal, so that pairs change nothing now and then."""
    few = rng.sample(DECK.tolist(), 4)
    return [rng.choice(few) for _ in range(n)]


def some_moment(rng: random.Random) -> State:
    """A game of a few cards, at its beginning or with some already known and some gold won."""
    s = small().start(some_deck(rng, rng.choice((4, 5, 6))), OWNER, rng.randrange(2))
    if rng.random() < 0.5:
        for spot in rng.sample(cards(s), 2):
            s["known"] |= np.uint64(1 << spot)
        s["won"][0, rng.randrange(2), rng.randrange(4)] += 1
        s["quiet"] = rng.choice((0, 10))
    return small().seen(s)


@pytest.mark.parametrize("plan", PLANS)
def test_what_is_solved_is_what_playing_everything_out_says(plan: tuple[int, int]) -> None:
    rng = random.Random(str(plan))
    for _ in range(12):
        seen = some_moment(rng)
        slowly = Slowly(plan)
        assert Exact(small(), seen, plan).value == pytest.approx(slowly.value(all_worlds(seen)))


@pytest.mark.parametrize("plan", [(BEST, BEST), (BUSY, GREEDY)])
def test_every_choice_later_in_the_game_has_its_worth(plan: tuple[int, int]) -> None:
    rng = random.Random(str(plan))
    compared = 0
    for _ in range(6):
        seen = some_moment(rng)
        slowly, exact = Slowly(plan), Exact(small(), seen, plan)
        slowly.value(all_worlds(seen))
        for moment in rng.sample(slowly.moments, min(12, len(slowly.moments))):
            seat = int(moment["turn"][0])
            if plan[seat] == GREEDY:
                continue
            found, worlds = exact.ideas(moment), all_worlds(moment)
            spots = slowly.allowed(moment)
            assert {exact.idea(moment, spot) for spot in spots} == found.keys()
            for spot in spots:
                share = slowly.turn_up(worlds, spot)
                worth = share if seat == 0 else 1 - share
                assert found[exact.idea(moment, spot)] == pytest.approx(worth)
                compared += 1
    assert compared > 50


def test_what_a_player_gives_away_is_what_it_wins_less_than_the_best() -> None:
    """Over all orders of the cards the two ways to tell what greed wins against greed agree."""
    deck = [digger(0, 3), digger(2, 5), digger(2, 5), gold(1), gold(3), gold(3)]
    greedy, rival = entrant(GOLD, "greedy").make(1), entrant(GOLD, "greedy").make(2)
    for seat, plan in enumerate([(BUSY, GREEDY), (GREEDY, BUSY)]):
        start = small().start(deck, OWNER)
        seating, values = Seating(small(), start, seat), Exact(small(), small().seen(start), plan)
        deals = [small().start(order, OWNER) for order in set(permutations(deck))]
        given = [given_away(seating, deal, values, greedy, rival) for deal in deals]
        won = Exact(small(), small().seen(start), (GREEDY, GREEDY)).value
        assert np.mean(given) > 0
        expected = seating.mine(values.value) - seating.mine(won)
        assert np.mean(given) == pytest.approx(expected)


def test_nobody_wins_more_than_the_best_and_stalling_is_never_a_loss() -> None:
    for deal in small_deals(small(), 7, 6):
        for seating in deal:
            greed, busy, best = (
                seating.mine(seating.ceiling(plan).value) for plan in (GREEDY, BUSY, BEST)
            )
            assert greed <= busy + 1e-12
            assert busy <= best + 1e-12


def test_the_rules_made_again_are_the_rules() -> None:
    rng, kernel = random.Random(1), GOLD.kernel
    ours = small(RUSH_AT).start(rng.sample(DECK.tolist(), SPOTS), OWNER)
    theirs = ours.copy()
    while not kernel.over(theirs):
        move = GOLD.number_of[rng.choice(small(RUSH_AT).sight(ours, 0).moves)]
        small(RUSH_AT).play(ours, move)
        kernel.play(theirs, move)
        assert ours.tobytes() == theirs.tobytes()


def test_the_gold_rush_of_a_small_game_waits_until_few_cards_are_left() -> None:
    s = small().start([DYNAMITE] * 4 + [gold(1)] * 2, OWNER)
    for spot in range(4):
        assert not s["rush"][0]
        small().play(s, spot)
    assert s["rush"][0] == FEW_LEFT
    assert len(cards(s)) == 2


@pytest.mark.slow
def test_who_knows_that_its_rival_is_greedy_wins_almost_all_there_is() -> None:
    given: list[float] = []
    there_is: list[float] = []
    rng = random.Random(1)
    for deal in small_deals(small(), 7, 4):
        for seating in deal:
            values, greed = seating.ceiling(BUSY), seating.ceiling(GREEDY)
            there_is.append(seating.mine(values.value) - seating.mine(greed.value))
            bots = small().bot("knowing:2000", 1), small().bot("greedy", 2)
            deals = [seating.reshuffled(rng) for _ in range(3)]
            given += [given_away(seating, each, values, *bots) for each in deals]
    assert np.mean(given) < 0.1 * np.mean(there_is)
