"""What goes over the wire, both ways: every message is written here once.

The description of the HTTP interface and the types of the browser client are made from these.
The server sends codes and data, never sentences; times are milliseconds since 1970 on its clock.
"""

from typing import Annotated, Any, Literal

import msgspec

from motherlode.server.commands import Commands, Name, Seat
from motherlode.server.handle import Why
from motherlode.server.table import Phase

VERSION = 1


# --- A table, for all to see --------------------------------------------------------------------


class SeatShown(msgspec.Struct, frozen=True):
    """A seat and who plays it."""

    name: str
    person: bool
    level: int | None  # of the machine that plays it now
    away: bool
    host: bool
    muted: bool
    claimed: bool


class DealShown(msgspec.Struct, frozen=True):
    """The deal on its way, or of the game that is on: all that a device keeps and checks."""

    table: str  # as the terms name it
    number: int
    of: int
    attempt: int
    starter: int | None
    commitment: str
    devices: tuple[str, ...]  # the commitments to nonces, in their order
    nonces: tuple[str | None, ...]
    roll: str
    secret: str | None  # once the game is over


class MatchShown(msgspec.Struct, frozen=True):
    """How the match stands."""

    games: int
    scores: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]


class TalkShown(msgspec.Struct, frozen=True):
    """Something said."""

    number: int
    at: int
    seat: int
    phrase: str | None
    text: str | None


class TableShown(msgspec.Struct, frozen=True):
    """All about a table that does not change with every move."""

    id: str
    game: str
    rules: int
    options: dict[str, str]
    phase: Phase
    phase_ends: int | None
    seats: tuple[SeatShown, ...]
    pace: int
    by_the_day: bool
    showing: int
    match: bool
    listed: bool
    chat: bool
    paused: bool
    deal: DealShown | None
    standing: MatchShown | None
    end_wishes: tuple[int, ...]
    talk: tuple[TalkShown, ...]


class You(msgspec.Struct, frozen=True):
    """What a device is at the table."""

    device: int | None
    seats: tuple[int, ...]
    host: bool
    looking: int | None  # the seat whose cards this connection is shown
    place: int | None  # in the list of devices of this deal
    awaited: bool  # whether its part in the deal is missing


# --- From the server ----------------------------------------------------------------------------


class Update(msgspec.Struct, frozen=True, tag="update", tag_field="is"):
    """The table now. What has not changed since this connection was last told is left out."""

    number: int  # of entries in the table's log
    now: int
    re: tuple[int, ...]  # the commands of this connection that led here
    played: int
    head: str  # of the chain of moves
    turn_from: int  # no move counts before that: cards are being shown
    turn_ends: int | None
    table: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET  # a TableShown
    you: You | msgspec.UnsetType = msgspec.UNSET
    shown: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET  # what all see of the game
    own: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET  # what only the seat looked from sees


class Refusal(msgspec.Struct, frozen=True, tag="refused", tag_field="is", omit_defaults=True):
    """A command changed nothing."""

    re: int
    why: Why
    number: int | None = None  # the game's own code for an illegal move, or the place to commit for


Troubles = Literal[
    "storage",
    "too much",
    "no such table",
    "no key",
    "key changed",
    "no hello",
    "bad message",
    "other version",
]


class Trouble(msgspec.Struct, frozen=True, tag="trouble", tag_field="is"):
    """Something is wrong at the server's end; the table stands still, and nothing is lost."""

    code: Troubles
    re: int | None = None  # the command it kept from being done


class Pong(msgspec.Struct, frozen=True, tag="pong", tag_field="is"):
    """An answer to a ping."""

    re: int
    now: int


FromServer = Update | Refusal | Trouble | Pong


# --- From a client ------------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="hello"):
    """The first message on a socket: which table, and the key, if there is one."""

    table: Annotated[str, msgspec.Meta(max_length=60)]
    key: Annotated[str, msgspec.Meta(max_length=60)] | None = None
    version: int = VERSION


class Look(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="look"):
    """Be shown the cards of one of one's seats, or of none."""

    seat: Seat | None


class Ping(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag="ping"):
    """Ask whether the server is there."""


class Said(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message with the number its reply will carry."""

    id: Annotated[int, msgspec.Meta(ge=0, le=2**31)]
    ask: Commands | Look | Ping | Hello


# --- Over HTTP ----------------------------------------------------------------------------------


class SeatWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit there: a person on this device by name, a machine by level, or nobody yet."""

    name: Name | None = None
    level: int | None = None


class OpenTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table to be opened."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    options: dict[str, str] = {}
    seats: tuple[SeatWanted, ...] = ()
    pace: Annotated[int, msgspec.Meta(ge=0, le=3600)] | None = None
    by_the_day: bool = False
    showing: Annotated[int, msgspec.Meta(ge=0, le=30_000)] | None = None
    thinking: Annotated[int, msgspec.Meta(ge=0, le=10_000)] | None = None
    match: bool = False
    listed: bool = False
    chat: bool = False


class Welcome(msgspec.Struct, frozen=True):
    """A table and a key to it, which is said once and never again."""

    table: str
    key: str
    device: int
    seats: tuple[int, ...]


class SitDown(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take a seat with nothing but a name; or claim one whose key is lost."""

    name: Name = ""
    seat: Seat | None = None
    claim: bool = False


class Moment(msgspec.Struct, frozen=True):
    """One moment of a replay."""

    shown: msgspec.Raw
    own: msgspec.Raw


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a request was refused."""

    code: str
    detail: Any = None


class TableListed(msgspec.Struct, frozen=True):
    """A table that waits for players."""

    id: str
    game: str
    seats: int
    free: int
    opened_at: int


class LevelOffered(msgspec.Struct, frozen=True):
    """A machine to play against."""

    number: int
    name: str


class GameOffered(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    id: str
    title: str
    designer: str
    publisher: str
    seats: tuple[int, ...]
    minutes: int
    age: int
    live_only: bool
    match_is_printed: bool
    levels: tuple[LevelOffered, ...]
    options: dict[str, str]


class Offer(msgspec.Struct, frozen=True):
    """All that a client needs to open a table."""

    version: int
    games: tuple[GameOffered, ...]
    phrases: tuple[str, ...]
