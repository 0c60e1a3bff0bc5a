"""What a seat of GOLD with a perfect memory knows, and the worlds that fit it.

Everything is public the moment it is turned up, so all seats know the same: the cards turned up
so far, and how many of each kind are left.
"""

import numpy as np
from numpy.typing import NDArray

from motherlode.games.goldrush.cards import HIDDEN, KINDS
from motherlode.kernel.bits import NOTHING, Word, count, first, has, nth
from motherlode.kernel.chance import Stream, pick
from motherlode.kernel.edge import Struct, rule


@rule
def observe(s: Struct, seat: int, out: NDArray[np.void]) -> None:
    """Write into *out* the game as *seat* knows it: cards never turned up are hidden."""
    out[0] = s
    seen = out[0]
    spots = s.table & ~s.known
    while spots != NOTHING:
        seen.card[first(spots)] = HIDDEN
        spots &= spots - Word(1)


@rule
def imagine(seen: Struct, rng: Stream, out: NDArray[np.void]) -> None:
    """Write into *out* one full game that fits what is *seen*, all as likely as the cards allow."""
    out[0] = seen
    world = out[0]
    hidden = seen.table & ~seen.known
    lay_out_unseen(world, hidden)
    shuffle_spots(world, hidden, rng)
    for card in range(KINDS):
        world.left[card] = seen.left[card]


@rule
def lay_out_unseen(world: Struct, hidden: Word) -> None:
    """Lay the cards nobody has seen on the *hidden* spots, in order.

    ``left`` loses them card by card: the caller puts it right again.
    """
    turned = world.table & ~hidden
    while turned != NOTHING:
        world.left[world.card[first(turned)]] -= 1
        turned &= turned - Word(1)
    for card in range(KINDS):
        while world.left[card] > 0:
            world.card[first(hidden)] = card
            hidden &= hidden - Word(1)
            world.left[card] -= 1


@rule
def shuffle_spots(world: Struct, spots: Word, rng: Stream) -> None:
    """Shuffle the cards that lie on *spots* among themselves."""
    for left in range(count(spots), 1, -1):
        last = nth(spots, left - 1)
        other = nth(spots, pick(rng, left))
        card = world.card[last]
        world.card[last] = world.card[other]
        world.card[other] = card


@rule
def bring_next(s: Struct, order: NDArray[np.int8], spot: int) -> None:
    """Let *spot*, if it was never turned up, show the next card of the stack, and *order* say so.

    The stack is the unseen cards in the order of their spots.  Its first one comes to *spot* and
    the others before *spot* move up by one, so what is left is the stack without its first card.
    """
    unseen = s.table & ~s.known
    if not has(unseen, spot):
        return
    here = first(unseen)
    card, place = s.card[here], order[here]
    while here != spot:
        unseen &= unseen - Word(1)
        after = first(unseen)
        s.card[here] = s.card[after]
        order[here] = order[after]
        here = after
    s.card[spot] = card
    order[spot] = place
