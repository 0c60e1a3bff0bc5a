"""What bots choose at moments of some games, told in lines: ``python -m tests.bots.story GAME``."""

import sys
from collections.abc import Iterator

from motherlode.bots.level import levels
from motherlode.bots.roster import entrant
from motherlode.bots.searcher import Budget, Searcher, judging
from motherlode.bots.sight import Player, look
from tests.bots.players import quick_levels
from tests.worlds import SEATINGS, Table

ROUNDS = 3
STEP = 19


def tell(name: str) -> Iterator[str]:
    """The choices of everybody at each table of a game, and advice with all its figures."""
    for table in (table for table in SEATINGS if table.game.id == name):
        positions = [position for position in table.positions(12) if not position.over]
        # Exact play of what comes later takes plain Python minutes.
        for position in positions[: len(positions) * 2 // 3 : STEP]:
            chosen = (f"{who}: {player.move(position)}" for who, player in _players(table))
            yield f"{table} {position.played} {', '.join(chosen)}"
            best = levels(table.game)[-1]
            budget = Budget(rounds=ROUNDS)
            mind = judging(table.game)
            adviser = Searcher(mind, best.eye, best.style, budget, 3, trust=best.trust)
            yield from (f"  {each}" for each in adviser.advise(look(position)))


def _players(table: Table) -> Iterator[tuple[str, Player]]:
    for level in quick_levels(table.game, ROUNDS):
        yield str(level.number), Player(level.make(5))
    for name in ("random", "greedy", f"best:{ROUNDS}", f"plain:{ROUNDS}", f"flat:{ROUNDS}"):
        yield name, Player(entrant(table.game, name).make(5))


if __name__ == "__main__":
    print("\n".join(tell(sys.argv[1])))
