"""The options of GOLD DIGGER, and its deal."""

from typing import Any

import msgspec
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
from motherlode.games.golddigger.cards import CARDS, GOLD_CARDS, MOST_BAGS, SECOND_EDITION
from motherlode.games.golddigger.cards import deck as all_cards
from motherlode.games.kernel import Kernel

DECKS = {"second-edition": SECOND_EDITION}
# Decks whose values no rulebook prints; whoever shows one says so.
PROVISIONAL = frozenset({"second-edition"})


class Options(AnyOptions, frozen=True):
    """How GOLD DIGGER is played.

    ``deck`` is "second-edition", or the bags on the fifteen gold cards: "1,1,1,2,2,2,3,…".
    """

    deck: str = "second-edition"

    def __post_init__(self) -> None:
        """Refuse what cannot be played, and write every deck down in one way only."""
        check_seats(game("golddigger").title, self.seats, game("golddigger").seats)
        if text_or_nothing(self.deck) not in DECKS:
            written = ",".join(str(bags) for bags in gold_cards(self.deck))
            msgspec.structs.force_setattr(self, "deck", written)


def gold_cards(deck: str) -> tuple[int, ...]:
    """The bags on the fifteen gold cards of a *deck*, rising."""
    written = text_or_nothing(deck)
    if written in DECKS:
        return DECKS[written]
    texts = [text.strip() for text in written.split(",")]
    values = [_bags(text) for text in texts]
    if len(values) != GOLD_CARDS or None in values:
        raise BadOption(
            f"the deck is {' or '.join(map(repr, DECKS))} or {GOLD_CARDS} numbers from 1 to "
            f"{MOST_BAGS} with commas between them, not {shown(deck)}{_first_fault(texts, values)}"
        )
    return tuple(sorted(bags for bags in values if bags is not None))


def _bags(text: str) -> int | None:
    if text.isascii() and text.isdigit() and len(text) <= 3 and 1 <= int(text) <= MOST_BAGS:
        return int(text)
    return None


def _first_fault(texts: list[str], values: list[int | None]) -> str:
    if None in values:
        return f": {shown(texts[values.index(None)])} is none"
    return f": these are {len(texts)}"


def draw(options: Options, draws: Draws, starter: int) -> Deal:
    """Deal: the order of the cards."""
    return Deal(starter, (), draws.shuffle("deck", CARDS))


def set_up(kernel: Kernel, options: Options, deal: Deal) -> tuple[NDArray[np.void], Any]:
    """The setup and the order the kernel deals from."""
    check_deal(deal, options.seats, CARDS)
    if deal.given:
        raise BadDeal(f"nothing is dealt before the cards are shuffled, not {shown(deal.given)}")
    setup = kernel.new_setup(
        deck=all_cards(gold_cards(options.deck)),
        cards=CARDS,
        seats=options.seats,
        starter=deal.starter,
    )
    return setup, card_order(deal)
