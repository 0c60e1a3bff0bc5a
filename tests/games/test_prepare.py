"""Rules are compiled when the house is set up, never in front of a player."""

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

from motherlode.games import GAMES, prepare
from motherlode.games.game import Game
from motherlode.games.prepare import THE_RULES, Preparation
from motherlode.kernel import edge
from tests.processes import in_a_process_of_its_own, needs_numba
from tests.worlds import SEATINGS, Table, every_seating

MAIN = Path(prepare.__file__).with_name("__main__.py")

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
    monkeypatch.setattr(prepare, "cache_folder", lambda _: tmp_path)
    return tmp_path


def nobody(_: object) -> None:
    """Someone who does not want to hear of it."""


def preparing(compile_for: Callable[[Game], None]) -> Preparation:
    """A preparation that really only does this."""
    return Preparation("things", ("kernel",), compile_for)


@needs_numba
def test_nothing_is_compiled_in_front_of_a_player() -> None:
    THE_RULES.prepare_all(nobody)
    answer = in_a_process_of_its_own(SESSION)
    assert (answer.returncode, answer.stdout.split()) == (0, []), answer.stderr


@needs_numba
def test_each_game_is_prepared_once_and_told_of(empty_cache: Path) -> None:
    told: list[str] = []
    prepared: list[str] = []
    rules = preparing(lambda game: prepared.append(game.id))
    assert not any(map(rules.is_done, GAMES.values()))
    for _ in range(2):
        rules.prepare_all(told.append)
        assert prepared == list(GAMES)
        assert all(map(rules.is_done, GAMES.values()))
    for line, game in zip(told, GAMES.values(), strict=False):
        assert line.startswith(f"Preparing the things of {game.title} ")
    assert len(told) == len(GAMES) + 1
    assert told[-1].startswith("The things are prepared (")


@needs_numba
def test_one_game_is_prepared_without_the_others(empty_cache: Path) -> None:
    first, *others = GAMES.values()
    prepared: list[str] = []
    rules = preparing(lambda game: prepared.append(game.id))
    for _ in range(2):
        rules.prepare(first)
        assert prepared == [first.id]
        assert rules.is_done(first)
    assert not any(map(rules.is_done, others))


@needs_numba
def test_another_compiler_or_processor_is_prepared_for_anew(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = preparing(nobody)
    rules.prepare_all(nobody)
    monkeypatch.setattr(prepare, "compiler", lambda: "numba-0.1-abacus")
    assert not any(map(rules.is_done, GAMES.values()))


@needs_numba
def test_a_cache_that_cannot_be_written_is_no_reason_to_stop(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = preparing(nobody)
    monkeypatch.setattr(prepare, "cache_folder", lambda _: empty_cache / "nowhere")
    rules.prepare_all(nobody)
    assert not any(map(rules.is_done, GAMES.values()))


@every_seating
def test_all_that_can_be_called_is_called_to_prepare_a_game(table: Table) -> None:
    setup, order = table.game.setting.set_up(table.kernel, table.options, table.start(0).deal)
    before = order.copy()
    table.kernel.prepare(setup, order)
    assert (order == before).all()


@needs_numba
def test_the_command_says_nothing_when_all_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        capsys.readouterr()
        runpy.run_path(str(MAIN), run_name="__main__")
    assert capsys.readouterr().err == ""


def test_nothing_happens_where_the_command_is_only_imported(empty_cache: Path) -> None:
    runpy.run_path(str(MAIN), run_name="motherlode.games.__main__")
    assert list(empty_cache.iterdir()) == []


@needs_numba
def test_one_game_is_prepared_with_a_deal_of_its_own() -> None:
    for game in GAMES.values():
        prepare._compile_rules(game)
        stats = cast("Any", game.kernel.play_many).stats
        assert stats.cache_hits or stats.cache_misses


def test_where_nothing_is_compiled_all_is_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "compiled", lambda: False)
    rules = preparing(lambda game: pytest.fail(game.title))
    rules.prepare_all(nobody)
    assert all(map(rules.is_done, GAMES.values()))
    assert {table.game.id for table in SEATINGS} == set(GAMES)
    assert edge.cache_folder().name.startswith("rules-")
