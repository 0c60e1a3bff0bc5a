"""What the plays of rivals say about their hands: Bayes' rule, and never a hand that cannot be."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, permutations
from math import exp
from typing import Any

import numpy as np
import pytest

from motherlode.bots import eye
from motherlode.bots.golddigger import judgement
from motherlode.bots.golddigger.belief import Trust
from motherlode.bots.golddigger.levels import EYE, STYLE
from motherlode.bots.level import levels
from motherlode.bots.searcher import Budget, Searcher, judging
from motherlode.bots.sight import look
from motherlode.games import game
from motherlode.games.game import Deal
from motherlode.games.golddigger.cards import (
    CARDS,
    FOOLS_GOLD,
    HAND,
    HIDDEN,
    MOST_SEATS,
    NO_CARD,
)
from motherlode.games.golddigger.rules import card_of
from motherlode.games.position import Position
from motherlode.kernel.chance import stream
from motherlode.kernel.edge import door
from tests.games.scenes import claim, play
from tests.games.twins import observation_twin, past
from tests.worlds import TABLES, States, Table, odds_are_plausible, seen_by, some

DIGGER = game("golddigger")
KERNEL = DIGGER.kernel
MIND = judging(DIGGER)
TRUST = Trust(heat=2.0, slip=0.02)
BADGER, COYOTE = range(2)
every_table = pytest.mark.parametrize(
    "table", [table for table in TABLES if table.game is DIGGER], ids=str
)

dream = door(judgement.dream)
size_up = door(MIND.bind(eye.size_up))


def learner(trust: Trust | None = TRUST) -> Searcher:
    """Somebody who looks ahead once, and learns from what was played."""
    return Searcher(MIND, EYE, STYLE, Budget(rounds=1), 0, None, trust)


def lore_after(position: Position, bot: Searcher | None = None) -> Any:
    """What the seat to move believes, with all that a world is imagined from."""
    bot = bot or learner()
    bot.choose(look(position))
    return bot._room.walk.lore  # type: ignore[union-attr]


def kept(position: Position, rival: int) -> dict[tuple[int, int], float]:
    """How likely the seat to move takes *rival* to have kept each two cards."""
    seen = seen_by(KERNEL, position.states(), position.seat)
    likely = lore_after(position)["kept"][0, rival]
    left = Counter(heap(seen))
    ways = {
        (one, other): left[one] * (left[one] - 1) / 2 if one == other else left[one] * left[other]
        for one in sorted(left)
        for other in sorted(left)
        if one <= other
    }
    if hidden(seen, rival) == 1:
        ways = {(one, NO_CARD): left[one] for one in sorted(left)}
    chances = {pair: ways[pair] * likely[pair] for pair in ways if ways[pair]}
    return {pair: chance / sum(chances.values()) for pair, chance in chances.items()}


def heap(seen: States) -> list[int]:
    """The cards a seat has not seen."""
    start = int(seen["drawn"][0]) - int((seen["hand"][0] == HIDDEN).sum())
    cards: list[int] = seen["pile"][0, start : int(seen["cards"][0])].tolist()
    return cards


def hidden(seen: States, rival: int) -> int:
    """How many cards *rival* holds."""
    return int((seen["hand"][0, rival] == HIDDEN).sum())


@every_table
def test_a_world_as_it_is_believed_to_be_fits_what_is_seen(table: Table) -> None:
    rng, world = stream(1), KERNEL.new()
    bots = [learner() for _ in range(table.options.seats)]
    for position in table.positions(1):
        if not position.over:
            seen = seen_by(KERNEL, position.states(), position.seat)
            lore = lore_after(position, bots[position.seat])
            for _ in range(some(20)):
                dream(seen, lore[0], rng, world)
                assert seen_by(KERNEL, world, position.seat).tobytes() == seen.tobytes()
                for hand in world["hand"][0]:
                    cards = [card for card in hand.tolist() if card != NO_CARD]
                    assert hand.tolist()[: len(cards)] == sorted(cards)


def test_who_lays_the_lesser_gold_at_its_own_stake_has_not_kept_the_greater() -> None:
    position = claim("badger, fool, owl", "coyote, gold 5, fool", pile="fox, moose, eagle")
    position = play(position, "owl", "coyote stake", "fox", "5 coyote")

    believed, evenly = kept(position, rival=1), even_chances(position)
    with_the_greater = [pair for pair in believed if FOOLS_GOLD + 8 in pair]
    assert with_the_greater
    for pair in with_the_greater:
        assert believed[pair] < evenly[pair] / 100


def test_who_lays_gold_where_nobody_is_yet_has_kept_somebody_to_stake_it() -> None:
    position = claim("eagle, fool, owl", "badger, gold 5, fool", pile="fox, moose")
    position = play(position, "owl", "5 badger")

    believed, evenly = kept(position, rival=1), even_chances(position)
    with_a_badger = [pair for pair in believed if BADGER in pair]
    assert sum(map(believed.__getitem__, with_a_badger)) > 0.5
    assert sum(map(evenly.__getitem__, with_a_badger)) < 0.2


def even_chances(position: Position) -> dict[tuple[int, int], float]:
    """How likely each two cards are if nothing is learned."""
    seen = seen_by(KERNEL, position.states(), position.seat)
    pairs = Counter(tuple(sorted(pair)) for pair in combinations(heap(seen), 2))
    return {(a, b): n / pairs.total() for (a, b), n in pairs.items()}


# --- Bayes' rule by another road: every deal that fits, weighed by what was played --------------


def small_claim(cards: Sequence[int], seats: int) -> Position:
    """A game with nothing but these *cards*, dealt as they lie; only the kernel can deal it."""
    setup = KERNEL.new_setup(deck=cards, cards=len(cards), seats=seats, starter=0)
    states = KERNEL.new()
    KERNEL.deal(states, setup, np.arange(len(cards), dtype=np.int8))
    return Position(DIGGER, DIGGER.options(seats=seats), Deal(0, (), ()), states)


def small_games(chance: random.Random) -> Iterator[list[Position]]:
    """The positions of short games for two, each played anyhow to its last card."""
    while True:
        people = [chance.choice((BADGER, COYOTE)) for _ in range(5)]
        ore = [FOOLS_GOLD + chance.choice((0, 0, 1, 5, 8)) for _ in range(6)]
        cards = people + ore
        chance.shuffle(cards)
        position = small_claim(cards, 2)
        positions = [position]
        while not position.over:
            position = position.play(chance.choice(position.moves))
            positions.append(position)
        yield positions


def by_every_deal(positions: Sequence[Position]) -> dict[tuple[int, int], float]:
    """How likely the rival of the seat to move last is to have kept each two cards."""
    now = positions[-1]
    rival = 1 - now.seat
    own = [i for i, owner in enumerate(owners(len(positions) - 1)) if owner == now.seat]
    order = [int(card) for card in positions[0].states()["hand"][0, :2].ravel()]
    order += [int(card) for card in positions[0].states()["pile"][0, 6:11]]
    free = [i for i in range(len(order)) if i not in own]
    chances: dict[tuple[int, int], float] = defaultdict(float)
    for cards in permutations([order[i] for i in free]):
        dealt = dict(zip(free, cards, strict=True))
        hand = [dealt[i] for i in range(HAND * rival, HAND * rival + HAND)]
        weight, left = played_like_that(positions, rival, hand, dealt)
        if weight:
            chances[left] += weight
    total = sum(chances.values())
    return {pair: chance / total for pair, chance in chances.items()}


def owners(played: int) -> list[int]:
    """Who drew each card of the deal, the first six being dealt."""
    return [0, 0, 0, 1, 1, 1, *(turn % 2 for turn in range(min(played, 5)))]


def played_like_that(
    positions: Sequence[Position], rival: int, hand: list[int], dealt: dict[int, int]
) -> tuple[float, tuple[int, int]]:
    """How likely the rival plays as it did with these cards, and what it kept at last."""
    weight, left = 1.0, (NO_CARD, NO_CARD)
    for before, after in pairwise(positions):
        if before.seat != rival:
            continue
        move = DIGGER.number_of[after.move]
        card = card_of(move)
        if card not in hand:
            return 0.0, left
        weight *= chance_to_play(before, hand, move)
        hand.remove(card)
        left = (*sorted(hand), NO_CARD, NO_CARD)[:2]  # type: ignore[assignment]
        place = 6 + before.played
        if place in dealt and place < 11:
            hand.append(dealt[place])
    return weight, left


CHANCES: dict[Any, float] = {}


def chance_to_play(before: Position, hand: Sequence[int], move: int) -> float:
    """How likely *move* is for a player with that *hand*."""
    asked = (before, tuple(sorted(hand)), move)
    if asked not in CHANCES:
        state, lore = before.states().copy(), MIND.new_lore(EYE)
        bags, ores = all_ore(before)
        lore["bags"], lore["ores"] = bags, ores
        rest = [NO_CARD] * (HAND - len(hand))
        state["hand"][0, before.seat] = [*sorted(hand), *rest]
        n = size_up(state, lore[0])
        looks = dict(zip(lore["ideas"][0, :n].tolist(), lore["appeal"][0, :n], strict=True))
        odds = {each: exp(look / TRUST.heat) for each, look in looks.items()}
        by_looks = odds[move] / sum(odds.values())
        CHANCES[asked] = (1 - TRUST.slip) * by_looks + TRUST.slip / n
    return CHANCES[asked]


def all_ore(position: Position) -> tuple[int, int]:
    """The bags and the number of all ore cards of the game."""
    first = list(past(position))[-1].states()
    cards = [*first["hand"][0].ravel().tolist(), *first["pile"][0].tolist()]
    ore = [card - FOOLS_GOLD for card in cards if card >= FOOLS_GOLD]
    return sum(ore), len(ore)


def test_what_is_believed_is_what_bayes_rule_says_of_all_deals_that_fit() -> None:
    checked: Counter[int] = Counter()
    games = small_games(random.Random(3))
    for _ in range(some(4)):
        positions = next(games)
        for now in range(2, 11):
            CHANCES.clear()
            position = positions[now]
            seen = seen_by(KERNEL, position.states(), position.seat)
            if not hidden(seen, 1 - position.seat):
                continue
            expected = by_every_deal(positions[: now + 1])
            found = kept(position, 1 - position.seat)
            assert set(expected) <= set(found)
            for pair, chance in found.items():
                assert chance == pytest.approx(expected.get(pair, 0.0), abs=1e-9), (now, pair)
            checked[hidden(seen, 1 - position.seat)] += len(found) > 1
    assert len(checked) == HAND


def test_hands_are_imagined_as_often_as_they_are_likely() -> None:
    table = next(table for table in TABLES if table.game is DIGGER)
    rng, world = stream(5), KERNEL.new()
    for position in [each for each in table.positions(4) if not each.over][8:50:12]:
        lore = lore_after(position)
        seen = seen_by(KERNEL, position.states(), position.seat)
        left = Counter(heap(seen))
        expected: dict[tuple[int, ...], float] = defaultdict(float)
        for pair, chance in kept(position, 1 - position.seat).items():
            rest = left - Counter(pair)
            for drawn, copies in rest.items():
                hand = tuple(sorted((*pair, drawn)))
                expected[hand] += chance * copies / rest.total()
        draws = some(30_000, in_plain_python=300)
        counts: Counter[Any] = Counter()
        for _ in range(draws):
            dream(seen, lore[0], rng, world)
            counts[tuple(world["hand"][0, 1 - position.seat].tolist())] += 1
        assert set(counts) <= set(expected)
        often = [hand for hand in expected if draws * expected[hand] >= 5]
        odds: dict[Any, float] = {hand: draws * expected[hand] for hand in often}
        odds["rare"] = draws - sum(odds.values())
        grouped: Counter[Any] = Counter({hand: counts[hand] for hand in often})
        grouped["rare"] = draws - grouped.total()
        assert odds_are_plausible(grouped, odds)


@pytest.mark.parametrize("seats", [3, 4])
def test_late_hands_of_several_rivals_are_imagined_together_as_often_as_they_are_likely(
    seats: int,
) -> None:
    table = next(each for each in TABLES if each.game is DIGGER and each.options.seats == seats)
    rng, world, learned = stream(7), KERNEL.new(), 0
    for seed in range(some(4)):
        position = list(table.positions(seed))[CARDS - 2 * seats - 1]
        lore = lore_after(position)
        seen = seen_by(KERNEL, position.states(), position.seat)
        likely = together(seen, lore["kept"][0])
        evenly = together(seen, np.ones_like(lore["kept"][0]))
        often: Counter[Any] = Counter()
        draws = some(20_000, in_plain_python=400)
        for _ in range(draws):
            dream(seen, lore[0], rng, world)
            often[tuple(tuple(hand) for hand in world["hand"][0].tolist())] += 1
        imagined = {hands: n / draws for hands, n in often.items()}
        assert apart(imagined, likely) < some(1, in_plain_python=3) * 0.15
        learned += apart(evenly, likely) > 0.2
    assert learned > 0


def together(seen: States, kept: Any) -> dict[Any, float]:
    """How likely all hands are together if nothing is left to draw."""
    rivals = [rival for rival in range(MOST_SEATS) if hidden(seen, rival)]
    weights: dict[Any, float] = defaultdict(float)
    for cards in permutations(heap(seen)):
        hands, weight, place = seen["hand"][0].tolist(), 1.0, 0
        for rival in rivals:
            n = hidden(seen, rival)
            own = cards[place : place + n]
            weight *= kept[rival, own[0], own[1] if n > 1 else NO_CARD]
            hands[rival] = [*sorted(own), *[NO_CARD] * (HAND - n)]
            place += n
        weights[tuple(map(tuple, hands))] += weight
    total = sum(weights.values())
    return {hands: weight / total for hands, weight in weights.items()}


def apart(one: dict[Any, float], other: dict[Any, float]) -> float:
    """How much of what is likely by *one* is not by the *other*."""
    return sum(max(0.0, chance - other.get(each, 0.0)) for each, chance in one.items())


# --- What may be learned from ------------------------------------------------------------------


@every_table
def test_twin_worlds_are_believed_to_be_the_same(table: Table) -> None:
    rng = random.Random(2)
    positions = list(table.positions(2))
    told_apart = 0
    for position in positions[5:-1:7]:
        twin = observation_twin(position, position.seat, rng)
        mine, theirs = lore_after(position), lore_after(twin)
        assert mine["kept"].tobytes() == theirs["kept"].tobytes()
        told_apart += twin != position
    assert told_apart > 0


def test_nothing_is_learned_before_anything_was_played_or_by_who_does_not_trust() -> None:
    table = next(table for table in TABLES if table.game is DIGGER)
    positions = [position for position in table.positions(6) if not position.over]
    assert (lore_after(positions[0])["kept"] == 1.0).all()
    assert (lore_after(positions[20])["kept"] != 1.0).any()
    assert (lore_after(positions[20], learner(None))["kept"] == 1.0).all()


def test_who_was_not_told_of_all_plays_learns_from_those_it_was_told_of() -> None:
    table = next(table for table in TABLES if table.game is DIGGER)
    positions = [position for position in table.positions(6) if not position.over]
    of_all, of_some, of_later = learner(), learner(), learner()
    of_all.choose(look(positions[20]))
    of_some.choose(look(positions[20], told=14))
    of_later.choose(look(positions[4]))
    of_later.choose(look(positions[20], told=14))
    beliefs = [each._room.walk.lore["kept"].tobytes() for each in (of_all, of_some, of_later)]  # type: ignore[union-attr]
    assert beliefs[1] == beliefs[2] != beliefs[0]


def test_only_who_forgets_nothing_learns_from_what_was_played() -> None:
    learners = [level for level in levels(DIGGER) if level.trust is not None]
    assert [level.number for level in learners] == [5]
    assert all(level.attention is None for level in learners)
