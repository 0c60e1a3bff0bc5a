"""The cards of Gold!, how moves are numbered, and the record of one game.

A card is a number from 0 to 59: ``6 * step + colour``, with the steps rising in value (three
donkeys, two 3s, then 4 to 8), so any heap of cards is one 64-bit set and its lowest card is its
lowest bit.  Players do not tell equal cards apart; what they name is a *kind*, ``6 * rank +
colour``, rank 0 being the donkeys and 6 the 8s.
"""

import numpy as np

from motherlode.kernel.edge import record_type

COLOURS = ("green", "blue", "violet", "red", "orange", "pink")
VALUES = (-2, 3, 4, 5, 6, 7, 8)  # by rank
COPIES = (3, 2, 1, 1, 1, 1, 1)
SEATS = (2, 3)
MOST_SEATS = SEATS[-1]

STEPS = sum(COPIES)
RANK_OF_STEP = tuple(rank for rank, copies in enumerate(COPIES) for _ in range(copies))
CARDS = STEPS * len(COLOURS)
KINDS = len(VALUES) * len(COLOURS)
OFFER = 5
ASIDE = 2
SET = 3
# With two seats one donkey of each colour stays in the box.
DONKEYS_OF_A_COLOUR = {2: 2, 3: 3}
MOST_SHUFFLED = CARDS - MOST_SEATS

HIDDEN = -1
NO_SET = -1

ACTION, BONUS, OVER = 0, 1, 2

# Taking is numbered by kind.  An exchange is numbered by the ranks given and taken and, within
# them, by both colours.  A bonus is numbered by the seat it comes from and its kind.
EXCHANGES = tuple(
    (give, take)
    for give in range(len(VALUES))
    for take in range(1, len(VALUES))
    if give == 0 or take < give
)
PAIRS_OF_COLOURS = len(COLOURS) ** 2
FIRST_SWAP = KINDS
FIRST_BONUS = FIRST_SWAP + len(EXCHANGES) * PAIRS_OF_COLOURS
NO_BONUS = FIRST_BONUS + MOST_SEATS * KINDS
MOVES = NO_BONUS + 1


def deck(donkeys: tuple[int, ...]) -> list[int]:
    """The cards that are shuffled once each seat has its donkey, *donkeys* being their colours."""
    used = DONKEYS_OF_A_COLOUR[len(donkeys)]
    return [
        card
        for card in range(CARDS)
        if not (used <= card // len(COLOURS) < COPIES[0]) and card not in donkeys
    ]


SETUP = record_type(
    ("deck", np.int8, MOST_SHUFFLED),
    ("cards", np.int8),
    ("seats", np.int8),
    ("starter", np.int8),
    ("donkey", np.int8, MOST_SEATS),  # colour of each seat's first donkey
)

STATE = record_type(
    ("offer", np.uint64),
    ("row", np.uint64, MOST_SEATS),  # once the game is over: what colour scoring discarded
    ("score", np.uint64, MOST_SEATS),
    ("unseen", np.uint64),  # cards in the pile or set aside
    ("pile", np.int8, MOST_SHUFFLED),  # drawn from the front; those set aside stand last
    ("cards", np.int8),
    ("drawn", np.int8),
    ("seats", np.int8),
    ("turn", np.int8),
    ("stage", np.int8),
    ("set", np.int8),  # the colour of a set that waits for its bonus
)
