"""Logs as lines of JSON, with nothing in them that anybody would have to keep secret.

No address, no name of a person, no key, no card: what is logged is named by whoever logs it, and
everything else of a record is dropped.
"""

import logging
import sys
import traceback
from typing import TextIO

import msgspec

# The only things of a log record that are written, beside its message.
_OURS = "motherlode"
_TOLD = ("table", "method", "signal", "number")


class JsonLines(logging.Formatter):
    """One record, one line."""

    def format(self, record: logging.LogRecord) -> str:
        """The record as JSON."""
        line: dict[str, object] = {
            "at": int(record.created * 1000),
            "level": record.levelname.lower(),
            "says": _says(record),
        }
        line |= {key: getattr(record, key) for key in _TOLD if hasattr(record, key)}
        if record.exc_info and record.exc_info[0]:
            line["error"] = record.exc_info[0].__name__
            line["where"] = _where(record.exc_info[2])
        return msgspec.json.encode(line).decode()


def _says(record: logging.LogRecord) -> str:
    """Its message; of what others log only the first line, for they log whole traces as text."""
    message = record.getMessage()
    return message if record.name.startswith(_OURS) else message.strip().partition("\n")[0][:200]


def _where(trace: object) -> list[str]:
    """Files and lines, and nothing of what was in them: a message may repeat a secret."""
    frames = traceback.extract_tb(trace)  # type: ignore[arg-type]
    return [f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames[-6:]]


def set_up(stream: TextIO = sys.stderr, *, level: str = "INFO") -> None:
    """Let everything that is logged in this process come out as lines of JSON."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("motherlode").setLevel(level)
