"""Known simple players to measure the levels against; nobody is offered them as an opponent."""

from collections.abc import Callable

from motherlode.bots.level import levels
from motherlode.bots.search import Style
from motherlode.bots.searcher import AtFirstSight, Budget, Searcher, eyes_of, judging, unjudging
from motherlode.bots.sight import Bot, Sight
from motherlode.bots.worth import Taste
from motherlode.games.game import Game
from motherlode.kernel.chance import pick, stream

# What plain search is made of everywhere: victory alone counts, and games are played to the end.
_TO_WIN = Taste(margin=0.0, scale=1.0)
_TO_THE_END = 10_000
_PLAIN = Style(_TO_WIN, curiosity=1.0, heat=0.0, horizon=_TO_THE_END)
_FLAT = _PLAIN._replace(curiosity=1e9, depth=1)


class AtRandom:
    """Makes any legal move, each exactly as likely."""

    def __init__(self, seed: int) -> None:
        """Begin a stream of chance of its own."""
        self._rng = stream(seed)

    def choose(self, sight: Sight) -> str:
        """One of the legal moves."""
        return sight.moves[pick(self._rng, len(sight.moves))]


def _at_random(game: Game, rounds: int, seed: int) -> Bot:
    return AtRandom(seed)


def _greedy(game: Game, rounds: int, seed: int) -> Bot:
    """What looks best at first sight, with a perfect memory."""
    return AtFirstSight(judging(game), eyes_of(game).GREEDY, seed)


def _best(game: Game, rounds: int, seed: int) -> Bot:
    """The best player there is, but for exact endings: for comparing at equal cost."""
    return levels(game)[-1]._replace(rounds=rounds, exact=False).make(seed)


def _plain(game: Game, rounds: int, seed: int) -> Bot:
    """Information-set tree search as any library has it: rules and no judgement."""
    return Searcher(unjudging(game), (), _PLAIN, Budget(rounds=rounds), seed)


def _flat(game: Game, rounds: int, seed: int) -> Bot:
    """Flat Monte Carlo: each move is tried equally often, and random games follow."""
    return Searcher(unjudging(game), (), _FLAT, Budget(rounds=rounds), seed)


# By name; behind a colon stands how often to look ahead.
BASELINES: dict[str, Callable[[Game, int, int], Bot]] = {
    "random": _at_random,
    "greedy": _greedy,
    "best:": _best,
    "flat:": _flat,
    "plain:": _plain,
}
