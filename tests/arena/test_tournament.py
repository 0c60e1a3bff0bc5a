"""A contest while it is played: what is handed out, stopped, taken up again."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from motherlode.arena import Crew, Pairing, Tournament
from motherlode.arena.crew import Task
from motherlode.arena.table import Played
from tests.arena.made_up import by_chance, contest_of, played, timeless


def made_up(share: float) -> Crew:
    """A crew that makes results up, the same ones every time."""

    def crew(tasks: Iterator[Task]) -> Iterator[Played]:
        for task in tasks:
            for deal in task.deals:
                winners = by_chance(np.random.default_rng([deal, 1]), share)
                yield played(task.pairing, deal, winners(task.pairing, deal))

    return crew


def late(crew: Crew, room: int) -> Crew:
    """The same crew with many tasks on their way, of which the last comes back first."""

    def slow(tasks: Iterator[Task]) -> Iterator[Played]:
        sent: list[Task] = []
        for task in tasks:
            sent.append(task)
            if len(sent) == room:
                yield from crew(iter([sent.pop()]))
        yield from crew(iter(sent))

    return slow


def test_the_number_of_deals_is_fixed_beforehand() -> None:
    told: list[int] = []
    found = Tournament(contest_of(deals=30)).run(made_up(0.9), told.append)

    assert (found.pairings[0].deals, found.games, found.complete) == (30, 60, True)
    assert not found.pairings[0].stopped
    assert sum(told) == 30


def test_a_pairing_stops_when_it_is_clear_and_its_deals_are_off_the_list() -> None:
    told: list[int] = []
    handed_out = 0

    def watching(tasks: Iterator[Task]) -> Iterator[Played]:
        nonlocal handed_out
        for task in tasks:
            handed_out += len(task.deals)
            yield from made_up(0.8)(iter([task]))

    found = Tournament(contest_of(deals=1000, until_clear=True)).run(watching, told.append)

    assert found.pairings[0].stopped
    assert found.pairings[0].deals < 100
    assert handed_out < 200
    assert sum(told) == 1000


def test_it_stops_at_the_same_deal_however_many_are_played_ahead() -> None:
    asked = contest_of("random", "greedy", "1", deals=300, until_clear=True)
    found = [Tournament(asked).run(late(made_up(0.62), room)) for room in (1, 2, 7, 50)]

    assert len({timeless(each) for each in found}) == 1
    assert any(pairing.stopped for pairing in found[0].pairings)


def test_all_pairings_have_their_turn_until_all_deals_are_played() -> None:
    asked = contest_of("random", "greedy", "1", deals=500)
    turns: list[Pairing] = []
    handed_out: dict[Pairing, list[int]] = {pairing: [] for pairing in asked.pairings}

    def watching(tasks: Iterator[Task]) -> Iterator[Played]:
        for task in tasks:
            turns.append(task.pairing)
            handed_out[task.pairing] += task.deals
            yield from made_up(0.5)(iter([task]))

    Tournament(asked).run(watching)

    assert tuple(turns) == asked.pairings * (len(turns) // 3)
    assert 3 < len(turns) < 100
    assert all(deals == list(range(1, 501)) for deals in handed_out.values())


def test_stopped_on_the_way_it_has_the_result_so_far_and_goes_on_from_the_journal(
    tmp_path: Path,
) -> None:
    asked, file, left = contest_of(deals=40), tmp_path / "evening.jsonl", 15

    def stop(_n: int) -> None:
        nonlocal left
        left -= 1
        if not left:
            raise KeyboardInterrupt

    begun = Tournament(asked, file)
    with pytest.raises(KeyboardInterrupt):
        begun.run(made_up(0.6), stop)
    assert (begun.result.pairings[0].deals, begun.result.complete) == (15, False)

    again = Tournament(asked, file)
    assert again.deals_left == 25
    assert timeless(again.run(made_up(0.6))) == timeless(Tournament(asked).run(made_up(0.6)))


def test_before_every_pairing_has_played_nothing_can_be_said() -> None:
    tournament = Tournament(contest_of("random", "greedy", "1"))
    assert not tournament.is_rated

    tournament.run(made_up(0.5))
    assert tournament.is_rated
