"""Our games as OpenSpiel's search sees them, so that it can sit at our tables.

Just enough of a game for ``open_spiel.python.algorithms.ismcts.ISMCTSBot``.  (OpenSpiel has the
same search in C++, but that one crashes on games written in Python.)

* Our deals are made up before the first move, so a state holds a whole world and no chance event
  ever happens in it; to search is to deal what nobody has seen anew, and that is what
  ``resample_from_infostate`` does: ``imagine`` what ``observe`` leaves open.
* The key of an information set is the bytes of ``observe`` for the seat to move.
* What a game is worth is the share of the victory, from -1 to 1: the search plays to win.

ONE PART OF IT RUNS IN OUR COMPILED CODE: the random games to the end that the search asks its
evaluator for.  OpenSpiel's own evaluator would make every move of them through Python, some fifty
times slower, and a match with hundreds of simulations a move would take weeks.  What is measured
is how well the search decides, and random games are the same random games wherever they run.  All
else is OpenSpiel's, untouched: the tree, what it tries next, how it expands, what it plays.
"""

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.algorithms.ismcts import ISMCTSBot

from motherlode.bots.sight import Sight
from motherlode.games.game import Game
from motherlode.games.kernel import Kernel, room_for_moves
from motherlode.kernel.bits import Word
from motherlode.kernel.chance import reseed, stream

# Values from -1 to 1 need twice the curiosity that shares from 0 to 1 do: our plain search has 1.
CURIOSITY = 2.0
_MOST_MOVES = 1000
_SEEDS = 1 << 53  # as fine as a number from 0 to 1 gets

_ROOM = room_for_moves()
_POINTS = np.zeros(8, np.int16)


class Table(pyspiel.Game):  # type: ignore[misc]
    """One of our games for so many seats."""

    def __init__(self, game: Game, seats: int) -> None:
        """Say what OpenSpiel asks about a game."""
        super().__init__(_kind(game), _info(game, seats), {})
        self.kernel: Kernel = game.kernel
        self.seats = seats

    def state(self, world: NDArray[np.void]) -> "State":
        """A state that holds this *world*, which nobody else changes."""
        return State(self, world, self.kernel.moves(world, _ROOM))


def _kind(game: Game) -> pyspiel.GameType:
    kind = pyspiel.GameType
    return kind(
        short_name=f"motherlode_{game.id}",
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.SAMPLED_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.CONSTANT_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
    )


def _info(game: Game, seats: int) -> pyspiel.GameInfo:
    return pyspiel.GameInfo(
        num_distinct_actions=len(game.words.MOVES),
        max_chance_outcomes=0,
        num_players=seats,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=2.0 - seats,
        max_game_length=_MOST_MOVES,
    )


class State(pyspiel.State):  # type: ignore[misc]
    """A moment of a game, secrets included; the search is to look at it through its key alone."""

    def __init__(self, table: Table, world: NDArray[np.void], moves: int) -> None:
        """Hold a *world* in which so many *moves*, just written down, are legal."""
        super().__init__(table)
        self._table = table
        self._world = world
        self._turn = world["turn"]
        self._settle(moves)

    def _settle(self, moves: int) -> None:
        self._legal: list[int] = sorted(_ROOM[:moves].tolist())
        self._key: bytes | None = None

    def get_game(self) -> Table:
        """The game."""
        return self._table

    def current_player(self) -> int:
        """The seat to move."""
        return int(self._turn[0]) if self._legal else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self._legal

    def is_chance_node(self) -> bool:
        """Never: the cards were shuffled before the first move."""
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What may be done, as the kernel numbers it."""
        return self._legal

    def apply_action(self, move: int) -> None:
        """Make a legal *move*."""
        self._settle(self._table.kernel.step(self._world, int(move), _ROOM))

    def information_state_string(self, player: int | None = None) -> bytes:
        """What *player*, or the seat to move, knows."""
        if player is not None and player != self.current_player():
            return self._observed(player).tobytes()
        if self._key is None:
            self._key = self._observed(self.current_player()).tobytes()
        return self._key

    def _observed(self, player: int) -> NDArray[np.void]:
        seen = self._table.kernel.new()
        self._table.kernel.observe(self._world, player, seen)
        return seen

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "State":
        """The same moment with all that *player* does not know dealt anew."""
        kernel, world = self._table.kernel, self._table.kernel.new()
        kernel.imagine(self._observed(player), stream(int(sampler() * _SEEDS)), world)
        return self._table.state(world)

    def played_out(self, rng: NDArray[np.uint64]) -> list[float]:
        """What comes of this moment if everybody goes on at random; the state stays as it is."""
        world = self._table.kernel.new()
        world.view(np.uint64)[:] = self._world.view(np.uint64)
        self._table.kernel.play_out(world, rng)
        return _worth(self._table, world)

    def returns(self) -> list[float]:
        """What the game is worth to each seat."""
        return [0.0] * self._table.seats if self._legal else _worth(self._table, self._world)


def _worth(table: Table, world: NDArray[np.void]) -> list[float]:
    """The share of the victory of each seat in a game that is over, from -1 to 1."""
    table.kernel.points(world, _POINTS)
    ahead = table.kernel.winners(world, _POINTS)
    won = 2.0 / ahead.bit_count() - 1.0
    return [won if ahead >> seat & 1 else -1.0 for seat in range(table.seats)]


class Rollouts:
    """What OpenSpiel calls an evaluator: one random game to the end, and no move before another."""

    def __init__(self, seed: int) -> None:
        """Begin a stream of chance of its own."""
        self._rng = stream(seed)

    def evaluate(self, state: State) -> list[float]:
        """What came of it, for each seat."""
        return state.played_out(self._rng)

    def prior(self, state: State) -> Sequence[tuple[int, float]]:
        """All moves alike."""
        legal = state.legal_actions()
        return [(move, 1.0 / len(legal)) for move in legal]


def searcher(table: Table, simulations: int, seed: int, curiosity: float = CURIOSITY) -> ISMCTSBot:
    """OpenSpiel's search on one of our games, all its chance settled by the *seed*."""
    bot = ISMCTSBot(
        table,
        Rollouts(seed),
        uct_c=curiosity,
        max_simulations=simulations,
        random_state=np.random.RandomState(seed),
    )
    # The bot draws worlds with a sampler that is seeded by the clock, unless it is told otherwise.
    sampler = Random(seed).random
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, sampler))
    return bot


class Peer:
    """OpenSpiel's search as one of our bots: it, too, is handed what its seat may know."""

    def __init__(self, simulations: int, seed: int) -> None:
        """Sit down at a table that is not laid yet."""
        self._simulations = simulations
        self._seed = seed
        self._bot: ISMCTSBot | None = None
        self._rng = np.zeros(1, np.uint64)

    def choose(self, sight: Sight) -> str:
        """The move it tried most, in any of the worlds that fit what it knows."""
        if self._bot is None:
            self._table = Table(sight.game, int(sight.seen["seats"][0]))
            self._bot = searcher(self._table, self._simulations, self._seed)
        world = sight.game.kernel.new()
        reseed(self._rng, Word(self._seed))
        sight.game.kernel.imagine(sight.seen, self._rng, world)
        move = self._bot.step(self._table.state(world))
        return str(sight.game.words.MOVES[move])
