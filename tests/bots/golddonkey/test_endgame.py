"""The last offer of Gold!, solved and by brute force."""

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from motherlode.bots.exact import Book
from motherlode.bots.golddonkey import endgame
from motherlode.bots.golddonkey.eyes import GREEDY
from motherlode.bots.searcher import judging
from motherlode.bots.worth import Taste
from motherlode.games import game
from motherlode.games.golddonkey.cards import (
    ASIDE,
    CARDS,
    COLOURS,
    COPIES,
    DONKEYS_OF_A_COLOUR,
    HIDDEN,
    NO_SET,
    OFFER,
    RANK_OF_STEP,
    STEPS,
)
from motherlode.kernel.chance import stream
from motherlode.kernel.edge import compiled, door
from tests.bots.brute import Brute, State, TooMany, agree, prizes, solved
from tests.worlds import Dice

KERNEL = game("golddonkey").kernel
MIND = judging(game("golddonkey"))
# To win, to win well, for the margin alone (with ties), and where most margins count in full.
TASTES = (Taste(0.0, 1.0), Taste(0.3, 30.0), Taste(1.0, 12.0), Taste(0.5, 3.0))
MANY = 520 if compiled() else 12
SMALL = 600

solve = door(endgame.solve)
is_solvable = door(endgame.is_solvable)
write_key = door(endgame.write_key)


@pytest.fixture(scope="module")
def book() -> Book:
    return endgame.new_book()


def small(chance: random.Random, seats: int) -> State:
    """A last offer over short rows of few colours, so that sets, bonuses and twins are common."""
    used = chance.sample(range(len(COLOURS)), chance.randint(2, 4))
    steps = [step for step in range(STEPS) if not DONKEYS_OF_A_COLOUR[seats] <= step < COPIES[0]]
    cards = [len(COLOURS) * step + colour for step in steps for colour in used]
    chance.shuffle(cards)
    state = KERNEL.new()
    state["seats"] = seats
    state["cards"] = CARDS - seats
    state["drawn"] = CARDS - seats - ASIDE
    state["pile"] = HIDDEN
    state["turn"] = chance.randrange(seats)
    state["set"] = NO_SET
    for _ in range(chance.randint(1, OFFER)):
        state["offer"] |= np.uint64(1 << cards.pop())
    for seat in range(seats):
        held: Counter[int] = Counter()
        for _ in range(chance.randint(0, 4)):
            card = cards.pop()
            held[card % len(COLOURS)] += 1
            where = "row" if held[card % len(COLOURS)] < 3 else "score"
            state[where][0, seat] |= np.uint64(1 << card)
    for card in cards:
        if chance.random() < 0.5:
            state["score"][0, chance.randrange(seats)] |= np.uint64(1 << card)
    return state


def along(state: State, chance: random.Random) -> Iterator[State]:
    """The positions of a random game from *state* on."""
    rng = stream(chance.getrandbits(32))
    while not KERNEL.over(state):
        yield state
        state = state.copy()
        KERNEL.play(state, KERNEL.any_move(state, rng))


def real(seats: int, seed: int) -> State:
    """The first position of a game played at first sight whose pile is empty."""
    donkey = game("golddonkey")
    options = donkey.options(seats=seats)
    state = donkey.start(options, donkey.draw(options, Dice(seed))).states().copy()
    lore = MIND.new_lore(GREEDY)
    while KERNEL.cards_in_pile(state) > 0:
        KERNEL.play(state, MIND.at_once(state, lore))
    return state


@pytest.mark.parametrize("seats", [2, 3])
def test_every_move_of_a_small_ending_is_worth_what_brute_force_says(
    seats: int, book: Book
) -> None:
    chance = random.Random(seats)
    checked: Counter[int] = Counter()
    bonuses = 0
    while checked.total() < 2 * MANY:
        for state in along(small(chance, seats), chance):
            taste = chance.choice(TASTES)
            try:
                truth = Brute(KERNEL, taste, SMALL).moves(state)
            except TooMany:
                continue

            assert agree(solved(solve, state, book, taste), truth)

            checked[int(state["offer"][0]).bit_count()] += 1
            bonuses += int(state["stage"][0] == 1)
    assert all(checked[cards] >= MANY // 60 for cards in range(1, OFFER + 1))
    assert bonuses >= MANY // 60


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3])
def test_larger_endings_agree_with_brute_force_too(seats: int, book: Book) -> None:
    chance = random.Random(100 + seats)
    checked = 0
    while checked < 1000:
        taste = chance.choice(TASTES)
        state = small(chance, seats)
        try:
            truth = Brute(KERNEL, taste, 50_000).moves(state)
        except TooMany:
            continue

        assert agree(solved(solve, state, book, taste), truth)

        checked += 1


@pytest.mark.skipif(not compiled(), reason="the endings of whole games are many positions")
@pytest.mark.parametrize("seed", range(20))
def test_two_seats_that_play_exactly_get_what_was_foretold(seed: int, book: Book) -> None:
    state, taste, rng = real(2, seed), TASTES[1], stream(seed)
    foretold = []
    while not KERNEL.over(state):
        values = solved(solve, state, book, taste)
        if values:
            best = max(values, key=values.__getitem__)
            worth = values[best][0]
            foretold.append(worth if state["turn"][0] == 0 else 1 - worth)
        else:
            best = KERNEL.any_move(state, rng)
        state = state.copy()
        KERNEL.play(state, best)
    points = np.zeros(8, np.int16)
    KERNEL.points(state, points)
    ahead = int(KERNEL.winners(state, points))
    worth = prizes(tuple(points[:2].tolist()), ahead, taste)[0][0]

    assert len(foretold) >= OFFER - 1
    assert [float(value) for value in foretold] == pytest.approx([float(worth)] * len(foretold))


@pytest.mark.skipif(not compiled(), reason="the endings of whole games are many positions")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_names_of_the_colours_do_not_matter(seats: int, book: Book) -> None:
    chance = random.Random(seats)
    solvable = 0
    # With three seats few endings of whole games can be solved.
    for seed in range(15 if seats == 2 else 40):
        state = real(seats, seed)
        if not is_solvable(state):
            continue
        names = chance.sample(range(len(COLOURS)), len(COLOURS))
        renamed = state.copy()
        for field in ("offer", "row", "score", "unseen"):
            words = np.atleast_1d(state[field][0])
            renamed[field] = np.array([rename(int(word), names) for word in words], np.uint64)

        one = solved(solve, state, book, TASTES[1])
        other = solved(solve, renamed, book, TASTES[1])

        assert not one or not other or sorted(one.values()) == sorted(other.values())
        solvable += bool(one and other)
    assert solvable > 2


def rename(cards: int, names: list[int]) -> int:
    """The same cards, every colour under another of the *names*."""
    n = len(COLOURS)
    return sum(1 << i // n * n + names[i % n] for i in range(CARDS) if cards >> i & 1)


def heaps(state: State) -> tuple[object, ...]:
    """What players tell apart: which kinds lie where, whose turn it is, and for what."""
    words = (*state["offer"].tolist(), *state["row"][0].tolist(), *state["score"][0].tolist())
    kinds = [
        sorted((RANK_OF_STEP[card // 6], card % 6) for card in range(CARDS) if word >> card & 1)
        for word in words
    ]
    return (str(kinds), *(int(state[field][0]) for field in ("turn", "stage", "set")))


@pytest.mark.parametrize("seats", [2, 3])
def test_positions_have_the_same_key_where_players_cannot_tell_them_apart(seats: int) -> None:
    chance = random.Random(seats)
    twins = 0
    for _ in range(max(5, MANY // 20)):
        first = small(chance, seats)
        heaps_of: dict[bytes, tuple[object, ...]] = {}
        key_of: dict[tuple[object, ...], bytes] = {}
        for _ in range(5):
            for state in along(first, chance):
                key = np.zeros(3, np.uint64)
                write_key(state, key)
                known = heaps(state)
                twins += known in key_of

                assert heaps_of.setdefault(key.tobytes(), known) == known
                assert key_of.setdefault(known, key.tobytes()) == key.tobytes()

            first = with_copies_changed(first, chance)
    assert twins > MANY // 20


def with_copies_changed(state: State, chance: random.Random) -> State:
    """The same position, two equal cards having changed places."""
    colour = chance.randrange(len(COLOURS))
    low, high = (len(COLOURS) * step + colour for step in chance.choice([(0, 1), (3, 4)]))
    changed = state.copy()
    for field in ("offer", "row", "score"):
        words = np.atleast_1d(state[field][0]).tolist()
        for i, word in enumerate(words):
            if (word >> low ^ word >> high) & 1:
                words[i] = word ^ (1 << low | 1 << high)
        changed[field] = np.array(words, np.uint64)
    return changed


def test_nothing_is_claimed_before_the_pile_is_empty() -> None:
    donkey = game("golddonkey")
    options = donkey.options()
    state = donkey.start(options, donkey.draw(options, Dice(1))).states()

    assert not is_solvable(state)


def test_a_solver_leaves_what_it_is_shown_alone(book: Book) -> None:
    state = small(random.Random(5), 2)
    before = state.tobytes()
    solved(solve, state, book, TASTES[1])

    assert state.tobytes() == before


def test_a_book_that_is_full_says_so_and_serves_again() -> None:
    chance = random.Random(6)
    whole = endgame.new_book()
    scrap = whole._replace(places=whole.places[:40])
    given_up = answered = 0
    for _ in range(60):
        state = small(chance, 2)
        ours = solved(solve, state, scrap, TASTES[1])
        given_up += not ours
        answered += bool(ours)

        assert not ours or ours == solved(solve, state, whole, TASTES[1])
    assert given_up > 5
    assert answered > 5
