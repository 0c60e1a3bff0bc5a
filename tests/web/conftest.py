"""A real server in a process of its own, and a browser to look at its page with."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.web.visit import Program, Visitor, find_browser


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A server over an empty store; each test process has its own."""
    folder: Path = tmp_path_factory.mktemp("page")
    with Program(folder / "tables.db") as program:
        yield program


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def visitor(server: Program, browser: Browser) -> Iterator[Visitor]:
    """Somebody who has never been here."""
    with Visitor(browser, server.address) as found:
        yield found
