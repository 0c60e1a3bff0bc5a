"""GOLD is a game of memory: no browser may help with it.

Two people play, and after every move all that their browsers hold is searched for cards that lie
face down: the whole document with its attributes, the accessibility tree, everything that is
stored, and every word the server said.
"""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, WebSocket

from motherlode.games.goldrush.cards import COLOURS, DYNAMITE, KINDS
from motherlode.games.goldrush.words import card_text
from tests.web.visit import PHONE, Program, Visitor, until

SHOWING = 60
GERMAN = {"blue": "Blau", "green": "Grün", "orange": "Orange", "red": "Rot", "violet": "Violett"}
CARDS = {card_text(card) for card in range(KINDS)}


def named(text: str) -> set[str]:
    """The cards that are named in a text, in whichever of our languages."""
    # What somebody owns is told as a sum.
    text = re.sub(r"\d+ nuggets?\s+in \d+ ", "", text, flags=re.IGNORECASE)
    found = {f"gold {n}" for n in re.findall(r"\bgold (\d)\b", text)}
    found |= {f"gold {n}" for n in re.findall(r"\b(\d) nuggets?\b", text, re.IGNORECASE)}
    for colour in COLOURS:
        words = f"(?:{colour}|{GERMAN[colour]})"
        found |= {f"{colour} {n}" for n in re.findall(rf"\b{words}\W(\d)\b", text, re.IGNORECASE)}
    if re.search("dynamit", text, re.IGNORECASE):
        found.add(card_text(DYNAMITE))
    return found


class Searched:
    """A visitor whose browser is searched."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.shown: dict[str, Any] = {}
        self.own: dict[str, Any] = {}
        self.found: list[str] = []
        self._devtools = visitor.context.new_cdp_session(visitor.page)
        self._fresh: dict[str, Any] = {}
        visitor.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        told = json.loads(frame)
        self.shown = told.get("shown") or self.shown
        self.own = told.get("own") or self.own
        up = (told.get("shown") or {}).get("up", {})
        if self.shown and self.shown["outcome"] is None:
            self._nothing_but(set(up.values()), "the server said", named(str(frame)))

    def _nothing_but(self, up: set[str], where: str, cards: set[str]) -> None:
        if not cards <= up:
            self.found.append(f"{where} {cards - up} while {up or 'nothing'} was turned up")

    def has_drawn(self) -> bool:
        """Whether the page shows what was told last."""
        drawn = self.visitor.page.evaluate(_DRAWN)
        return bool(self.shown) and drawn == [sorted(self.shown["up"]), len(self.shown["table"])]

    def may_press(self) -> bool:
        """Whether the page lets its visitor turn up a card now."""
        return self.visitor.page.locator(".field.yours").count() > 0

    def press(self, spot: str) -> None:
        """Turn up a card."""
        self.visitor.page.evaluate(_PRESS, spot)

    def come_again(self) -> None:
        """Load the page again, and hear everything anew."""
        self.shown = {}
        self.visitor.page.reload()
        until(self.has_drawn)

    def search(self) -> list[str]:
        """What is held of the cards that lie face down."""
        page, shown = self.visitor.page, self.shown
        held = page.evaluate(_HELD)
        self._fresh = self._fresh or held
        up = set(shown["up"].values())
        tree = self._devtools.send("Accessibility.getFullAXTree")["nodes"]
        self._nothing_but(up, "the document named", named(held["html"]))
        self._nothing_but(up, "who listens is told", named(json.dumps(tree, ensure_ascii=False)))
        self._nothing_but(set(), "there is stored", named(held["stored"]))
        for spot, html in held["spots"].items():
            if spot not in shown["up"] and html != self._fresh["spots"][spot]:
                before = self._fresh["spots"][spot]
                self.found.append(f"{spot} no longer looks like {before}, but like {html}")
        for what in ("elsewhere", "caches", "databases", "cookies"):
            if held[what] != self._fresh[what]:
                self.found.append(f"{what} went from {self._fresh[what]} to {held[what]}")
        if held["faces"] != len(up):
            self.found.append(f"{held['faces']} cards are drawn while {up} are turned up")
        return self.found


_DRAWN = """() => [
    [...document.querySelectorAll(".spot.up [data-stop]")].map((each) => each.dataset.stop).sort(),
    document.querySelectorAll(".spot").length,
]"""
_PRESS = "(spot) => document.querySelector(`[data-stop=${spot}]`).click()"
# Which card may be pressed, and which has the focus, says nothing about its face.
_HELD = """async () => {
    const plain = (html) => html
        .replace(/ (tabindex|aria-disabled)="[^"]*"/g, "").replace(/ +/g, " ");
    const kept = [];
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) kept.push(request.url);
    const all = (selector) => document.querySelectorAll(selector).length;
    return {
        html: document.documentElement.outerHTML,
        spots: Object.fromEntries([...document.querySelectorAll(".spot")].map((each) =>
            [each.querySelector("[data-stop]").dataset.stop, plain(each.outerHTML)])),
        faces: all(".field svg[class*=suit-]"),
        elsewhere: all("svg[class*=suit-]") - all(".field svg[class*=suit-]"),
        stored: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
        caches: kept.sort(),
        databases: await indexedDB.databases(),
        cookies: document.cookie,
    };
}"""


class Memory:
    """Ann and Ben at a table of GOLD."""

    def __init__(self, ann: Visitor, ben: Visitor) -> None:
        wanted = {"game": "goldrush", "seats": [{"name": "Ann"}, {}], "showing": SHOWING}
        tables = f"{ann.address}/api/tables"
        hers = httpx.post(tables, json=wanted).raise_for_status().json()
        devices = f"{tables}/{hers['table']}/devices"
        his = httpx.post(devices, json={"name": "Ben"}).raise_for_status().json()
        self.seats = (Searched(ann), Searched(ben))
        for visitor, welcome in ((ann, hers), (ben, his)):
            visitor.come(f"/t/{welcome['table']}#{welcome['key']}")
            visitor.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        ann.press("Deal")
        self._dice = random.Random(4711)
        until(self.rests)

    @property
    def is_over(self) -> bool:
        """Whether the last card is gone."""
        return self.seats[0].shown["outcome"] is not None

    def rests(self) -> bool:
        """Whether the cards of the last turn are turned down again, on both screens."""
        ann, ben = self.seats
        told = ann.shown
        drawn = [each.has_drawn() for each in self.seats]
        is_settled = told.get("stage") == "second flip" or not told.get("up")
        # What came while we looked is not on the screens yet.
        return is_settled and all(drawn) and ann.shown is told and ben.shown == told

    def play(self) -> None:
        """Turn up some card, and wait until all is quiet again."""
        seat = self.seats[self.seats[0].shown["turn"]]
        before = self.seats[0].shown
        until(seat.may_press)
        seat.press(self._dice.choice(seat.own["moves"])["move"])
        until(lambda: self.rests() and self.seats[0].shown != before, 10.0)

    def search(self) -> list[str]:
        """What either of them could look up."""
        return [fault for each in self.seats for fault in each.search()]


@pytest.fixture
def game(server: Program, browser: Browser) -> Iterator[Memory]:
    """A game that begins."""
    with (
        Visitor(browser, server.address, listed=False) as ann,
        Visitor(browser, server.address, size=PHONE, language="de-DE", listed=False) as ben,
    ):
        yield Memory(ann, ben)


@pytest.mark.parametrize("moves", [20, pytest.param(10_000, marks=pytest.mark.slow)])
def test_nothing_anywhere_keeps_a_card_that_was_turned_back(game: Memory, moves: int) -> None:
    for number in range(moves):
        assert game.search() == [], f"after {number} moves"
        if number % 15 == 14:
            game.seats[number % 2].come_again()
            assert game.search() == [], f"after {number} moves, loaded again"
        game.play()
        if game.is_over:
            break


HIDING_PLACES = {
    "an attribute": "document.body.dataset.known = 'c4: gold 3'",
    "a class": "document.querySelector('.spot').classList.add('blasted')",
    "what is said": "document.querySelector('[data-stop]').ariaLabel = 'a1: Rot 4'",
    "a description": "document.querySelector('.field').ariaDescription = '3 nuggets'",
    "a picture": """
        document.querySelector(".field").insertAdjacentHTML("beforeend", '<svg class="suit-red">')
    """,
    "the storage": "localStorage.setItem('known', 'c4 red 3')",
    "the session": "sessionStorage.setItem('known', 'c4 dynamite')",
    "a cache": "caches.open('known').then((cache) => cache.put('/c4', new Response('red 3')))",
    "the history": "history.replaceState({ c4: 'violet 2' }, '')",
    "a cookie": "void (document.cookie = 'c4=red-3')",
}


def test_whatever_is_hidden_would_be_found(game: Memory) -> None:
    for _ in range(2):
        game.play()
    assert game.search() == []
    ann = game.seats[0]
    for place, hide in HIDING_PLACES.items():
        ann.visitor.page.evaluate(hide)
        assert ann.search(), place
        ann.found.clear()
        ann.come_again()
        ann.visitor.page.evaluate(_CLEAR)
        assert ann.search() == [], place


_CLEAR = """async () => {
    localStorage.removeItem("known");
    sessionStorage.removeItem("known");
    history.replaceState(null, "");
    document.cookie = "c4=; max-age=0";
    await caches.delete("known");
}"""
