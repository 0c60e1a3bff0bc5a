"""The offer and the rows of Gold! in the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from motherlode.games.game import Pile
from motherlode.games.golddonkey.cards import COLOURS, VALUES
from motherlode.games.golddonkey.words import (
    DONKEY,
    Events,
    MayTakeBonus,
    NoBonus,
    Refilled,
    ScoredColour,
    ScoredSet,
    Swapped,
    Took,
    TookBonus,
    View,
)
from motherlode.terminal.boards import INK, Scene, added_up, many, plain_table, seat_name, whom

HANDS = False
ENDINGS = {"all offers taken": "The last card on offer is taken."}
ENDINGS_ANSWER = "How the game ended"


def subtitle(view: View) -> str:
    """How many cards are still to come."""
    if view.grand_final:
        return "GRAND FINAL: these are the last cards"
    return f"{many(view.pile, 'card')} in the pile"


def draw(view: View, scene: Scene) -> RenderableType:
    """The offer, and below it the rows."""
    return Group(offer(view), Text(), rows(view, scene))


def offer(view: View) -> Text:
    """The cards on offer."""
    text = Text("On offer: ", "bold")
    for card in view.offer:
        text.append_text(card_sign(card)).append("  ")
    return text if view.offer else text.append("nothing, until this turn is over")


def card_sign(card: str) -> Text:
    """A card on its colour."""
    return Text(f" {card} ", f"bold black on {INK[card.split(maxsplit=1)[0]]}")


def rows(view: View, scene: Scene) -> RenderableType:
    """A line for each colour, a column for each seat."""
    table = plain_table("", *("" for _ in range(view.seats)))
    names = (seat_name(i, scene.names, to_move=i == view.turn) for i in range(view.seats))
    table.add_row("row of", *names)
    for colour in COLOURS:
        cells = [Text(f" {values_of(colour, row) or '·'}", INK[colour]) for row in view.rows]
        table.add_row(Text(colour, f"bold {INK[colour]}"), *cells)
    table.add_row("scored", *(f" {pile_text(pile)}" for pile in view.piles))
    return table


def values_of(colour: str, row: Iterable[str]) -> str:
    """The cards of a *colour* in a row: "donkey 4 7"."""
    cards = (card.split() for card in row)
    return " ".join(value for own, value in cards if own == colour)


def pile_text(pile: Pile) -> str:
    """A score pile: for its owner what it is worth, for others the number of cards."""
    held = many(pile.cards, "card")
    return held if pile.values is None else f"{held}, {many(sum(pile.values), 'point')}"


def ask(view: View) -> str:
    """What the seat to move may do."""
    if view.bonus:
        first = view.moves[0].move if view.moves else "no bonus"
        return f"A set! Do you take a bonus card? Type '{first}', say, or 'no bonus'."
    take = next((c.move for c in view.moves if c.move.startswith("take")), "take red donkey")
    swap = next((c.move for c in view.moves if c.move.startswith("swap")), None)
    return f"Type '{take}'" + (f" or '{swap}', say." if swap else ".")


def tell(events: Sequence[Events], _view: View, names: Sequence[str]) -> list[str]:
    """A move, and what followed from it, in one line; colour scoring has lines of its own."""
    told = [_told(event, names) for event in events if not isinstance(event, ScoredColour)]
    coloured = [_told(event, names) for event in events if isinstance(event, ScoredColour)]
    return ([" ".join(told)] if told else []) + coloured


def _told(event: Events, names: Sequence[str]) -> str:
    match event:
        case Took(seat, card):
            return f"{names[seat]} took the {card}."
        case Swapped(seat, gave, took):
            return f"{names[seat]} gave the {gave} for the {took}."
        case TookBonus(seat, card, rival):
            return f"{names[seat]} took the {card} from {whom(rival, names)} as a bonus."
        case NoBonus(seat):
            return f"{names[seat]} took no bonus card."
        case MayTakeBonus():
            return "That makes a set, and a bonus card may be taken first."
        case ScoredSet(_, cards):
            return f"A set is scored: {worth_of(cards)}."
        case Refilled(cards, grand_final):
            last = " They are the last: the Grand Final!" if grand_final else ""
            return f"New on offer: {', '.join(cards)}.{last}"
        case ScoredColour(colour, _, _, kept):
            saved = [f"{names[i]} saved the {card}" for i, card in enumerate(kept) if card]
            return f"Scored {colour}: {', '.join(saved) or 'nobody saved anything'}."


def worth_of(cards: Iterable[str]) -> str:
    """The cards of a set and what they add up to: "red donkey, red 4, red 7"."""
    return ", ".join(cards)


def explain(view: View, scene: Scene) -> RenderableType:
    """Colour scoring, colour by colour, and the score piles."""
    table = plain_table("", *(Text(name).plain for name in scene.names))
    for event in view.happened:
        if isinstance(event, ScoredColour):
            table.add_row(event.colour, *(scored_cell(event, i) for i in range(view.seats)))
    table.add_row("score pile", *(many(pile.cards, "card") for pile in view.piles))
    worth = [str(sum(pile.values or ())) for pile in view.piles]
    table.add_row("points", *worth, style="bold")
    return Group(Text("Colour scoring: the best row of a colour saves its best gold card."), table)


def scored_cell(event: ScoredColour, seat: int) -> str:
    """The cards of a seat in one colour, their total, and what was saved."""
    if event.totals[seat] is None:
        return "-"
    values = sorted((value_of(card) for card in event.cards[seat]), reverse=True)
    kept = event.kept[seat]
    return added_up(values) + (f", saves {value_of(kept)}" if kept else "")


def value_of(card: str) -> int:
    """What a card is worth.

    >>> value_of("red 7"), value_of("red donkey")
    (7, -2)
    """
    value = card.split()[1]
    return VALUES[0] if value == DONKEY else int(value)
