"""The words of the page: complete in every language, and none too many."""

import json
import re
from importlib import resources
from pathlib import Path
from typing import Any, get_args

import pytest

from motherlode.server.commands import PHRASES
from motherlode.server.handle import Why
from motherlode.server.protocol import Troubles
from motherlode.server.table import Phase

CATALOGUE = resources.files("motherlode") / "catalogue"
LANGUAGES = ("en", "de")
SOURCES = Path(__file__).parents[2] / "web" / "src"

# Words of one language that the other has as well.
SAME = 0.25


def catalogue(language: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((CATALOGUE / f"{language}.json").read_text("utf-8"))
    return read


def forms(entry: Any) -> dict[str, str]:
    return entry if isinstance(entry, dict) else {"": entry}


def blanks(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_keys_in_order(language: str) -> None:
    keys = list(catalogue(language))

    assert keys == sorted(catalogue("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fills_in_the_same_blanks(language: str) -> None:
    english = catalogue("en")
    for key, entry in catalogue(language).items():
        there = set().union(*map(blanks, forms(entry).values()))
        assert there == set().union(*map(blanks, forms(english[key]).values())), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_can_be_one_or_many_has_both_forms_everywhere(language: str) -> None:
    english = catalogue("en")
    for key, entry in catalogue(language).items():
        assert isinstance(entry, dict) == isinstance(english[key], dict), key
        if isinstance(entry, dict):
            assert set(entry) == {"one", "other"}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_has_blanks_at_its_ends(language: str) -> None:
    for key, entry in catalogue(language).items():
        for text in forms(entry).values():
            assert text, key
            assert text == text.strip(), key


def test_german_is_not_english() -> None:
    english, german = catalogue("en"), catalogue("de")
    same = [key for key in english if english[key] == german[key]]

    assert len(same) < SAME * len(english), same


@pytest.mark.parametrize(
    ("kind", "codes"),
    [
        ("why", [str(why) for why in Why]),
        ("phrase", list(PHRASES)),
        ("phase", [str(phase) for phase in Phase]),
        ("trouble", list(get_args(Troubles))),
    ],
)
def test_every_code_of_the_server_has_its_words(kind: str, codes: list[str]) -> None:
    missing = {f"{kind}.{code}" for code in codes} - catalogue("en").keys()

    assert not missing


def test_every_text_is_said_somewhere() -> None:
    sources = "\n".join(
        path.read_text("utf-8") for path in SOURCES.rglob("*") if path.suffix in {".ts", ".svelte"}
    )
    said = set(re.findall(r"(?<=[\"'`])[^\"'`\n]+(?=[\"'`])", sources))
    # A code is said by its kind: coded("why", code), or `golddigger.mine.${name}`.
    kinds = set(re.findall(r"[cC]oded\(\s*[\"`]([\w.]+)", sources))
    kinds |= set(re.findall(r"`([\w.]+)\.\$\{", sources))

    # A sentence about whoever reads it has a form of its own.
    keys = [key.removesuffix(".you") for key in catalogue("en")]
    unsaid = [
        key
        for key in keys
        if key not in said and not any(key.startswith(f"{kind}.") for kind in kinds)
    ]
    assert unsaid == []
