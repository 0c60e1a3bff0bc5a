"""The five opponents of golddigger."""

from motherlode.bots.golddigger.eyes import GREEDY
from motherlode.bots.level import Level
from motherlode.bots.search import Style
from motherlode.bots.searcher import AtFirstSight, Budget, Searcher, judging
from motherlode.bots.worth import Taste
from motherlode.games import game

_GAME = game("golddigger")
STYLE = Style(Taste(0.3, 30.0), 1.0, 4.0, 16)


def _thinker(rounds: int, seed: int) -> Searcher:
    return Searcher(judging(_GAME), GREEDY, STYLE, Budget(rounds=rounds), seed)


LEVELS = (
    Level(1, "One", "One.", lambda seed: AtFirstSight(judging(_GAME), GREEDY)),
    Level(2, "Two", "Two.", lambda seed: _thinker(16, seed)),
    Level(3, "Three", "Three.", lambda seed: _thinker(64, seed)),
    Level(4, "Four", "Four.", lambda seed: _thinker(256, seed)),
    Level(5, "Five", "Five.", lambda seed: _thinker(2048, seed)),
)
