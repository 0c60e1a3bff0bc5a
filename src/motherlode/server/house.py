"""All tables this process has at hand: who is connected, what is due, the one way to change one.

A command is handled, its facts are committed durably, then the table changes, then everybody is
told: in that order, one at a time for each table.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from motherlode.fair import new_secret
from motherlode.server import entries as fact
from motherlode.server.commands import Commands
from motherlode.server.entries import Entry, Facts, read, write
from motherlode.server.handle import (
    Fresh,
    Refused,
    Why,
    arrived,
    gone,
    handle,
    machines_move,
    opening,
    tick,
)
from motherlode.server.machines import Machines
from motherlode.server.metrics import Metrics
from motherlode.server.names import is_name, new_name
from motherlode.server.outbox import Outbox
from motherlode.server.picture import Picture
from motherlode.server.store import Entry as Kept
from motherlode.server.store import Listing, Store, Taken, Unavailable, Unknown
from motherlode.server.table import DAY, Phase, Table

# A phone that blinks is not away.
BLINK = 10.0
# How long nobody else has to look at a table this process has at hand, and how often that is said.
KEPT = 30_000
KEEPING = 10.0
LOOKING = 5.0
# How often left tables are forgotten, and first how soon after the start.
FORGETTING, FORGETTING_FIRST = 6 * 3600.0, 60.0
# A table nobody looks at is put aside after so many seconds.
IDLE = 60.0
_MOST_TRIES = 20
_AT_ONCE = 200

log = logging.getLogger("motherlode.server")

Change = Callable[[Table, int], tuple[Facts, ...]]


class NoSuchTable(Exception):
    """There is no table of that name."""


class Chance:
    """Unpredictable numbers from the operating system."""

    def secret(self) -> str:
        """The server's part of a deal."""
        return new_secret()

    def seed(self) -> int:
        """Where a machine's chance begins."""
        return secrets.randbits(62)


def clock() -> int:
    """The time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Held:
    """A table at hand."""

    def __init__(self, table: Table, picture: Picture) -> None:
        """Hold it, and what it looks like; nobody is connected yet."""
        self.table = table
        self.picture = picture
        self.lock = asyncio.Lock()
        self.outboxes: set[Outbox] = set()
        self.here: Counter[int] = Counter()
        self.leaving: dict[int, asyncio.TimerHandle] = {}
        self.alarm: asyncio.TimerHandle | None = None
        self.idle_from = time.monotonic()
        self.relisted: tuple[Any, ...] = ()


class House:
    """The tables of one process."""

    def __init__(
        self,
        store: Store,
        *,
        now: Callable[[], int] = clock,
        fresh: Fresh | None = None,
        threads: int | None = None,
        metrics: Metrics | None = None,
        forget: int = 0,
    ) -> None:
        """Open the house over a *store*; nothing is loaded yet.

        Tables where nothing went on for *forget* days are forgotten; 0 keeps them for ever.
        """
        self.store = store
        self.days_kept = forget
        self.now = now
        self.fresh = fresh or Chance()
        self.metrics = metrics or Metrics()
        self.trouble = False
        self.stopping = False
        self._held: dict[str, Held] = {}
        self._loading: dict[str, asyncio.Task[Held | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        # One core stays free for the loop: searches that outnumber cores would delay everybody.
        workers = threads or max(1, (os.cpu_count() or 2) - 1)
        pool = ThreadPoolExecutor(workers, thread_name_prefix="thinking")
        self.machines = Machines(pool, self._machine_chose, self.now)

    # --- Opening and loading --------------------------------------------------------------------

    async def start(self) -> None:
        """Resume every table that was being played, and keep an eye on those of others."""
        # Where nobody else uses the store, what it says is kept was kept by a process that is gone.
        await self._look(KEPT if self.store.alone else 0)
        self._spawn(self._every(LOOKING, self._look))
        self._spawn(self._every(KEEPING, self._keep))
        if self.days_kept:
            self._spawn(self._every(FORGETTING, self._forget, first=FORGETTING_FIRST))

    async def stop(self) -> None:
        """Finish what was accepted, and leave the tables to whoever comes next."""
        self.stopping = True
        for task in list(self._tasks):
            task.cancel()
        await self.machines.stop()
        for held in list(self._held.values()):
            async with held.lock:
                self._disarm(held)
        with contextlib.suppress(Unavailable):
            await self.store.keep(list(self._running()), self.now())
        await self.store.close()

    async def open(self, opened: fact.Opened, *then: Facts) -> Table:
        """Open a table; *then* is who sits there from the start."""
        for _ in range(_MOST_TRIES):
            name, at = new_name(), self.now()
            table = Table.first(name, Entry(1, at, opened))
            facts = (opened, opening(table, self.fresh), *then)
            log_ = [Entry(number, at, each) for number, each in enumerate(facts, 1)]
            table = Table.told(name, log_)
            try:
                await self.store.create(self._listing(table), as_kept(log_))
            except Taken:
                continue
            held = self._held[name] = Held(table, self._paint(table))
            self._changed(held)
            self._mind_who_is_gone(held)
            self.metrics.opened.labels(opened.game).inc()
            return table
        raise RuntimeError("no free name for a table was found")

    async def held(self, name: str) -> Held:
        """The table of that name; ``NoSuchTable`` if there is none."""
        held = self._held.get(name)
        if held is not None:
            return held
        if not is_name(name):
            raise NoSuchTable(name)
        task = self._loading.get(name)
        if task is None:
            task = self._loading[name] = asyncio.create_task(self._load(name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        found = await asyncio.shield(task)
        if found is None:
            raise NoSuchTable(name)
        return found

    async def _load(self, name: str) -> Held | None:
        log_ = as_told(await self.store.read(name))
        if not log_:
            return None
        listing = await self.store.listing(name)
        table = Table.told(name, log_)
        held = self._held[name] = Held(table, self._paint(table))
        self._changed(held)
        looked_after = listing is not None and (listing.look_at or 0) > self.now()
        if self.store.alone or not looked_after:
            self._mind_who_is_gone(held)
        return held

    def _mind_who_is_gone(self, held: Held) -> None:
        """Wait a blink for everybody who should be here."""
        for device in held.table.persons:
            if held.table.devices[device].away_since is None and not held.here[device]:
                self._leaves(held, device)

    # --- The one way to change a table -----------------------------------------------------------

    async def command(
        self, held: Held, command: Commands, device: int | None, outbox: Outbox | None, re: int
    ) -> None:
        """Do what a device asks for; it is told through its *outbox* what came of it."""

        def change(table: Table, now: int) -> tuple[Facts, ...]:
            return handle(table, command, device, now, self.fresh)

        await self.change(held, change, outbox, re)

    async def change(
        self, held: Held, change: Change, outbox: Outbox | None = None, re: int | None = None
    ) -> tuple[Facts, ...]:
        """Commit what *change* brings about, then let it be so, then tell everybody."""
        async with held.lock:
            for _ in range(_MOST_TRIES):
                table = held.table
                # The clocks of two machines may differ a little; a log's times never run backwards.
                at = max(self.now(), table.at)
                facts = change(table, at)
                if not facts:
                    if outbox is not None and re is not None:
                        outbox.show(held.picture, re)
                    return ()
                log_ = [
                    Entry(number, at, each) for number, each in enumerate(facts, table.number + 1)
                ]
                after = table.after_all(log_)
                try:
                    await self.store.append(table.id, as_kept(log_))
                except Taken:
                    await self._catch_up(held)
                    if held.table is table:
                        await self._refuse_if_forgotten(held)
                    continue
                except Unavailable as error:
                    self._in_trouble(held)
                    if isinstance(error, Unknown):
                        self._spawn(self._find_out(held))
                    raise
                self.trouble = False
                held.table = after
                self._count(facts)
                self._changed(held, outbox, re)
                if isinstance(facts[0], fact.Joined):
                    self._mind_who_is_gone(held)
                return facts
            raise Refused(Why.NOT_NOW)

    async def _catch_up(self, held: Held) -> None:
        """Read what other processes have appended."""
        missed = as_told(await self.store.read(held.table.id, held.table.number))
        if missed:
            held.table = held.table.after_all(missed)
            self._changed(held)
            for device in held.here:
                if held.table.devices[device].away_since is not None:
                    # Another process knows nothing of the connection it has here.
                    self._spawn(self._arrive(held, device))

    def hint(self, name: str | None, number: int) -> None:
        """Another process has appended to a table; without a name, perhaps to any."""
        behind = [self._held.get(name)] if name else list(self._held.values())
        for held in behind:
            if held is not None and (name is None or held.table.number < number):
                self._spawn(self._follow(held))

    async def _follow(self, held: Held) -> None:
        async with held.lock:
            with contextlib.suppress(Unavailable):
                await self._catch_up(held)

    async def _find_out(self, held: Held) -> None:
        """Read what became of entries that contact was lost over."""
        while True:
            await asyncio.sleep(1.0)
            with contextlib.suppress(Unavailable):
                async with held.lock:
                    await self._catch_up(held)
                return

    def _in_trouble(self, held: Held) -> None:
        self.trouble = True
        self.metrics.troubles.inc()
        log.error("the store is out of reach", extra={"table": held.table.id})

    def _count(self, facts: Sequence[Facts]) -> None:
        moves = sum(isinstance(each, fact.Moved) for each in facts)
        if moves:
            self.metrics.moves.inc(moves)

    # --- Telling everybody -----------------------------------------------------------------------

    def _changed(self, held: Held, asker: Outbox | None = None, re: int | None = None) -> None:
        table, before = held.table, held.picture
        picture = held.picture = self._paint(table, before)
        moved = before.table.position is not table.position
        for outbox in held.outboxes:
            self._mind_who_looks(table, outbox, moved=moved)
            outbox.show(picture, re if outbox is asker else None)
        self._arm(held)
        self.machines.mind(table)
        relisted = _directory(table)
        if held.relisted != relisted:
            held.relisted = relisted
            self._spawn(self._relist(table))

    def _paint(self, table: Table, before: Picture | None = None) -> Picture:
        turned_down = table.game.fleeting and self.now() >= table.turn_from
        return Picture(table, before, turned_down=turned_down)

    def _mind_who_looks(self, table: Table, outbox: Outbox, *, moved: bool) -> None:
        """Hands are shown to those they belong to, and hidden when the device is handed on."""
        seats = table.seats_of(outbox.device) if outbox.fits(table) else ()
        if len(seats) <= 1:
            outbox.looking = seats[0] if seats else None
        elif outbox.looking not in seats or (moved and _turn(table) != outbox.looking):
            outbox.looking = None

    def look(self, held: Held, outbox: Outbox, seat: int | None, re: int) -> None:
        """Show a connection the cards of one of its own seats."""
        if seat is not None and seat not in held.table.seats_of(outbox.device):
            raise Refused(Why.NOT_YOURS)
        outbox.looking = seat
        outbox.show(held.picture, re)

    # --- Connections ------------------------------------------------------------------------------

    async def connect(self, held: Held, outbox: Outbox) -> None:
        """Let a connection look on, and its device be there."""
        held.outboxes.add(outbox)
        device = outbox.device
        if device is not None:
            held.here[device] += 1
            timer = held.leaving.pop(device, None)
            if timer:
                timer.cancel()
        self._mind_who_looks(held.table, outbox, moved=True)
        held.picture = self._paint(held.table, held.picture)
        outbox.show(held.picture)
        if device is not None:
            await self._arrive(held, device)

    async def _arrive(self, held: Held, device: int) -> None:
        with contextlib.suppress(Refused, Unavailable):
            await self.change(held, lambda table, _now: arrived(table, device))

    def disconnect(self, held: Held, outbox: Outbox) -> None:
        """A connection is gone; its device is not, for a blink."""
        held.outboxes.discard(outbox)
        held.idle_from = time.monotonic()
        device = outbox.device
        if device is not None:
            held.here[device] -= 1
            if not held.here[device]:
                del held.here[device]
                self._leaves(held, device)

    def _leaves(self, held: Held, device: int) -> None:
        if self.stopping or device in held.leaving:
            return
        loop = asyncio.get_running_loop()
        held.leaving[device] = loop.call_later(
            BLINK, lambda: self._spawn(self._is_gone(held, device))
        )

    async def _is_gone(self, held: Held, device: int) -> None:
        held.leaving.pop(device, None)
        if not held.here[device]:
            with contextlib.suppress(Refused, Unavailable):
                await self.change(held, lambda table, _now: gone(table, device))

    # --- Time -------------------------------------------------------------------------------------

    def _arm(self, held: Held) -> None:
        """Wake up when the next thing is due."""
        self._disarm(held)
        table, now = held.table, self.now()
        moments = [table.due]
        if table.game.fleeting and not held.picture.turned_down:
            moments.append(table.turn_from)
        due = min((moment for moment in moments if moment is not None), default=None)
        if due is not None and not self.stopping:
            # A little later than due: a timer may ring early, and would find nothing to do.
            delay = max(0.0, (due - now) / 1000) + 0.002
            loop = asyncio.get_running_loop()
            held.alarm = loop.call_later(delay, lambda: self._spawn(self._ring(held)))

    def _disarm(self, held: Held) -> None:
        if held.alarm is not None:
            held.alarm.cancel()
            held.alarm = None

    async def _ring(self, held: Held) -> None:
        try:
            facts = await self.change(held, lambda table, now: tick(table, now, self.fresh))
        except Refused:
            facts = ()
        except Unavailable:
            held.alarm = asyncio.get_running_loop().call_later(
                1.0, lambda: self._spawn(self._ring(held))
            )
            return
        if not facts:
            self._changed(held)

    async def _machine_chose(self, name: str, move: str, after: int) -> None:
        held = self._held.get(name)
        if held is None:
            return
        while True:
            try:
                await self.change(held, lambda table, now: machines_move(table, move, after, now))
            except Refused:
                return
            except Unavailable:
                await asyncio.sleep(1.0)
            else:
                return

    async def _every(
        self,
        seconds: float,
        do: Callable[[], Coroutine[Any, Any, None]],
        *,
        first: float | None = None,
    ) -> None:
        await asyncio.sleep(seconds if first is None else first)
        while True:
            try:
                await do()
            except Unavailable:
                self.trouble = True
            else:
                # Whoever sends players elsewhere while there is trouble must hear that it is over.
                self.trouble = False
            await asyncio.sleep(seconds)

    async def _look(self, ahead: int = 0) -> None:
        """Take on tables nobody looks after: they were left, or their process died."""
        while True:
            now = self.now() + ahead
            names = await self.store.to_look_at(now, now + KEPT, _AT_ONCE)
            for name in names:
                with contextlib.suppress(NoSuchTable):
                    self._mind_who_is_gone(await self.held(name))
            if len(names) < _AT_ONCE:
                return

    async def _keep(self) -> None:
        """Say which tables are looked after here, and put aside those that nobody looks at."""
        await self._put_aside()
        running = list(self._running())
        if running:
            await self.store.keep(running, self.now() + KEPT)

    def _running(self) -> list[str]:
        return [name for name, held in self._held.items() if _is_running(held.table)]

    async def _put_aside(self) -> None:
        now = time.monotonic()
        for name, held in list(self._held.items()):
            idle = not held.outboxes and not held.leaving and now - held.idle_from > IDLE
            if not idle or held.lock.locked() or self.machines.is_thinking(name):
                continue
            due = held.table.due
            if due is not None and due - self.now() < 2 * KEPT:
                continue
            self._let_go(held)
            await self._relist(held.table, due)

    async def _forget(self) -> None:
        """Forget tables where nothing goes on any more; where somebody is, something does."""
        before = self.now() - self.days_kept * DAY
        for held in list(self._held.values()):
            if held.outboxes or _is_running(held.table):
                await self._relist(held.table)
        count = await self.store.prune(before)
        if count:
            log.info("left tables were forgotten", extra={"number": count})

    async def _refuse_if_forgotten(self, held: Held) -> None:
        """Let go of a table that was forgotten while it was at hand."""
        if await self.store.listing(held.table.id) is None:
            self._let_go(held)
            raise Refused(Why.CLOSED)

    def _let_go(self, held: Held) -> None:
        """Have a table at hand no longer."""
        self._disarm(held)
        self.machines.forget(held.table.id)
        self._held.pop(held.table.id, None)

    async def _relist(self, table: Table, look_at: int | None = None) -> None:
        kept = self.now() + KEPT if _is_running(table) and table.id in self._held else look_at
        try:
            await self.store.relist(self._listing(table, kept))
        except Unavailable:
            held = self._held.get(table.id)
            if held is not None:
                held.relisted = ()  # the next change says it again

    def _listing(self, table: Table, look_at: int | None = None) -> Listing:
        held = self._held.get(table.id)
        goes_on = _is_running(table) and (look_at is not None or held is not None)
        left = self.now() if held is not None and held.outboxes else table.at
        phase, free = _directory(table)
        return Listing(
            id=table.id,
            game=table.opened.game,
            opened_at=table.opened_at,
            phase=phase,
            listed=table.opened.listed,
            seats=len(table.seats),
            free=free,
            look_at=look_at,
            ended_at=None if goes_on else left,
        )

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        if self.stopping:
            work.close()
            return
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("work in the background failed", exc_info=task.exception())


def _turn(table: Table) -> int | None:
    return None if table.position is None else table.position.seat


def _is_running(table: Table) -> bool:
    return table.phase in {Phase.COMMITTING, Phase.OPENING, Phase.PLAYING}


def _directory(table: Table) -> tuple[str, int]:
    # What matters to who looks for a table, and to who looks after it: dealing is playing to both.
    phase = Phase.PLAYING if _is_running(table) else table.phase
    return str(phase), sum(seat.device is None for seat in table.seats)


def as_kept(log_: Sequence[Entry]) -> list[Kept]:
    """A log as a store keeps it."""
    return [Kept(number, at, write(each)) for number, at, each in log_]


def as_told(kept: Sequence[Kept]) -> list[Entry]:
    """A log as it was told."""
    return [Entry(number, at, read(body)) for number, at, body in kept]
