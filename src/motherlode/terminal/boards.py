"""What a game brings to the terminal, and what its boards have in common."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Protocol, cast

import msgspec
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

INK = {
    "red": "red1",
    "orange": "dark_orange",
    "green": "green3",
    "blue": "dodger_blue1",
    "violet": "medium_purple1",
    "pink": "hot_pink",
}
SEAT_INK = ("cyan", "yellow", "magenta", "green", "bright_blue")
PANEL = 26
YOU = "You"


class Scene(msgspec.Struct, frozen=True):
    """Who looks at a board, and how much room there is to draw it."""

    names: tuple[str, ...]
    width: int = 80
    height: int = 24
    running_scores: bool = False


class Board(Protocol):
    """A game's own module: how its table looks and how its events are told."""

    # Whether seats hold cards that others at the same screen must not see.
    HANDS: bool
    # What brought the end about, by the reason an outcome gives, as a whole sentence.
    ENDINGS: dict[str, str]
    # What ENDINGS answers, where there is more than one.
    ENDINGS_ANSWER: str

    def subtitle(self, view: Any) -> str:
        """How far the game has come, in a few words."""

    def draw(self, view: Any, scene: Scene) -> RenderableType:
        """The table as *view* has it."""

    def ask(self, view: Any) -> str:
        """What the seat to move is asked, with an example of an answer."""

    def tell(self, events: Sequence[Any], view: Any, names: Sequence[str]) -> list[str]:
        """What happened, a sentence each."""

    def explain(self, view: Any, scene: Scene) -> RenderableType:
        """How the points of a finished game came about."""


def board_of(game: str) -> Board:
    """The board of a game."""
    return cast("Board", import_module(f"motherlode.terminal.{game}"))


def why_over(board: Board, reason: str) -> str:
    """What brought the end about, with the question where there are several answers."""
    answered = f"{board.ENDINGS_ANSWER}: " if len(board.ENDINGS) > 1 else ""
    return answered + board.ENDINGS[reason]


def beside(left: RenderableType, right: RenderableType, scene: Scene, left_width: int) -> Table:
    """Two things side by side, or one above the other on a narrow screen."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    if scene.width >= left_width + PANEL:
        grid.add_row(left, right)
    else:
        grid.add_row(left)
        grid.add_row(right)
    return grid


def seat_name(seat: int, names: Sequence[str], *, to_move: bool) -> Text:
    """A seat with its number in its colour, and a mark if it is to move."""
    mark = "▶" if to_move else " "
    return Text.assemble(mark, (f"{seat + 1} ", f"bold {SEAT_INK[seat]}"), (names[seat], "bold"))


def whom(seat: int, names: Sequence[str]) -> str:
    """A seat in the middle of a sentence.

    >>> whom(0, ["You", "Ann"]), whom(1, ["You", "Ann"])
    ('you', 'Ann')
    """
    return "you" if names[seat] == YOU else names[seat]


def plain_table(*columns: str, gap: int = 3) -> Table:
    """A table of words: a head, no lines, a *gap* between columns."""
    table = Table(box=None, pad_edge=False, padding=(0, gap, 0, 0), header_style="dim")
    table.show_header = any(columns)
    for column in columns:
        table.add_column(column)
    return table


def many(n: int, one: str, more: str | None = None) -> str:
    """A number of things.

    >>> many(1, "card"), many(3, "card")
    ('1 card', '3 cards')
    """
    return f"{n:,} {one if n == 1 else more or one + 's'}"


def added_up(values: Sequence[int]) -> str:
    """A sum and how it came about.

    >>> added_up((4, 2, -2)), added_up(())
    ('4 + 2 - 2 = 4', '0')
    """
    if not values:
        return "0"
    terms = "".join(f" {'-' if value < 0 else '+'} {abs(value)}" for value in values[1:])
    return f"{values[0]}{terms} = {sum(values)}" if terms else str(values[0])
