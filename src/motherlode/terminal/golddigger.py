"""The six mines of GOLD DIGGER in the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from motherlode.games.golddigger.words import FOOL, Drew, Events, Mine, Played, Staked, View
from motherlode.terminal.boards import SEAT_INK, Scene, beside, many, plain_table, seat_name

HANDS = True
ENDINGS = {"all cards played": "All cards are played."}
ENDINGS_ANSWER = "How the game ended"

PLACES = 5
STAKES = 3
_TABLE_WIDTH = 44


def subtitle(view: View) -> str:
    """How many cards are still to come."""
    return f"{many(view.pile, 'card')} in the pile"


def draw(view: View, scene: Scene) -> RenderableType:
    """The mines on the left, the seats on the right, below them the gold there is and the hand."""
    parts: list[RenderableType] = [
        beside(mines(view), seats(view, scene), scene, _TABLE_WIDTH),
        gold_cards(view),
    ]
    if view.hand:
        parts += [Text(), hand(view)]
    return Group(*parts)


def mines(view: View) -> RenderableType:
    """People, ore and stakes of each mine."""
    table = plain_table("mine", "people", "gold", "bags", "staked by", gap=2)
    for mine in view.mines:
        table.add_row(
            Text(mine.name.capitalize(), "bold"),
            f"{mine.people} of {PLACES}",
            ore(mine),
            str(mine.bags),
            stakes(mine),
        )
    return table


def ore(mine: Mine) -> Text:
    """The ore cards of a mine, "x" being fool's gold and a dot a free place."""
    text = Text()
    for bags in mine.ore:
        text.append(str(bags) if bags else "x", "bold yellow" if bags else "red")
        text.append(" ")
    return text.append("· " * (PLACES - len(mine.ore)), "dim")


def stakes(mine: Mine) -> Text:
    """The seat of each stake on a mine."""
    text = Text()
    for seat, n in enumerate(mine.stakes):
        text.append(f"{seat + 1} " * n, f"bold {SEAT_INK[seat]}")
    return text


def seats(view: View, scene: Scene) -> RenderableType:
    """The stakes each seat has left, and how many cards it holds."""
    columns = ("", "stakes", *(["points"] if scene.running_scores else []))
    table = plain_table(*columns, gap=2)
    for seat in range(view.seats):
        running = [str(view.pays[seat])] if scene.running_scores else []
        table.add_row(
            seat_name(seat, scene.names, to_move=seat == view.turn),
            Text(
                "▲ " * view.unplaced[seat] + "· " * (STAKES - view.unplaced[seat]), SEAT_INK[seat]
            ),
            *running,
        )
    return table


def gold_cards(view: View) -> Text:
    """The gold cards there are, so that counting is fair to all."""
    copies = Counter(view.gold)
    listed = " ".join(f"{bags}×{n}" for bags, n in sorted(copies.items()))
    unsure = " (provisional deck)" if view.gold_is_provisional else ""
    return Text(f"Gold cards: {listed}{unsure}; x is fool's gold.", "dim")


def hand(view: View) -> RenderableType:
    """The cards in hand, and what can be typed to play each."""
    table = plain_table("your hand", "to play it, type")
    for card in dict.fromkeys(view.hand):
        copies = view.hand.count(card)
        name = "fool's gold" if card == FOOL else card
        table.add_row(
            Text(name + (f" (×{copies})" if copies > 1 else ""), "bold"),
            listed(moves_with(card, view)),
        )
    return table


def moves_with(card: str, view: View) -> list[str]:
    """The moves that play *card*."""
    return [
        choice.move
        for choice in view.moves
        if any(isinstance(event, Played) and event.card == card for event in choice.does)
    ]


def listed(moves: list[str]) -> str:
    """The moves with one card, the first in full.

    >>> listed(["owl", "owl stake"]), listed(["2 fox", "2 owl"])
    ('owl (or owl stake)', '2 fox (or owl)')
    """
    if not moves:
        return "not your turn"
    ore = moves[0].partition(" ")[0] + " " if " " in moves[0] else ""
    others = [move.removeprefix(ore) for move in moves[1:]]
    return moves[0] + (f" (or {', '.join(others)})" if others else "")


def ask(_view: View) -> str:
    """Which card to play, and where."""
    return "Which card do you play? ('b s' is short for 'badger stake')"


def tell(events: Sequence[Events], _view: View, names: Sequence[str]) -> list[str]:
    """A move in one sentence."""
    played = [_told(event, names) for event in events if not isinstance(event, Drew)]
    return [" ".join(played)] if played else []


def _told(event: Played | Staked, names: Sequence[str]) -> str:
    if isinstance(event, Staked):
        return f"A claim is staked on {event.mine.capitalize()}!"
    mine = event.mine.capitalize()
    if event.card == event.mine:
        return f"{names[event.seat]} sent a person to {mine}."
    card = "fool's gold" if event.card == FOOL else event.card
    return f"{names[event.seat]} played {card} to {mine}."


def explain(view: View, scene: Scene) -> RenderableType:
    """What each mine pays each seat."""
    table = plain_table("mine", "bags ÷ stakes", *scene.names, gap=2)
    for mine in view.mines:
        claims = sum(mine.stakes)
        table.add_row(
            mine.name.capitalize(),
            f"{mine.bags} ÷ {claims} = {mine.share}" if claims else f"{mine.bags}, no stake",
            *(paid(mine.share, n) for n in mine.stakes),
        )
    table.add_row("points", "", *(f"{points}" for points in view.pays), style="bold")
    return table


def paid(each: int, stakes: int) -> str:
    """What a mine pays a seat."""
    if not stakes:
        return "-"
    return str(each) if stakes == 1 else f"{stakes} × {each} = {stakes * each}"
