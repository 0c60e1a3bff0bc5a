"""Speed of OpenSpiel, the nearest peer, in the classes our own figures are given in.

How each figure comes about:

* rollouts: uniformly random playouts inside C++. Python cannot call the rollout evaluator itself,
  so a search bot is told to do one simulation, which is exactly one call of the evaluator, and the
  evaluator to play many games in that call. Such a bot must start at a player's choice (a chance
  event at its root crashes it), so THE OPENING DEAL IS LEFT OUT: it is neither timed nor counted.
  That flatters the peer, for which dealing is costly. Chance events later on are included.
* whole_games: the deal included. OpenSpiel's own C++ random bots play from the initial state, at
  the price of one call from Python a game and of the bots' bookkeeping. A rollout with its deal
  would lie between this figure and the one above.
* python_loop: one state stepped from Python from the initial state, the deal included.
* clone: one copy of a state, made from Python.
* search: simulations of its information-set tree search in C++, one random game to the end each,
  at the first choice between two actions.

C++ reports no lengths, so games a second are measured and multiplied by the mean decisions and
chance events a game, counted in random games from the same deals stepped one by one (512 games,
good to 1-2 %). A choice with a single legal action counts as a decision, here as in our figures.
"""

import importlib
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version as installed_version
from itertools import count
from random import Random
from time import process_time
from typing import Any

from bench.measure import Rate, Tally, best_rate, microseconds

ROLLOUT_GAMES = (
    "go_fish",
    "go_fish(players=5)",
    "hearts",
    "euchre",
    "spades",
    "banqi",
    "gin_rummy",
    "coin_game",
    "pig",
)
LOOP_GAMES = ("tic_tac_toe", "sheriff", "banqi", "go_fish", "hearts")
SEARCH_GAMES = ("euchre", "hearts", "oh_hell")
CLONE_GAMES = ("tic_tac_toe", "banqi", "go_fish", "hearts", "gin_rummy")

SEED = 20
SIMULATIONS = 1_000
SEARCHED_DEALS = 8
DEALS = 128
GAMES_PER_DEAL = 4
CALL_SECONDS = 0.001  # calls into C++ this long hide the few microseconds each costs
TERMINAL = -4  # pyspiel.PlayerId.TERMINAL, the player to move when the game is over

Spiel = Any  # the library has no types: its module, games and states are all this


class MissingPeerError(ImportError):
    """OpenSpiel is not installed (1.6 would not do: it lacks go_fish)."""


def version() -> str:
    """The installed OpenSpiel, as printed beside its figures."""
    _spiel()
    return f"OpenSpiel {installed_version('open_spiel')}"


def rollouts(game: str, seconds: float) -> Rate:
    """Random playouts inside C++ from the first choice on; the opening deal is left out."""
    rules, sample = _spiel().load_game(game), _sample(game)
    per_call = _rollouts_per_call(rules, sample.deals[0])
    bot = _rollout_bot(rules, per_call)
    games = per_call * DEALS
    tally = Tally(games, games * sample.decisions, games * (sample.decisions + sample.chance))

    def play() -> Tally:
        for state in sample.deals:
            bot.step(state)
        return tally

    return best_rate(f"OpenSpiel {game}, C++ rollouts after the deal", play, seconds)


def whole_games(game: str, seconds: float) -> Rate:
    """Whole random games inside C++, the deal included, one call from Python a game."""
    spiel, sample = _spiel(), _sample(game)
    rules = spiel.load_game(game)
    bots = [spiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(rules.num_players())]
    seeds = count(SEED)
    tally = sample.whole_games(DEALS)

    def play() -> Tally:
        for _ in range(DEALS):
            spiel.evaluate_bots(rules.new_initial_state(), bots, next(seeds))
        return tally

    return best_rate(f"OpenSpiel {game}, C++ bots", play, seconds)


def python_loop(game: str, seconds: float) -> Rate:
    """One state at a time stepped from Python, the deal included, as fast as its API allows."""
    rules, sample, rng = _spiel().load_game(game), _sample(game), Random(SEED)
    step_through = _play_even if sample.even else _play_weighted
    tally = sample.whole_games(DEALS)

    def play() -> Tally:
        for _ in range(DEALS):
            step_through(rules.new_initial_state(), rng)
        return tally

    return best_rate(f"OpenSpiel {game}, Python loop", play, seconds)


def clone(game: str) -> float:
    """Microseconds to copy, from Python, a state at its first choice (later ones cost more)."""
    return microseconds(_sample(game).deals[0].clone)


def search(game: str, seconds: float) -> Rate:
    """Information-set tree search in C++."""
    spiel, rng = _spiel(), Random(SEED)
    rules = spiel.load_game(game)
    bot = spiel.ISMCTSBot(SEED, spiel.RandomRolloutEvaluator(1, SEED), 2.0, SIMULATIONS)
    deals = [_first_choice(rules, rng) for _ in range(SEARCHED_DEALS)]
    tally = Tally(*[SIMULATIONS * SEARCHED_DEALS] * 3)

    def play() -> Tally:
        for state in deals:
            bot.step(state)
        return tally

    return best_rate(f"OpenSpiel {game}, C++", play, seconds)


def _first_choice(rules: Spiel, rng: Random) -> Spiel:
    state = rules.new_initial_state()
    _settle_chance(state, rng)
    while len(state.legal_actions()) < 2:
        state.apply_action(state.legal_actions()[0])
        _settle_chance(state, rng)
    return state


@dataclass(frozen=True)
class _Sample:
    """Random deals of a game, and the mean length of random games played from them."""

    deals: tuple[Spiel, ...]  # each at the first player's choice
    dealt: float  # chance events before that choice
    decisions: float
    chance: float  # chance events after that choice
    even: bool  # every chance event met had equally likely outcomes

    def whole_games(self, games: int) -> Tally:
        """The events of so many games, their deals included."""
        events = self.dealt + self.decisions + self.chance
        return Tally(games, games * self.decisions, games * events)


@cache
def _sample(game: str) -> _Sample:
    """Deal and play random games one event at a time, counting what C++ does not report."""
    rules, rng = _spiel().load_game(game), Random(SEED)
    deals = [rules.new_initial_state() for _ in range(DEALS)]
    opening = [_settle_chance(state, rng) for state in deals]
    decisions = 0
    later = []
    for state in [deal.clone() for deal in deals for _ in range(GAMES_PER_DEAL)]:
        while actions := state.legal_actions():
            state.apply_action(rng.choice(actions))
            decisions += 1
            later.append(_settle_chance(state, rng))
    games = DEALS * GAMES_PER_DEAL
    return _Sample(
        deals=tuple(deals),
        dealt=sum(events for events, _ in opening) / DEALS,
        decisions=decisions / games,
        chance=sum(events for events, _ in later) / games,
        even=all(even for _, even in opening + later),
    )


def _settle_chance(state: Spiel, rng: Random) -> tuple[int, bool]:
    """Let chance act until a player must; how many events, and whether all were evenly likely."""
    events, even = 0, True
    while state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(actions, weights)[0])
        events += 1
        even = even and max(weights) - min(weights) < 1e-9
    return events, even


def _rollouts_per_call(rules: Spiel, state: Spiel) -> int:
    """How many rollouts keep one call into C++ busy for long enough."""
    games = 1
    while True:
        bot = _rollout_bot(rules, games)
        start = process_time()
        bot.step(state)
        if process_time() - start >= CALL_SECONDS:
            return games
        games *= 2


def _rollout_bot(rules: Spiel, games: int) -> Spiel:
    """A search bot whose step is one evaluation of the state by so many random playouts."""
    spiel = _spiel()
    return spiel.MCTSBot(
        game=rules,
        evaluator=spiel.RandomRolloutEvaluator(games, SEED),
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=1,
        solve=False,
        seed=SEED,
        verbose=False,
    )


def _play_even(state: Spiel, rng: Random) -> None:
    """Play a game out where chance, too, picks evenly among its legal actions."""
    legal_actions, apply_action, random = state.legal_actions, state.apply_action, rng.random
    while actions := legal_actions():  # none are left when the game is over
        apply_action(actions[int(random() * len(actions))])


def _play_weighted(state: Spiel, rng: Random) -> None:
    """Play a game out, drawing chance events by their probabilities."""
    sample_action, random = _spiel().sample_action, rng.random
    legal_actions, apply_action = state.legal_actions, state.apply_action
    outcomes, current_player = state.chance_outcomes, state.current_player
    # One call tells choice, chance and end apart; asking is_terminal and is_chance_node takes two.
    while (player := current_player()) != TERMINAL:
        if player >= 0:
            actions = legal_actions()
            apply_action(actions[int(random() * len(actions))])
        else:
            apply_action(sample_action(outcomes(), random())[0])


@cache
def _spiel() -> Spiel:
    """The OpenSpiel module, or a word on how to get it."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError as error:
        message = "the peer figures need OpenSpiel: pip install 'open_spiel>=2.0'"
        raise MissingPeerError(message) from error
