"""docs/protocol.md: it names all there is, and what it tells of happens."""

import re
from pathlib import Path
from typing import Any, get_args

import pytest

from motherlode.games import GAMES
from motherlode.server import protocol as told
from motherlode.server.commands import Commands
from motherlode.server.handle import LONGEST_NAME, LONGEST_TEXT, MOST_DEVICES, Why
from motherlode.server.http import HANDLERS
from motherlode.server.limits import Rates
from motherlode.server.socket import LONGEST_MESSAGE
from motherlode.server.table import Phase
from tests.server.session import PAGE, session, told_on

TEXT = PAGE.read_text("utf-8")


def section(title: str) -> str:
    """What stands under a heading."""
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, title
    return found[1]


def rows(title: str) -> str:
    """What the tables of a section have in their first column."""
    lines = re.findall(r"^\| (`.*?) \|", section(title), re.MULTILINE)
    return "\n".join(lines)


def tag(cls: Any) -> str:
    return str(cls.__struct_config__.tag)


SAID = [tag(each) for each in (told.Hello, told.Look, told.Ping, *get_args(Commands))]


@pytest.mark.parametrize("name", SAID)
def test_the_page_names_every_message_from_a_client(name: str) -> None:
    assert f"`{name}`" in rows("The socket")


@pytest.mark.parametrize("name", [tag(each) for each in get_args(told.FromServer)])
def test_the_page_names_every_message_from_the_server(name: str) -> None:
    assert f"`{name}`" in section("The socket")


@pytest.mark.parametrize("name", told.Update.__struct_fields__)
def test_the_page_names_every_field_of_an_update(name: str) -> None:
    assert f"`{name}`" in rows("Updates")


@pytest.mark.parametrize("phase", Phase)
def test_the_page_names_every_phase(phase: Phase) -> None:
    assert f"`{phase}`" in rows("Updates")


@pytest.mark.parametrize("why", Why)
def test_the_page_says_what_to_do_about_every_refusal(why: Why) -> None:
    assert f"`{why}`" in rows("Refusals")


@pytest.mark.parametrize("code", get_args(told.Troubles))
def test_the_page_says_what_to_do_about_every_trouble(code: str) -> None:
    assert f"`{code}`" in rows("Trouble")


def test_the_page_has_no_refusal_and_no_trouble_that_is_none() -> None:
    known = {*Why, *get_args(told.Troubles), "number", "why", "code", *GAMES}
    named = re.findall(r"`(.+?)`", rows("Refusals") + rows("Trouble"))
    assert set(named) <= known


@pytest.mark.parametrize("game", GAMES)
def test_the_page_has_every_reason_of_an_illegal_move(game: str) -> None:
    for number, reason in GAMES[game].words.WHY_NOT.items():
        row = re.search(rf"^\| {number} \|.*$", section("Refusals"), re.MULTILINE)
        assert row
        _, _, *reasons, _ = row[0].split("|")
        assert reasons[list(GAMES).index(game)].strip() == reason


@pytest.mark.parametrize(
    ("method", "path"),
    [(each.http_methods, path) for each in HANDLERS for path in each.paths],
    ids=str,
)
def test_the_page_has_every_address_of_the_http_interface(method: Any, path: str) -> None:
    plain = path.replace("{name:str}", "NAME").replace("{number:int}", "N")
    assert any(f"`{each} {plain}" in rows("HTTP") for each in map(str, method))


def test_the_page_has_the_limits_as_they_are() -> None:
    limits, rates = section("Limits"), Rates()
    for rate in (rates.messages, rates.sockets, rates.opening, rates.sitting, rates.reading):
        assert f"| {rate.at_once}" in limits
    for most in (rates.connected, LONGEST_NAME, LONGEST_TEXT, LONGEST_MESSAGE, MOST_DEVICES):
        assert f" {most} " in limits


def test_the_session_of_the_page_is_one_that_happens(tmp_path: Path) -> None:
    assert told_on(TEXT) == session(tmp_path), "python -m tests.server.session writes it anew"
