"""Twin worlds: the same table to one seat, other cards where it cannot look.

An *observation twin* is another deal in which everything that seat could know up to a moment is the
same, and the same moves can be made.  A *view twin* is one moment with other cards in all places
that seat does not see just then, whatever it may remember.  What is hidden is worked out here from
the rules of the table, never from the code that hides it.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from motherlode.games.game import Deal
from motherlode.games.golddigger import cards as digger
from motherlode.games.golddonkey import cards as donkey
from motherlode.games.golddonkey.words import card_text
from motherlode.games.goldrush import cards as rush
from motherlode.games.goldrush.words import MOVES as SPOTS
from motherlode.games.position import Position
from tests.games.scenes import changed, digger_cards, play
from tests.worlds import States

Seat = int | None
Random = random.Random


# --- Observation twins --------------------------------------------------------------------------


def other_deal(position: Position, seat: Seat, rng: Random) -> Deal:
    """A deal that *seat* cannot tell from the real one before this *position*."""
    order = list(position.deal.order)
    reorder: dict[str, Callable[..., None]] = {
        "goldrush": reorder_mountain,
        "golddigger": reorder_claims,
        "golddonkey": reorder_yard,
    }
    reorder[position.game.id](position, seat, rng, order)
    return Deal(position.deal.starter, position.deal.given, tuple(order))


def reorder_mountain(position: Position, seat: Seat, rng: Random, order: list[int]) -> None:
    """Any order of the cards that nobody has turned up yet will do."""
    shuffle_places(order, [i for i in range(64) if SPOTS[i] not in position.history], rng)


def reorder_yard(position: Position, seat: Seat, rng: Random, order: list[int]) -> None:
    """Any order of the pile and the two cards set aside, which come first, will do."""
    shown = donkey.ASIDE + int(position.state["drawn"])
    shuffle_places(order, [*range(donkey.ASIDE), *range(shown, len(order))], rng)


def reorder_claims(position: Position, seat: Seat, rng: Random, order: list[int]) -> None:
    """Any order in which the rivals still held each card when they played it will do."""
    deck = digger_cards(position.options)
    hidden = [i for i, owner in enumerate(drawn_by(position)) if owner != seat or owner is None]
    for _ in range(150):
        a, b = rng.sample(hidden, 2) if len(hidden) > 1 else (0, 0)
        order[a], order[b] = order[b], order[a]
        if not can_have_played(position, [deck[i] for i in order]):
            order[a], order[b] = order[b], order[a]


def drawn_by(position: Position) -> list[Seat]:
    """Who drew each card of the deal until now; nobody those still in the pile."""
    seats = position.options.seats
    owners: list[Seat] = [seat for seat in range(seats) for _ in range(digger.HAND)]
    owners += [(position.deal.starter + turn) % seats for turn in range(len(position.history))]
    return (owners + [None] * digger.CARDS)[: digger.CARDS]


def can_have_played(position: Position, cards: Sequence[str]) -> bool:
    """Whether the moves so far were possible with the *cards* dealt in this order."""
    seats = position.options.seats
    hands = [Counter(cards[digger.HAND * seat :][: digger.HAND]) for seat in range(seats)]
    for turn, move in enumerate(position.history):
        hand = hands[(position.deal.starter + turn) % seats]
        card = card_played(move)
        if not hand[card]:
            return False
        hand[card] -= 1
        hand.update(cards[digger.HAND * seats + turn :][:1])
    return True


def card_played(move: str) -> str:
    """The card a move of GOLD DIGGER plays, as hands name it."""
    first, *rest = move.split()
    if rest in ([], ["stake"]) or first == "fool":
        return first
    return f"gold {first}"


def shuffle_places(order: list[int], places: list[int], rng: Random) -> None:
    """Shuffle what stands at these *places* among themselves."""
    cards = [order[i] for i in places]
    rng.shuffle(cards)
    for i, card in zip(places, cards, strict=True):
        order[i] = card


def observation_twin(position: Position, seat: Seat, rng: Random) -> Position:
    """The same moves with a deal that *seat* cannot tell from the real one."""
    start = position.game.start(position.options, other_deal(position, seat, rng))
    return play(start, *position.history)


def past(position: Position) -> Iterator[Position]:
    """A position and all that came before it, backwards."""
    at: Position | None = position
    while at is not None:
        yield at
        at = at.before


# --- View twins ---------------------------------------------------------------------------------


def view_twin(position: Position, seat: Seat, rng: Random, *, turned_down: bool) -> Position:
    """The same moment with other cards wherever *seat* does not see any now."""
    alter: Callable[..., tuple[States, States | None]] = {
        "goldrush": altered_mountain,
        "golddigger": altered_claims,
        "golddonkey": altered_yard,
    }[position.game.id]
    after, before = alter(position, seat, rng, turned_down)
    if position.before is None or before is None:
        return changed(position, after)
    return changed(position, after, changed(position.before, before, position.before.before))


def states_of(position: Position) -> tuple[States, States | None]:
    """What the position holds and what the one before it held."""
    return position.states(), None if position.before is None else position.before.states()


def altered_mountain(
    position: Position, seat: Seat, rng: Random, turned_down: bool
) -> tuple[States, States | None]:
    """Other cards at all spots that are not turned up, other gold in all piles but the own one."""
    after, before = states_of(position)
    s = after[0]
    closed = turned_down and s["stage"] != rush.SECOND_FLIP
    up = [] if closed else [int(spot) for spot in s["up"] if spot != rush.NOBODY]
    hidden = [spot for spot in range(rush.SPOTS) if spot not in up]
    cards = s["card"][hidden].tolist()
    rng.shuffle(cards)
    left = rng.sample(s["left"].tolist(), rush.KINDS)
    known = rng.getrandbits(64)
    rivals = [other for other in range(position.options.seats) if other != seat]
    was = s["won"].copy() if before is None else before[0]["won"].copy()
    gained = s["won"] - was
    for rival in rivals if not position.over else ():
        was[rival] = other_gold(int(was[rival].sum()), rng)
    if quiet_turns_are_unseen(position):
        s["quiet"] = rng.randrange(rush.QUIET_LIMIT - 4)
    if closed:
        s["up"] = rng.sample(range(rush.SPOTS), 2)
        s["fate"] = rng.randrange(rush.CLEARED + 1)
    for states, won in ((after, was + gained), (before, was)):
        if states is not None:
            states["card"][0, hidden] = cards
            states["left"] = left
            states["known"] = known
            states["won"] = won
    return after, before


def quiet_turns_are_unseen(position: Position) -> bool:
    """Whether the Gold Rush is on, or more than four quiet turns away."""
    s = position.state
    limit = max(rush.QUIET_LIMIT, rush.QUIET_LIMIT_PER_SEAT * position.options.seats)
    return bool(s["stage"] == rush.RUSH or limit - s["quiet"] > 4)


def other_gold(cards: int, rng: Random) -> list[int]:
    """So many gold cards, as counts of each size."""
    sizes = Counter(rng.choices(range(len(rush.NUGGETS)), k=cards))
    return [sizes[size] for size in range(len(rush.NUGGETS))]


def altered_claims(
    position: Position, seat: Seat, rng: Random, turned_down: bool
) -> tuple[States, States | None]:
    """Other cards in the hands of the rivals and in the pile."""
    after, before = states_of(position)
    deal_hidden_cards_anew(after, seat, rng)
    if before is not None:
        deal_hidden_cards_anew(before, seat, rng)
    return after, before


def deal_hidden_cards_anew(states: States, seat: Seat, rng: Random) -> None:
    """Shuffle the hands of all but *seat* together with the pile."""
    s = states[0]
    rivals = [rival for rival in range(int(s["seats"])) if rival != seat]
    held = {rival: int((s["hand"][rival] != digger.NO_CARD).sum()) for rival in rivals}
    heap = [int(card) for rival in rivals for card in s["hand"][rival][: held[rival]]]
    heap += s["pile"][s["drawn"] :].tolist()
    rng.shuffle(heap)
    for rival, n in held.items():
        s["hand"][rival][:n] = sorted(heap[:n])
        heap = heap[n:]
    s["pile"][s["drawn"] :] = heap


def altered_yard(
    position: Position, seat: Seat, rng: Random, turned_down: bool
) -> tuple[States, States | None]:
    """Other cards in the pile, among those set aside and in the score piles of the rivals.

    Equal cards, which nobody can tell apart, change places as well.
    """
    after, before = states_of(position)
    s = after[0]
    rivals = [other for other in range(position.options.seats) if other != seat]
    old = [bits(s["score"][i]) for i in rivals]
    fresh = [[] if before is None else new_cards(before[0], s, i) for i in rivals]
    heap = [] if position.over else [card for cards in old for card in cards]
    heap = [card for card in heap if card not in {card for cards in fresh for card in cards}]
    heap += s["pile"][s["drawn"] : s["cards"]].tolist()
    rng.shuffle(heap)
    if not position.over:
        for rival, cards, new in zip(rivals, old, fresh, strict=True):
            n = len(cards) - len(new)
            s["score"][rival] = word(heap[:n] + new)
            if before is not None:
                before[0]["score"][rival] = word(heap[:n])
            heap = heap[n:]
    for states in (after, before):
        if states is not None:
            at = states[0]
            at["pile"][s["drawn"] : s["cards"]] = heap
            at["unseen"] = word(at["pile"][at["drawn"] : at["cards"]].tolist())
    names = other_names(rng)
    for states in (after, before):
        if states is not None:
            rename(states, names)
    return after, before


def new_cards(before: Any, after: Any, seat: int) -> list[int]:
    """What the last move brought to the score pile of *seat*, for all to see."""
    return bits(int(after["score"][seat]) & ~int(before["score"][seat]))


def other_names(rng: Random) -> list[int]:
    """Another card for each: equal ones change places among themselves."""
    names = list(range(donkey.CARDS))
    kinds: dict[str, list[int]] = {}
    for card in names:
        kinds.setdefault(card_text(card), []).append(card)
    for equal in kinds.values():
        shuffle_places(names, equal, rng)
    return names


def rename(states: States, names: Sequence[int]) -> None:
    """Put the card *names* has for it in the place of each card."""
    s = states[0]
    for field in ("offer", "unseen"):
        s[field] = word(names[card] for card in bits(s[field]))
    for field in ("row", "score"):
        for seat in range(donkey.MOST_SEATS):
            s[field][seat] = word(names[card] for card in bits(s[field][seat]))
    pile = s["pile"].tolist()
    s["pile"] = [names[card] if card != donkey.HIDDEN else card for card in pile]


def bits(heap: Any) -> list[int]:
    """The cards in a set of bits."""
    return [card for card in range(donkey.CARDS) if int(heap) >> card & 1]


def word(cards: Iterable[int]) -> int:
    """A set of bits with these cards."""
    return sum(1 << card for card in cards)
