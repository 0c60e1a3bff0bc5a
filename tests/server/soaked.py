"""A server for the soak: a process of its own in a hurry, which says what it weighs."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any

from litestar import get

from motherlode.server import house as houses
from motherlode.server import serve
from motherlode.server.app import make_app
from motherlode.server.gate import TheGate
from motherlode.server.serve import Settings

# A blink, and how soon a table nobody looks at is put aside: two hundred times as quick as at home.
HURRY = {"BLINK": 0.05, "IDLE": 0.3, "KEEPING": 0.05, "LOOKING": 0.05}


_PROCESS = Path("/proc/self")


def resident() -> int:
    """The bytes this process has in memory."""
    pages = int((_PROCESS / "statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def count_in(folder: str) -> int:
    """How many of something the system says this process has."""
    return sum(1 for _ in (_PROCESS / folder).iterdir())


@get("/weigh", include_in_schema=False)
async def weigh(gate: TheGate) -> dict[str, Any]:
    """How much of everything there is, once all rubbish is thrown away."""
    gc.collect()
    return {
        "memory": resident(),
        "handles": count_in("fd"),
        "threads": count_in("task"),
        "tasks": len(asyncio.all_tasks()),
        "tables": len(gate.house._held),
        "objects": len(gc.get_objects()),
    }


def main(database: str, port: int) -> None:
    """Serve as ever, but in a hurry, and let oneself be weighed."""
    for name, seconds in HURRY.items():
        setattr(houses, name, seconds)
    vars(serve)["make_app"] = partial(make_app, more=(weigh,))
    serve.run(Settings(database=database, port=port, limited=False))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
