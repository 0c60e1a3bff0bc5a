"""The cards of GOLD DIGGER, the six mines, and the record of one game.

A card is a small number: the people of the mines come first, one number a mine; then ore, which is
``6 + bags``, fool's gold being ore without a bag.  A move is a card, where it goes, and whether a
claim is staked with it: ``2 * mine + staked`` for people, ``12 + 6 * bags + mine`` for ore.
"""

import numpy as np

from motherlode.kernel.edge import record_type

MINES = ("badger", "coyote", "eagle", "fox", "moose", "owl")
SEATS = (2, 3, 4, 5)
MOST_SEATS = SEATS[-1]

CARDS = 60
HAND = 3
STAKES = 3
PEOPLE_OF_A_MINE = 5
ORE_OF_A_MINE = 5
GOLD_CARDS = 15
FOOLS_GOLD_CARDS = 15
MOST_BAGS = 20

FOOLS_GOLD = len(MINES)
NO_CARD = -1
HIDDEN = -2
FIRST_ORE_MOVE = 2 * len(MINES)
MOVES = FIRST_ORE_MOVE + len(MINES) * (MOST_BAGS + 1)

# The rulebook prints how many gold cards there are, not what is on them: this is our best reading.
SECOND_EDITION = (1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 8)


def deck(gold: tuple[int, ...]) -> list[int]:
    """The sixty cards, with *gold* the bags on the fifteen gold cards."""
    people = [mine for mine in range(len(MINES)) for _ in range(PEOPLE_OF_A_MINE)]
    fools_gold = [FOOLS_GOLD] * FOOLS_GOLD_CARDS
    return people + fools_gold + [FOOLS_GOLD + bags for bags in sorted(gold)]


SETUP = record_type(
    ("deck", np.int8, CARDS),
    ("cards", np.int8),
    ("seats", np.int8),
    ("starter", np.int8),
)

STATE = record_type(
    ("pile", np.int8, CARDS),  # still to be drawn: those from ``drawn`` on
    ("hand", np.int8, (MOST_SEATS, HAND)),  # rising, the gaps last
    ("people", np.int8, len(MINES)),
    ("ore", np.int8, (len(MINES), ORE_OF_A_MINE)),  # bags on the cards, in the order they came
    ("ores", np.int8, len(MINES)),  # how many of them lie there
    ("stakes", np.int8, (MOST_SEATS, len(MINES))),
    ("unplaced", np.int8, MOST_SEATS),
    ("cards", np.int8),
    ("drawn", np.int8),
    ("played", np.int8),
    ("seats", np.int8),
    ("turn", np.int8),
)
