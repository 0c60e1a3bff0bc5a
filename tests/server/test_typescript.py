"""The browser client's types: made from the messages, and never behind them."""

import re
from pathlib import Path

import msgspec
import pytest

from motherlode.server import protocol as told
from motherlode.server.commands import Sit
from motherlode.server.typescript import Unwritable, struct, typescript

WRITTEN = Path(__file__).parents[2] / "web" / "src" / "protocol.ts"


def field(cls: type[msgspec.Struct], name: str) -> str:
    """The line of a field, without its remark."""
    found = re.search(rf"^  {name}\??: .*?;", struct(cls), re.MULTILINE)
    assert found
    return found[0].strip()


def test_the_types_of_the_client_are_those_of_the_server() -> None:
    assert WRITTEN.read_text("utf-8") == typescript(), "make types writes them anew"


def test_what_a_client_may_leave_out_may_be_missing_there() -> None:
    assert field(Sit, "name") == "name: string;"
    assert field(Sit, "seat") == "seat?: number | null;"
    assert field(told.Look, "seat") == "seat: number | null;"


def test_what_the_server_always_sends_is_never_missing() -> None:
    assert field(told.You, "looking") == "looking: number | null;"
    assert field(told.Update, "turn_ends") == "turn_ends: number | null;"
    assert field(told.TableShown, "talk") == "talk: TalkShown[];"


def test_what_the_server_leaves_out_may_be_missing_and_is_not_null() -> None:
    assert field(told.Refusal, "number") == "number?: number;"
    assert field(told.Problem, "detail") == "detail?: unknown;"


def test_what_comes_as_bytes_has_the_type_of_what_they_hold() -> None:
    assert field(told.Update, "table") == "table?: TableShown;"
    assert field(told.Update, "shown") == "shown?: Shown | null;"
    assert field(told.Moment, "own") == "own: Own;"


def test_messages_are_told_apart_by_their_tags() -> None:
    assert 'is: "refused";' in struct(told.Refusal)
    assert 'do: "hello";' in struct(told.Hello)


def test_bytes_that_may_hold_anything_are_not_written() -> None:
    class Anything(msgspec.Struct):
        """It could be anything."""

        inside: msgspec.Raw

    with pytest.raises(Unwritable, match="has still to be said"):
        struct(Anything)


def test_every_type_has_a_name_of_its_own_and_is_there() -> None:
    text = typescript()
    names = re.findall(r"^export (?:type|interface|const) (\w+)", text, re.MULTILINE)
    assert len(names) == len(set(names))
    lines = re.sub(r"//.*|/\*\*.*?\*/|\"[^\"]*\"", "", text)
    used = set(re.findall(r"\b[A-Z]\w+", lines)) - {"Record"}
    assert used == set(names)
