"""What the log of a table can say: facts, in the order in which they came about.

The log is the truth: a table is its facts told one after another.  A fact is never changed, and a
kind of fact keeps its name and its fields for ever; what is new is a new kind, or a field with a
default.
"""

from typing import NamedTuple

import msgspec


class Fact(
    msgspec.Struct, frozen=True, tag_field="fact", forbid_unknown_fields=True, omit_defaults=True
):
    """Something that happened at a table."""


# --- The table ----------------------------------------------------------------------------------


class Opened(Fact, frozen=True, tag="opened"):
    """Somebody opened the table; they are device 0, and the host."""

    game: str
    rules: int
    options: str
    pace: int  # seconds for a turn, or days
    by_the_day: bool
    showing: int  # milliseconds that turned cards stay up
    match: bool
    listed: bool
    chat: bool
    lock: str
    thinking: int  # milliseconds a machine waits before it moves, to be followed
    stand_in: int  # the level of a machine that plays for somebody absent


class Handed(Fact, frozen=True, tag="handed over"):
    """Another device is the host."""

    device: int


class Paused(Fact, frozen=True, tag="paused"):
    """No clock runs."""


class Resumed(Fact, frozen=True, tag="resumed"):
    """The clocks run on."""


class Closed(Fact, frozen=True, tag="closed"):
    """Nobody can do anything here any more."""


# --- Who sits where -----------------------------------------------------------------------------


class Joined(Fact, frozen=True, tag="joined"):
    """A new device is at the table; its lock is what its key is known by."""

    lock: str


class Relocked(Fact, frozen=True, tag="relocked"):
    """A device changed its key: links with the old one are void."""

    device: int
    lock: str


class Sat(Fact, frozen=True, tag="sat"):
    """Somebody took a seat."""

    seat: int
    device: int
    name: str


class Renamed(Fact, frozen=True, tag="renamed"):
    """Somebody is called otherwise from now on."""

    seat: int
    name: str


class MachineSat(Fact, frozen=True, tag="machine sat"):
    """A machine took a seat."""

    seat: int
    level: int
    seed: int


class StoodUp(Fact, frozen=True, tag="stood up"):
    """A seat is empty again."""

    seat: int
    removed: bool = False  # by the host


class StoodIn(Fact, frozen=True, tag="stood in"):
    """A machine plays for somebody until they are back."""

    seat: int
    level: int
    seed: int


class CameBack(Fact, frozen=True, tag="came back"):
    """Somebody plays their seat again."""

    seat: int


class Claimed(Fact, frozen=True, tag="claimed"):
    """A device says that a seat is its own; the host decides."""

    seat: int
    device: int


class Granted(Fact, frozen=True, tag="granted"):
    """The host believed it: all seats of the device that held this one are the claiming one's."""

    seat: int
    device: int


class Declined(Fact, frozen=True, tag="declined"):
    """The host did not."""

    seat: int


class Away(Fact, frozen=True, tag="away"):
    """A device has been gone for longer than a blink."""

    device: int


class Present(Fact, frozen=True, tag="present"):
    """A device that was away is there again."""

    device: int


# --- Deals and games ----------------------------------------------------------------------------


class Promised(Fact, frozen=True, tag="promised"):
    """The server committed to its secret for the next deal."""

    series: int
    number: int
    attempt: int
    starter: int | None
    commitment: str
    secret: str
    table: str = ""  # as the terms name it, where that is not the name of this table


class Called(Fact, frozen=True, tag="called"):
    """All are called to the deal: each device commits to its nonce now."""


class Committed(Fact, frozen=True, tag="committed"):
    """A device committed to its nonce."""

    device: int
    commits: str


class RollClosed(Fact, frozen=True, tag="roll closed"):
    """Who has committed is in, nobody else; each opens its nonce now."""


class NonceOpened(Fact, frozen=True, tag="nonce opened"):
    """A device opened its nonce; the last one deals."""

    device: int
    nonce: str


class Aborted(Fact, frozen=True, tag="aborted"):
    """Some did not open their nonces: the deal comes to nothing, the next goes without them."""

    devices: tuple[int, ...]


class Moved(Fact, frozen=True, tag="moved"):
    """A seat made a move."""

    seat: int
    move: str
    level: int | None = None  # of the machine that made it


class EndWished(Fact, frozen=True, tag="end wished"):
    """A seat would end the game, or would no longer."""

    seat: int
    wishes: bool


class Ended(Fact, frozen=True, tag="ended"):
    """All seats agreed to end the game here."""


# --- Talk ---------------------------------------------------------------------------------------


class Said(Fact, frozen=True, tag="said"):
    """A seat said one of the quick phrases."""

    seat: int
    phrase: str


class Wrote(Fact, frozen=True, tag="wrote"):
    """A seat wrote something, where the host lets people write."""

    seat: int
    text: str


class Muted(Fact, frozen=True, tag="muted"):
    """The host muted a device, or lets it be heard again."""

    device: int
    muted: bool


class Reported(Fact, frozen=True, tag="reported"):
    """A device reports a seat to whoever runs the server."""

    device: int
    seat: int
    reason: str


Facts = (
    Opened
    | Handed
    | Paused
    | Resumed
    | Closed
    | Joined
    | Relocked
    | Sat
    | Renamed
    | MachineSat
    | StoodUp
    | StoodIn
    | CameBack
    | Claimed
    | Granted
    | Declined
    | Away
    | Present
    | Promised
    | Called
    | Committed
    | RollClosed
    | NonceOpened
    | Aborted
    | Moved
    | EndWished
    | Ended
    | Said
    | Wrote
    | Muted
    | Reported
)


class Entry(NamedTuple):
    """A fact with its place in the log and its time, in milliseconds since 1970."""

    number: int
    at: int
    fact: Facts


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Facts)


def write(fact: Facts) -> bytes:
    """The fact as it stands in the log."""
    return _encoder.encode(fact)


def read(body: bytes) -> Facts:
    """The fact that ``write`` wrote."""
    found: Facts = _decoder.decode(body)
    return found
