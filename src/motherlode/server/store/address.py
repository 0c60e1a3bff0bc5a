"""Where a database is, and how to say so without its password."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from motherlode.server.store.log import CannotOpen

POSTGRES = ("postgresql", "postgres")
NATS = ("nats", "tls")
_POSSIBLE = "a path, sqlite:///PATH or postgresql://USER:PASSWORD@HOST:PORT/NAME"


class Address:
    """A server's address; as text it has no password in it."""

    def __init__(self, url: str) -> None:
        """Read it; what cannot be read is not shown, for there may be a password in it."""
        try:
            parts = urlsplit(url)
            self._shown = parts._replace(netloc=_place(parts), query="", fragment="").geturl()
            written = parts.password or ""
            self._secrets = [written, unquote(written), *parse_qs(parts.query).get("password", [])]
        except ValueError:
            raise CannotOpen(
                "this address cannot be read; special characters in a password are written "
                "as %40 for @, %2F for / and so on"
            ) from None
        self.url = url

    def __str__(self) -> str:
        """How people may see it."""
        return self._shown

    def hide(self, error: BaseException) -> str:
        """What an error says, without the password."""
        said = str(error) or type(error).__name__
        for secret in filter(None, self._secrets):
            said = said.replace(secret, "***")
        return said


def _place(parts: SplitResult) -> str:
    """Who and where, without the password."""
    host = parts.netloc.rpartition("@")[2]
    # A port that is none means that a password has a / in it that was to be written as %2F.
    parts.port  # noqa: B018 - it is read for the error
    return f"{parts.username}@{host}" if parts.username else host


def scheme(address: str) -> str:
    """What comes before :// in an address, or nothing in a plain path."""
    before, mark, _ = address.partition("://")
    return before.lower() if mark else ""


def is_shared(address: str) -> bool:
    """Whether several processes can use that database at the same time."""
    return scheme(address) in POSTGRES


def path_of(address: str) -> Path:
    """The file that a plain path or a sqlite address names."""
    if not scheme(address):
        path = address
    elif scheme(address) == "sqlite":
        path = address[len("sqlite://") :].removeprefix("/")
    else:
        raise CannotOpen(f"a database is {_POSSIBLE}, not {scheme(address)}://…")
    if path in {"", ":memory:"} or (scheme(address) and "?" in path):
        raise CannotOpen("SQLite needs a file: sqlite:///PATH, or sqlite:////PATH from the root")
    return Path(path)
