"""Whole games for the terminal, worked out beforehand: the same seed gives the same machines."""

from collections.abc import Callable, Iterable, Iterator, Mapping

import pytest

from motherlode import cli
from motherlode.bots import Player
from motherlode.games import game
from motherlode.games.position import Position
from motherlode.record import Record
from motherlode.terminal.deals import Place, deal
from motherlode.terminal.machines import machines_at, names_of, players

Output = pytest.CaptureFixture[str]
Typing = Callable[[Iterable[str]], None]


def match(
    name: str,
    seats: int,
    seed: str,
    people: tuple[int, ...] = (0,),
    levels: tuple[int, ...] = (),
) -> Iterator[tuple[Position, Record]]:
    """The games of a sitting with that seed, each person playing the first move there is."""
    its = game(name)
    machines = machines_at(its, seats, people, levels)
    options, names = its.options(seats=seats), names_of(seats, people, machines)
    place = Place(1, seats)
    while True:
        dealt = deal(its, options, place, names, seed)
        last = _played(its.start(options, dealt.deal), players(machines, seed, place.number))
        record = Record.of_position(
            last,
            dealt.record.chance,
            names=names,
            number=place.number,
            of=place.of,
            after=place.after,
        )
        yield last, record
        place = Place.following(record, dealt.deal.starter)


def _played(position: Position, machines: Mapping[int, Player]) -> Position:
    while not position.over:
        machine = machines.get(position.seat)
        position = position.play(machine.move(position) if machine else position.moves[0])
    return position


def played(
    name: str,
    seats: int,
    seed: str,
    people: tuple[int, ...] = (0,),
    levels: tuple[int, ...] = (),
) -> Position:
    """The first of these games."""
    return next(match(name, seats, seed, people, levels))[0]


def names_at(name: str, seats: int) -> tuple[str, ...]:
    """What the seats are called, one of them being a person's."""
    return names_of(seats, (0,), machines_at(game(name), seats, (0,), ()))


def lines(position: Position, people: tuple[int, ...] = (0,)) -> list[str]:
    """What the people typed in the game that led to *position*."""
    return [after.move for before, after in steps(position) if before.seat in people]


def steps(position: Position) -> list[tuple[Position, Position]]:
    """Every move of a game, as the positions before and after it."""
    return list(reversed(list(_backwards(position))))


def _backwards(position: Position) -> Iterator[tuple[Position, Position]]:
    while position.before is not None:
        yield position.before, position
        position = position.before


def run(output: Output, *args: str) -> tuple[int, str, str]:
    """A command as it is typed: its exit code, and what it wrote."""
    code = cli.run(args)
    written = output.readouterr()
    return code, written.out, written.err
