"""What somebody at a table may ask for.

Clients send these over the socket as they stand here, with an ``id`` that comes back in the reply.
"""

from typing import Annotated

import msgspec

Seat = Annotated[int, msgspec.Meta(ge=0, le=9, description="a seat, counted from 0")]
Name = Annotated[str, msgspec.Meta(max_length=120)]
Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
Text = Annotated[str, msgspec.Meta(max_length=1000)]


class Command(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Something somebody at a table wants to be done."""


# --- Playing ------------------------------------------------------------------------------------


class Move(Command, frozen=True, tag="move"):
    """Make a move, as an answer to the moment after so many moves."""

    seat: Seat
    move: Annotated[str, msgspec.Meta(max_length=60)]
    after: int


class Deal(Command, frozen=True, tag="deal"):
    """Deal: the first game, the next one of the match, or a rematch."""


class Commit(Command, frozen=True, tag="commit"):
    """Commit to a nonce, made for this place in the list of devices, counted from 0."""

    place: int
    commits: Hex


class OpenNonce(Command, frozen=True, tag="open"):
    """Open the nonce this device committed to."""

    nonce: Hex


class WishEnd(Command, frozen=True, tag="wish end"):
    """Wish that the game ends here, or no longer; it ends when all wish it."""

    seat: Seat
    wishes: bool


# --- Seats --------------------------------------------------------------------------------------


class Sit(Command, frozen=True, tag="sit"):
    """Take an empty seat, or the seat of a machine before the game; any, if none is named."""

    name: Name
    seat: Seat | None = None


class Stand(Command, frozen=True, tag="stand"):
    """Leave a seat for good; in a game a machine takes it."""

    seat: Seat


class Rename(Command, frozen=True, tag="rename"):
    """Be called otherwise."""

    seat: Seat
    name: Name


class Back(Command, frozen=True, tag="back"):
    """Play one's seats again, after a machine stood in."""


class Claim(Command, frozen=True, tag="claim"):
    """Say that a seat is one's own, whose key is lost; the host decides."""

    seat: Seat


# --- The host -----------------------------------------------------------------------------------


class SeatMachine(Command, frozen=True, tag="machine"):
    """Let a machine of this level take a seat: an empty one, or that of somebody away."""

    seat: Seat
    level: int


class Remove(Command, frozen=True, tag="remove"):
    """Remove whoever sits there; in a game a machine takes the seat."""

    seat: Seat


class HandOver(Command, frozen=True, tag="hand over"):
    """Let the person at this seat be the host."""

    seat: Seat


class Pause(Command, frozen=True, tag="pause"):
    """Stop the clocks."""


class Resume(Command, frozen=True, tag="resume"):
    """Let the clocks run on."""


class Close(Command, frozen=True, tag="close"):
    """Close the table for good."""


class Grant(Command, frozen=True, tag="grant"):
    """Believe whoever claims this seat."""

    seat: Seat


class Decline(Command, frozen=True, tag="decline"):
    """Do not believe whoever claims this seat."""

    seat: Seat


class Mute(Command, frozen=True, tag="mute"):
    """Let nothing be heard from whoever sits there, or hear them again."""

    seat: Seat
    muted: bool


# --- Talk ---------------------------------------------------------------------------------------


class Say(Command, frozen=True, tag="say"):
    """Say one of the quick phrases."""

    seat: Seat
    phrase: Annotated[str, msgspec.Meta(max_length=40)]


class Write(Command, frozen=True, tag="write"):
    """Write something, where the host lets people write."""

    seat: Seat
    text: Text


class Report(Command, frozen=True, tag="report"):
    """Report somebody to whoever runs the server."""

    seat: Seat
    reason: Text


Commands = (
    Move
    | Deal
    | Commit
    | OpenNonce
    | WishEnd
    | Sit
    | Stand
    | Rename
    | Back
    | Claim
    | SeatMachine
    | Remove
    | HandOver
    | Pause
    | Resume
    | Close
    | Grant
    | Decline
    | Mute
    | Say
    | Write
    | Report
)

# What can be said with one tap; the clients have the words for it, in every language.
PHRASES = (
    "hello",
    "good luck",
    "well played",
    "thank you",
    "oh no",
    "what luck",
    "gold rush",
    "your turn",
    "one moment",
    "again",
    "good game",
    "goodbye",
)
