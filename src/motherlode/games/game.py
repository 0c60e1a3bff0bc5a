"""What a game is to the rest of the house: its credits, options, deal, words and rules.

A game lives in a folder of its own; ``games/__init__.py`` lists them.  Its rules are loaded when
they are first needed, so that naming a game or printing its rulebook costs no start-up time.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib import import_module, resources
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import msgspec

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from motherlode.games.kernel import Kernel
    from motherlode.games.position import Position

LANGUAGES = ("en", "de")


class UnknownGame(ValueError):
    """There is no game of that name."""


class BadOption(ValueError):
    """An option that the game does not have, or a value that it cannot take."""


class BadDeal(ValueError):
    """A deal that does not fit the game and its options."""


class UnreadableMove(ValueError):
    """Text that is no move of this game at any moment."""


_MOST_SHOWN = 60


def shown(value: object) -> str:
    """A *value* as an error repeats it: briefly, whatever somebody handed in.

    >>> shown("scatter"), len(shown("ha" * 10_000))
    ("'scatter'", 61)
    """
    try:
        text = repr(value[:_MOST_SHOWN] if isinstance(value, str) else value)
    except ValueError:  # a number so long that Python will not write it
        text = type(value).__name__
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"


def text_or_nothing(value: object) -> str:
    """A *value* that should be text, if it is."""
    return value if isinstance(value, str) else ""


def unreadable(text: object, expected: str) -> UnreadableMove:
    """What to raise when *text* is none of the moves *expected*."""
    return UnreadableMove(f"expected {expected}, got {shown(text)}")


class IllegalMove(ValueError):
    """A move that makes sense, but not now."""

    def __init__(self, told: str, why: int = 0) -> None:
        """Say it in a sentence; *why* is the reason as the game numbers it."""
        super().__init__(told)
        self.why = why


class Draws(Protocol):
    """Where chance comes from: each label names one draw, fair and independent of the others."""

    def pick(self, label: str, n: int, /) -> int:
        """A number from 0 to *n* - 1."""

    def shuffle(self, label: str, n: int, /) -> tuple[int, ...]:
        """The numbers from 0 to *n* - 1 in some order."""


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that chance decides before the first move."""

    starter: int
    given: tuple[int, ...]  # dealt openly: the owner of each colour, or each seat's donkey
    order: tuple[int, ...]  # of the cards that are shuffled after that


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game is to be played.  Each game adds its own, all as text."""

    seats: int = 2

    def texts(self) -> dict[str, str]:
        """Every option as text, in a fixed order: what records and commitments hold."""
        return {name: str(getattr(self, name)) for name in self.__struct_fields__}


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won, with what, and why it was over and theirs."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    reason: str  # what brought the end about, in the game's own words
    decided_by: str  # "points", "cards" (the tie-break), or "shared"


E = TypeVar("E")


class Choice(msgspec.Struct, Generic[E], frozen=True):
    """A legal move, with what it would visibly do as far as that can be told beforehand."""

    move: str
    does: tuple[E, ...]


class Pile(msgspec.Struct, frozen=True):
    """Cards a seat has won, face down: all see how many, only their owner what they are."""

    cards: int
    values: tuple[int, ...] | None


def halves(view: type[msgspec.Struct], own: tuple[str, ...]) -> tuple[Any, Any]:
    """The fields of a *view* as two structs: what all see alike, and what is a seat's *own*."""
    alike = tuple(name for name in view.__struct_fields__ if name not in own)
    return _part(view, "Shown", alike), _part(view, "Own", own)


def _part(view: type[msgspec.Struct], name: str, fields: tuple[str, ...]) -> type[msgspec.Struct]:
    return msgspec.defstruct(
        name,
        [(field, view.__annotations__[field]) for field in fields],
        module=view.__module__,
        frozen=True,
        tag_field=view.__struct_config__.tag_field,
        tag=view.__struct_config__.tag,
    )


class Game:
    """One of the games: metadata here, everything else from the game's folder."""

    def __init__(
        self,
        name: str,
        title: str,
        designer: str,
        publisher: str,
        *,
        rules_version: int,
        seats: tuple[int, ...],
        minutes: int,
        age: int,
        pitch: str,
        match_is_printed: bool,
        fleeting: bool = False,
    ) -> None:
        """Name the game; nothing of its rules is loaded yet."""
        self.id = name
        self.title = title
        self.designer = designer
        self.publisher = publisher
        self.rules_version = rules_version
        self.seats = seats
        self.minutes = minutes
        self.age = age
        self.pitch = pitch
        self.match_is_printed = match_is_printed
        self.fleeting = fleeting  # cards are shown for a moment only, so it is played live

    def __repr__(self) -> str:
        """The game as one would ask for it."""
        return f"game({self.id!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        """A game travels by its name."""
        return _game, (self.id,)

    def rulebook(self, language: str = "en") -> str:
        """Our own rulebook text, our rulings marked as ours."""
        if language not in LANGUAGES:
            known = " or ".join(LANGUAGES)
            raise ValueError(f"the rulebooks are written in {known}, not {language!r}")
        folder = resources.files(f"motherlode.games.{self.id}")
        return (folder / f"rulebook.{language}.md").read_text("utf-8")

    @cached_property
    def kernel(self) -> Kernel:
        """The compiled rules."""
        from motherlode.games.kernel import Kernel

        return Kernel(self.id)

    @cached_property
    def setting(self) -> Any:
        """Options and dealing."""
        return import_module(f"motherlode.games.{self.id}.setting")

    @cached_property
    def words(self) -> Any:
        """Moves and views in words."""
        return import_module(f"motherlode.games.{self.id}.words")

    @cached_property
    def number_of(self) -> dict[str, int]:
        """The kernel's number of each move, by its text."""
        return {text: number for number, text in enumerate(self.words.MOVES)}

    def options(self, **chosen: Any) -> Options:
        """The options of a game, those not *chosen* at their default."""
        known = self.setting.Options.__struct_fields__
        for name in chosen:
            if name not in known:
                raise BadOption(
                    f"{self.title} has no option {shown(name)}; it has {', '.join(known)}"
                )
        options: Options = self.setting.Options(**chosen)
        return options

    def read_options(self, texts: Mapping[str, str]) -> Options:
        """The options written as *texts*."""
        chosen = _by_name(texts)
        if "seats" in chosen:
            chosen["seats"] = _whole_number(chosen["seats"])
        return self.options(**chosen)

    def draw(self, options: Options, draws: Draws, starter: int | None = None) -> Deal:
        """Let chance deal; in a match the *starter* of all but the first game is given."""
        if starter is None:
            starter = draws.pick("starter", options.seats)
        deal: Deal = self.setting.draw(options, draws, starter)
        return deal

    def start(self, options: Options, deal: Deal) -> Position:
        """The first position of the game with these *options*, as *deal* has it."""
        from motherlode.games.position import Position

        return Position.first(self, options, deal)

    def read_move(self, text: str) -> str:
        """The one proper form of a move somebody typed."""
        move: str = self.words.read(text)
        return move


def _game(name: str) -> Game:
    return import_module("motherlode.games").game(name)


def _by_name(texts: object) -> dict[str, Any]:
    if isinstance(texts, Mapping) and all(isinstance(name, str) for name in texts):
        return dict(texts)
    raise BadOption(f"options are texts by name such as seats: '2', not {shown(texts)}")


def _whole_number(text: Any) -> int:
    if isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= 3:
        return int(text)
    raise BadOption(f"seats is a number such as 2, not {shown(text)}")


def check_seats(title: str, seats: Any, possible: tuple[int, ...]) -> None:
    """Refuse a number of *seats* the game is not made for."""
    if type(seats) is not int or seats not in possible:
        raise BadOption(f"{title} is for {possible[0]} to {possible[-1]} seats, not {shown(seats)}")


def check_deal(deal: Deal, seats: int, cards: int) -> None:
    """Refuse a *deal* whose starter or order cannot be, or that holds anything but numbers."""
    if type(deal.starter) is not int or not 0 <= deal.starter < seats:
        raise BadDeal(f"the starter is a seat from 0 to {seats - 1}, not {shown(deal.starter)}")
    if not _are_numbers(deal.given):
        raise BadDeal(f"what is dealt openly are numbers, not {shown(deal.given)}")
    if not _are_numbers(deal.order) or sorted(deal.order) != list(range(cards)):
        raise BadDeal(f"the order holds each number from 0 to {cards - 1} once")


def _are_numbers(values: Any) -> bool:
    return isinstance(values, tuple) and all(type(value) is int for value in values)


def card_order(deal: Deal) -> NDArray[np.int8]:
    """The order of a checked *deal* as the kernel wants it."""
    import numpy as np

    return np.array(deal.order, np.int8)
