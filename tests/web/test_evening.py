"""Whole evenings at the page: from the front page to the final score, through the real server."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.web.visit import PHONE, Program, Visitor, until

GAMES = ("GOLD", "GOLD DIGGER", "Gold!")


def play_on(*visitors: Visitor) -> None:
    """Everybody plays the first move there is, until the scores are there."""

    def all_done() -> bool:
        for visitor in visitors:
            moves = visitor.moves()
            if not visitor.is_over() and moves.count():
                moves.first.click()
        return all(visitor.is_over() for visitor in visitors)

    until(all_done, 120.0)


@pytest.mark.parametrize("title", ["GOLD DIGGER", "Gold!"])
def test_two_people_play_a_game_from_the_front_page_to_the_final_score(
    title: str, server: Program, browser: Browser
) -> None:
    with (
        Visitor(browser, server.address) as ann,
        Visitor(browser, server.address, size=PHONE, language="de-DE") as ben,
    ):
        table = ann.invite(title, seats=2, name="Ann")
        ben.come(table)
        ben.page.get_by_label("Dein Name").fill("Ben")
        ben.press("Hinsetzen")
        ann.press("Deal")
        ann.page.locator(".felt").wait_for()

        def all_done() -> bool:
            for visitor in (ann, ben):
                moves = visitor.moves()
                if moves.count():
                    moves.first.click()
            return ann.is_over()

        until(all_done, 120.0)

        expect(ben.page.get_by_role("heading", level=1)).to_have_text("Das Spiel ist zu Ende")
        ann.press("Check the deal")
        expect(ann.page.get_by_text("Proved:")).to_be_visible()
        ben.press("Ausgabe der Karten prüfen")
        expect(ben.page.get_by_text("Bewiesen:")).to_be_visible()


def test_one_click_begins_a_game_with_machines(visitor: Visitor) -> None:
    for title in GAMES:
        visitor.play_now(title)

        until(lambda: bool(visitor.moves().count()))


def test_after_a_game_its_replay_can_be_stepped_through_and_it_can_be_played_again(
    visitor: Visitor,
) -> None:
    visitor.come()
    visitor.game("GOLD DIGGER").get_by_role("button", name="Choose machines").click()
    visitor.page.get_by_role("dialog").get_by_text("More choices").click()
    visitor.page.get_by_role("dialog").get_by_text("quick", exact=True).click()
    visitor.page.get_by_role("dialog").get_by_role("button", name="Deal").click()
    play_on(visitor)
    table = visitor.page.url

    visitor.page.get_by_role("link", name="Replay").click()
    expect(visitor.page.get_by_text("The cards are dealt.")).to_be_visible()
    visitor.press("One move on")
    expect(visitor.page.get_by_text(re.compile(r"^Move 1 of 60: "))).to_be_visible()
    visitor.press("To the end")
    expect(visitor.page.get_by_text(re.compile(r"^Move 60 of 60: "))).to_be_visible()

    visitor.come(table)
    visitor.press("Play again")
    visitor.page.locator(".felt").wait_for()
    until(lambda: not visitor.is_over())


def test_two_people_share_a_device_and_see_no_hand_but_their_own(visitor: Visitor) -> None:
    visitor.come()
    visitor.game("GOLD DIGGER").get_by_role("button", name="Same device").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("Your name").fill("Ann")
    dialog.get_by_label("Player 2").fill("Ben")
    dialog.get_by_role("button", name="Deal").click()

    page = visitor.page
    for _ in range(4):
        expect(page.get_by_text("Hand over the device.")).to_be_visible()
        assert visitor.moves().count() == 0
        page.get_by_role("button", name=re.compile("I am (Ann|Ben)")).click()
        visitor.moves().first.click()


def test_a_page_that_is_loaded_again_has_its_seat_again(visitor: Visitor) -> None:
    visitor.play_now("Gold!")
    visitor.page.reload()

    until(lambda: bool(visitor.moves().count()))
    visitor.come()
    expect(visitor.page.get_by_role("heading", name="Your tables")).to_be_visible()


def test_a_personal_link_takes_the_seat_to_another_device(
    server: Program, browser: Browser
) -> None:
    with Visitor(browser, server.address) as desk, Visitor(browser, server.address) as phone:
        desk.play_now("Gold!")
        desk.press("Menu")
        desk.press("Take my seat to another device")
        link = desk.page.get_by_label("The link").input_value()
        phone.come(link.removeprefix(server.address))

        until(lambda: bool(phone.moves().count()))
        assert "#" not in phone.page.url


def test_who_follows_a_link_without_a_seat_looks_on(server: Program, browser: Browser) -> None:
    with Visitor(browser, server.address) as ann, Visitor(browser, server.address) as guest:
        ann.play_now("GOLD DIGGER")
        guest.come(ann.page.url)

        expect(guest.page.get_by_text("You are looking on.")).to_be_visible()
        guest.page.locator(".felt").wait_for()
        assert guest.moves().count() == 0


def test_what_is_said_is_heard(server: Program, browser: Browser) -> None:
    with Visitor(browser, server.address) as ann, Visitor(browser, server.address) as ben:
        table = ann.invite("Gold!", seats=2, name="Ann")
        ben.sit(table, "Ben")
        ben.press("Talk")
        ben.press("Good luck!")

        expect(ann.page.get_by_text("Good luck!")).to_be_visible()


def test_an_address_with_nothing_says_so(visitor: Visitor) -> None:
    visitor.come("/nowhere/at/all")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("This tunnel leads nowhere")

    visitor.come("/t/copper-kettle-mule-4711")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("There is no such table")


def test_the_rulebook_is_there_in_both_languages(visitor: Visitor) -> None:
    visitor.come("/rules/goldrush")
    expect(visitor.page.get_by_role("heading", name="The idea")).to_be_visible()

    visitor.press("Deutsch")
    expect(visitor.page.get_by_role("heading", name="Die Idee")).to_be_visible()


def test_a_lost_connection_is_told_and_comes_back_by_itself(visitor: Visitor) -> None:
    visitor.play_now("Gold!")
    visitor.context.set_offline(offline=True)
    expect(visitor.page.get_by_text("The connection is lost.")).to_be_visible(timeout=40_000)
    assert visitor.page.locator(".felt.stale").count() == 1

    visitor.context.set_offline(offline=False)
    expect(visitor.page.get_by_text("The connection is lost.")).to_have_count(0)
    assert visitor.page.locator(".felt.stale").count() == 0


def test_a_restarted_server_finds_the_page_at_the_same_move(
    server: Program, browser: Browser
) -> None:
    with Visitor(browser, server.address) as ann, Visitor(browser, server.address) as ben:
        table = ann.invite("GOLD DIGGER", seats=2, name="Ann")
        ben.sit(table, "Ben")
        ann.press("Deal")
        ann.page.locator(".felt").wait_for()
        until(lambda: bool(ann.moves().count() or ben.moves().count()))
        before = ann.page.get_by_role("heading", level=1).inner_text()

        server.stop()
        expect(ann.page.get_by_text("The connection is lost.")).to_be_visible()
        server.start()

        expect(ann.page.get_by_text("The connection is lost.")).to_have_count(0)
        expect(ann.page.get_by_role("heading", level=1)).to_have_text(before)


def test_the_page_is_there_without_a_network_once_it_was_here(visitor: Visitor) -> None:
    visitor.come()
    visitor.page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    visitor.context.set_offline(offline=True)
    visitor.page.goto("/t/copper-kettle-mule-4711")

    expect(visitor.page.get_by_text("One moment …").first).to_be_visible()
    kept = visitor.page.evaluate(_KEPT)
    assert kept
    assert not [path for path in kept if "/api/" in path]


_KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) found.push(request.url);
    return found;
}"""
