"""Names of tables that can be said aloud, and the keys of devices that cannot be guessed."""

import hashlib
import re
import secrets
from importlib import resources

# Three words of 256 and a number of four digits: 37 bits. Whoever tries names is slowed down, so
# that is beyond guessing, and still something to say on the phone.
_WORDS = 3
_LARGEST_NUMBER = 10_000
_NAME = re.compile(r"[a-z]{2,9}(?:-[a-z]{2,9}){2}-[0-9]{4}")
_KEY = re.compile(r"[A-Za-z0-9_-]{32}")
_KEY_BYTES = 24


def _read_words() -> tuple[str, ...]:
    text = (resources.files("motherlode.server") / "words.txt").read_text("utf-8")
    return tuple(text.split())


WORDS = _read_words()


def new_name() -> str:
    """A name for a table, such as copper-kettle-mule-4711."""
    words = [secrets.choice(WORDS) for _ in range(_WORDS)]
    return "-".join([*words, f"{secrets.randbelow(_LARGEST_NUMBER):04}"])


def is_name(text: str) -> bool:
    """Whether a table could be called that."""
    return _NAME.fullmatch(text) is not None


def new_key() -> str:
    """A device's key to its seats; only its hash is kept here."""
    return secrets.token_urlsafe(_KEY_BYTES)


def is_key(text: str) -> bool:
    """Whether it could be a key."""
    return _KEY.fullmatch(text) is not None


def lock_of(key: str) -> str:
    """What is kept of a key: enough to know it again, not enough to make it."""
    return hashlib.sha256(b"motherlode key 1 " + key.encode()).hexdigest()
