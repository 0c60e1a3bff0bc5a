"""The page's own SHA-256, and the bytes of fair deals: the same as everybody else's."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
VECTORS = json.loads((ROOT / "tests" / "vectors" / "fair.json").read_text("utf-8"))
DEALS = VECTORS["deals"]


@pytest.fixture(scope="module")
def page(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A page with nothing but the client's part of fair deals, as ``fair``."""
    built = tmp_path_factory.mktemp("fair") / "fair.js"
    entry = "export * from './src/fair/promise.ts'; export * from './src/fair/sha256.ts';"
    source = built.with_name("entry.ts")
    source.write_text(entry.replace("./src", (WEB / "src").as_posix()), "utf-8")
    subprocess.run(
        [
            *(WEB / "node_modules" / ".bin" / "rolldown", source),
            *("--file", built, "--format", "iife", "--name", "fair", "--log-level", "silent"),
        ],
        cwd=WEB,
        check=True,
        capture_output=True,
    )
    page = browser.new_page()
    page.add_script_tag(path=built)
    yield page
    page.close()


def test_fields_are_packed_as_written_down(page: Page) -> None:
    for vector in VECTORS["pack"]:
        packed = page.evaluate("fields => fair.toHex(fair.pack(...fields))", vector["fields"])
        assert packed == vector["bytes"]


@pytest.mark.parametrize("length", [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])
def test_messages_of_every_length_are_hashed_as_the_browser_does(page: Page, length: int) -> None:
    # Pages of our tests come from loopback: there the browser can do it too.
    assert page.evaluate(_HASHED_TWICE, length)


_HASHED_TWICE = """async (length) => {
    const message = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
    const ours = fair.toHex(fair.sha256(message));
    if (!crypto.subtle) return length > 0 || ours ===
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    const theirs = new Uint8Array(await crypto.subtle.digest("SHA-256", message));
    return ours === fair.toHex(theirs);
}"""


@pytest.mark.parametrize("deal", DEALS, ids=range(len(DEALS)))
def test_a_deal_comes_out_as_it_does_everywhere(page: Page, deal: dict[str, Any]) -> None:
    found = page.evaluate(_DEALT, deal)

    assert found["commitment"] == deal["commitment"]
    assert found["nonces"] == deal["nonce commitments"]
    assert found["roll"] == deal["roll"]
    assert found["key"] == deal["key"]
    assert found["picks"] == [number for _, _, number in deal["picks"]]
    assert found["shuffles"] == [numbers for _, _, numbers in deal["shuffles"]]


_DEALT = """({ terms, secret, nonces, picks, shuffles, ...deal }) => {
    const key = fair.streamKey(terms, secret, nonces);
    const draws = new fair.Stream(key);
    const committed = nonces.map((nonce, i) => fair.nonceCommitment(terms, i, nonce));
    return {
        commitment: fair.commitment(terms, secret),
        nonces: committed,
        roll: fair.rollOf(terms, deal.commitment, committed),
        key: fair.toHex(key),
        picks: picks.map(([label, n]) => draws.pick(label, n)),
        shuffles: shuffles.map(([label, n]) => draws.shuffle(label, n)),
    };
}"""
