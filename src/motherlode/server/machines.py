"""Machines at the tables: they think in a few threads, and move when people can follow.

A machine is handed what its seat may know, and nothing else.  It holds nothing that is not in the
log: after a restart it is told the whole game again, and goes on.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from motherlode.bots import Player, levels
from motherlode.server.table import Seat, Table

log = logging.getLogger("motherlode.server")

Chose = Callable[[str, str, int], Awaitable[None]]


class _Thinking(NamedTuple):
    """A machine at work on the move after so many."""

    about: tuple[str, int, int]  # the deal, the moves so far, the seat's seed
    task: asyncio.Task[None]


class Machines:
    """All machines of this process."""

    def __init__(self, pool: ThreadPoolExecutor, chose: Chose, now: Callable[[], int]) -> None:
        """Let them think in *pool*; *chose* is told what they want to play."""
        self._pool = pool
        self._chose = chose
        self._now = now
        self._players: dict[str, dict[tuple[str, int, int], Player]] = {}
        self._at_work: dict[str, _Thinking] = {}

    def mind(self, table: Table) -> None:
        """Let the machine to move think, unless it does; stop one whose turn it is no more."""
        name, mover = table.id, table.mover
        about = _about(table)
        at_work = self._at_work.get(name)
        if at_work is not None:
            if at_work.about == about and table.is_on:
                return
            # Its thread may think on for a while: whoever plays next is somebody else.
            at_work.task.cancel()
            del self._at_work[name]
            self.forget(name)
        if table.position is None or table.position.over:
            self.forget(name)
        elif mover is not None and mover.level is not None and table.is_on:
            task = asyncio.ensure_future(self._think(table, self._player(table, mover)))
            self._at_work[name] = _Thinking(about, task)
            task.add_done_callback(self._done)

    async def _think(self, table: Table, player: Player) -> None:
        position = table.position
        if position is None:
            return
        loop = asyncio.get_running_loop()
        move = await loop.run_in_executor(self._pool, player.move, position)
        wait = (table.turn_from + table.opened.thinking - self._now()) / 1000
        if wait > 0:
            await asyncio.sleep(wait)
        # What is committed must not be cut off half-way by the change it makes.
        self._at_work.pop(table.id, None)
        await self._chose(table.id, move, position.played)

    def _player(self, table: Table, mover: Seat) -> Player:
        seat = 0 if table.position is None else table.position.seat
        key = (table.promise.commitment if table.promise else "", seat, mover.seed)
        players = self._players.setdefault(table.id, {})
        if key not in players:
            level = next(each for each in levels(table.game) if each.number == mover.level)
            players[key] = Player(level.make(_seed(*key)))
        return players[key]

    def is_thinking(self, name: str) -> bool:
        """Whether a machine at this table is about to move."""
        return name in self._at_work

    def forget(self, name: str) -> None:
        """The game is over: nobody has to remember it."""
        self._players.pop(name, None)

    async def stop(self) -> None:
        """Let nobody move any more."""
        for at_work in self._at_work.values():
            at_work.task.cancel()
        self._at_work.clear()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _done(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            log.error("a machine could not move", exc_info=task.exception())


def _about(table: Table) -> tuple[str, int, int]:
    mover = table.mover
    commitment = table.promise.commitment if table.promise else ""
    played = -1 if table.position is None else table.position.played
    return commitment, played, -1 if mover is None else mover.seed


def _seed(commitment: str, seat: int, seed: int) -> int:
    """A machine's chance in one game: the same after a restart, another in every game."""
    digest = hashlib.sha256(f"machine {seed} at seat {seat} of {commitment}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1
