"""Who may know whom: imports point inward, and only a game's own folder knows the game."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from motherlode.games import GAMES

PACKAGE = Path(__file__).parent.parent / "src" / "motherlode"
SOURCES = sorted(PACKAGE.rglob("*.py"))

# Each part may import from the parts before it, and from its own.
ORDER = (
    ("kernel",),
    ("games",),
    ("fair", "match", "record", "simulate", "plot"),
    ("bots",),
    ("arena", "envs", "server", "terminal"),
    ("cli", "hosting"),
    ("__init__", "__main__"),
)
# Where a game may be named: its folders, the registry, and the boards of the clients.
BOARDS = ("terminal",)
# Clients show what is seen, never what could be known.
CLIENTS = ("server", "terminal")


def part_of(source: Path) -> str:
    return source.relative_to(PACKAGE).with_suffix("").parts[0]


def rank(part: str) -> int:
    return next(i for i, parts in enumerate(ORDER) if part in parts)


def imports(source: Path) -> Iterator[str]:
    """The modules of this package that *source* imports, wherever in the file."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def attributes(source: Path) -> set[str]:
    """Every name that is asked of something in *source*."""
    tree = ast.parse(source.read_text("utf-8"))
    return {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}


def words(source: Path) -> set[str]:
    """Every name and every text that that is a whole expression in *source*."""
    tree = ast.parse(source.read_text("utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    return names | attributes | {text for text in texts if isinstance(text, str)}


def by_path(source: Path) -> str:
    return source.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("source", SOURCES, ids=by_path)
def test_imports_point_inward(source: Path) -> None:
    for module in imports(source):
        parts = module.split(".")
        if parts[0] == "motherlode" and len(parts) > 1 and parts[1] != "__version__":
            assert rank(parts[1]) <= rank(part_of(source)), f"{by_path(source)} imports {module}"


@pytest.mark.parametrize("source", SOURCES, ids=by_path)
def test_only_its_own_folder_the_registry_and_boards_name_a_game(source: Path) -> None:
    at_home = source.relative_to(PACKAGE).parts
    for name in GAMES:
        if at_home == ("games", "__init__.py") or at_home[:2] in {("games", name), ("bots", name)}:
            continue
        if at_home[0] in BOARDS:
            continue
        assert name not in words(source)
        assert not any(name in module.split(".") for module in imports(source))


@pytest.mark.parametrize(
    "source", [source for source in SOURCES if part_of(source) in CLIENTS], ids=by_path
)
def test_a_client_never_asks_what_could_be_known(source: Path) -> None:
    forbidden = {"observe", "imagine", "state", "states", "facts", "_state"}

    assert not forbidden & attributes(source)


def test_the_clients_looked_at_are_there() -> None:
    assert any(part_of(source) == "terminal" for source in SOURCES)
