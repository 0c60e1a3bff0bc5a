"""Bots are compiled when the house is set up, never in front of a player."""

import runpy
from pathlib import Path

import pytest

from motherlode.bots import prepare
from motherlode.bots.prepare import THE_BOTS
from motherlode.games import GAMES
from tests.processes import in_a_process_of_its_own, needs_numba

MAIN = Path(prepare.__file__).with_name("__main__.py")

# Every level is asked now and then, in other games than those it was prepared with.
SESSION = """
import gc
from motherlode.bots import Player, levels
from numba.core.dispatcher import Dispatcher
from tests.worlds import SEATINGS

for table in SEATINGS:
    positions = [position for position in table.positions(4) if not position.over]
    for position in [*positions[::15], *positions[-3:]]:
        for level in levels(table.game):
            Player(level.make(7)).move(position)
rules = [thing for thing in gc.get_objects() if isinstance(thing, Dispatcher)]
assert sum(sum(rule.stats.cache_hits.values()) for rule in rules) > 20
print(*{rule.__module__ + "." + rule.__name__ for rule in rules if rule.stats.cache_misses})
"""


@needs_numba
def test_no_level_compiles_anything_in_front_of_a_player() -> None:
    THE_BOTS.prepare_all(lambda _: None)
    answer = in_a_process_of_its_own(SESSION)
    assert (answer.returncode, answer.stdout.split()) == (0, []), answer.stderr


def test_the_command_prepares_rules_and_bots_and_says_nothing_when_all_is_done(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for _ in range(2):
        capsys.readouterr()
        runpy.run_path(str(MAIN), run_name="__main__")
    assert capsys.readouterr().err == ""
    assert all(map(THE_BOTS.is_done, GAMES.values()))
