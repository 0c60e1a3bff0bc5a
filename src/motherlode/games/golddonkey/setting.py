"""The options of Gold!, and its deal."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.games import game
from motherlode.games.game import BadDeal, Deal, Draws, card_order, check_deal, check_seats, shown
from motherlode.games.game import Options as AnyOptions
from motherlode.games.golddonkey.cards import CARDS, COLOURS, COPIES, DONKEYS_OF_A_COLOUR
from motherlode.games.golddonkey.cards import deck as shuffled_cards
from motherlode.games.kernel import Kernel


class Options(AnyOptions, frozen=True):
    """How Gold! is played."""

    def __post_init__(self) -> None:
        """Refuse what cannot be played."""
        check_seats(game("golddonkey").title, self.seats, game("golddonkey").seats)


def cards_shuffled(seats: int) -> int:
    """How many cards are shuffled once the seats have their donkeys."""
    boxed = (COPIES[0] - DONKEYS_OF_A_COLOUR[seats]) * len(COLOURS)
    return CARDS - boxed - seats


def draw(options: Options, draws: Draws, starter: int) -> Deal:
    """Deal: the colour of each seat's donkey, and the order of the other cards."""
    donkeys = draws.shuffle("donkeys", len(COLOURS))[: options.seats]
    return Deal(starter, donkeys, draws.shuffle("deck", cards_shuffled(options.seats)))


def set_up(kernel: Kernel, options: Options, deal: Deal) -> tuple[NDArray[np.void], Any]:
    """The setup and the order the kernel deals from."""
    cards = cards_shuffled(options.seats)
    check_deal(deal, options.seats, cards)
    donkeys = deal.given
    if len(set(donkeys)) != options.seats or not set(donkeys) <= set(range(len(COLOURS))):
        raise BadDeal(f"each seat gets a donkey of a colour of its own, not {shown(donkeys)}")
    if len(donkeys) != options.seats:
        raise BadDeal(f"each seat gets one donkey, not {shown(donkeys)}")
    setup = kernel.new_setup(
        deck=shuffled_cards(donkeys),
        cards=cards,
        seats=options.seats,
        starter=deal.starter,
        donkey=donkeys,
    )
    return setup, card_order(deal)
