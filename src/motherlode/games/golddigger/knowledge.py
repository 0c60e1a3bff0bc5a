"""What a seat of GOLD DIGGER knows, and the worlds that fit it.

A seat knows its own hand and all that lies open; the other hands and the pile are one heap to it.
In an observation that heap stands in order where the pile would be, so the cards a seat has not
seen can be counted without knowing the deck they came from.
"""

import numpy as np
from numpy.typing import NDArray

from motherlode.games.golddigger.cards import HAND, HIDDEN, NO_CARD
from motherlode.games.golddigger.rules import draw_card
from motherlode.kernel.chance import Stream, shuffle
from motherlode.kernel.edge import Struct, rule


@rule
def observe(s: Struct, seat: int, out: NDArray[np.void]) -> None:
    """Write into *out* the game as *seat* knows it."""
    out[0] = s
    seen = out[0]
    start = int(s.drawn)
    for rival in range(s.seats):
        if rival == seat:
            continue
        for place in range(HAND):
            card = s.hand[rival, place]
            if card != NO_CARD:
                start -= 1
            # What was seen already, and is looked at again, has its heap.
            if card != NO_CARD and card != HIDDEN:
                seen.pile[start] = card
                seen.hand[rival, place] = HIDDEN
    sort_from(seen, start)


@rule
def sort_from(seen: Struct, start: int) -> None:
    """Put the heap of unseen cards, from *start* to the end, in rising order."""
    for i in range(start + 1, seen.cards):
        card = seen.pile[i]
        j = i
        while j > start and seen.pile[j - 1] > card:
            seen.pile[j] = seen.pile[j - 1]
            j -= 1
        seen.pile[j] = card


@rule
def imagine(seen: Struct, rng: Stream, out: NDArray[np.void]) -> None:
    """Write into *out* one full game that fits what is *seen*, all as likely as the cards allow."""
    out[0] = seen
    world = out[0]
    start = seen.drawn - hidden_cards(seen)
    shuffle(rng, world.pile[start:], seen.cards - start)
    world.drawn = start
    for rival in range(seen.seats):
        for place in range(HAND):
            if seen.hand[rival, place] == HIDDEN:
                world.hand[rival, place] = NO_CARD
        for place in range(HAND):
            if seen.hand[rival, place] == HIDDEN:
                draw_card(world, rival)


@rule
def hidden_cards(seen: Struct) -> int:
    """How many cards the other seats hold."""
    n = 0
    for rival in range(seen.seats):
        for place in range(HAND):
            n += seen.hand[rival, place] == HIDDEN
    return n
