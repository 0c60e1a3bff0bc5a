"""Compile ahead all that the levels of a game think with."""

from collections.abc import Iterator

from motherlode.bots.baselines import AtRandom
from motherlode.bots.level import levels
from motherlode.bots.searcher import Budget, Searcher, judging
from motherlode.bots.sight import Player, look
from motherlode.fair import options_text, seeded
from motherlode.games.game import Game
from motherlode.games.position import Position
from motherlode.games.prepare import Preparation
from motherlode.kernel.edge import BOTS

# Which moments of a game are looked at: the last ones, where exact play begins, and some before.
_LAST = 4
_STRIDE = 16


def _compile_bots(game: Game) -> None:
    best = levels(game)[-1]
    once = Budget(rounds=1)
    adviser = Searcher(judging(game), best.eye, best.style, once, 0, trust=best.trust)
    for seats in game.seats:
        for position in _moments(game, seats):
            for level in levels(game):
                Player(level.make(0)).move(position)
            adviser.advise(look(position))


def _moments(game: Game, seats: int) -> Iterator[Position]:
    """Moments of a game played at random."""
    options = game.options(seats=seats)
    draws = seeded(game.id, game.rules_version, options_text(options), "any deal will do")
    position, player = game.start(options, game.draw(options, draws)), Player(AtRandom(0))
    positions = []
    while not position.over:
        positions.append(position)
        position = position.play(player.move(position))
    yield from positions[:-_LAST:_STRIDE]
    yield from positions[-_LAST:]


THE_BOTS = Preparation("bots", BOTS, _compile_bots)
