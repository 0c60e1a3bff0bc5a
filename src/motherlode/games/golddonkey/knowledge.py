"""What a seat of Gold! with a perfect memory knows, and the worlds that fit it.

Rows and offer lie open and every scored set was seen on its way, so all seats know the same: only
the order of the pile is hidden, and which two cards were set aside.
"""

import numpy as np
from numpy.typing import NDArray

from motherlode.games.golddonkey.cards import HIDDEN
from motherlode.kernel.bits import NOTHING, Word, first
from motherlode.kernel.chance import Stream, shuffle
from motherlode.kernel.edge import Struct, rule


@rule
def observe(s: Struct, seat: int, out: NDArray[np.void]) -> None:
    """Write into *out* the game as *seat* knows it: the pile and the cards set aside are hidden."""
    out[0] = s
    seen = out[0]
    seen.pile[:] = HIDDEN


@rule
def imagine(seen: Struct, rng: Stream, out: NDArray[np.void]) -> None:
    """Write into *out* one full game that fits what is *seen*, all as likely as the cards allow."""
    out[0] = seen
    world = out[0]
    unseen = seen.unseen
    n = int(seen.drawn)
    while unseen != NOTHING:
        world.pile[n] = first(unseen)
        unseen &= unseen - Word(1)
        n += 1
    shuffle(rng, world.pile[seen.drawn :], n - seen.drawn)
