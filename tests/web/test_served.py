"""How the page comes over the wire."""

import httpx
import pytest

from motherlode.games import GAMES
from motherlode.server.page import files
from tests.web.visit import Program

PAGES = (
    "/",
    "/t/copper-kettle-mule-4711",
    "/t/copper-kettle-mule-4711/replay/1",
    "/rules/goldrush",
)


@pytest.mark.parametrize("path", PAGES)
def test_every_address_of_the_page_gives_the_page(server: Program, path: str) -> None:
    answer = httpx.get(server.address + path)

    assert answer.status_code == 200
    assert '<div id="app">' in answer.text
    assert answer.headers["cache-control"] == "no-cache"
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_what_never_changes_is_kept_for_ever_and_comes_packed(server: Program) -> None:
    script = next(path for path in files() if path.startswith("/assets/") and path.endswith(".js"))
    answer = httpx.get(server.address + script)

    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.content == files()[script].body


def test_who_cannot_unpack_gets_it_unpacked(server: Program) -> None:
    answer = httpx.get(server.address, headers={"accept-encoding": "identity"})

    assert "content-encoding" not in answer.headers
    assert answer.content == files()["/index.html"].body


@pytest.mark.parametrize("path", ["/assets/gone.js", "/api/nothing", "/../protocol.py"])
def test_files_that_are_not_there_are_not_the_page(server: Program, path: str) -> None:
    assert httpx.get(server.address + path).status_code == 404


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("game", GAMES)
def test_every_rulebook_is_served_in_both_languages(
    server: Program, game: str, language: str
) -> None:
    answer = httpx.get(f"{server.address}/api/rulebooks/{game}/{language}")

    assert answer.text.startswith("# ")
    assert answer.headers["content-type"].startswith("text/markdown")


@pytest.mark.parametrize("path", ["chess/en", "goldrush/fr", "..%2fgoldrush/en"])
def test_other_rulebooks_are_not_found(server: Program, path: str) -> None:
    assert httpx.get(f"{server.address}/api/rulebooks/{path}").status_code == 404


def test_a_link_becomes_a_picture_to_scan(server: Program) -> None:
    answer = httpx.post(f"{server.address}/api/code", json={"link": f"{server.address}/t/x"})

    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")


@pytest.mark.parametrize("link", ["x" * 301, 7, None])
def test_what_is_no_link_becomes_no_picture(server: Program, link: object) -> None:
    assert httpx.post(f"{server.address}/api/code", json={"link": link}).status_code == 400


def test_a_server_nobody_else_can_reach_names_no_address(server: Program) -> None:
    assert httpx.get(f"{server.address}/api/here").json() == {"addresses": []}
