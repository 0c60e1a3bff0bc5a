"""``make load``: what the table server bears, with its peers measured in the same run.

All figures are of one client, in a process of its own, over loopback; a move counts when every seat
of its table has been sent the new state.  Ours is durable and plays real games by real rules, deals
and all; the peers keep a game of about the same size in memory.  A server is measured several
times, in turns with the others, and its best time counts: on a shared machine that is the steadiest
figure.  A star marks a bar that was not reached.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import resource
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from pathlib import Path

import uvloop

from bench.load import trials
from bench.load.ours import OurTable, sit_and_deal
from bench.load.picture import picture
from bench.load.play import Load, Run, StandsStillError, Table, each_moves, leave_tables
from bench.load.processes import (
    Peer,
    Process,
    Server,
    fresh_scratch,
    install_peers,
    slow_disk,
)
from bench.load.theirs import sit_at
from bench.report import Line, show
from motherlode.plot import FORMATS, format_of
from tests.server.postgres import running

GAME = trials.GAME
# A game has sixty moves; the tables begin so many moves apart.
MOVES, SPREAD = 60, 7
TABLES, SEATS = 250, 4
IN_FLIGHT = (1, 2, 4, 8, 16, 32, 64, 128)
SMALL_TABLES, SMALL_IN_FLIGHT = 50, (1, 8, 50)
# Microseconds a step of the peers' rules takes; without that Colyseus is measured as well.
STEP = 20

RATE_AT, RATE_BAR, WAIT_BAR, LONE_BAR = 16, 5_000, 6, 1
OVER_BOARDGAME, OVER_COLYSEUS = 2, 0.6
SLOW_DISK, SLOW_DISK_AT, SLOW_DISK_BAR = 4, 64, 5_000
POSTGRES_BAR = 6_000
IDLE, IDLE_BAR = 3_000, 30
LIVE, LIVE_MOVES, LIVE_BAR = 250, 30, 100
SLOW = 4
STORM, STORM_BAR = 500, 3
ECHO_BAR, LEVEL, MACHINES = 2, 5, 4


class Asked:
    """How long to measure, and how often."""

    def __init__(self, seconds: float, repeats: int) -> None:
        """So many seconds, so many times."""
        self.seconds = seconds
        self.repeats = repeats
        self.curve: dict[int, Run] = {}
        self.failed: list[str] = []


@contextmanager
def ours(
    name: str, database: str | None = None, env: dict[str, str] | None = None
) -> Iterator[Server]:
    """Our server, for a while."""
    server = Server(name, database, env)
    try:
        yield server
    finally:
        server.stop()


@contextmanager
def theirs(name: str, view: float, step: int) -> Iterator[Peer]:
    """A peer, for a while."""
    peer = Peer(name, round(view), step)
    try:
        yield peer
    finally:
        peer.stop()


async def load(
    asked: Asked, tables: Sequence[Table], servers: Sequence[Process], in_flight: int
) -> Run:
    """One load of moves."""
    return await Load(tables, in_flight).run(servers, asked.seconds, asked.seconds / 5)


def best(runs: Sequence[Run]) -> Run:
    """The one with the most moves."""
    return max(runs, key=lambda run: run.rate)


def lines_of(table: str, name: str, run: Run) -> list[Line]:
    """A run, as lines without bars."""
    return [
        Line(table, f"{name}", run.rate, "moves/s"),
        Line(table, f"{name}, half within", run.p50, "ms"),
        Line(table, f"{name}, 99 of 100 within", run.p99, "ms"),
        Line(table, f"{name}, CPU of the server", run.cpu, "µs/move"),
        Line(table, f"{name}, a message", run.frame, "bytes"),
        Line(table, f"{name}, the client's share of a core", run.client, ""),
    ]


async def in_play(servers: Sequence[Server], seats: int, number: int) -> list[OurTable]:
    """Tables of ours in the middle of their games, each somewhere else.

    Otherwise all would come to the end, and be dealt anew, at the same time.
    """
    tables = await sit_and_deal([each.port for each in servers], GAME, seats, number)
    await each_moves(tables, [n * SPREAD % MOVES for n in range(number)])
    return tables


# --- Four seats ---------------------------------------------------------------------------------


async def four_seats(asked: Asked) -> list[Line]:
    """Four-seat tables in one process, by tables in flight."""
    title = f"{TABLES} tables of {SEATS}, {TABLES * SEATS:,} connections, SQLite with full sync"
    runs: dict[int, list[Run]] = {n: [] for n in IN_FLIGHT}
    with ours("four") as server:
        tables = await in_play([server], SEATS, TABLES)
        for _ in range(asked.repeats):
            for n in IN_FLIGHT:
                runs[n].append(await load(asked, tables, [server], n))
        await leave_tables(tables)
    asked.curve = {n: best(each) for n, each in runs.items()}
    return [line for n, run in asked.curve.items() for line in _with_bars(title, n, run)]


def _with_bars(title: str, n: int, run: Run) -> Iterator[Line]:
    rate_bar = RATE_BAR if n == RATE_AT else None
    wait_bar = {1: LONE_BAR, RATE_AT: WAIT_BAR}.get(n)
    name = f"{n} in flight"
    yield Line(title, name, run.rate, "moves/s", rate_bar)
    yield Line(title, f"{name}, half within", run.p50, "ms")
    yield Line(title, f"{name}, 99 of 100 within", run.p99, "ms", wait_bar, True)
    yield Line(title, f"{name}, CPU of the server", run.cpu, "µs/move")
    if n == RATE_AT:
        yield Line(title, f"{name}, a message", run.frame, "bytes")
        yield Line(title, f"{name}, the client's share of a core", run.client, "")


# --- Two seats, beside peers --------------------------------------------------------------------


async def two_seats(asked: Asked) -> list[Line]:
    """Two-seat tables, ours and theirs in turns."""
    install_peers()
    title = f"{SMALL_TABLES} tables of 2: ours on SQLite with full sync, theirs in memory"
    runs: dict[tuple[str, int], list[Run]] = {}
    with ExitStack() as running_now:
        server = running_now.enter_context(ours("two"))
        own = await in_play([server], 2, SMALL_TABLES)
        frame = (await load(asked, own, [server], SMALL_IN_FLIGHT[-1])).frame
        peers = {
            f"{label}": running_now.enter_context(theirs(kind, frame, step))
            for label, kind, step in (
                ("boardgame.io", "boardgame", STEP),
                ("Colyseus", "colyseus", STEP),
                ("Colyseus, rules that cost nothing", "colyseus", 0),
            )
        }
        for _ in range(asked.repeats):
            for n in SMALL_IN_FLIGHT:
                runs.setdefault(("ours", n), []).append(await load(asked, own, [server], n))
                for label, peer in peers.items():
                    # At new tables: boardgame.io slows down as a game goes on.
                    tables = await sit_at(peer, SMALL_TABLES)
                    runs.setdefault((label, n), []).append(await load(asked, tables, [peer], n))
                    await leave_tables(tables)
        await leave_tables(own)
    bests = {of: best(each) for of, each in runs.items()}
    return [*_ratios(bests), *_side_by_side(title, bests)]


def _ratios(bests: dict[tuple[str, int], Run]) -> Iterator[Line]:
    title = "ours, as many times the moves a second of theirs"
    for n in SMALL_IN_FLIGHT:
        for label, bar in (("boardgame.io", OVER_BOARDGAME), ("Colyseus", OVER_COLYSEUS)):
            ratio = bests["ours", n].rate / bests[label, n].rate
            # The lone move has a bar of its own: its time.
            yield Line(title, f"{label}, {n} in flight", ratio, "times", bar if n > 1 else None)


def _side_by_side(title: str, bests: dict[tuple[str, int], Run]) -> Iterator[Line]:
    for (label, n), run in sorted(bests.items(), key=lambda item: item[0][1]):
        name = f"{label}, {n} in flight"
        lone = LONE_BAR if (label, n) == ("ours", 1) else None
        yield Line(title, name, run.rate, "moves/s")
        yield Line(title, f"{name}, 99 of 100 within", run.p99, "ms", lone, True)
        yield Line(title, f"{name}, CPU of the server", run.cpu, "µs/move")
        if n == SMALL_IN_FLIGHT[-1]:
            yield Line(title, f"{name}, a message", run.frame, "bytes")
            yield Line(title, f"{name}, the client's share of a core", run.client, "")


# --- Other stores -------------------------------------------------------------------------------


async def slow_disks(asked: Asked) -> list[Line]:
    """A disk whose every sync takes longer."""
    title = f"{TABLES} tables of {SEATS} on SQLite, {SLOW_DISK_AT} in flight"
    lines = []
    for longer, bar in ((0, None), (SLOW_DISK, SLOW_DISK_BAR)):
        with ours(f"disk-{longer}", env=slow_disk(longer)) as server:
            run = await _best_of_four_seats(asked, [server], SLOW_DISK_AT)
        name = f"a sync takes {longer} ms longer"
        lines += [
            Line(title, name, run.rate, "moves/s", bar),
            Line(title, f"{name}, 99 of 100 within", run.p99, "ms"),
        ]
    return lines


async def _best_of_four_seats(asked: Asked, servers: Sequence[Server], in_flight: int) -> Run:
    return await _best_of(asked, servers, SEATS, TABLES, in_flight)


async def _best_of(
    asked: Asked, servers: Sequence[Server], seats: int, number: int, in_flight: int
) -> Run:
    tables = await in_play(servers, seats, number)
    runs = [await load(asked, tables, servers, in_flight) for _ in range(asked.repeats)]
    await leave_tables(tables)
    return best(runs)


async def on_postgres(asked: Asked) -> list[Line]:
    """PostgreSQL, with one process and with two that share every table."""
    title = "PostgreSQL with full sync, everything on this machine"
    lines = []
    for processes in (1, 2):
        with ExitStack() as running_now:
            # Not on the loop: it runs one of its own to see whether the server answers.
            postgres = await asyncio.to_thread(running_now.enter_context, running(durable=True))
            database = postgres.url()
            servers = [
                running_now.enter_context(ours(f"postgres-{n + 1}", database))
                for n in range(processes)
            ]
            for seats, number, n in ((2, SMALL_TABLES, 50), (SEATS, TABLES, 16)):
                run = await _best_of(asked, servers, seats, number, n)
                where = "one process" if processes == 1 else "every table on two processes"
                name = f"{number} tables of {seats}, {n} in flight, {where}"
                bar = POSTGRES_BAR if seats == 2 and processes == 1 else None
                lines += lines_of(title, name, run)[:4]
                lines[-4] = Line(title, name, run.rate, "moves/s", bar)
    return lines


# --- What a load does not show ------------------------------------------------------------------


async def memory(_asked: Asked) -> list[Line]:
    """What connections and tables take."""
    title = "memory of the server"
    with ours("idle") as server:
        idle = await trials.idle_connection(server, IDLE) / 1000
    with ours("live") as server:
        live = await trials.live_table(server, LIVE, LIVE_MOVES) / 1000
    name = f"a live table of 4 after {LIVE_MOVES} moves, one of {LIVE}"
    return [
        Line(title, f"an idle connection, one of {IDLE:,}", idle, "kB", IDLE_BAR, True),
        Line(title, f"{name}, connections included", live, "kB", LIVE_BAR, True),
    ]


async def slow_readers(asked: Asked) -> list[Line]:
    """Whether somebody who never reads delays the others."""
    title = f"{SLOW} tables of 4, all in flight, with and without somebody at each who never reads"
    pairs = []
    for n in range(asked.repeats):
        with ours(f"slow-{n}") as server:
            pairs.append(
                await trials.beside_slow_readers(server, SLOW, asked.seconds, asked.seconds / 5)
            )
    without, beside, missed = min(pairs, key=lambda pair: pair[1].p99)
    return [
        Line(title, "without, 99 of 100 within", without.p99, "ms"),
        Line(title, "with, 99 of 100 within", beside.p99, "ms", WAIT_BAR, True),
        Line(title, "without", without.rate, "moves/s"),
        Line(title, "with", beside.rate, "moves/s"),
        Line(title, "the most entries each of them skipped at once, at least", missed, ""),
    ]


async def storms(asked: Asked) -> list[Line]:
    """Half of all connections drop at once, and come back."""
    title = f"{STORM * 4:,} connections, half of them drop at once"
    took = []
    for n in range(asked.repeats):
        with ours(f"storm-{n}") as server:
            took.append(await trials.storm(server, STORM))
    name = "until all are back in the right view"
    return [Line(title, name, min(took), "s", STORM_BAR, True)]


async def machines(asked: Asked) -> list[Line]:
    """How long an echo takes while machines think."""
    title = f"echo, 500 pings a second, {os.cpu_count()} cores"
    seconds = 2 * asked.seconds
    with ours("quiet") as server:
        alone, _ = await trials.echo(server, 1, LEVEL, seconds, playing=False)
    with ours("machines") as server:
        beside, moves = await trials.echo(server, MACHINES, LEVEL, seconds, playing=True)
    thinking = f"while machines of level {LEVEL} think at {MACHINES} tables"
    return [
        Line(title, "alone, 99 of 100 within", alone, "ms"),
        Line(title, f"{thinking}, 99 of 100 within", beside, "ms", ECHO_BAR, True),
        Line(title, "their moves", moves, "moves/s"),
    ]


# --- All of it ----------------------------------------------------------------------------------

PARTS: dict[str, Callable[[Asked], Awaitable[list[Line]]]] = {
    "four": four_seats,
    "two": two_seats,
    "memory": memory,
    "slow": slow_readers,
    "storm": storms,
    "machines": machines,
    "disk": slow_disks,
    "postgres": on_postgres,
}


async def measure(asked: Asked, parts: Sequence[str]) -> list[Line]:
    """Measure these parts, and print each as it is done."""
    lines = []
    for part in parts:
        try:
            done = await PARTS[part](asked)
        except (StandsStillError, TimeoutError) as error:
            asked.failed.append(part)
            print(f"\n{part}: not measured, {str(error) or 'nothing moved any more'} *")
        else:
            show(done)
            lines += done
        sys.stdout.flush()
    return lines


def draw(asked: Asked, file: Path) -> None:
    """Draw how long moves take."""
    title = f"{TABLES} tables of {SEATS}, {TABLES * SEATS:,} connections, one process"
    small_print = (
        f"{os.cpu_count()} cores of {platform.machine()} · client and server on one machine · "
        "SQLite with full sync · a move counts when all four have been sent the new state"
    )
    file.write_bytes(picture(asked.curve, title, small_print, format_of(file)))


def main() -> None:
    """Measure and print; with ``--json FILE`` and ``--picture FILE``, keep it as well."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--seconds", type=float, default=3, help="for each figure")
    parser.add_argument("--repeats", type=int, default=3, help="the best of which counts")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    parser.add_argument("--picture", type=Path, help=f"draw the curve: {', '.join(FORMATS)}")
    chosen = parser.parse_args()
    parts = chosen.parts or list(PARTS)
    if unknown := [part for part in parts if part not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}; choose from {', '.join(PARTS)}")
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    fresh_scratch()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    asked = Asked(chosen.seconds, chosen.repeats)
    lines = uvloop.run(measure(asked, parts))
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(line) for line in lines], indent=1) + "\n")
    if chosen.picture:
        if not asked.curve:
            parser.error("the picture is of part 'four'")
        draw(asked, chosen.picture)
    if asked.failed:
        sys.exit(1)


if __name__ == "__main__":
    main()
