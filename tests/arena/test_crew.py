"""One process, several, a Ray cluster: the same result, and no work lost when one is ended."""

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from multiprocessing import active_children
from pathlib import Path

import msgspec
import pytest

from motherlode.arena import CrewLost, Tournament, processes
from motherlode.arena.table import OtherSources
from tests.arena.made_up import contest_of, straight, timeless

COMMAND = (sys.executable, "-m", "motherlode", "arena", "golddigger", "greedy", "random")
SEED = ("--seed", "lamp", "--json")
LONG = ("--deals", "400", *SEED)


# A cluster of our own: it tells nobody that it is used, and nobody else can use it.
RAY = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_AUTH_MODE": "token",
    "RAY_AUTH_TOKEN": secrets.token_hex(32),
}


def command(*args: str) -> dict[str, object]:
    """What the arena finds, in a process of its own."""
    surroundings = {**os.environ, **RAY}
    done = subprocess.run(
        [*COMMAND, *args],
        env=surroundings,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    found: dict[str, object] = json.loads(done.stdout)
    del found["cost"]
    return found


def has_begun(journal: Path) -> bool:
    """Whether there is a result already: some deals, and the first of them, which may be late."""
    if not journal.exists():
        return False
    lines = journal.read_bytes()
    return lines.count(b"\n") > 20 and b'"deal":1,' in lines


def begun(file: Path, args: Sequence[str]) -> subprocess.Popen[str]:
    """The arena at work, with some lines in its journal."""
    process = subprocess.Popen(
        [*COMMAND, *args, "--out", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # Where the tests run in the background Ctrl-C is ignored, and that is inherited.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    patience = time.monotonic() + 60
    while not has_begun(file):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < patience
        time.sleep(0.01)
    return process


def children(of: int) -> list[int]:
    """The processes that *of* has started."""
    found = Path(f"/proc/{of}/task/{of}/children").read_text("ascii").split()
    return [int(pid) for pid in found]


def is_there(pid: int) -> bool:
    """Whether a process still runs."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(") ")[2][:1]
    except OSError:
        return False
    return state != "Z"


def test_several_processes_find_the_same_as_one() -> None:
    asked = contest_of("greedy", "random", seats=(2, 3), deals=15)

    assert timeless(Tournament(asked).run(processes(2))) == timeless(straight(asked))


def test_a_contest_that_stops_early_stops_at_the_same_deal_with_several_processes() -> None:
    asked = contest_of("greedy", "random", deals=500, until_clear=True)
    found = Tournament(asked).run(processes(2))

    assert found.pairings[0].stopped
    assert timeless(found) == timeless(straight(asked))


def test_a_ray_cluster_finds_the_same_as_one_process() -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'motherlode[ray]'")

    args = ("--deals", "40", "--seed", "lamp", "--seats", "2", "--seats", "3", "--json")
    assert command(*args, "--ray", "local") == command(*args, "--jobs", "1")


def test_nobody_answers_where_no_ray_cluster_is() -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'motherlode[ray]'")
    done = subprocess.run(
        [*COMMAND, "--ray", "nowhere"],
        env={**os.environ, **RAY},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert (done.returncode, done.stdout) == (1, "")
    assert "no Ray cluster answers at 'nowhere'" in done.stderr
    assert "Traceback" not in done.stderr


def test_what_a_worker_refuses_is_told() -> None:
    other = msgspec.structs.replace(contest_of(), sources="another")

    with pytest.raises(OtherSources, match="install the same motherlode"):
        Tournament(other).run(processes(2))
    assert not active_children()


def test_a_process_ended_from_outside_is_told_and_its_work_can_be_done_again() -> None:
    asked = contest_of("greedy", "random", deals=2000)
    tournament = Tournament(asked)

    def end_one(_n: int) -> None:
        if len(active_children()) == 2:
            active_children()[0].kill()

    with pytest.raises(CrewLost, match="ended from outside"):
        tournament.run(processes(2), end_one)
    assert not active_children()
    assert 0 < tournament.deals_left < 2000


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
def test_killed_in_the_middle_it_goes_on_to_the_same_result_and_leaves_no_process(
    tmp_path: Path,
) -> None:
    file = tmp_path / "evening.jsonl"
    process = begun(file, [*LONG, "--jobs", "2"])
    workers = children(process.pid)
    process.kill()
    # Not for the end of its output: workers left behind would hold that open.
    process.wait()
    lines = file.read_bytes().count(b"\n")

    assert workers
    assert 20 < lines < 401
    patience = time.monotonic() + 20
    while any(map(is_there, workers)) and time.monotonic() < patience:
        time.sleep(0.05)
    left = [pid for pid in workers if is_there(pid)]
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    process.communicate()
    assert not left
    assert command(*LONG, "--jobs", "1", "--out", str(file)) == command(*LONG, "--jobs", "2")


def test_ctrl_c_shows_what_was_played_and_the_same_command_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    process = begun(file, ["--deals", "5000", *SEED, "--jobs", "2"])
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)

    assert process.returncode == 130
    assert "the same command goes on" in err
    assert "Traceback" not in err
    found = json.loads(out)
    assert not found["complete"]
    assert 0 < found["pairings"][0]["deals"] < 5000
