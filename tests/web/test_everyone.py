"""Everyone can play: without a mouse, in the dark, in German, with a screen reader."""

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.web.screens import SCREENS, Screen
from tests.web.visit import PHONE, Program, Visitor, until

LANGUAGES = ("en-GB", "de-DE")
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
WIDTHS = (360, 390, 768, 1280)


@pytest.fixture(params=LANGUAGES)
def guest(request: pytest.FixtureRequest, server: Program, browser: Browser) -> Iterator[Visitor]:
    """Somebody with a phone, who sees the board and no list beside it."""
    with Visitor(
        browser, server.address, size=PHONE, language=request.param, listed=False
    ) as visitor:
        yield visitor


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_a_screen_shuts_nobody_out(screen: Screen, guest: Visitor) -> None:
    screen(guest)

    for theme in THEMES:
        guest.page.emulate_media(color_scheme=theme)
        assert objections_of_axe(guest) == [], theme
    assert guest.page.evaluate(_SMALL_TARGETS) == []
    for width in WIDTHS:
        guest.page.set_viewport_size({"width": width, "height": 740})
        wide = guest.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"at {width} pixels it scrolls sideways"


def objections_of_axe(visitor: Visitor) -> list[tuple[str, Any]]:
    found = Axe().run(visitor.page)
    return [
        (each["id"], [node["html"] for node in each["nodes"]])
        for each in found.response["violations"]
    ]


# What is too small for a finger. What stands in a running text may be as small as its letters.
_SMALL_TARGETS = """() => [...document.querySelectorAll("a, button, input, select, summary")]
    .filter((each) => each.checkVisibility() && !each.closest("p, dialog:not([open])"))
    .filter((each) => [each, each.closest("label") ?? each].every((target) => {
        const { width, height } = target.getBoundingClientRect();
        return width && height && (width < 24 || height < 24);
    }))
    .map((each) => each.outerHTML.slice(0, 120))"""


def test_a_whole_game_is_played_with_the_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.page
    visitor.come()
    _tab_to(visitor, "Choose machines", within="GOLD DIGGER")
    page.keyboard.press("Enter")
    _tab_to(visitor, "2")
    page.keyboard.press("Space")
    _tab_to(visitor, "Deal")
    page.keyboard.press("Enter")
    page.locator(".felt").wait_for()

    def played() -> bool:
        if visitor.moves().count():
            visitor.moves().first.focus()
            page.keyboard.press("Enter")
        return visitor.is_over()

    until(played, 120.0)
    _tab_to(visitor, "Play again")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).not_to_have_text("The game is over")


def _tab_to(visitor: Visitor, name: str, within: str = "", most: int = 60) -> None:
    """Press Tab until what has that name has the focus, as somebody without a mouse does."""
    for _ in range(most):
        visitor.page.keyboard.press("Tab")
        found, article = visitor.page.evaluate(_FOCUSED)
        if found == name and within in article:
            return
    raise AssertionError(f"{name} cannot be reached by the keyboard")


_FOCUSED = """() => {
    const here = document.activeElement;
    const label = here.closest("label") ?? here;
    return [label.textContent.trim(), here.closest("article")?.innerText ?? ""];
}"""


def ground(visitor: Visitor) -> str:
    colour: str = visitor.page.evaluate(
        "getComputedStyle(document.documentElement).backgroundColor"
    )
    return colour


def test_the_theme_follows_the_device_until_it_is_toggled(
    server: Program, browser: Browser
) -> None:
    with Visitor(browser, server.address, theme="dark") as visitor:
        visitor.come()
        dark = ground(visitor)
        visitor.press("Light colours")
        light = ground(visitor)
        visitor.page.reload()

        assert light != dark
        assert ground(visitor) == light


def test_the_language_follows_the_device_until_it_is_switched(
    server: Program, browser: Browser
) -> None:
    with Visitor(browser, server.address, language="de-AT") as visitor:
        visitor.come()
        assert visitor.page.evaluate("document.documentElement.lang") == "de"

        visitor.press("English")
        visitor.page.get_by_role("button", name="Deutsch").wait_for()
        visitor.page.reload()
        visitor.page.get_by_role("button", name="Deutsch").wait_for()
        assert visitor.page.evaluate("document.documentElement.lang") == "en"
