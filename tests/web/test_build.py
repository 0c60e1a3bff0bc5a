"""What the page is built into: small, whole, and looked over by tools that do find faults."""

import gzip
import json
import re
import subprocess
from pathlib import Path

from motherlode.server import page

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
PAGE = ROOT / "src" / "motherlode" / "server" / "page"

MOST_IN_ALL = 70_000
MOST_AT_FIRST = 40_000


def sizes() -> dict[str, int]:
    """What each file of code weighs, packed; texts are no code."""
    texts = {"en", "de"}
    return {
        path.name: len(gzip.compress(path.read_bytes(), 9))
        for path in (PAGE / "assets").iterdir()
        if path.suffix in {".js", ".css"} and path.name.split("-")[0] not in texts
    }


def test_all_code_together_is_small() -> None:
    assert sum(sizes().values()) <= MOST_IN_ALL, sizes()


def test_what_the_front_page_waits_for_is_smaller_still() -> None:
    index = (PAGE / "index.html").read_text("utf-8")
    found = sizes()
    first = set(re.findall(r"/assets/([\w.-]+\.(?:js|css))", index))
    # Whatever these import by name comes along.
    for name in list(first):
        if name.endswith(".js"):
            code = (PAGE / "assets" / name).read_text("utf-8")
            first |= set(re.findall(r"from\"\./([\w.-]+\.js)\"", code))

    assert sum(found[name] for name in first) <= MOST_AT_FIRST, first


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
