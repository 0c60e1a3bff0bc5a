"""Rules are compiled when the house is set up, never in front of a player."""

import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from motherlode.games import GAMES, prepare
from motherlode.games.game import Game
from motherlode.kernel import edge
from motherlode.kernel.edge import compiled
from tests.worlds import SEATINGS, Table, every_seating

needs_numba = pytest.mark.skipif(not compiled(), reason="nothing is compiled here")

MAIN = Path(prepare.__file__).with_name("__main__.py")
# Where the package that is tested here lies, which need not be the one that is installed.
PACKAGES = Path(prepare.__file__).parents[2]

# A game as a server has it: dealt, looked at, played, searched, counted.
SESSION = """
import numpy as np
from motherlode.games import GAMES
from motherlode.kernel.chance import stream
from tests.worlds import SEATINGS, Player, imagined, seen_by

for table in SEATINGS:
    kernel, rng = table.kernel, stream(1)
    for position in table.positions(3):
        for seat in (None, *range(table.options.seats)):
            position.view(seat)
        position.moves, position.scores, position.winners, position.outcome
        world = imagined(kernel, seen_by(kernel, position.states(), 0), rng)
        if not position.over:
            kernel.any_move(world, rng)
        kernel.play_out(world, rng)
doors = [door for game in GAMES.values() for door in vars(game.kernel).values()]
missed = [door.__name__ for door in doors if hasattr(door, "stats") and door.stats.cache_misses]
print(*missed)
"""


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with nothing in it yet."""
    monkeypatch.setattr(prepare, "cache_folder", lambda: tmp_path)
    return tmp_path


def nobody(_: Game) -> None:
    """Someone who does not want to hear of it."""


@needs_numba
def test_nothing_is_compiled_in_front_of_a_player() -> None:
    prepare.prepare(nobody)
    answer = subprocess.run(
        [sys.executable, "-W", "error", "-c", SESSION],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([".", str(PACKAGES)])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (answer.returncode, answer.stdout.split()) == (0, []), answer.stderr


@needs_numba
def test_rules_are_prepared_once_and_each_game_is_told_of(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    prepared: list[str] = []
    monkeypatch.setattr(prepare, "_prepare", lambda game: prepared.append(game.id))
    assert not prepare.is_prepared()
    for _ in range(2):
        prepare.prepare(lambda game: told.append(game.id))
        assert told == prepared == list(GAMES)
        assert prepare.is_prepared()


@needs_numba
def test_another_compiler_or_processor_is_prepared_for_anew(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepare, "_prepare", nobody)
    prepare.prepare(nobody)
    monkeypatch.setattr(prepare, "compiler", lambda: "numba-0.1-abacus")
    assert not prepare.is_prepared()


@needs_numba
def test_a_cache_that_cannot_be_written_is_no_reason_to_stop(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prepare, "_prepare", nobody)
    monkeypatch.setattr(prepare, "cache_folder", lambda: empty_cache / "nowhere")
    prepare.prepare(nobody)
    assert not prepare.is_prepared()


@every_seating
def test_all_that_can_be_called_is_called_to_prepare_a_game(table: Table) -> None:
    setup, order = table.game.setting.set_up(table.kernel, table.options, table.start(0).deal)
    before = order.copy()
    table.kernel.prepare(setup, order)
    assert (order == before).all()


@needs_numba
def test_preparing_says_what_it_does_and_says_nothing_when_it_is_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], empty_cache: Path
) -> None:
    monkeypatch.setattr(prepare, "_prepare", nobody)
    runpy.run_path(str(MAIN), run_name="__main__")
    lines = capsys.readouterr().err.splitlines()
    assert [game.title in line for game, line in zip(GAMES.values(), lines, strict=False)] == [
        True
    ] * 3
    assert lines[3].startswith("The rules are prepared (")
    runpy.run_path(str(MAIN), run_name="__main__")
    assert capsys.readouterr().err == ""


def test_nothing_happens_where_the_command_is_only_imported(empty_cache: Path) -> None:
    runpy.run_path(str(MAIN), run_name="motherlode.games.__main__")
    assert list(empty_cache.iterdir()) == []


@needs_numba
def test_one_game_is_prepared_with_a_deal_of_its_own() -> None:
    for game in GAMES.values():
        prepare._prepare(game)
        stats = cast("Any", game.kernel.play_many).stats
        assert stats.cache_hits or stats.cache_misses


def test_where_nothing_is_compiled_all_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "compiled", lambda: False)
    assert prepare.is_prepared()
    prepare.prepare(lambda game: pytest.fail(game.title))
    assert {table.game.id for table in SEATINGS} == set(GAMES)
    assert edge.cache_folder().name.startswith("rules-")
