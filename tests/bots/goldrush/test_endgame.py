"""Exact endings of GOLD against playing out everything."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from motherlode.bots.goldrush import endgame, judgement
from motherlode.bots.worth import Taste
from motherlode.games.goldrush.cards import (
    DECK,
    DYNAMITE,
    FIRST_FLIP,
    NOBODY,
    RUSH,
    SECOND_FLIP,
    digger,
    gold,
)
from motherlode.kernel.edge import door
from tests.bots.goldrush.brute import Brute, K, State, played
from tests.bots.goldrush.tables import (
    BOOK,
    IDEA_OF,
    SEATS,
    SOLVE,
    TASTE,
    solved,
    some_table,
    table,
    tell,
)

IS_SOLVABLE = door(endgame.is_solvable)
ROOT = Path(__file__).parents[3]
TO_WIN = Taste(0.0, 1.0)
THREE, TWO = digger(0, 3), digger(2, 2)  # the ruling says nothing of owners: no gold is carried
STAND_OFF = [gold(4)] * 5 + [THREE] * 5 + [TWO]


def agree(seen: State, brute: Brute, *, may_pass: bool = True, taste: Taste = TASTE) -> None:
    """Check that both say the same of every move."""
    seat = int(seen["turn"][0])
    found = solved(seen, may_pass=may_pass, taste=taste)
    options = brute.options(seen)
    assert {int(IDEA_OF(seen, option.spot)) for option in options} == found.keys()
    assert {each.spot for each in found.values()} <= {option.spot for option in options}
    for option in options:
        idea = found[int(IDEA_OF(seen, option.spot))]
        worth, share = option.value[2 * seat : 2 * seat + 2]
        assert idea.worth == pytest.approx(worth, abs=1e-9)
        assert idea.share == pytest.approx(share, abs=1e-9)


@pytest.mark.parametrize("stage", [FIRST_FLIP, SECOND_FLIP, RUSH])
@pytest.mark.parametrize("may_pass", [True, False])
def test_what_is_solved_is_what_playing_everything_out_says(stage: int, may_pass: bool) -> None:
    rng = random.Random(f"{stage}{may_pass}")
    for _ in range(400):
        taste = Taste(rng.choice((0.0, 0.3, 1.0)), rng.choice((6.0, 30.0)))
        seen = some_table(rng, stage, 5)
        agree(seen, Brute(taste, may_pass=may_pass), may_pass=may_pass, taste=taste)


def some_last_table(rng: random.Random) -> State:
    """A table just before the Gold Rush, of few different cards."""
    seats = rng.choice(SEATS)
    few = [int(card) for card in rng.sample(list(DECK), 3)]
    drawn = [rng.choice(few) for _ in range(rng.choice((11, 11, 12)))]
    unseen = rng.choice((0, 0, 1, 2))
    owner = [seat if seat < seats else NOBODY for seat in range(5)]
    return table(
        drawn[unseen:],
        drawn[:unseen],
        seats=seats,
        owner=tuple(owner),
        stage=FIRST_FLIP,
        turn=rng.randrange(seats),
        quiet=rng.randrange(12),
    )


@pytest.mark.parametrize("may_pass", [True, False])
def test_last_tables_are_solved_with_all_that_quiet_turns_lead_to(may_pass: bool) -> None:
    check_last_tables(random.Random(f"last {may_pass}"), tables=6, moments=50, may_pass=may_pass)


def check_last_tables(rng: random.Random, *, tables: int, moments: int, may_pass: bool) -> None:
    """Check so many tables, and of each so many of the moments that may follow."""
    while tables:
        seen = some_last_table(rng)
        if K.is_dead(seen):
            continue
        brute = Brute(TASTE, may_pass=may_pass)
        agree(seen, brute, may_pass=may_pass)
        for moment in rng.sample(brute.moments, min(moments, len(brute.moments))):
            agree(moment, brute, may_pass=may_pass)
        tables -= 1


@pytest.mark.parametrize("seats", SEATS)
def test_the_number_of_gold_cards_is_not_forgotten_where_the_nuggets_are_the_same(
    seats: int,
) -> None:
    """One seat may have a 4 and nothing, another a 3 and a 1, or the other way round."""
    rng = random.Random(seats)
    for _ in range(10):
        cards = [gold(4), gold(3), gold(1), DYNAMITE, DYNAMITE, *rng.choices(range(20, 25), k=2)]
        rng.shuffle(cards)
        agree(table(cards[:2], cards[2:], seats=seats), Brute(TO_WIN, may_pass=True), taste=TO_WIN)


def test_the_number_of_quiet_turns_is_not_forgotten() -> None:
    """After a duel of twelve cards the next seat is in the stand-off, whichever seat that is."""
    brute = Brute(TASTE, may_pass=True)
    agree(table([*STAND_OFF, TWO], stage=FIRST_FLIP), brute)
    for moment in random.Random(1).sample(brute.moments, 100):
        agree(moment, brute)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("may_pass", [True, False])
def test_larger_endings_are_solved_too(seed: int, may_pass: bool) -> None:
    rng = random.Random(f"slow {seed} {may_pass}")
    for stage in (FIRST_FLIP, SECOND_FLIP, RUSH):
        for _ in range(100):
            brute = Brute(TASTE, may_pass=may_pass)
            seen = some_table(rng, stage, 7)
            agree(seen, brute, may_pass=may_pass)
            for moment in rng.sample(brute.moments, min(10, len(brute.moments))):
                agree(moment, brute, may_pass=may_pass)
    check_last_tables(rng, tables=20, moments=100, may_pass=may_pass)


# --- What comes of it ---------------------------------------------------------------------------


def margin(won: int, lost: int) -> float:
    """What a result is worth to a seat of two that plays for the margin alone."""
    return 0.5 + 0.5 * (won - lost) / 30


def test_in_a_stand_off_whoever_makes_the_only_pair_that_does_something_loses_12_to_8() -> None:
    first = table(STAND_OFF, stage=FIRST_FLIP)
    second = played(first, 10)
    for_margin = Taste(1.0, 30.0)

    forced = solved(second, may_pass=False, taste=for_margin)
    assert [(each.worth, each.share) for each in forced.values()] == [(margin(8, 12), 0.0)]
    free = solved(second, taste=for_margin)
    duel = free[int(IDEA_OF(second, 5))]
    other = free[int(IDEA_OF(second, 0))]
    assert (duel.worth, duel.share) == (margin(8, 12), 0.0)
    # Nobody moves: twelve quiet turns later the same seat begins the Gold Rush.
    assert (other.worth, other.share) == (margin(12, 8), 1.0)


@pytest.mark.parametrize("quiet", range(12))
def test_who_waits_in_a_stand_off_wins_if_the_gold_rush_will_begin_with_it(quiet: int) -> None:
    ideas = solved(table(STAND_OFF, stage=FIRST_FLIP, quiet=quiet))
    best = max(ideas.values(), key=lambda each: each.worth)
    assert best.share == (1.0 if quiet % 2 == 0 else 0.0)


def test_who_may_not_pass_is_offered_nothing_that_is_known_to_change_nothing() -> None:
    seen = table(STAND_OFF, stage=FIRST_FLIP)
    assert {seen["card"][0, each.spot] for each in solved(seen, may_pass=False).values()} == {
        THREE,
        TWO,
    }
    assert len(solved(seen, may_pass=True)) == 3


def test_with_three_seats_the_dearest_gold_is_not_always_the_best() -> None:
    won = np.zeros((5, 4), np.int8)
    won[2, :2] = 1
    ideas = solved(table([gold(4), gold(3)], [gold(4), gold(1)], seats=3, won=won))
    four, three = (ideas[judgement.FIRST_GOLD_SORT + nuggets - 1] for nuggets in (4, 3))
    assert three.worth > four.worth + 0.1
    assert (three.share, four.share) == (0.5, 0.0)


def test_a_card_nobody_has_seen_may_be_better_than_known_gold() -> None:
    ideas = solved(table([gold(1)], [gold(2), gold(4), gold(3)]))
    known, unseen = ideas[judgement.FIRST_GOLD_SORT], ideas[judgement.UNSEEN]
    assert unseen.worth > known.worth


@pytest.mark.parametrize("may_pass", [True, False])
def test_where_cards_lie_and_what_was_solved_before_changes_nothing(may_pass: bool) -> None:
    rng = random.Random(7)
    lying = [int(card) for card in rng.sample(list(DECK), 11)]
    here = table(lying[:7], lying[7:], seats=3, owner=(0, 1, 2, NOBODY, 0), stage=FIRST_FLIP)
    first = solved(here, may_pass=may_pass)
    places = list(zip(lying[:7], rng.sample(range(64), 7), strict=True))
    rng.shuffle(places)
    there = table(
        [card for card, _ in places],
        lying[7:],
        seats=3,
        owner=(0, 1, 2, NOBODY, 0),
        stage=FIRST_FLIP,
        at=[spot for _, spot in places]
        + [s for s in range(64) if s not in {spot for _, spot in places}][:4],
    )
    before = there.tobytes()
    second = solved(there, may_pass=may_pass)
    assert {i: each[1:] for i, each in first.items()} == {i: each[1:] for i, each in second.items()}
    assert there.tobytes() == before


def test_a_book_that_is_full_says_so() -> None:
    seen = table([], [int(card) for card in DECK[-34::2]], seats=5, owner=(0, 1, 2, 3, 4))
    moves, worth, share = np.zeros(128, np.int16), np.zeros(128), np.zeros(128)
    assert not IS_SOLVABLE(seen)
    assert SOLVE(seen, BOOK, TASTE, moves, worth, share, True) == 0
    assert solved(table([gold(1)]))


@pytest.mark.parametrize("seats", SEATS)
def test_a_gold_rush_of_ten_cards_is_solvable(seats: int) -> None:
    rng = random.Random(seats)
    for known in range(11):
        lying = [int(card) for card in rng.sample(list(DECK), 10)]
        seen = table(lying[:known], lying[known:], seats=seats, owner=(0, 1, NOBODY, 1, 0))
        assert IS_SOLVABLE(seen)
        assert solved(seen)


@pytest.mark.parametrize("seats", SEATS)
def test_a_whole_mountain_is_not_worth_trying(seats: int) -> None:
    seen = table([], [int(card) for card in DECK], seats=seats, stage=FIRST_FLIP)
    assert not IS_SOLVABLE(seen)


def test_compiled_and_plain_python_solve_alike() -> None:
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.bots.goldrush.tables", "3"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert plain.stdout.splitlines() == tell(3)
