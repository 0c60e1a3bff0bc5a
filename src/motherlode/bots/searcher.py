"""Players that search, and advice: the search of one game as Python calls it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from time import perf_counter
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.bots import eye, plain, search
from motherlode.bots.eye import Eye
from motherlode.bots.search import MOST_IDEAS, Style, new_tree, new_walk
from motherlode.bots.sight import Sight
from motherlode.games.game import Game
from motherlode.games.kernel import Kernel
from motherlode.kernel.bits import Word
from motherlode.kernel.chance import Stream, reseed
from motherlode.kernel.edge import bind, door

# Room for a search by the clock, and for how many ideas a node has on average.
_MOST_ROUNDS = 1 << 16
_IDEAS_OF_A_NODE = 16
# The first look at the clock comes after so many rounds, the next ones every so many seconds.
_FIRST_ROUNDS = 8
_GLANCE = 0.005


class Budget(NamedTuple):
    """How long to think: so many rounds, or so many seconds; only rounds can be repeated."""

    rounds: int = 0
    seconds: float = 0.0


class Advice(NamedTuple):
    """What a legal move seems to be worth and how often it wins, both from 0 to 1."""

    move: str
    value: float
    win: float
    tried: int


class Mind:
    """The search of one game, with its judgement or without any."""

    def __init__(self, kernel: Kernel, judgement: ModuleType) -> None:
        """Bind the search to the rules; nothing is compiled before the first call."""
        names = {**vars(kernel.rules), **vars(kernel.knowledge), **vars(judgement)}
        for looking in (eye.appeal, eye.size_up, eye.likely_move, eye.best_move):
            names.setdefault(looking.__name__, bind(looking, names))
        for walking in (search.grow, search.walk_down, search.play_on):
            names[walking.__name__] = bind(walking, names)
        self._names = names
        self.begin = door(bind(search.begin, names))
        self.search = door(bind(search.search, names))
        self.at_once = door(bind(search.at_once, names))
        self.report = door(bind(search.report, names))
        self.idea_of = door(judgement.idea_of)
        self.one_like = door(judgement.one_like)
        self.new_lore = judgement.new_lore

    def bind(self, shared: Callable[..., Any]) -> Callable[..., Any]:
        """Make *shared*, written against the names of rules and judgement, work with these."""
        return bind(shared, self._names)


class Ending:
    """The exact endings of one game."""

    def __init__(self, game: Game) -> None:
        """Find the solver; nothing is compiled before the first call."""
        solver = import_module(f"motherlode.bots.{game.id}.endgame")
        self.new_book = solver.new_book
        self.is_solvable = door(solver.is_solvable)
        self.solve = door(solver.solve)


ending = cache(Ending)


class Belief:
    """What one game has players learn about hidden cards from what rivals play."""

    def __init__(self, game: Game) -> None:
        """Find the model; nothing is compiled before the first call."""
        model = import_module(f"motherlode.bots.{game.id}.belief")
        self.forget = door(model.forget)
        self.believe = door(judging(game).bind(model.believe))
        self.settle = door(model.settle)


believing = cache(Belief)


@cache
def judging(game: Game) -> Mind:
    """The search of *game* with its judgement."""
    return Mind(game.kernel, judgement_of(game))


def judgement_of(game: Game) -> ModuleType:
    """What is to be seen of the moves of *game*."""
    return import_module(f"motherlode.bots.{game.id}.judgement")


def eyes_of(game: Game) -> ModuleType:
    """The eyes there are for *game*."""
    return import_module(f"motherlode.bots.{game.id}.eyes")


@cache
def unjudging(game: Game) -> Mind:
    """The search of *game* by its rules alone."""
    names = {**vars(game.kernel.rules), **vars(game.kernel.knowledge), **vars(plain)}
    bare = ModuleType("motherlode.bots.plain")
    for name in plain.BOUND:
        setattr(bare, name, bind(names[name], names))
    vars(bare)["new_lore"] = partial(plain.new_lore, game.kernel.state)
    return Mind(game.kernel, bare)


def moment(seed: int, sight: Sight) -> Word:
    """A seed for this moment: the same one gives the same answer, whatever was asked before."""
    return Word(seed) ^ Word(sight.played << 40)


class AtFirstSight:
    """Makes the move that looks best, without a thought for what comes of it."""

    def __init__(self, mind: Mind, weights: Eye, seed: int) -> None:
        """Get ready to play one seat of any game of this kind."""
        self._mind = mind
        self._lore = mind.new_lore(weights)
        self._seed = seed
        self._rng = np.zeros(1, np.uint64)

    def choose(self, sight: Sight) -> str:
        """The move that looks best."""
        reseed(self._rng, moment(self._seed, sight))
        move = self._mind.at_once(sight.seen, self._lore)
        return _named(self._mind, sight, move, self._rng)


def _named(mind: Mind, sight: Sight, move: int, rng: Stream) -> str:
    """The *move* in words, or any other that nobody could tell apart from it."""
    text: str = sight.game.words.MOVES[mind.one_like(sight.seen, move, rng)]
    return text


class Searcher:
    """Searches before every move, or finds the best one exactly where that can be done."""

    def __init__(
        self,
        mind: Mind,
        weights: Eye,
        style: Style,
        budget: Budget,
        seed: int,
        exact: Ending | None = None,
        trust: Any = None,
    ) -> None:
        """Get ready to play one seat of any game of this kind."""
        self._mind = mind
        self._weights = weights
        self._style = style
        self._budget = budget
        self._seed = seed
        self._exact = exact
        self._trust = trust
        self._told = 0
        self._rng = np.zeros(1, np.uint64)
        self._room: _Room | None = None
        self._book: Any = None

    def choose(self, sight: Sight) -> str:
        """The move that was tried most; all are tried equally often where no tree grows."""
        self._learn(sight)
        if len(sight.moves) == 1:
            return sight.moves[0]
        found = self._look(sight, _NO_IDEAS, 0)
        tried = found.tried if self._style.depth > 1 else [0] * len(found.tried)
        best = max(range(len(found.moves)), key=lambda i: (tried[i], found.worth[i]))
        return _named(self._mind, sight, found.moves[best], self._rng)

    def advise(self, sight: Sight) -> tuple[Advice, ...]:
        """What every legal move is worth; moves nobody could tell apart are worth the same."""
        self._learn(sight)
        numbers = [sight.game.number_of[move] for move in sight.moves]
        ideas = [int(self._mind.idea_of(sight.seen, number)) for number in numbers]
        asked = np.zeros(MOST_IDEAS, np.int16)
        different = sorted(set(ideas))
        asked[: len(different)] = different
        found = self._look(sight, asked, len(different))
        place = {int(self._mind.idea_of(sight.seen, move)): i for i, move in enumerate(found.moves)}
        return tuple(
            Advice(move, found.worth[i], found.share[i], found.tried[i])
            for move, i in zip(sight.moves, (place[idea] for idea in ideas), strict=True)
        )

    def _look(self, sight: Sight, ideas: NDArray[np.int16], n: int) -> _Found:
        reseed(self._rng, moment(self._seed, sight))
        room = self._room_for(sight.game)
        if self._exact and self._exact.is_solvable(sight.seen):
            # Whoever asks about every move is told about passing as well.
            found = self._solved(self._exact, room, sight, may_pass=n > 0)
            if found.moves:
                return found
        self._mind.begin(sight.seen, room.tree, room.walk, self._style, ideas, n)
        self._think(sight, room)
        return room.read(self._mind, sight)

    def _solved(self, exact: Ending, room: _Room, sight: Sight, *, may_pass: bool) -> _Found:
        if self._book is None:
            self._book = exact.new_book()
        moves, tried, worth, share = room.columns
        tried[:] = 0
        args = (sight.seen, self._book, self._style.taste, moves, worth, share, may_pass)
        return room.listed(exact.solve(*args))

    def _learn(self, sight: Sight) -> None:
        """Learn from what rivals played, from the start or since the last time."""
        if self._trust is None:
            return
        belief, walk = believing(sight.game), self._room_for(sight.game).walk
        if sight.played - len(sight.events) != self._told:
            belief.forget(walk.lore)
        for event in sight.events:
            if event.seat != sight.seat:
                belief.believe(sight.seen, *event, walk.world, walk.lore, self._trust)
        belief.settle(sight.seen, walk.lore)
        self._told = sight.played

    def _room_for(self, game: Game) -> _Room:
        if self._room is None:
            self._room = _Room(game, self._mind.new_lore(self._weights), self._budget)
        return self._room

    def _think(self, sight: Sight, room: _Room) -> None:
        rounds, seconds = self._budget
        args = (sight.seen, room.tree, room.walk, self._style, self._rng)
        if rounds:
            self._mind.search(*args, rounds)
            return
        start = perf_counter()
        n, done, spent = _FIRST_ROUNDS, 0, 0.0
        while spent < seconds:
            self._mind.search(*args, n)
            done += n
            spent = perf_counter() - start
            n = max(1, int(done / spent * min(_GLANCE, max(seconds - spent, 0))))


_NO_IDEAS = np.zeros(MOST_IDEAS, np.int16)


class _Found(NamedTuple):
    moves: list[int]
    tried: list[int]
    worth: list[float]
    share: list[float]


class _Room:
    """The arrays a search works in."""

    def __init__(self, game: Game, lore: Any, budget: Budget) -> None:
        rounds = budget.rounds or _MOST_ROUNDS
        nodes = 1 << (2 * rounds).bit_length()
        self.tree = new_tree(nodes, _IDEAS_OF_A_NODE * rounds + 4 * MOST_IDEAS)
        self.walk = new_walk(game.kernel.state, lore)
        self.columns = (
            np.zeros(MOST_IDEAS, np.int16),
            np.zeros(MOST_IDEAS, np.int32),
            np.zeros(MOST_IDEAS),
            np.zeros(MOST_IDEAS),
        )

    def read(self, mind: Mind, sight: Sight) -> _Found:
        return self.listed(mind.report(sight.seen, self.tree, self.walk, *self.columns))

    def listed(self, n: int) -> _Found:
        moves, tried, worth, share = (column[:n].tolist() for column in self.columns)
        return _Found(moves, tried, worth, share)
