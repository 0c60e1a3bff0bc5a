"""The simple machine."""

from collections import Counter

from motherlode.terminal.deals import machine_seed
from motherlode.terminal.machine import Machine
from tests.terminal.scripts import played


def test_it_plays_every_legal_move_about_as_often() -> None:
    position = played("golddonkey", 2, "lamplight").before
    while position and len(position.moves) < 5:
        position = position.before
    assert position
    machine, view, moves = Machine(1), position.view(position.seat), position.moves
    chosen = Counter(machine.choose(view) for _ in range(1000 * len(moves)))

    assert set(chosen) == set(moves)
    assert all(850 < times < 1150 for times in chosen.values())


def test_the_same_seed_plays_the_same_and_no_seed_does_not() -> None:
    assert machine_seed("a") == machine_seed("a") != machine_seed("b")
    assert machine_seed(None) != machine_seed(None)
