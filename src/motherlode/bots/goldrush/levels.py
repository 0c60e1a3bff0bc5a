"""The five opponents of GOLD."""

from motherlode.bots.goldrush.memory import Attention
from motherlode.bots.goldrush.eyes import GREEDY
from motherlode.bots.level import Level
from motherlode.bots.memory import Forgetful, recollection
from motherlode.bots.search import Style
from motherlode.bots.searcher import AtFirstSight, Budget, Searcher, judging
from motherlode.bots.sight import Bot
from motherlode.bots.worth import Taste
from motherlode.games import game

_GAME = game("goldrush")
STYLE = Style(Taste(0.3, 30.0), 1.0, 4.0, 16)


def _greedy(attention: Attention, seed: int) -> Bot:
    bot = AtFirstSight(judging(_GAME), GREEDY)
    return Forgetful(bot, recollection(_GAME), attention, seed)


def _thinker(rounds: int, attention: Attention, seed: int) -> Bot:
    bot = Searcher(judging(_GAME), GREEDY, STYLE, Budget(rounds=rounds), seed)
    return Forgetful(bot, recollection(_GAME), attention, seed)


LEVELS = (
    Level(1, "One", "One.", lambda seed: _greedy(Attention(3, 100, 300), seed)),
    Level(2, "Two", "Two.", lambda seed: _greedy(Attention(6, 30, 300), seed)),
    Level(3, "Three", "Three.", lambda seed: _greedy(Attention(10, 10, 300), seed)),
    Level(4, "Four", "Four.", lambda seed: _thinker(256, Attention(20, 5, 300), seed)),
    Level(
        5,
        "Five",
        "Five.",
        lambda seed: Searcher(judging(_GAME), GREEDY, STYLE, Budget(rounds=2048), seed),
    ),
)
