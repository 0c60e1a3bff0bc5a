"""Many whole games of every level at every table: nobody breaks a rule, and memory does not grow.

``MOTHERLODE_SOAK`` says how many games of each; ``make slow ARGS="-k soak"`` plays them.  Thousands
of games with a search before every move take days: ``MOTHERLODE_SOAK_ROUNDS`` lets it look ahead
less often, through the same code.
"""

import os
import resource
import sys
from pathlib import Path

import pytest

from motherlode.bots.level import Level, levels
from motherlode.bots.sight import Player
from tests.worlds import SEATINGS, Table

GAMES = int(os.environ.get("MOTHERLODE_SOAK", "20"))
ROUNDS = int(os.environ.get("MOTHERLODE_SOAK_ROUNDS", "1000000"))
WARM_UP = max(2, GAMES // 5)
MOST_GROWTH = 16 << 20  # bytes

every_level = pytest.mark.parametrize(
    ("table", "level"),
    [(table, level) for table in SEATINGS for level in levels(table.game)],
    ids=lambda each: str(each) if isinstance(each, Table) else str(each.number),
)


@pytest.mark.slow
@every_level
def test_a_soak_of_whole_games_breaks_no_rule_and_fills_no_memory(
    table: Table, level: Level
) -> None:
    warm = 0
    level = level._replace(rounds=min(level.rounds, ROUNDS))
    for number in range(GAMES):
        if number == WARM_UP:
            warm = in_use()
        play(table, level, number)
    assert GAMES <= WARM_UP or in_use() - warm < MOST_GROWTH


def play(table: Table, level: Level, number: int) -> None:
    """A game of the level against itself."""
    position = table.start(number)
    players = [Player(level.make(number * 8 + seat)) for seat in range(table.options.seats)]
    while not position.over:
        move = players[position.seat].move(position)
        assert move in position.moves
        position = position.play(move)
    assert position.outcome is not None


def in_use() -> int:
    """The bytes this process takes up, or where nobody can tell, the most it ever took up."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most << 10
    return pages * resource.getpagesize()
