"""The table of GOLD in the terminal: 64 cards face down, and for a moment two of them face up."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from motherlode.games.game import Pile
from motherlode.games.goldrush.words import (
    COLUMNS,
    MOVES,
    ROWS,
    Blasted,
    Carried,
    Cleared,
    Duelled,
    Events,
    GoldRush,
    NothingHappened,
    Taken,
    TurnedUp,
    View,
)
from motherlode.terminal.boards import (
    INK,
    PANEL,
    Scene,
    added_up,
    beside,
    many,
    plain_table,
    seat_name,
    whom,
)

HANDS = False
ENDINGS = {
    "few left": "Ten cards or fewer were left at the beginning of a turn.",
    "dead table": "Dead table: no two cards left could do anything (our house rule Q1).",
    "quiet turns": "Quiet turns: too many in a row removed no card (our house rule Q2).",
}
ENDINGS_ANSWER = "How the Gold Rush began"

_CARD = 4  # letters of a card: "[c4]", "<R3>"
_WIDEST_CELL = 9
_LINES_BESIDE_TABLE = 8
_BACK = "wheat1 on orange4"
_DYNAMITE = "bold white on red3"
_GOLD = "bold black on bright_yellow"

# How far each card of the scatter lies from its place in the grid, as parts of the free room.
# Written down rather than computed: untidy, but the same in every game and for everybody.
_JUMBLE = (
    "27 91 45 08 63 30 94 51",
    "70 12 88 36 05 97 42 66",
    "03 58 21 99 74 17 60 85",
    "92 40 67 14 81 53 09 33",
    "26 95 01 72 48 89 37 62",
    "84 19 56 90 23 65 02 98",
    "11 76 34 61 93 07 82 44",
    "68 04 96 29 52 71 38 13",
)


# --- Where the cards lie ------------------------------------------------------------------------


def places(layout: str) -> dict[str, tuple[float, float]]:
    """Where each spot lies: columns from the left and rows from the top, with its untidiness.

    >>> places("grid")["c4"]
    (2.0, 3.0)
    """
    return {
        column + row: (x + _astray(x, y, layout, 0), y + _astray(x, y, layout, 1))
        for y, row in enumerate(ROWS)
        for x, column in enumerate(COLUMNS)
    }


def _astray(x: int, y: int, layout: str, axis: int) -> float:
    if layout == "grid":
        return 0.0
    return int(_JUMBLE[y].split()[x][axis]) / 10


def cell_size(scene: Scene) -> tuple[int, int]:
    """Width and height of the room around a card, as large as the screen allows."""
    width = scene.width - PANEL if scene.width >= 5 * len(COLUMNS) + PANEL else scene.width
    height = (scene.height - _LINES_BESIDE_TABLE) // len(ROWS)
    return max(_CARD + 1, min(_WIDEST_CELL, width // len(COLUMNS))), max(2, min(3, height))


def corner(place: tuple[float, float], size: tuple[int, int]) -> tuple[int, int]:
    """The first letter of the card at *place*: cards never overlap."""
    x, y = place
    return (
        int(x) * size[0] + round((x % 1) * (size[0] - _CARD)),
        int(y) * size[1] + round((y % 1) * (size[1] - 1)),
    )


# --- Drawing ------------------------------------------------------------------------------------


def subtitle(view: View) -> str:
    """How many cards are left, and what is special now."""
    parts = [many(len(view.table), "card") + " on the table"]
    if view.rush:
        parts.append("GOLD RUSH: one card a turn")
    if view.quiet_turns_left is not None:
        parts.append(f"Gold Rush after {many(view.quiet_turns_left, 'more quiet turn')}")
    return " · ".join(parts)


def draw(view: View, scene: Scene) -> RenderableType:
    """The cards on the left, the seats on the right."""
    size = cell_size(scene)
    return beside(table(view, size), seats(view, scene), scene, size[0] * len(COLUMNS))


def table(view: View, size: tuple[int, int]) -> Text:
    """The cards: face down with the name of their spot, or face up."""
    lines: list[dict[int, Text]] = [{} for _ in range(size[1] * len(ROWS))]
    where = places(view.layout)
    for spot in MOVES:
        x, y = corner(where[spot], size)
        if spot in view.up:
            lines[y][x] = face(view.up[spot])
        elif spot in view.table:
            lines[y][x] = Text(f"[{spot}]", _BACK)
    return Text("\n").join(line(cards, size[0] * len(COLUMNS)) for cards in lines)


def line(cards: dict[int, Text], width: int) -> Text:
    """The cards of one line at their columns."""
    drawn = Text()
    for x in sorted(cards):
        drawn.append(" " * (x - len(drawn)))
        drawn.append_text(cards[x])
    return drawn.append(" " * (width - len(drawn)))


def face(card: str) -> Text:
    """A card face up: "<R3>" a red digger of strength 3, "<$2>" two nuggets, "<!!>" dynamite."""
    kind, _, number = card.partition(" ")
    if not number:
        return Text("<!!>", _DYNAMITE)
    if kind == "gold":
        return Text(f"<${number}>", _GOLD)
    return Text(f"<{kind[0].upper()}{number}>", f"bold black on {INK[kind]}")


def seats(view: View, scene: Scene) -> Group:
    """Whose colours are whose, and how much gold each seat has."""
    lines = []
    for seat in range(view.seats):
        lines.append(seat_name(seat, scene.names, to_move=seat == view.turn))
        lines.append(colours_of(seat, view))
        lines.append(Text(f"   {pile_text(view.won[seat])}"))
    if None in view.owners.values():
        lines.append(Text.assemble(" nobody's:", colours_of(None, view)))
    return Group(*lines)


def colours_of(seat: int | None, view: View) -> Text:
    """The colours of a seat, with the letters their diggers have on the table."""
    text = Text("  ")
    for colour, owner in view.owners.items():
        if owner == seat:
            text.append(f" {colour[0].upper()} ", f"bold black on {INK[colour]}")
            text.append(f" {colour} ")
    return text


def pile_text(pile: Pile) -> str:
    """The gold of a seat: for its owner what it adds up to, for others the number of cards."""
    held = many(pile.cards, "gold card")
    return f"{held}: {sum(pile.values)}" if pile.values else held


def ask(view: View) -> str:
    """Which card to turn up."""
    if view.stage == "gold rush":
        return "Gold Rush! Which card do you turn up?"
    which = "second" if view.stage == "second flip" else "first"
    return f"Which card do you turn up {which}? Type its spot, such as {view.table[-1]}."


# --- Telling ------------------------------------------------------------------------------------


def tell(events: Sequence[Events], view: View, names: Sequence[str]) -> list[str]:
    """What happened to the cards turned up."""
    return [_told(event, view.up, names) for event in events]


def _told(event: Events, up: dict[str, str], names: Sequence[str]) -> str:
    match event:
        case TurnedUp(seat, spot, card):
            return f"{names[seat]} turned up {spot}: {worded(card)}."
        case Carried(seat, digger, gold):
            return f"The {up[digger]} carried the {up[gold]} out to {whom(seat, names)}."
        case Duelled(stays, leaves):
            return f"A duel: the {up[stays]} drove out the {up[leaves]} and is turned down again."
        case Blasted():
            return "Boom! Both cards are gone."
        case Taken(seat, _):
            return f"{names[seat]} kept it."
        case Cleared():
            return "It just leaves the table."
        case GoldRush(reason):
            return f"GOLD RUSH! {ENDINGS[reason]} From now on you turn up one card a turn."
        case NothingHappened():
            return "Nothing happened: both cards are turned down again."


def worded(card: str) -> str:
    """A card in a sentence, with the sign it has on the table.

    >>> worded("red 3"), worded("gold 1")
    ('the digger red 3 <R3>', 'gold, 1 nugget <$1>')
    """
    kind, _, number = card.partition(" ")
    sign = face(card).plain
    if kind == "gold":
        return f"gold, {many(int(number), 'nugget')} {sign}"
    return f"the digger {kind} {number} {sign}" if number else f"dynamite {sign}"


def explain(view: View, scene: Scene) -> RenderableType:
    """The gold of each seat, card by card."""
    counted = plain_table("", "gold cards", "nuggets")
    for seat, pile in enumerate(view.won):
        values = sorted(pile.values or (), reverse=True)
        counted.add_row(
            seat_name(seat, scene.names, to_move=False), str(pile.cards), added_up(values)
        )
    return counted
