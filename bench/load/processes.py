"""The processes that are measured: started here, asked what they have used, and ended."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path

HERE = Path(__file__).parent
PEERS = HERE / "peers"
# Databases and logs of one run; on the disk of the repository, for a folder for temporary files
# may be in memory, where nothing is ever synced.
SCRATCH = HERE / ".scratch"

_START_SECONDS = 90
_STOP_SECONDS = 15
_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Process:
    """A server that is being measured."""

    def __init__(
        self, name: str, command: Sequence[str | Path], env: Mapping[str, str] | None = None
    ) -> None:
        """Start it; ``wait`` until it answers."""
        self.name = name
        self._log = SCRATCH / f"{name}.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                command, env={**os.environ, **(env or {})}, stdout=log, stderr=log
            )

    def wait(self, url: str) -> None:
        """Wait until it answers there, with whatever."""
        end = time.monotonic() + _START_SECONDS
        while not _answers(url):
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"{self.name} did not start:\n{self.said()}")
            time.sleep(0.05)

    def said(self) -> str:
        """All that it has written."""
        return self._log.read_text(errors="replace")

    @property
    def cpu(self) -> float:
        """The CPU seconds it has used, all threads together."""
        fields = self._about("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / _TICKS

    @property
    def memory(self) -> int:
        """The bytes it holds in memory."""
        return int(self._about("statm").split()[1]) * _PAGE

    def _about(self, what: str) -> str:
        return Path(f"/proc/{self._process.pid}/{what}").read_text()

    def stop(self) -> None:
        """Ask it to stop, and see to it that it does."""
        self._process.terminate()
        try:
            self._process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _answers(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=2).close()  # noqa: S310 - it is our own
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# --- Ours ---------------------------------------------------------------------------------------


class Server(Process):
    """Our server, over a database of its own."""

    def __init__(
        self, name: str, database: str | None = None, env: Mapping[str, str] | None = None
    ) -> None:
        """Start it and wait until it answers; without a *database*, over a new file."""
        self.port = free_port()
        command = [
            *(sys.executable, "-m", "motherlode", "serve", "--no-limits"),
            *("--port", str(self.port), "--database", database or new_file(name)),
        ]
        super().__init__(name, command, env)
        self.wait(f"http://127.0.0.1:{self.port}/readyz")


def new_file(name: str) -> str:
    """Where a new database can be."""
    for left in SCRATCH.glob(f"{name}.db*"):
        left.unlink()
    return str(SCRATCH / f"{name}.db")


def slow_disk(milliseconds: int) -> dict[str, str]:
    """What a process needs around it so that every sync takes so much longer."""
    shim = SCRATCH / "slow_disk.so"
    subprocess.run(
        ["cc", "-O2", "-shared", "-fPIC", "-o", shim, HERE / "slow_disk.c", "-ldl"], check=True
    )
    return {"LD_PRELOAD": str(shim), "SLOW_DISK_MICROSECONDS": str(1000 * milliseconds)}


def fresh_scratch() -> None:
    """An empty folder for the databases and logs of this run."""
    shutil.rmtree(SCRATCH, ignore_errors=True)
    SCRATCH.mkdir()


# --- Theirs -------------------------------------------------------------------------------------


def install_peers() -> None:
    """Fetch the peers' packages, unless they are here."""
    wanted = (PEERS / "package.json").read_bytes()
    stamp = PEERS / "node_modules" / ".motherlode"
    if stamp.exists() and stamp.read_bytes() == wanted:
        return
    print("Fetching the peers' packages", file=sys.stderr)
    npm = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run(npm, cwd=PEERS, check=True, stdout=subprocess.DEVNULL)
    stamp.write_bytes(wanted)


class Peer(Process):
    """Another server, which plays a game of about the same size from memory."""

    def __init__(self, name: str, view: int, step: int) -> None:
        """Start it: views of about *view* bytes, *step* microseconds for a step of the rules."""
        self.port = free_port()
        node = PEERS / "node_modules" / "node" / "bin" / "node"
        command: list[str | Path] = [
            node,
            PEERS / f"{name}.js",
            str(self.port),
            str(view),
            str(step),
        ]
        super().__init__(f"{name}-{step}", command, {"NODE_ENV": "production"})
        self.kind = name
        self.wait(f"http://127.0.0.1:{self.port}/")
