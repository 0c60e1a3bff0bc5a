"""``python -m bench.store``: durable appends a second, and how long the slowest of a hundred takes.

So many tables append at once, each its next entry as soon as the last one is down.  The same again
with a disk whose every sync takes 4 ms more, where there is a C compiler to simulate one.
"""

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter

import uvloop

from motherlode.server.store import GATHERING, Entry, Listing, Store, open_store
from tests.server.postgres import running

IN_FLIGHT = (1, 16, 64, 256)
BODY = b'{"move":"' + b"x" * 90 + b'"}'
SLOWER = 0.004
# A sync that takes its time, to be loaded in front of the C library.
SHIM = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
static int late(const char *name, int file) {
    struct timespec pause = {0, %d};
    nanosleep(&pause, 0);
    return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}
int fsync(int file) { return late("fsync", file); }
int fdatasync(int file) { return late("fdatasync", file); }
"""


async def appends(store: Store, round_: int, tables: int, seconds: float) -> tuple[float, float]:
    """Appends a second and the 99th percentile in ms, with so many tables at once."""
    waits: list[float] = []
    names = [f"table-{round_}-{i}" for i in range(tables)]
    for name in names:
        listing = Listing(
            id=name, game="", opened_at=0, phase=GATHERING, listed=False, seats=4, free=4
        )
        await store.create(listing, [Entry(1, 0, BODY)])
    begin = perf_counter()
    end = begin + seconds

    async def play(name: str) -> None:
        number, now = 1, perf_counter()
        while now < end:
            number += 1
            await store.append(name, [Entry(number, 0, BODY)])
            now, before = perf_counter(), now
            waits.append(now - before)

    await asyncio.gather(*map(play, names))
    elapsed = perf_counter() - begin
    waits.sort()
    return len(waits) / elapsed, waits[len(waits) * 99 // 100] * 1000


async def measure(address: str, seconds: float) -> None:
    """Print a line of JSON for each number of tables: the best rate of three, its p99."""
    store = await open_store(address)
    for tables in IN_FLIGHT:
        runs = [await appends(store, 3 * tables + turn, tables, seconds / 3) for turn in range(3)]
        sys.stdout.write(json.dumps(max(runs)) + "\n")
    await store.close()


def syncs(folder: Path, seconds: float) -> float:
    """How often a second this disk can make 4 KiB safe, one after the other."""
    sync = getattr(os, "fdatasync", os.fsync)
    with (folder / "sync").open("wb", buffering=0) as file:
        done, begin = 0, perf_counter()
        while perf_counter() - begin < seconds:
            file.seek(0)
            file.write(bytes(4096))
            sync(file.fileno())
            done += 1
    return done / seconds


@contextmanager
def slow_disk(folder: Path) -> Iterator[dict[str, str] | None]:
    """What to have in the environment for a slower disk; nothing where that cannot be had."""
    compiler = shutil.which("cc")
    if compiler is None or sys.platform != "linux":
        yield None
        return
    (folder / "slow.c").write_text(SHIM % (SLOWER * 1e9))
    library = folder / "slow.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-o", library, folder / "slow.c", "-ldl"], check=True
    )
    yield {**os.environ, "LD_PRELOAD": str(library)}


def show(name: str, address: str, seconds: float, environment: dict[str, str] | None) -> None:
    """Measure in a process of its own and print a line."""
    child = subprocess.run(
        [sys.executable, "-m", "bench.store", "--measure", address, "--seconds", str(seconds)],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    cells = [json.loads(line) for line in child.stdout.splitlines()]
    print(f"  {name:<24}" + "".join(f"{rate:>11,.0f}/s {late:6.2f}" for rate, late in cells))


def main() -> None:
    """Measure SQLite and PostgreSQL on this disk, and on a slower one."""
    parser = argparse.ArgumentParser(prog="python -m bench.store", description=__doc__)
    parser.add_argument("--seconds", type=float, default=3, help="for each figure")
    parser.add_argument("--measure", metavar="ADDRESS", help="print the figures of one store")
    chosen = parser.parse_args()
    if chosen.measure:
        uvloop.run(measure(chosen.measure, chosen.seconds))
        return
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        print(f"the disk by itself: {syncs(folder, 1):,.0f} syncs/s, one after the other\n")
        print(f"  {'appends, p99 in ms':<24}" + "".join(f"{n:>13} at once" for n in IN_FLIGHT))
        with slow_disk(folder) as slow:
            show("SQLite", str(folder / "tables.db"), chosen.seconds, None)
            if slow:
                show("SQLite, sync +4 ms", str(folder / "slow.db"), chosen.seconds, slow)
            for label, environment in [("PostgreSQL", None), ("PostgreSQL, sync +4 ms", slow)]:
                if environment or label == "PostgreSQL":
                    with running(durable=True, environment=environment) as server:
                        show(label, server.url(), chosen.seconds, None)


if __name__ == "__main__":
    main()
