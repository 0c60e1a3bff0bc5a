"""The words boards put together from what the server says: none may be missing in a language."""

import json
from importlib import resources

import pytest

from motherlode.games import GAMES
from motherlode.games.game import LANGUAGES
from motherlode.games.golddigger.cards import MINES
from motherlode.games.golddonkey.cards import COLOURS as DONKEY_COLOURS
from motherlode.games.goldrush.cards import COLOURS as DIGGER_COLOURS
from motherlode.games.goldrush.words import RUSHES

# TypeScript sees to the keys that are written out; these are made of a word of the game.
MADE = (
    *(f"goldrush.colour.{colour}" for colour in DIGGER_COLOURS),
    *(f"goldrush.rush.{reason}" for reason in RUSHES.values()),
    *(f"golddigger.mine.{mine}" for mine in MINES),
    *(f"golddonkey.colour.{colour}" for colour in DONKEY_COLOURS),
    *(f"golddonkey.donkey.{colour}" for colour in DONKEY_COLOURS),
)


def catalogue(language: str) -> dict[str, str | dict[str, str]]:
    """All texts of a *language*."""
    written = resources.files("motherlode") / "catalogue" / f"{language}.json"
    texts: dict[str, str | dict[str, str]] = json.loads(written.read_text("utf-8"))
    return texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_colour_mine_and_reason_of_a_board_has_a_word(language: str) -> None:
    missing = [key for key in MADE if key not in catalogue(language)]

    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_reads_is_called_you_wherever_others_are_named(language: str) -> None:
    texts = catalogue(language)

    for key, words in texts.items():
        if key.endswith(".you") and key.partition(".")[0] in GAMES:
            assert "{name}" not in str(words), key
            assert "{name}" in str(texts[key.removesuffix(".you")]), key
