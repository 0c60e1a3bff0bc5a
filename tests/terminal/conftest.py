"""A keyboard for tests."""

import io
from collections.abc import Iterable

import pytest

from motherlode import cli
from tests.terminal.scripts import Typing


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Say nothing about rules that are still being compiled."""
    monkeypatch.setattr(cli, "_PATIENCE", 3600)


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> Typing:
    """Type these lines; after them nothing more will come."""

    def type_lines(lines: Iterable[str]) -> None:
        text = "".join(f"{line}\n" for line in lines)
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    return type_lines
