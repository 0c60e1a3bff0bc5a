"""What the page is built into: small, whole, and looked over by tools that do find faults."""

import gzip
import json
import re
import subprocess
from pathlib import Path

import pytest

from motherlode.games import GAMES
from motherlode.games.game import Game
from motherlode.server import page
from tests.web.visit import Visitor, until

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "motherlode" / "server" / "page"

# Bytes of code, packed; texts are no code.
MOST_AT_FIRST = 40_000
MOST_FOR_A_GAME = 70_000
TEXTS = {"en", "de"}


def weight(visitor: Visitor) -> int:
    """What the code weighs that the page has fetched so far."""
    found = visitor.page.evaluate("performance.getEntriesByType('resource').map(each => each.name)")
    code = {Path(path).name for path in found if path.endswith((".js", ".css"))}
    wanted = {name for name in code if name.split("-")[0] not in TEXTS}
    return sum(len(gzip.compress((PAGE / "assets" / name).read_bytes(), 9)) for name in wanted)


def test_what_the_front_page_waits_for_is_small(visitor: Visitor) -> None:
    visitor.come()

    assert 0 < weight(visitor) <= MOST_AT_FIRST


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_all_that_a_whole_game_needs_is_small(visitor: Visitor, game: Game) -> None:
    visitor.play_now(game.title)
    until(lambda: bool(visitor.moves().count()))

    assert MOST_AT_FIRST < weight(visitor) <= MOST_FOR_A_GAME


def test_no_file_names_a_host() -> None:
    lock = json.loads((WEB / "package-lock.json").read_text("utf-8"))
    assert not [name for name, each in lock["packages"].items() if "resolved" in each]


def test_the_policy_of_the_page_has_nothing_to_forbid() -> None:
    index = (PAGE / "index.html").read_text("utf-8")

    assert "<style" not in index
    assert "style=" not in index
    assert re.findall(r"<script(?![^>]*\bsrc=)", index) == []
    assert "http" not in re.sub(r'content="[^"]*"', "", index)


def test_the_service_worker_knows_every_file_and_none_of_a_table() -> None:
    worker = (PAGE / "worker.js").read_text("utf-8")
    kept = set(json.loads(re.search(r"FILES = (\[.*?\]);", worker, re.DOTALL)[1]))  # type: ignore[index]
    built = {path for path in page.files() if path.startswith("/assets/")}

    assert built <= kept
    assert not [path for path in kept if path.startswith("/api")]
    assert {path for path in kept if path != "/"} <= page.files().keys()


def test_svelte_check_finds_an_error_that_was_planted(tmp_path: Path) -> None:
    (tmp_path / "node_modules").symlink_to(WEB / "node_modules")
    settings = {"extends": (WEB / "tsconfig.json").as_posix(), "include": ["*.svelte"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings), "utf-8")
    planted = '<script lang="ts">\n  const seats: number = "three";\n</script>\n\n{seats}\n'
    (tmp_path / "Planted.svelte").write_text(planted, "utf-8")

    found = subprocess.run(
        [WEB / "node_modules" / ".bin" / "svelte-check", "--workspace", tmp_path],
        cwd=WEB,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode != 0
    assert "not assignable" in found.stdout
