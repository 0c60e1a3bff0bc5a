"""The machines at the table: how well each plays, what it is called, and the bot behind it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence

from motherlode.bots import Level, Player, levels
from motherlode.games.game import Game
from motherlode.terminal.boards import YOU

# The level for those who have not made up their mind.
FRIENDLY = 2
FAIRLY = "Machines know what a player in their seat could know, and nothing else."

# By seat, the level of each machine.
Machines = Mapping[int, Level]


def machines_at(game: Game, seats: int, people: Sequence[int], wanted: Sequence[int]) -> Machines:
    """Who plays the seats without a person: all at the one level *wanted*, or each at its own."""
    theirs = [seat for seat in range(seats) if seat not in people]
    if len(wanted) < 2:
        wanted = [*(wanted or (FRIENDLY,))] * len(theirs)
    by_number = {level.number: level for level in levels(game)}
    return {seat: by_number[number] for seat, number in zip(theirs, wanted, strict=True)}


def names_of(seats: int, people: Sequence[int], machines: Machines) -> tuple[str, ...]:
    """What the seats are called; those of the same name are told apart by the seat."""
    person = "Player" if len(people) > 1 else YOU
    names = [machines[seat].name if seat in machines else person for seat in range(seats)]
    return tuple(
        f"{name} {seat}" if names.count(name) > 1 else name for seat, name in enumerate(names, 1)
    )


def introduced(machines: Machines) -> list[str]:
    """What there is to say about them, each level once."""
    different = {level.number: level for level in machines.values()}
    told = [f"{level.name}, level {n}: {level.sentence}" for n, level in sorted(different.items())]
    return [*told, FAIRLY] if told else []


def players(machines: Machines, seed: str | None, number: int) -> dict[int, Player]:
    """A bot for each of them, to play game *number* of the match."""
    return {
        seat: Player(level.make(machine_seed(seed, number, seat)))
        for seat, level in machines.items()
    }


def machine_seed(seed: str | None, number: int, seat: int) -> int:
    """Where a machine's chance begins: fresh, or the same again with the same *seed*."""
    if seed is None:
        return secrets.randbits(64)
    text = f"machine at seat {seat} in game {number} of {seed}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
