"""A file that says that a database is in use: held for as long as a process has it open."""

import os
import sys
from pathlib import Path

from motherlode.server.store.log import CannotOpen

if sys.platform == "win32":
    import msvcrt

    # Behind anything that is written there: what is locked cannot be read.
    _BEHIND = 1 << 20

    def _hold(file: int) -> None:
        os.lseek(file, _BEHIND, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)

else:
    import fcntl

    def _hold(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """The right of one process to a file; the system takes it back when the process ends."""

    def __init__(self, path: Path) -> None:
        """Take it, or refuse."""
        beside = path.with_name(path.name + ".lock")
        try:
            self._file = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise CannotOpen(f"{beside} cannot be written: {error.strerror}") from error
        try:
            _hold(self._file)
        except OSError:
            holder = os.read(self._file, 20).decode("ascii", "replace").strip() or "unknown"
            os.close(self._file)
            raise CannotOpen(
                f"{path} is in use by another process (its number is {holder}); "
                "SQLite serves one process, several need PostgreSQL"
            ) from None
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())

    def release(self) -> None:
        """Give it back."""
        os.close(self._file)
