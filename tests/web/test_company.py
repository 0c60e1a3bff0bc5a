"""Tables of three to five people, each with a browser of their own, and the rematch."""

from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, expect

from tests.web.test_evening import play_on
from tests.web.visit import DESKTOP, PHONE, Program, Visitor, until

TABLET = (820, 1180)
PEOPLE = (("Ann", DESKTOP), ("Ben", PHONE), ("Cleo", TABLET), ("Dan", PHONE), ("Eve", DESKTOP))


@pytest.mark.parametrize(
    ("title", "seats"),
    [
        ("Gold!", 3),
        pytest.param("GOLD DIGGER", 4, marks=pytest.mark.slow),
        pytest.param("GOLD DIGGER", 5, marks=pytest.mark.slow),
    ],
)
def test_a_whole_table_plays_from_the_front_page_to_the_score_and_once_more(
    title: str, seats: int, server: Program, browser: Browser
) -> None:
    with ExitStack() as stack:
        people = [
            stack.enter_context(Visitor(browser, server.address, size=size))
            for _, size in PEOPLE[:seats]
        ]
        host = people[0]
        table = host.invite(title, seats=seats, name="Ann")
        for visitor, (name, _) in zip(people[1:], PEOPLE[1:], strict=False):
            visitor.sit(table, name)
        host.press("Deal")
        play_on(*people)

        for visitor in people:
            expect(visitor.page.get_by_role("heading", level=1)).to_have_text("The game is over")
        scores = [visitor.page.locator(".result table").inner_text() for visitor in people]
        assert len(set(scores)) == 1
        assert all(name in scores[0] for name, _ in PEOPLE[:seats])

        host.press("Play again")
        for visitor in people:
            visitor.page.locator(".felt").wait_for()
        until(lambda: not any(visitor.is_over() for visitor in people))
        until(lambda: any(visitor.moves().count() for visitor in people))
