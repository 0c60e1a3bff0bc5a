"""Where the rules meet Numba: the cache, threads, and life without it."""

import importlib
import os
import pkgutil
import runpy
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import motherlode
from motherlode.games import GAMES
from motherlode.kernel import chance, edge
from motherlode.kernel.edge import compiled, copied, record_type, records
from tests.worlds import Table, every_seating

PACKAGE = Path(motherlode.__file__).parent

needs_numba = pytest.mark.skipif(not compiled(), reason="nothing is compiled here")


def python(code: str, *, package: Path = PACKAGE, **environment: str) -> str:
    """What a fresh Python prints."""
    answer = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "PYTHONPATH": str(package.parent), **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.strip()


# --- The cache ----------------------------------------------------------------------------------

ASK = """
from motherlode.games import game
kernel = game("goldrush").kernel
states = kernel.new()
states["table"] = 1
print(kernel.why_not(states, 0), kernel.why_not(states, 5), kernel.quiet_limit(states))
hits = kernel.why_not.stats.cache_hits, kernel.quiet_limit.stats.cache_hits
print("from the cache" if all(map(sum, (h.values() for h in hits))) else "compiled")
"""


@needs_numba
def test_the_cache_never_serves_the_rules_of_yesterday(tmp_path: Path) -> None:
    package = tmp_path / "src" / "motherlode"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    settings = {"MOTHERLODE_CACHE": str(tmp_path / "cache"), "NUMBA_DISABLE_JIT": "0"}

    def ask() -> list[str]:
        return python(ASK, package=package, **settings).splitlines()

    assert ask() == ["0 3 12", "compiled"]
    assert ask() == ["0 3 12", "from the cache"]

    # A function and a number that the rules use, but that stand in other files than theirs.
    edit(package / "kernel" / "bits.py", "& _ONE != NOTHING", "& _ONE != _TWO")
    edit(package / "games" / "goldrush" / "cards.py", "QUIET_LIMIT = 12", "QUIET_LIMIT = 13")
    assert ask() == ["0 0 13", "compiled"]
    assert ask() == ["0 0 13", "from the cache"]


def edit(source: Path, old: str, new: str) -> None:
    """Change one place in a source."""
    text = source.read_text("utf-8")
    assert text.count(old) == 1
    source.write_text(text.replace(old, new), "utf-8")


def test_every_source_of_the_rules_changes_the_folder_of_the_cache(tmp_path: Path) -> None:
    package = tmp_path / "motherlode"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    place = "from motherlode.kernel.edge import cache_folder; print(cache_folder().name)"

    def folder() -> str:
        return python(place, package=package, MOTHERLODE_CACHE=str(tmp_path / "cache"))

    seen = {folder()}
    for source in ("kernel/chance.py", "games/golddonkey/knowledge.py", "games/kernel.py"):
        with (package / source).open("a", encoding="utf-8") as file:
            file.write("# another day\n")
        seen.add(folder())
    assert len(seen) == 4
    assert all(name.startswith("rules-") for name in seen)


def test_only_the_latest_folders_of_the_cache_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTHERLODE_CACHE", str(tmp_path))
    for age in range(9):
        folder = tmp_path / f"rules-{age}"
        folder.mkdir()
        os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    (tmp_path / "not ours").mkdir()
    ours = edge.cache_folder.__wrapped__()
    kept = {folder.name for folder in tmp_path.iterdir()}
    assert kept == {ours.name, "rules-0", "rules-1", "rules-2", "not ours"}


def test_the_cache_lies_where_it_is_told_or_where_caches_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MOTHERLODE_CACHE", str(tmp_path / "here"))
    assert edge.cache_folder.__wrapped__().parent == tmp_path / "here"
    monkeypatch.delenv("MOTHERLODE_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert edge.cache_folder.__wrapped__().parent == tmp_path / "xdg" / "motherlode"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert edge.cache_folder.__wrapped__().parent == tmp_path / ".cache" / "motherlode"


def test_a_cache_that_cannot_be_written_is_no_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("MOTHERLODE_CACHE", str(tmp_path / "file"))
    assert edge.cache_folder.__wrapped__().parent == tmp_path / "file"


# --- Threads ------------------------------------------------------------------------------------


def rules() -> dict[str, Any]:
    """Everything compiled: each rule, and each door and each bound function of a game."""
    found: dict[str, Any] = {}
    for package in ("kernel", "games"):
        root = importlib.import_module(f"motherlode.{package}")
        for module in pkgutil.walk_packages(root.__path__, f"motherlode.{package}."):
            if module.name.endswith("__main__"):
                continue
            for name, thing in vars(importlib.import_module(module.name)).items():
                if hasattr(thing, "py_func"):
                    found[f"{module.name}.{name}"] = thing
    for game in GAMES.values():
        for name, thing in vars(game.kernel).items():
            if hasattr(thing, "py_func"):
                found[f"{game.id}.kernel.{name}"] = thing
    return found


@needs_numba
def test_every_rule_lets_go_of_the_interpreter_while_it_runs() -> None:
    assert len(rules()) > 150
    holding = [name for name, rule in rules().items() if not rule.targetoptions.get("nogil")]
    assert holding == []


@needs_numba
def test_other_threads_go_on_while_a_long_compiled_call_works() -> None:
    cards, rng = np.zeros(40_000_000, np.int8), chance.stream(0)
    chance.shuffle(rng, cards, 2)
    ticks: list[float] = []
    done = threading.Event()

    def tick() -> None:
        while not done.wait(0.002):
            ticks.append(time.monotonic())

    clock = threading.Thread(target=tick)
    clock.start()
    begin = time.monotonic()
    chance.shuffle(rng, cards, len(cards))
    end = time.monotonic()
    done.set()
    clock.join()
    # Left and right of the middle, not only on the way in and out.
    during = [at for at in ticks if begin + (end - begin) / 5 < at < end - (end - begin) / 5]
    assert end - begin > 0.05
    assert len(during) >= 5


@every_seating
def test_games_played_in_threads_come_out_as_they_do_one_by_one(table: Table) -> None:
    kernel = table.kernel
    starts = [table.start(seed).states() for seed in range(8)]
    alone = [states.copy() for states in starts]
    for seed, states in enumerate(alone):
        kernel.play_out(states, chance.stream(seed))
    threads = [
        threading.Thread(target=kernel.play_out, args=(states, chance.stream(seed)))
        for seed, states in enumerate(starts)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [states.tobytes() for states in starts] == [states.tobytes() for states in alone]


# --- Without Numba ------------------------------------------------------------------------------

WHOLE_GAMES = """
from motherlode.games import GAMES
from motherlode.kernel.chance import pick, stream
from motherlode.kernel.edge import compiled
from tests.worlds import TABLES

for table in TABLES:
    if table.options.seats == 2:
        *_, end = table.positions(4)
        print(table.game.id, *end.history, end.outcome, sep="|")
print("numba" in __import__("sys").modules, compiled())
"""
NO_NUMBA = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numba", "llvmlite"):
            raise ImportError(name)

sys.meta_path.insert(0, Blocker())
"""


def test_whole_games_are_played_where_numba_is_not_installed() -> None:
    here = f"import sys; sys.path.insert(0, {str(Path(__file__).parents[2])!r})\n"
    *without, flags = python(here + NO_NUMBA + WHOLE_GAMES).splitlines()
    assert flags == "False False"
    *with_numba, _ = python(here + WHOLE_GAMES).splitlines()
    assert len(without) > 5
    assert without == with_numba


def test_a_rule_is_the_plain_function_where_numba_is_not_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    without = runpy.run_path(edge.__file__)
    assert without["compiled"]() is False
    assert without["rule"](pytest.fail) is pytest.fail


def test_importing_the_package_loads_neither_numba_nor_numpy() -> None:
    loaded = python("import motherlode, sys; print(*sys.modules)").split()
    assert "motherlode" in loaded
    assert {"numba", "numpy"} & set(loaded) == set()


def test_naming_the_games_and_reading_their_rulebooks_does_not_load_numba() -> None:
    loaded = python(
        "from motherlode.games import GAMES; import sys\n"
        "texts = [game.rulebook() for game in GAMES.values()]\n"
        "assert all(texts); print(*sys.modules)"
    ).split()
    assert "numba" not in loaded


# --- Records ------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", range(1, 18))
def test_a_record_is_filled_up_to_whole_words(width: int) -> None:
    record = record_type(("heap", np.uint64), ("cards", np.int8, width))
    assert record.itemsize % 8 == 0
    assert 8 + width <= record.itemsize < 8 + width + 8
    assert sum(record[name].itemsize for name in record.names or ()) == record.itemsize


def test_blank_records_are_all_zero_and_may_be_written() -> None:
    record = record_type(("heap", np.uint64), ("turn", np.int8))
    blank = records(record, 3)
    assert blank.shape == (3,)
    assert blank.tobytes() == bytes(3 * record.itemsize)
    blank[1]["turn"] = 4
    assert blank["turn"].tolist() == [0, 4, 0]


def test_a_copy_of_records_is_equal_and_goes_its_own_way() -> None:
    of = records(record_type(("heap", np.uint64), ("turn", np.int8, 3)), 2)
    of["heap"], of["turn"][1] = (2**64 - 1, 5), (1, -1, 2)
    copy = copied(of)
    assert type(copy) is type(of)
    assert (copy.dtype, copy.tobytes()) == (of.dtype, of.tobytes())
    copy[1]["heap"] = 6
    assert copy["heap"].tolist() == [2**64 - 1, 6]
    assert of["heap"].tolist() == [2**64 - 1, 5]
