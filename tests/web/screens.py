"""Every screen of the page, and how one gets there; in whatever language the visitor speaks."""

import json
from collections.abc import Callable
from importlib import resources
from typing import Any

import httpx
from playwright.sync_api import Locator

from tests.web.visit import Visitor, until

Screen = Callable[[Visitor], None]

_CATALOGUE = resources.files("motherlode") / "catalogue"


class Words:
    """What things are called in the language of a visitor."""

    def __init__(self, visitor: Visitor) -> None:
        spoken = visitor.page.evaluate("navigator.language.slice(0, 2)")
        self._texts: dict[str, Any] = json.loads((_CATALOGUE / f"{spoken}.json").read_text("utf-8"))

    def __call__(self, key: str, **values: str) -> str:
        text: str = self._texts[key]
        return text.format(**values)


def _button(visitor: Visitor, key: str, within: Locator | None = None) -> Locator:
    return (within or visitor.page).get_by_role("button", name=Words(visitor)(key), exact=True)


def front(visitor: Visitor) -> None:
    """What a stranger sees first."""
    visitor.come()
    visitor.game("Gold!").wait_for()


def front_again(visitor: Visitor) -> None:
    """What somebody sees who was here before."""
    table(visitor, "golddonkey")
    visitor.come()
    visitor.page.locator("#own-tables").wait_for()


def opening(visitor: Visitor) -> None:
    """Opening a table for friends."""
    front(visitor)
    _button(visitor, "front.friends", visitor.game("GOLD")).click()
    visitor.page.locator("summary").click()


def same_device(visitor: Visitor) -> None:
    """Several people on one device."""
    front(visitor)
    _button(visitor, "front.device", visitor.game("Gold!")).click()


def gathering(visitor: Visitor) -> None:
    """A table that waits for players, as its host sees it."""
    _open(visitor, "goldrush", [{"name": "Ann"}, {}, {"level": 2}])
    visitor.page.get_by_role("img").wait_for()


def invited(visitor: Visitor) -> None:
    """The same as somebody sees it who followed the link."""
    name, _ = _opened(visitor, "goldrush", [{"name": "Ann"}, {}, {"level": 2}])
    visitor.come(f"/t/{name}")
    _button(visitor, "seat.sit").wait_for()


def table(visitor: Visitor, game: str) -> None:
    """A game that is on, at the moment somebody is to move."""
    _open(visitor, game, [{"name": "Ann"}, {"level": 1}, {"level": 2}])
    _button(visitor, "table.deal").click()
    visitor.page.locator("h1.mine").wait_for()


def table_goldrush(visitor: Visitor) -> None:
    """GOLD, at its beginning."""
    table(visitor, "goldrush")


def table_golddigger(visitor: Visitor) -> None:
    """GOLD DIGGER, at its beginning."""
    table(visitor, "golddigger")


def table_golddonkey(visitor: Visitor) -> None:
    """Gold!, at its beginning."""
    table(visitor, "golddonkey")


def hand_over(visitor: Visitor) -> None:
    """The device is to be handed on."""
    _open(visitor, "golddigger", [{"name": "Ann"}, {"name": "Ben"}])
    _button(visitor, "table.deal").click()
    visitor.page.locator(".handover").wait_for()


def menu(visitor: Visitor) -> None:
    """The menu of a table."""
    table(visitor, "golddonkey")
    _button(visitor, "menu.title").click()


def talk(visitor: Visitor) -> None:
    """The quick phrases."""
    table(visitor, "golddonkey")
    _button(visitor, "talk.title").click()


def after(visitor: Visitor) -> None:
    """The final score, and the deal checked."""
    table(visitor, "golddigger")
    visitor.page.evaluate(
        "localStorage.setItem('motherlode.settings', JSON.stringify({list: true}))"
    )
    visitor.page.reload()

    def is_over() -> bool:
        moves = visitor.moves()
        if moves.count():
            moves.first.click()
        return _button(visitor, "verify.check").count() > 0

    until(is_over, 120.0)
    _button(visitor, "verify.check").click()
    visitor.page.locator(".verdict").wait_for()


def replay(visitor: Visitor) -> None:
    """A finished game, in the middle."""
    after(visitor)
    visitor.page.get_by_role("link", name=Words(visitor)("replay.title")).click()
    slider = visitor.page.get_by_role("slider")
    slider.fill("20")


def rules(visitor: Visitor) -> None:
    """A rulebook."""
    visitor.come("/rules/golddigger")


def lost(visitor: Visitor) -> None:
    """An address with nothing."""
    visitor.come("/no/such/page")


SCREENS: tuple[Screen, ...] = (
    front,
    front_again,
    opening,
    same_device,
    gathering,
    invited,
    table_goldrush,
    table_golddigger,
    table_golddonkey,
    hand_over,
    menu,
    talk,
    after,
    replay,
    rules,
    lost,
)


def _opened(visitor: Visitor, game: str, seats: list[dict[str, Any]]) -> tuple[str, str]:
    """A table that was opened elsewhere, and the key to it."""
    wanted = {"game": game, "seats": seats, "pace": 0, "thinking": 100, "showing": 100}
    answer = httpx.post(f"{visitor.address}/api/tables", json=wanted).raise_for_status().json()
    return answer["table"], answer["key"]


def _open(visitor: Visitor, game: str, seats: list[dict[str, Any]]) -> None:
    name, key = _opened(visitor, game, seats)
    visitor.come(f"/t/{name}#{key}")
    visitor.page.get_by_text("Ann").first.wait_for()
