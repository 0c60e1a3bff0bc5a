# ruff: noqa: F821 - the name declared without a value is the point of this file
"""What the plays of rivals say about the cards they kept.

Whoever plays one of three cards shows that the other two looked worse.  So two cards are the
likelier to have been kept, the likelier the play was with them in the hand, if each play is as
likely as it looks good; and the likelier they were in the hand, which the plays before tell.  One
of the three was drawn after the last of these, and nobody knows which: what was believed then is
averaged over the three pairs that may have been kept there.  This is Bayes' rule for hands drawn
from a shuffled pile, one play at a time.

The card drawn after the latest play was no part of any choice yet, and may be any.
"""

from collections.abc import Callable
from math import exp
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.games.golddigger.cards import (
    FOOLS_GOLD,
    HAND,
    HIDDEN,
    MOST_BAGS,
    MOST_SEATS,
    NO_CARD,
)
from motherlode.games.golddigger.knowledge import hidden_cards
from motherlode.games.golddigger.rules import card_of, draw_card, is_person, is_staked, mine_of
from motherlode.kernel.chance import Stream, draw, pick, shuffle
from motherlode.kernel.edge import Struct, rule

ponder: Callable[[Struct, Any], None]
size_up: Callable[[Struct, Any], int]

_CARDS = FOOLS_GOLD + MOST_BAGS + 1
_KINDS = 22  # of cards in a game at most
_PAIRS = _KINDS * (_KINDS + 1) // 2
_ALL_BITS = 4294967296.0
# Most pairs of cards that are tried on a rival before one is taken as it comes.
_TRIES = 200
# How often what each of several rivals kept is drawn beside what the others did, and how often two
# of them may then swap a card: late in the game few others are left.
_SWEEPS = 2
_SWAPS = 40

# How likely each seat is to have kept two cards, next to the likeliest two.  Where it kept but one,
# the other is ``NO_CARD``, which as an index is the last.
BELIEF = (
    ("kept", np.float64, (MOST_SEATS, _CARDS + 1, _CARDS + 1)),
    ("most", np.float64, MOST_SEATS),  # of these, of cards that are still unseen
    ("with_it", np.float64, _CARDS + 1),  # scratch: the same before a play, for the card played
    ("place", np.int64, MOST_SEATS),  # scratch: where in the pile lies what each seat kept
    ("cards", np.int64, MOST_SEATS),  # scratch: and how much that is
    ("pairs", np.int16, (_PAIRS, 2)),  # scratch
)


class Trust(NamedTuple):
    """How far a play is taken for what looked best."""

    heat: float  # how little the looks of a move say about whether it is made
    slip: float  # how often it is made for reasons nobody sees


@rule
def forget(lores: NDArray[np.void]) -> None:
    """Believe any hand as much as any other."""
    for seat in range(MOST_SEATS):
        for one in range(_CARDS + 1):
            for other in range(_CARDS + 1):
                lores[0].kept[seat, one, other] = 1.0


def believe(
    seen: Struct,
    seat: int,
    move: int,
    after: NDArray[np.void],
    world: NDArray[np.void],
    lores: NDArray[np.void],
    trust: Trust,
) -> None:
    """Learn from a *move* of *seat*: what is *seen* now, and what was seen right *after* it."""
    lore, then = lores[0], world[0]
    ponder(seen, lore)
    take_back(after[0], seat, move, world)
    card = card_of(move)
    for i in range(_CARDS + 1):
        lore.with_it[i] = lore.kept[seat, card, i]
    pairs = write_pairs(after[0], lore, kept_by(after[0], seat))
    most = 0.0
    for i in range(pairs):
        one, other = int(lore.pairs[i, 0]), int(lore.pairs[i, 1])
        hold(then, seat, card, one, other)
        n = size_up(then, lore)
        likely = held_before(lore, seat, one, other) * chance_of(move, lore, n, trust)
        # Of cards alike any may have been the one played.
        likely /= 1 + (one == card) + (other == card)
        lore.kept[seat, one, other] = likely
        most = max(most, likely)
    for i in range(pairs):
        one, other = int(lore.pairs[i, 0]), int(lore.pairs[i, 1])
        lore.kept[seat, one, other] /= most
        lore.kept[seat, other, one] = lore.kept[seat, one, other]


@rule
def take_back(seen: Struct, seat: int, move: int, out: NDArray[np.void]) -> None:
    """Write into *out* how the mines lay when *seat* was to make that *move*."""
    out[0] = seen
    then = out[0]
    mine = mine_of(move)
    if is_person(card_of(move)):
        then.people[mine] -= 1
    else:
        then.ores[mine] -= 1
    if is_staked(move):
        then.stakes[seat, mine] -= 1
        then.unplaced[seat] += 1
    then.played -= 1
    then.turn = seat


@rule
def kept_by(seen: Struct, rival: int) -> int:
    """How many of its cards a rival did not draw after its latest play."""
    n = 0
    for place in range(HAND - 1):
        n += seen.hand[rival, place] == HIDDEN
    return n


@rule
def write_pairs(seen: Struct, lore: Struct, cards: int) -> int:
    """Write all that two unseen cards may be, or one and none if there is one, or nothing."""
    start = seen.drawn - hidden_cards(seen)
    end = int(seen.cards)
    n = 0
    for i in range(start, end if cards > 0 else start):
        if i > start and seen.pile[i] == seen.pile[i - 1]:
            continue
        if cards == 1:
            lore.pairs[n, 0] = seen.pile[i]
            lore.pairs[n, 1] = NO_CARD
            n += 1
        for j in range(i + 1, end if cards > 1 else i):
            if j == i + 1 or seen.pile[j] != seen.pile[j - 1]:
                lore.pairs[n, 0] = seen.pile[i]
                lore.pairs[n, 1] = seen.pile[j]
                n += 1
    return n


@rule
def hold(then: Struct, seat: int, card: int, one: int, other: int) -> None:
    """Put these cards, of which the *other* may be none, into the hand of *seat*."""
    for place in range(HAND):
        then.hand[seat, place] = NO_CARD
    take(then, seat, card)
    take(then, seat, one)
    if other != NO_CARD:
        take(then, seat, other)


@rule
def take(then: Struct, seat: int, card: int) -> None:
    """Take *card* into the hand of *seat*, as if it lay on top of the pile."""
    then.drawn -= 1
    then.pile[then.drawn] = card
    draw_card(then, seat)


@rule
def held_before(lore: Struct, seat: int, one: int, other: int) -> float:
    """How likely *seat* held these cards beside the one it played, by what was believed so far."""
    if other == NO_CARD:
        # It drew nothing, so it kept both at its play before.
        return float(lore.with_it[one])
    return (lore.kept[seat, one, other] + lore.with_it[one] + lore.with_it[other]) / 3.0


@rule
def chance_of(move: int, lore: Struct, n: int, trust: Trust) -> float:
    """How likely *move* is among the *n* that were sized up."""
    appeal = lore.appeal
    most = appeal[0]
    its = appeal[0]
    for i in range(n):
        most = max(most, appeal[i])
        if lore.ideas[i] == move:
            its = appeal[i]
    total = 0.0
    for i in range(n):
        total += exp((appeal[i] - most) / trust.heat)
    return (1 - trust.slip) * exp((its - most) / trust.heat) / total + trust.slip / n


@rule
def settle(seen: Struct, lores: NDArray[np.void]) -> None:
    """Find how likely the likeliest cards are that each rival can have kept, as the game is now."""
    lore = lores[0]
    for rival in range(seen.seats):
        lore.most[rival] = 0.0
        for i in range(write_pairs(seen, lore, kept_by(seen, rival))):
            likely = lore.kept[rival, lore.pairs[i, 0], lore.pairs[i, 1]]
            lore.most[rival] = max(lore.most[rival], likely)


@rule
def imagine_likely(seen: Struct, lore: Struct, rng: Stream, out: NDArray[np.void]) -> None:
    """Write into *out* one full game that fits what is *seen*, hands as likely as believed.

    One rival's cards are drawn at once, those of several in turn beside those of the others.
    """
    out[0] = seen
    world = out[0]
    world.drawn = seen.drawn - hidden_cards(seen)
    shuffle(rng, world.pile[world.drawn :], seen.cards - world.drawn)
    rivals, free = lay_out(seen, lore)
    for _ in range(_SWEEPS if rivals > 1 else 1):
        for rival in range(seen.seats):
            if lore.cards[rival] > 0:
                choose_kept(world, lore, rival, free, rng)
    for _ in range(_SWAPS if rivals > 1 else 0):
        swap_kept(world, lore, rng)
    hand_out(seen, lore, world)


@rule
def lay_out(seen: Struct, lore: Struct) -> tuple[int, int]:
    """Give what each rival kept a place on top of the heap; return how many have, and its end."""
    rivals = 0
    place = seen.drawn - hidden_cards(seen)
    for rival in range(seen.seats):
        lore.place[rival] = place
        lore.cards[rival] = kept_by(seen, rival)
        place += lore.cards[rival]
        rivals += lore.cards[rival] > 0
    return rivals, place


@rule
def hand_out(seen: Struct, lore: Struct, world: Struct) -> None:
    """Let each rival draw what it kept, and then what it drew since."""
    for rival in range(seen.seats):
        for i in range(HAND):
            if seen.hand[rival, i] == HIDDEN:
                world.hand[rival, i] = NO_CARD
        for _ in range(lore.cards[rival]):
            draw_card(world, rival)
    for rival in range(seen.seats):
        if seen.hand[rival, HAND - 1] == HIDDEN:
            draw_card(world, rival)


@rule
def choose_kept(world: Struct, lore: Struct, rival: int, free: int, rng: Stream) -> None:
    """Draw what *rival* kept out of that and the *free* cards, as likely as believed."""
    place, cards = lore.place[rival], lore.cards[rival]
    for _ in range(_TRIES):
        for i in range(cards):
            j = i + pick(rng, cards + world.cards - free - i)
            swap(world, place + i, place + j if j < cards else free + j - cards)
        if float(draw(rng)) * lore.most[rival] < chance_kept(world, lore, rival) * _ALL_BITS:
            return


@rule
def swap_kept(world: Struct, lore: Struct, rng: Stream) -> None:
    """Let any two rivals swap a card they kept if that is as likely, or as often as it is."""
    one, other = pick(rng, world.seats), pick(rng, world.seats)
    if one == other or lore.cards[one] == 0 or lore.cards[other] == 0:
        return
    before = chance_kept(world, lore, one) * chance_kept(world, lore, other)
    a = lore.place[one] + pick(rng, lore.cards[one])
    b = lore.place[other] + pick(rng, lore.cards[other])
    swap(world, a, b)
    after = chance_kept(world, lore, one) * chance_kept(world, lore, other)
    if float(draw(rng)) * before >= after * _ALL_BITS:
        swap(world, a, b)


@rule
def chance_kept(world: Struct, lore: Struct, rival: int) -> float:
    """How likely *rival* is to have kept what lies for it in the pile."""
    place = lore.place[rival]
    other = world.pile[place + 1] if lore.cards[rival] > 1 else NO_CARD
    return float(lore.kept[rival, world.pile[place], other])


@rule
def swap(world: Struct, i: int, j: int) -> None:
    """Swap two cards of the pile."""
    card = world.pile[i]
    world.pile[i] = world.pile[j]
    world.pile[j] = card
