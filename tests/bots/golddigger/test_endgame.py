"""The last hands of GOLD DIGGER, solved and by brute force."""

import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from motherlode.bots.exact import Book
from motherlode.bots.golddigger import endgame
from motherlode.bots.golddigger.eyes import GREEDY
from motherlode.bots.searcher import judging
from motherlode.bots.worth import Taste
from motherlode.games import game
from motherlode.games.golddigger.cards import CARDS, FOOLS_GOLD, NO_CARD
from motherlode.kernel.chance import stream
from motherlode.kernel.edge import compiled, door
from tests.bots.brute import Brute, Prize, State, TooMany, agree, prizes, solved
from tests.worlds import Dice

DIGGER = game("golddigger")
KERNEL = DIGGER.kernel
MIND = judging(DIGGER)
SEATS = (2, 3, 4, 5)
# To win, to win well, for the margin alone (with ties), and where most margins count in full.
TASTES = (Taste(0.0, 1.0), Taste(0.3, 30.0), Taste(1.0, 12.0), Taste(0.5, 3.0))
# Low values make mines, and so ends, alike.
DECKS = ("second-edition", ",".join(["1"] * 8 + ["2"] * 4 + ["3"] * 3), ",".join(["5"] * 15))
MANY = 520 if compiled() else 12
SMALL = 500

solve = door(endgame.solve)
is_solvable = door(endgame.is_solvable)
is_open = door(endgame.is_open)
write_key = door(endgame.write_key)


@pytest.fixture(scope="module")
def book() -> Book:
    return endgame.new_book()


def endings(chance: random.Random, seats: int) -> Iterator[State]:
    """The positions of one game once its pile is empty; the start is played at first sight."""
    options = DIGGER.options(seats=seats, deck=chance.choice(DECKS))
    deal = DIGGER.draw(options, Dice(chance.getrandbits(32)))
    state = DIGGER.start(options, deal).states().copy()
    rng, lore = stream(chance.getrandbits(32)), MIND.new_lore(GREEDY)
    # Some players stake early and are left without a choice, some keep their stakes.
    careless = chance.random()
    while not KERNEL.over(state):
        if state["drawn"][0] == state["cards"][0]:
            yield state
        move = MIND.at_once(seen_by_mover(state), lore)
        if chance.random() < careless:
            move = KERNEL.any_move(state, rng)
        state = state.copy()
        KERNEL.play(state, move)


def seen_by_mover(state: State) -> State:
    seen = KERNEL.new()
    KERNEL.observe(state, int(state["turn"][0]), seen)
    return seen


def best_of(values: dict[int, Prize]) -> Prize:
    return max(values.values())


@pytest.mark.parametrize("seats", SEATS)
def test_every_move_of_a_small_ending_is_worth_what_brute_force_says(
    seats: int, book: Book
) -> None:
    chance = random.Random(seats)
    checked: Counter[int] = Counter()
    while checked.total() < MANY:
        for state in endings(chance, seats):
            seen, taste = seen_by_mover(state), chance.choice(TASTES)
            if not is_solvable(seen):
                continue
            try:
                truth = Brute(KERNEL, taste, SMALL).moves(state)
            except TooMany:
                continue

            assert agree(solved(solve, seen, book, taste), truth)

            checked[CARDS - int(state["played"][0])] += 1
    assert all(checked[left] >= MANY // 50 for left in range(1, 2 * seats + 1))


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_larger_endings_agree_with_brute_force_too(seats: int, book: Book) -> None:
    chance = random.Random(100 + seats)
    checked = 0
    while checked < 300:
        for state in endings(chance, seats):
            seen, taste = seen_by_mover(state), chance.choice(TASTES)
            if not is_solvable(seen):
                continue
            try:
                truth = Brute(KERNEL, taste, 30_000).moves(state)
            except TooMany:
                continue

            assert agree(solved(solve, seen, book, taste), truth)

            checked += 1


def test_between_two_seats_all_is_solvable_once_the_pile_is_empty(book: Book) -> None:
    chance = random.Random(2)
    for _ in range(MANY // 10):
        for state in endings(chance, 2):
            assert is_solvable(seen_by_mover(state))
            assert solved(solve, seen_by_mover(state), book, TASTES[1])


@pytest.mark.parametrize("seats", SEATS[1:])
def test_where_all_is_open_it_stays_open_for_whoever_is_next(seats: int) -> None:
    chance = random.Random(seats)
    rng = stream(seats)
    found = 0
    while found < MANY // 4:
        for state in endings(chance, seats):
            later = state.copy()
            while not KERNEL.over(later) and is_open(seen_by_mover(later)):
                KERNEL.play(later, KERNEL.any_move(later, rng))
                found += 1

                assert KERNEL.over(later) or is_open(seen_by_mover(later))


@pytest.mark.parametrize("seats", SEATS[1:])
def test_where_the_others_have_no_choice_nothing_they_hold_or_do_changes_what_a_seat_gets(
    seats: int, book: Book
) -> None:
    chance = random.Random(seats)
    rng = stream(seats)
    found = 0
    while found < MANY:
        for state in endings(chance, seats):
            seen, taste = seen_by_mover(state), chance.choice(TASTES)
            if not is_solvable(seen) or is_open(seen):
                continue
            for move, prize in solved(solve, seen, book, taste).items():
                later, seat = KERNEL.new(), int(state["turn"][0])
                KERNEL.imagine(seen, rng, later)
                KERNEL.play(later, move)
                while not KERNEL.over(later) and int(later["turn"][0]) != seat:
                    KERNEL.play(later, KERNEL.any_move(later, rng))
                found += 1

                assert agree({move: prize}, {move: what_comes(later, seat, taste, book)})


def what_comes(state: State, seat: int, taste: Taste, book: Book) -> Prize:
    """What *seat* got in the end, or is foretold now that it is to move again."""
    if not KERNEL.over(state):
        seen = seen_by_mover(state)
        assert is_solvable(seen)
        return best_of(solved(solve, seen, book, taste))
    points = np.zeros(8, np.int16)
    KERNEL.points(state, points)
    ahead = int(KERNEL.winners(state, points))
    return prizes(tuple(points[: int(state["seats"][0])].tolist()), ahead, taste)[seat]


def last_round(hands: list[list[int]], unplaced: list[int]) -> State:
    """What seat 0 knows when the pile is empty and two mines have room."""
    seats = len(hands)
    state = KERNEL.new()
    state["seats"] = seats
    state["cards"] = state["drawn"] = CARDS
    state["played"] = CARDS - sum(map(len, hands))
    state["pile"] = NO_CARD
    state["hand"] = NO_CARD
    for seat, hand in enumerate(hands):
        state["hand"][0, seat, : len(hand)] = sorted(hand)
    state["ores"] = [3, 3, 5, 5, 5, 5]
    state["unplaced"][0, :seats] = unplaced
    return seen_by_mover(state)


PERSON, FOOL, GOLD = 0, FOOLS_GOLD, FOOLS_GOLD + 4


@pytest.mark.parametrize(
    ("hands", "unplaced", "solvable"),
    [
        ([[GOLD], [FOOL], [PERSON]], [0, 0, 1], False),  # who has the person, and will he stake?
        ([[GOLD], [FOOL], [FOOL]], [0, 0, 0], True),
        ([[GOLD], [FOOL], [GOLD]], [0, 0, 0], False),  # who is the first to lay his ore?
        ([[GOLD], [PERSON], [PERSON]], [0, 1, 1], True),  # all hands are known
        ([[GOLD, PERSON], [FOOL] * 2, [FOOL] * 2], [1, 1, 1], False),  # they may fill a mine
        ([[FOOL, PERSON], [FOOL] * 2, [FOOL] * 2], [1, 1, 1], True),
        ([[GOLD, PERSON], [PERSON] * 2, [1, 2]], [1, 0, 0], True),
        ([[GOLD, PERSON], [PERSON] * 2, [1, 2]], [1, 0, 1], False),
        ([[FOOL] * 2, [FOOL] * 2, [FOOL] * 2], [1, 1, 1], True),
        ([[PERSON, 1], [PERSON] * 2, [PERSON] * 2], [1, 1, 1], False),  # one of them may stake
    ],
)
def test_what_is_claimed_with_three_seats(
    hands: list[list[int]], unplaced: list[int], solvable: bool
) -> None:
    assert is_solvable(last_round(hands, unplaced)) == solvable


def test_a_single_mine_with_room_leaves_no_choice_of_where_to_lay_ore() -> None:
    seen = last_round([[GOLD, FOOL], [FOOL, GOLD], [FOOL, FOOL]], [0, 0, 0])

    assert not is_solvable(seen)

    seen["ores"] = [0, 5, 5, 5, 5, 5]

    assert is_solvable(seen)


def test_a_solver_leaves_what_it_is_shown_alone(book: Book) -> None:
    seen = seen_by_mover(next(endings(random.Random(5), 2)))
    before = seen.tobytes()
    solved(solve, seen, book, TASTES[1])

    assert seen.tobytes() == before


@pytest.mark.parametrize("seats", SEATS)
def test_positions_that_go_on_differently_have_different_keys(seats: int) -> None:
    chance = random.Random(seats)
    rng = stream(seats)
    for _ in range(1 + MANY // 40):
        known_of: dict[bytes, tuple[object, ...]] = {}
        for state in endings(chance, seats):
            for _ in range(4):
                later = state.copy()
                while not KERNEL.over(later):
                    key = np.zeros(4, np.uint64)
                    write_key(later, key)

                    assert known_of.setdefault(key.tobytes(), standing(later)) == standing(later)

                    KERNEL.play(later, KERNEL.any_move(later, rng))


def standing(state: State) -> tuple[object, ...]:
    """All that the rest of the game depends on."""
    bags = [sum(ore[:n]) for ore, n in zip(state["ore"][0], state["ores"][0], strict=True)]
    fields = ("ores", "stakes", "unplaced", "hand", "turn")
    return (bags, *(state[field][0].tolist() for field in fields))
