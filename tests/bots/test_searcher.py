"""A search: what it says of every move, that it can be repeated, and that it keeps to its time."""

from time import perf_counter

import pytest

from motherlode.bots.level import levels
from motherlode.bots.searcher import Advice, Budget, Searcher, ending, judging
from motherlode.bots.sight import Sight, look
from motherlode.games.game import Game
from motherlode.games.goldrush.cards import RUSH
from motherlode.kernel.edge import compiled
from tests.worlds import Table, every_seating

ROUNDS = Budget(rounds=40)


def adviser(its: Game, budget: Budget = ROUNDS, seed: int = 0, *, exact: bool = True) -> Searcher:
    """Who is asked about every move."""
    best = levels(its)[-1]
    exactly = ending(its) if exact else None
    return Searcher(judging(its), best.eye, best.style, budget, seed, exactly, best.trust)


def moments(table: Table, seed: int, stride: int) -> list[Sight]:
    """What is known now and then in a game, and at its last moves."""
    positions = [position for position in table.positions(seed) if not position.over]
    return [look(position) for position in [*positions[:-4:stride], *positions[-4:]]]


def is_exact(advice: tuple[Advice, ...]) -> bool:
    """Whether nothing was tried to find this out."""
    return all(each.tried == 0 for each in advice)


@every_seating
def test_advice_names_every_legal_move_once_with_a_value_and_a_chance_to_win(table: Table) -> None:
    ours = adviser(table.game)
    for sight in moments(table, 3, 8):
        advice = ours.advise(sight)

        assert tuple(each.move for each in advice) == sight.moves
        for each in advice:
            assert 0 <= each.value <= 1 + 1e-9
            assert 0 <= each.win <= 1 + 1e-9
            assert each.tried >= 0


@every_seating
def test_moves_nobody_could_tell_apart_are_worth_the_same(table: Table) -> None:
    its, mind = table.game, judging(table.game)
    alike = 0
    for sight in moments(table, 4, 8):
        by_idea: dict[int, Advice] = {}
        for each in adviser(its).advise(sight):
            idea = int(mind.idea_of(sight.seen, its.number_of[each.move]))
            first = by_idea.setdefault(idea, each)
            alike += first is not each
            assert each[1:] == first[1:]
    assert (alike > 0) == (its.id == "goldrush")


@every_seating
def test_endings_that_can_be_solved_are_reported_exact(table: Table) -> None:
    its = table.game
    found = 0
    for seed in (5, 6):
        for sight in moments(table, seed, 8):
            advice = adviser(its).advise(sight)
            if not ending(its).is_solvable(sight.seen):
                assert not is_exact(advice)
            elif is_exact(advice):
                found += 1
                other = adviser(its, Budget(rounds=1), seed=99).advise(sight)
                assert other == advice
    assert found > 0


@every_seating
def test_the_move_chosen_in_an_ending_is_the_best_of_those_advised(table: Table) -> None:
    its = table.game
    checked = 0
    for seed in (5, 6, 7):
        for sight in moments(table, seed, 50):
            ours = adviser(its)
            advice = {each.move: each for each in ours.advise(sight)}
            if is_exact(tuple(advice.values())):
                chosen = advice[adviser(its).choose(sight)]
                # A pair known to change nothing may be worth more, but nobody stalls.
                may_pass = its.id == "goldrush" and sight.seen["stage"][0] != RUSH
                best = max(each.value for each in advice.values())
                assert may_pass or chosen.value == pytest.approx(best)
                checked += 1
    assert checked > 0


@every_seating
def test_a_search_by_rounds_gives_the_same_whatever_was_asked_before(table: Table) -> None:
    sights = moments(table, 8, 20)[:4]
    used = adviser(table.game, exact=False)
    for sight in [*sights, *sights]:
        fresh = adviser(table.game, exact=False)
        assert used.advise(sight) == fresh.advise(sight)
        assert used.choose(sight) == fresh.choose(sight)


@every_seating
def test_a_search_makes_as_many_rounds_as_it_was_told_to(table: Table) -> None:
    for rounds in (1, 7, 40):
        advice = adviser(table.game, Budget(rounds=rounds), exact=False).advise(
            look(table.start(9))
        )
        by_idea = {}
        for each in advice:
            number = table.game.number_of[each.move]
            sight = look(table.start(9))
            by_idea[int(judging(table.game).idea_of(sight.seen, number))] = each.tried
        assert sum(by_idea.values()) == rounds


@pytest.mark.skipif(not compiled(), reason="a single round takes longer in plain Python")
@every_seating
@pytest.mark.parametrize("seconds", [0.03, 0.1])
def test_a_search_by_the_clock_keeps_to_its_time(table: Table, seconds: float) -> None:
    ours, sight = adviser(table.game, Budget(seconds=seconds), exact=False), look(table.start(1))
    ours.choose(sight)  # room is made at the first question
    spent = []
    for _ in range(3):
        start = perf_counter()
        ours.choose(sight)
        spent.append(perf_counter() - start)
    assert min(spent) >= seconds
    # The machine may be busy with other things at times, but not always.
    assert min(spent) < seconds + 0.05


@pytest.mark.skipif(not compiled(), reason="a single round takes longer in plain Python")
@every_seating
def test_more_time_is_more_rounds(table: Table) -> None:
    sight = look(table.start(1))
    tried = []
    for seconds in (0.02, 0.2):
        advice = adviser(table.game, Budget(seconds=seconds), exact=False).advise(sight)
        tried.append(max(each.tried for each in advice))
    assert tried[1] > 2 * tried[0] > 0
