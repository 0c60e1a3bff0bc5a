"""A table without a server: commands go straight to the rules of the table, and time is ours."""

from collections.abc import Sequence
from itertools import count

from motherlode.fair import commit_nonce, options_text
from motherlode.games import game
from motherlode.server import commands as ask
from motherlode.server import entries as fact
from motherlode.server.commands import Commands
from motherlode.server.entries import Entry, Facts, read, write
from motherlode.server.handle import arrived, gone, handle, machines_move, opening, tick
from motherlode.server.names import lock_of
from motherlode.server.table import Phase, Table

NAMES = ("Ada", "Björn", "Chloé", "Dmitri", "Eve")
SHOWING = 4000


class Made:
    """Secrets and seeds anyone can have again."""

    def __init__(self, salt: int = 0) -> None:
        self._numbers = count(1000 * salt + 1)

    def secret(self) -> str:
        return f"{next(self._numbers):064x}"

    def seed(self) -> int:
        return next(self._numbers)


class Evening:
    """A table whose log is kept as a store would keep it."""

    def __init__(
        self,
        of: str = "golddigger",
        seats: int = 2,
        *,
        pace: int = 60,
        by_the_day: bool = False,
        match: bool = False,
        chat: bool = False,
        salt: int = 0,
    ) -> None:
        its = game(of)
        self.now = 1_000_000
        self.fresh = Made(salt)
        self.kept: list[tuple[int, int, bytes]] = []
        opened = fact.Opened(
            of,
            its.rules_version,
            options_text(its.options(seats=seats)),
            pace,
            by_the_day,
            SHOWING,
            match,
            False,
            chat,
            lock_of(key_of(0)),
            1200,
            3,
        )
        first = Entry(1, self.now, opened)
        self.kept.append((1, self.now, write(opened)))
        self.table = Table.first("copper-kettle-mule-4711", first)
        self.add(opening(self.table, self.fresh))

    def add(self, *facts: Facts) -> None:
        """Let facts come about."""
        for each in facts:
            body = write(each)
            entry = Entry(self.table.number + 1, self.now, read(body))
            self.kept.append((entry.number, entry.at, body))
            self.table = self.table.after(entry)

    def ask(self, command: Commands, device: int | None = 0) -> tuple[Facts, ...]:
        """Let a device ask for something."""
        facts = handle(self.table, command, device, self.now, self.fresh)
        self.add(*facts)
        return facts

    def join(self) -> int:
        """A new device."""
        device = len(self.table.devices)
        self.add(fact.Joined(lock_of(key_of(device))))
        return device

    def all_sit(self) -> None:
        """A person with a device of their own at every seat."""
        for seat in range(len(self.table.seats)):
            device = 0 if seat == 0 else self.join()
            self.ask(ask.Sit(NAMES[seat], seat), device)

    def deal(self, *, late: Sequence[int] = ()) -> None:
        """Deal, with a nonce from every device but those that are *late*."""
        self.ask(ask.Deal(), self.table.host)
        self.take_part(late=late)

    def take_part(self, *, late: Sequence[int] = ()) -> None:
        """Let every awaited device do its part."""
        for device in self.table.awaited:
            if self.table.phase is Phase.COMMITTING and device not in late:
                place = len(self.table.deal_places)
                self.ask(ask.Commit(place, self.commits(place, device)), device)
        if self.table.phase is Phase.OPENING:
            for device in self.table.awaited:
                self.ask(ask.OpenNonce(nonce_of(device)), device)

    def commits(self, place: int, device: int) -> str:
        """What a device commits to in this place."""
        assert self.table.promise is not None
        return commit_nonce(self.table.promise.terms, place, nonce_of(device))

    def move(self, move: str | None = None) -> tuple[Facts, ...]:
        """Let the seat to move do so, when it may."""
        position = self.table.position
        assert position is not None
        self.now = max(self.now, self.table.turn_from)
        seat = self.table.seats[position.seat]
        chosen = move or position.moves[0]
        if seat.level is not None:
            facts = machines_move(self.table, chosen, position.played, self.now)
            self.add(*facts)
            return facts
        return self.ask(ask.Move(position.seat, chosen, position.played), seat.device)

    def play_on(self, moves: int = 10_000) -> None:
        """Play so many moves, or to the end."""
        for _ in range(moves):
            if self.table.phase is not Phase.PLAYING:
                return
            self.move()

    def wait(self, milliseconds: int) -> tuple[Facts, ...]:
        """Let time pass, and what it brings about come."""
        self.now += milliseconds
        facts = tick(self.table, self.now, self.fresh)
        self.add(*facts)
        return facts

    def leave(self, device: int) -> None:
        """Close a device's browser, for longer than a blink."""
        self.add(*gone(self.table, device))

    def come(self, device: int) -> None:
        """Open it again."""
        self.add(*arrived(self.table, device))

    def told_again(self) -> Table:
        """The table another process would make of the log."""
        log = [Entry(number, at, read(body)) for number, at, body in self.kept]
        return Table.told(self.table.id, log)


def key_of(device: int) -> str:
    """The key of a device; nobody has to guess it here."""
    return f"key-of-device-{device:018}"


def nonce_of(device: int) -> str:
    """The nonce of a device."""
    return f"{device + 0xABC:064x}"
