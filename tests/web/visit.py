"""Visitors of the page: what people do there, in words."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

import httpx
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
PHONE = (390, 844)
DESKTOP = (1280, 900)
PATIENCE = 20_000
# Whoever likes can have all moves as a list, whatever the board looks like.
_LISTED = re.compile("What can be played|Was sich spielen lässt")
_AS_A_LIST = """
    const name = "motherlode.settings";
    if (!localStorage.getItem(name)) localStorage.setItem(name, '{"list":true}');
"""
_STARTING = 90.0
_STOPPING = 20.0

expect.set_options(timeout=PATIENCE)


def find_browser() -> str:
    """Where the browser is; ``make test`` has installed one."""
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert found, f"no browser here: {', '.join(BROWSERS)}"
    return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Program:
    """The server as a process of its own, which can be stopped and started again."""

    def __init__(self, database: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._database = database
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        self._process = subprocess.Popen(
            [
                *(sys.executable, "-m", "motherlode", "serve", "--no-limits"),
                *("--port", str(self.port)),
            ],
            env={**os.environ, "MOTHERLODE_DATABASE": str(self._database)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + _STARTING
        while time.monotonic() < until:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.address}/readyz").is_success:
                    return
            time.sleep(0.1)
        self.stop()
        raise TimeoutError("the server did not start")

    def stop(self) -> None:
        """Stop it, as whoever hosts would."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(_STOPPING)
            self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


class Visitor:
    """Somebody with a browser of their own; whatever goes wrong in the page fails the test."""

    context: BrowserContext
    page: Page

    def __init__(
        self,
        browser: Browser,
        address: str,
        *,
        size: tuple[int, int] = DESKTOP,
        language: str = "en-GB",
        theme: Literal["light", "dark"] = "light",
        listed: bool = True,
        **more: Any,
    ) -> None:
        self.address = address
        self.faults: list[str] = []
        width, height = size
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme=theme,
            reduced_motion="reduce",
            base_url=address,
            **more,
        )
        self.context.set_default_timeout(PATIENCE)
        if listed:
            self.context.add_init_script(_AS_A_LIST)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        # A server that is stopped in the middle, or an address with nothing, is no fault of ours.
        is_network = "net::" in message.text or "Failed to load resource" in message.text
        if message.type == "error" and not is_network:
            self.faults.append(message.text)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.context.close()
        if error is None:
            assert not self.faults, self.faults

    # --- What people do -----------------------------------------------------------------------

    def come(self, path: str = "/") -> None:
        """Open an address, and wait until something is there."""
        self.page.goto(path)
        self.page.locator("h1").first.wait_for()

    def game(self, title: str) -> Locator:
        """A game on the front page."""
        return self.page.get_by_role("article", name=title, exact=True)

    def press(self, name: str) -> None:
        """Press a button by what stands on it."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def play_now(self, title: str) -> None:
        """One click from the front page to a game with machines."""
        self.come()
        self.game(title).get_by_role("button", name="Play now").click()
        self.page.locator(".felt").wait_for()

    def invite(self, title: str, *, seats: int, name: str) -> str:
        """Open a table for friends; the address of the table comes back."""
        self.come()
        self.game(title).get_by_role("button", name="Invite friends").click()
        dialog = self.page.get_by_role("dialog")
        dialog.get_by_text(str(seats), exact=True).click()
        dialog.get_by_label("Your name").fill(name)
        dialog.get_by_role("button", name="Open the table").click()
        self.page.wait_for_url("**/t/*")
        return self.page.url

    def sit(self, address: str, name: str) -> None:
        """Follow an invitation, and sit down."""
        self.come(address)
        self.page.get_by_label("Your name").fill(name)
        self.press("Sit down")
        self.page.get_by_text("(you)").wait_for()

    def moves(self) -> Locator:
        """All that can be played now, in the list view of the table."""
        return self.page.get_by_role("region", name=_LISTED).locator("button:enabled")

    def is_over(self) -> bool:
        """Whether the scores are there."""
        return self.page.locator(".winner").count() > 0


def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait for something that no single page knows."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.05)
