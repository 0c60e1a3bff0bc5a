"""Who the machines at the table are."""

import pytest

from motherlode.bots import levels
from motherlode.games import GAMES, game
from motherlode.record import LONGEST_NAME
from motherlode.terminal.boards import PANEL
from motherlode.terminal.machines import (
    FRIENDLY,
    introduced,
    machine_seed,
    machines_at,
    names_of,
    players,
)
from tests.terminal.scripts import played, steps

ITS = game("goldrush")
ANN, BOB = (level.name for level in levels(ITS)[:2])


@pytest.mark.parametrize(
    ("people", "wanted", "expected"),
    [
        ((0,), (), {1: FRIENDLY, 2: FRIENDLY, 3: FRIENDLY}),
        ((0,), (5,), {1: 5, 2: 5, 3: 5}),
        ((1,), (4, 1, 3), {0: 4, 2: 1, 3: 3}),
        ((0, 1, 2), (1,), {3: 1}),
        ((0, 1, 2, 3), (), {}),
    ],
)
def test_machines_play_at_one_level_or_each_at_its_own(
    people: tuple[int, ...], wanted: tuple[int, ...], expected: dict[int, int]
) -> None:
    machines = machines_at(ITS, 4, people, wanted)

    assert {seat: level.number for seat, level in machines.items()} == expected


@pytest.mark.parametrize(
    ("people", "wanted", "names"),
    [
        ((0,), (1, 2), ("You", ANN, BOB)),
        ((2,), (1,), (f"{ANN} 1", f"{ANN} 2", "You")),
        ((0, 2), (2,), ("Player 1", BOB, "Player 3")),
    ],
)
def test_machines_are_called_by_their_level_and_nobody_like_another(
    people: tuple[int, ...], wanted: tuple[int, ...], names: tuple[str, ...]
) -> None:
    assert names_of(3, people, machines_at(ITS, 3, people, wanted)) == names


@pytest.mark.parametrize("name", GAMES)
def test_five_levels_are_offered_and_their_names_fit_boards_and_records(name: str) -> None:
    offered = levels(GAMES[name])

    assert [level.number for level in offered] == [1, 2, 3, 4, 5]
    assert len({level.name for level in offered}) == 5
    for level in offered:
        # Beside the name stand a mark, the seat's number twice, and spaces.
        assert len(f"▶2 {level.name} 2") <= PANEL - 2
        assert len(f"{level.name} 2") <= LONGEST_NAME


def test_each_level_at_the_table_is_introduced_once() -> None:
    told = "\n".join(introduced(machines_at(ITS, 4, (0,), (3, 1, 3))))

    for level in levels(ITS):
        assert told.count(f"{level.name}, level {level.number}: {level.sentence}") == (
            level.number in {1, 3}
        )
    assert introduced({}) == []


def test_every_machine_has_chance_of_its_own_and_the_same_again_with_a_seed() -> None:
    seeds = [machine_seed("a", game, seat) for game in (1, 2) for seat in (0, 1, 11)]

    assert len(set(seeds)) == 6
    assert seeds[0] == machine_seed("a", 1, 0) != machine_seed("b", 1, 0)
    assert machine_seed(None, 1, 0) != machine_seed(None, 1, 0)


def test_every_machine_has_a_bot_of_its_own_anew_in_each_game() -> None:
    machines = machines_at(ITS, 3, (0,), (2,))
    bots = [bot for number in (1, 2) for bot in players(machines, "a", number).values()]

    assert len(set(map(id, bots))) == 4


@pytest.mark.parametrize("name", GAMES)
def test_the_stronger_machine_is_another_player_than_the_weaker(name: str) -> None:
    weak, strong = (
        [after.move for _, after in steps(played(name, 2, "lamplight", levels=(number,)))]
        for number in (1, 5)
    )

    assert weak != strong
