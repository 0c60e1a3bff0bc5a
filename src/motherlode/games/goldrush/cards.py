"""The cards of GOLD, the table they lie on, and the record of one game.

A card is a small number: a digger is ``4 * colour + strength - 2``, a gold card ``19 + nuggets``,
dynamite the last.  A spot is a number from 0 to 63; spots never move and gaps never close.
"""

import numpy as np

from motherlode.kernel.edge import record_type

COLOURS = ("red", "orange", "green", "blue", "violet")
STRENGTHS = (2, 3, 4, 5)
NUGGETS = (1, 2, 3, 4)
SPOTS = 64
SEATS = (2, 3, 4, 5)

DIGGERS = len(COLOURS) * len(STRENGTHS)
DYNAMITE = DIGGERS + len(NUGGETS)
KINDS = DYNAMITE + 1
HIDDEN = -1
NOBODY = -1

DIGGERS_OF_STRENGTH = {2: 2, 3: 2, 4: 2, 5: 1}
GOLD_OF_NUGGETS = {1: 5, 2: 7, 3: 7, 4: 5}
STICKS_OF_DYNAMITE = 5


def digger(colour: int, strength: int) -> int:
    """The digger of that colour and strength."""
    return 4 * colour + strength - STRENGTHS[0]


def gold(nuggets: int) -> int:
    """The gold card with that many nuggets."""
    return DIGGERS + nuggets - NUGGETS[0]


DECK = np.array(
    [
        digger(colour, strength)
        for colour in range(len(COLOURS))
        for strength, copies in DIGGERS_OF_STRENGTH.items()
        for _ in range(copies)
    ]
    + [gold(nuggets) for nuggets, copies in GOLD_OF_NUGGETS.items() for _ in range(copies)]
    + [DYNAMITE] * STICKS_OF_DYNAMITE,
    np.int8,
)

# Where a turn stands.
FIRST_FLIP, SECOND_FLIP, RUSH = 0, 1, 2
# Why the Gold Rush was called.
NO_RUSH, FEW_LEFT, DEAD_TABLE, QUIET_TURNS = 0, 1, 2, 3
# What the last turn did.
UNSETTLED, NOTHING_HAPPENED, CARRIED, DUELLED, BLASTED, TAKEN, CLEARED = 0, 1, 2, 3, 4, 5, 6

RUSH_AT = 10
QUIET_LIMIT = 12
QUIET_LIMIT_PER_SEAT = 4

SETUP = record_type(
    ("deck", np.int8, SPOTS),
    ("cards", np.int8),
    ("seats", np.int8),
    ("starter", np.int8),
    ("owner", np.int8, len(COLOURS)),
)

STATE = record_type(
    ("table", np.uint64),  # spots that still hold a card
    ("known", np.uint64),  # spots whose card was turned up at least once
    ("card", np.int8, SPOTS),  # what lies, or lay, at each spot
    ("left", np.int8, KINDS),  # how many of each card still lie on the table
    ("won", np.int8, (len(SEATS) + 1, len(NUGGETS))),  # gold cards of each size by seat
    ("owner", np.int8, len(COLOURS)),
    ("seats", np.int8),
    ("turn", np.int8),
    ("stage", np.int8),
    ("rush", np.int8),
    ("quiet", np.int8),  # turns in a row that removed no card
    ("up", np.int8, 2),  # spots turned up in this turn, or in the last while none is yet
    ("fate", np.int8),  # what came of it
)
