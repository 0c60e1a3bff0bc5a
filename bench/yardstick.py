"""``python -m bench.yardstick``: how near players come to exact play, where exact play is known.

In GOLD luck hides skill: who plays better wins little more often.  So players are not only set
against each other but held against the exact solution of the last tables, unseen cards included:
moments of greedy games between two seats at which the whole rest can be worked out.  What a player
loses at one of them is what its choice is worth less than the best one; all meet the same moments.
"""

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from motherlode.bots.level import levels
from motherlode.bots.roster import entrant
from motherlode.bots.search import MOST_IDEAS
from motherlode.bots.searcher import Ending, ending, judging
from motherlode.bots.sight import Player, Sight, look
from motherlode.fair import options_text, seeded
from motherlode.games import GAMES, game

PLAYERS = ("random", "greedy", "plain:4000", "best:50", "best:4000")
# Values closer than this are the same.
_SAME = 1e-9


def moments(name: str, games: int) -> Iterator[Sight]:
    """The moments of greedy games for two at which all can be worked out."""
    its = game(name)
    options = its.options(seats=2)
    for number in range(games):
        chance = seeded(its.id, its.rules_version, options_text(options), f"yardstick {number}")
        position = its.start(options, its.draw(options, chance))
        players = [Player(entrant(its, "greedy").make(number)) for _ in range(2)]
        while not position.over:
            sight = look(position, position.played)
            if len(sight.moves) > 1 and ending(its).is_solvable(sight.seen):
                yield sight
            position = position.play(players[position.seat].move(position))


class Solved:
    """What every idea is exactly worth, moment by moment."""

    def __init__(self, exact: Ending, name: str) -> None:
        """Open a book."""
        self._exact = exact
        self._book = exact.new_book()
        self._idea_of = judging(game(name)).idea_of
        self._taste = levels(game(name))[-1].style.taste
        self._columns = np.zeros(MOST_IDEAS, np.int16), np.zeros(MOST_IDEAS), np.zeros(MOST_IDEAS)

    def values(self, sight: Sight) -> dict[int, tuple[float, float]]:
        """Worth and share of the victory by idea; nothing if the book is full."""
        moves, worth, share = self._columns
        args = (sight.seen, self._book, self._taste, moves, worth, share, False)
        n = self._exact.solve(*args)
        ideas = (int(self._idea_of(sight.seen, int(move))) for move in moves[:n])
        return dict(zip(ideas, zip(worth.tolist(), share.tolist(), strict=False), strict=False))

    def idea(self, sight: Sight, move: str) -> int:
        """The idea behind a *move*."""
        return int(self._idea_of(sight.seen, sight.game.number_of[move]))


def measure(name: str, games: int) -> Iterator[str]:
    """A line for each player."""
    solved = Solved(ending(game(name)), name)
    bots = {player: entrant(game(name), player).make(1) for player in PLAYERS}
    lost = defaultdict[str, list[tuple[float, float]]](list)
    for sight in moments(name, games):
        values = solved.values(sight)
        best = max((worth for worth, _ in values.values()), default=0.0)
        if all(best - worth < _SAME for worth, _ in values.values()):
            continue
        won = max(share for worth, share in values.values() if best - worth < _SAME)
        for player, bot in bots.items():
            worth, share = values.get(solved.idea(sight, bot.choose(sight)), (0.0, 0.0))
            lost[player].append((best - worth, won - share))
    for player, losses in lost.items():
        worth, share = np.mean(losses, axis=0)
        right = np.mean([loss < _SAME for loss, _ in losses])
        yield (
            f"{name:12}{player:12}{len(losses):6} moments{100 * right:8.1f} % best"
            f"{worth:10.4f} worth lost{share:10.4f} victories lost"
        )


def main() -> None:
    """Measure the games named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", choices=[*GAMES, []], default=[])
    parser.add_argument("--deals", type=int, default=200)
    asked = parser.parse_args()
    for name in asked.games or GAMES:
        for line in measure(name, asked.deals):
            sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
