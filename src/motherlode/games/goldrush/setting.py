"""The options of GOLD, and its deal."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.games import game
from motherlode.games.game import (
    BadDeal,
    BadOption,
    Deal,
    Draws,
    card_order,
    check_deal,
    check_seats,
    shown,
    text_or_nothing,
)
from motherlode.games.game import Options as AnyOptions
from motherlode.games.goldrush.cards import COLOURS, DECK, NOBODY, SPOTS
from motherlode.games.kernel import Kernel

LAYOUTS = ("scatter", "grid")
DRAWN = "drawn"


class Options(AnyOptions, frozen=True):
    """How GOLD is played.

    ``colours`` is "drawn", or what each seat chose, such as "red+blue,green+violet".
    """

    layout: str = LAYOUTS[0]
    colours: str = DRAWN

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        check_seats(game("goldrush").title, self.seats, game("goldrush").seats)
        if self.layout not in LAYOUTS:
            raise BadOption(f"the layout is {' or '.join(LAYOUTS)}, not {shown(self.layout)}")
        if self.colours != DRAWN:
            chosen_colours(self)


def colours_of_a_seat(seats: int) -> int:
    """Two colours each with two seats, one each otherwise."""
    return 2 if seats == 2 else 1


def chosen_colours(options: Options) -> list[list[str]]:
    """The colours each seat chose."""
    n = colours_of_a_seat(options.seats)
    chosen = [part.split("+") for part in text_or_nothing(options.colours).split(",")]
    flat = [colour for part in chosen for colour in part]
    fits = len(chosen) == options.seats and all(len(part) == n for part in chosen)
    if not fits or len(set(flat)) < len(flat) or not set(flat) <= set(COLOURS):
        example = ",".join("+".join(COLOURS[n * i : n * i + n]) for i in range(options.seats))
        raise BadOption(
            f"the colours are {DRAWN!r} or different ones for each seat such as {example!r}, "
            f"not {shown(options.colours)}"
        )
    return chosen


def draw(options: Options, draws: Draws, starter: int) -> Deal:
    """Deal: who owns which colour, and the order of the cards."""
    return Deal(starter, draw_owners(options, draws), draws.shuffle("deck", SPOTS))


def draw_owners(options: Options, draws: Draws) -> tuple[int, ...]:
    """The seat each colour belongs to, or nobody."""
    if options.colours != DRAWN:
        return chosen_owners(options)
    drawn = draws.shuffle("colours", len(COLOURS))
    owners = [NOBODY] * len(COLOURS)
    for i in range(options.seats * colours_of_a_seat(options.seats)):
        owners[drawn[i]] = i % options.seats
    return tuple(owners)


def chosen_owners(options: Options) -> tuple[int, ...]:
    """The same where the seats chose."""
    owners = [NOBODY] * len(COLOURS)
    for seat, colours in enumerate(chosen_colours(options)):
        for colour in colours:
            owners[COLOURS.index(colour)] = seat
    return tuple(owners)


def set_up(kernel: Kernel, options: Options, deal: Deal) -> tuple[NDArray[np.void], Any]:
    """The setup and the order the kernel deals from."""
    check_deal(deal, options.seats, SPOTS)
    check_owners(options, deal.given)
    setup = kernel.new_setup(
        deck=DECK, cards=SPOTS, seats=options.seats, starter=deal.starter, owner=deal.given
    )
    return setup, card_order(deal)


def check_owners(options: Options, owners: tuple[int, ...]) -> None:
    """Refuse *owners* that do not give each seat its colours."""
    n = colours_of_a_seat(options.seats)
    unowned = len(COLOURS) - n * options.seats
    proper = sorted([NOBODY] * unowned + list(range(options.seats)) * n)
    if sorted(owners) != proper:
        raise BadDeal(f"{n} of the {len(COLOURS)} colours belong to each seat, not {shown(owners)}")
    if options.colours != DRAWN and owners != chosen_owners(options):
        raise BadDeal(f"the colours were chosen as {options.colours}, the deal has {shown(owners)}")
