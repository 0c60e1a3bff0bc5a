"""``make bench``: every speed the README states, with its peers measured in the same run.

The machine this runs on decides the absolute figures; the ratios are what counts.  A star marks a
bar that was not reached.
"""

import argparse
import json
import platform
from dataclasses import asdict
from pathlib import Path

from bench import minds, ours, peers
from bench.report import Line, show

GAMES = ("goldrush", "golddigger", "golddonkey")
SEATS = {"goldrush": (2, 5), "golddigger": (2, 5), "golddonkey": (2, 3)}
PLAYOUT_BARS = {"goldrush": 50e6, "golddigger": 25e6, "golddonkey": 25e6}
KERNEL_BAR, POSITION_BAR = 1e6, 0.3e6
COPY_BAR, STATE_BAR = 0.2, 160
SEATS_SHOWN = {"goldrush": 4, "golddigger": 4, "golddonkey": 3}
VIEWS_BARS = {"goldrush": 40, "golddigger": 40, "golddonkey": 80}
IMPORT_BAR, FIRST_MOVE_BAR = 0.3, 0.5
SEARCH_BARS = {"goldrush": 130e3, "golddigger": 130e3, "golddonkey": 90e3}
TOP_LEVEL, LOWER_LEVELS = "5", ("1", "2", "3")
TOP_MOVE_BAR, LOWER_MOVE_BAR, DELAY_BAR = 300, 50, 5
SEARCHES_BESIDE_A_LOOP = 5


def playouts(seconds: float) -> list[Line]:
    """Ours and theirs in turns, so that both meet the same moods of a shared machine."""
    table = "random playouts inside compiled code, one core"
    ours_first = [(name, seats) for name in GAMES for seats in SEATS[name]]
    lines = []
    for i in range(max(len(ours_first), len(peers.ROLLOUT_GAMES))):
        if i < len(ours_first):
            name, seats = ours_first[i]
            rate = ours.playouts(name, seats, seconds)
            label = f"{rate.name}, deal included"
            lines.append(Line(table, label, rate.decisions, "decisions/s", PLAYOUT_BARS[name]))
        if i < len(peers.ROLLOUT_GAMES):
            peer = peers.ROLLOUT_GAMES[i]
            after, whole = peers.rollouts(peer, seconds), peers.whole_games(peer, seconds)
            lines.append(Line(table, after.name, after.decisions, "decisions/s"))
            lines.append(Line(table, whole.name, whole.decisions, "decisions/s"))
    return _ours_first(lines)


def loops(seconds: float) -> list[Line]:
    """One game driven from a Python loop."""
    table = "one game driven from a Python loop"
    lines = []
    for name in GAMES:
        kernel = ours.kernel_loop(name, 2, seconds)
        position = ours.position_loop(name, 2, seconds)
        lines += [
            Line(table, f"{name}, compiled rules", kernel.decisions, "decisions/s", KERNEL_BAR),
            Line(table, f"{name}, Position", position.decisions, "decisions/s", POSITION_BAR),
        ]
    for peer in peers.LOOP_GAMES:
        rate = peers.python_loop(peer, seconds)
        lines.append(Line(table, rate.name, rate.decisions, "decisions/s"))
    return lines


def views() -> list[Line]:
    """What it costs to show a move to all at a table."""
    table = "the views of one move for all seats, as JSON"
    lines = []
    for name, seats in SEATS_SHOWN.items():
        parts, whole = ours.views(name, seats)
        at = f"{name}, {seats} seats"
        lines += [
            Line(table, f"{at}, what all see only once", parts, "µs", VIEWS_BARS[name], True),
            Line(table, f"{at}, whole views", whole, "µs"),
        ]
    return _ours_first(lines)


def copies() -> list[Line]:
    """Copying and holding one state."""
    table = "one state"
    lines = []
    for name in GAMES:
        lines += [
            Line(table, f"{name}, size", ours.state_bytes(name), "bytes", STATE_BAR, True),
            Line(table, f"{name}, copied inside", ours.copy_inside(name), "µs", COPY_BAR, True),
            Line(
                table,
                f"{name}, copied from Python",
                ours.copy_from_python(name),
                "µs",
                COPY_BAR,
                True,
            ),
        ]
    return lines + [
        Line(table, f"OpenSpiel {peer}, cloned from Python", peers.clone(peer), "µs")
        for peer in peers.CLONE_GAMES
    ]


def starts() -> list[Line]:
    """How long a new process takes to get somewhere."""
    table = "a new process, warm cache"
    lines = [Line(table, "import motherlode", ours.seconds_to_import(), "s", IMPORT_BAR, True)]
    for name in GAMES:
        alone, beside = (ours.seconds_to_first_move(name, scipy=scipy) for scipy in (False, True))
        lines += [
            Line(table, f"{name}, first move", alone, "s", FIRST_MOVE_BAR, True),
            Line(table, f"{name}, first move where SciPy is installed", beside, "s"),
        ]
    return lines


def searches(seconds: float) -> list[Line]:
    """How often a search looks ahead, theirs between ours."""
    table = "search at the first choice of a game, one core"
    lines = []
    for name, peer in zip(GAMES, peers.SEARCH_GAMES, strict=True):
        for seats in SEATS[name]:
            plain = minds.plain(name, seats, seconds)
            judged = minds.judged(name, seats, seconds)
            lines += [
                Line(table, plain.name, plain.decisions, "rounds/s", SEARCH_BARS[name]),
                Line(table, judged.name, judged.decisions, "rounds/s"),
            ]
        compiled, driven = peers.search(peer, seconds), minds.driven(name, 2, seconds)
        lines += [
            Line(table, compiled.name, compiled.decisions, "rounds/s"),
            Line(table, driven.name, driven.decisions, "rounds/s"),
        ]
    return _ours_first(lines)


def thoughts() -> list[Line]:
    """How long a bot takes to move, the slowest move of a game."""
    table = "a bot's slowest move of a game, CPU time"
    lines = []
    for name in GAMES:
        for seats in SEATS[name]:
            top = minds.slowest_move(name, seats, TOP_LEVEL)
            lower = max(minds.slowest_move(name, seats, level) for level in LOWER_LEVELS)
            at = f"{name}, {seats} seats"
            lines += [
                Line(table, f"{at}, level {TOP_LEVEL}", top, "ms", TOP_MOVE_BAR, True),
                Line(table, f"{at}, levels below", lower, "ms", LOWER_MOVE_BAR, True),
            ]
    return lines


def company() -> list[Line]:
    """How late an event loop is while a search runs beside it."""
    table = "an asyncio loop that wakes every millisecond, how late it is"
    lines = []
    for name in GAMES:
        mostly, worst = minds.delays(name, SEARCHES_BESIDE_A_LOOP)
        beside = f"beside a search of {name}"
        lines += [
            Line(table, f"{beside}, 99 of 100 times", mostly, "ms", DELAY_BAR, True),
            Line(table, f"{beside}, at worst", worst, "ms", DELAY_BAR, True),
        ]
    mostly, worst = minds.idle_delays(SEARCHES_BESIDE_A_LOOP)
    return [
        *lines,
        Line(table, "beside nothing, 99 of 100 times", mostly, "ms"),
        Line(table, "beside nothing, at worst", worst, "ms"),
    ]


def _ours_first(lines: list[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: line.bar is None)


def main() -> None:
    """Measure everything and print it; with ``--json FILE``, write it down as well."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.5, help="CPU time for each figure")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    chosen = parser.parse_args()
    print(
        f"{platform.processor() or platform.machine()}, Python {platform.python_version()}, ",
        end="",
    )
    print(peers.version())
    lines = [
        *playouts(chosen.seconds),
        *loops(chosen.seconds),
        *views(),
        *copies(),
        *starts(),
        *searches(chosen.seconds),
        *thoughts(),
        *company(),
    ]
    show(lines)
    if chosen.json:
        chosen.json.write_text(json.dumps([asdict(line) for line in lines], indent=1) + "\n")


if __name__ == "__main__":
    main()
