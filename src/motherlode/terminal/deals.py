"""The deal of a game at the terminal: promised before the first move, or drawn from a seed."""

from __future__ import annotations

import msgspec

from motherlode.fair import Promise, Terms, commit_nonce, new_nonce, new_secret, options_text
from motherlode.games.game import Deal, Game, Options
from motherlode.record import Record, Seed

_TABLE = "terminal"


class Place(msgspec.Struct, frozen=True):
    """Which game of a match it is, who starts it, and the head of the chain before it."""

    number: int
    of: int
    starter: int | None = None
    after: str = ""

    @classmethod
    def following(cls, before: Record, starter: int) -> Place:
        """The place after that of the game *before*, in which *starter* started."""
        seats = before.options.seats
        return cls(before.number + 1, before.of, (starter + 1) % seats, before.head)


class Dealt(msgspec.Struct, frozen=True):
    """A deal, its record before the first move, and the secret to be opened at the end."""

    deal: Deal
    record: Record
    secret: str | None

    def opened(self, record: Record) -> Record:
        """The *record* of this game with the secret open, for all to check."""
        return record.open(self.secret) if self.secret else record


def deal(
    game: Game, options: Options, place: Place, names: tuple[str, ...], seed: str | None
) -> Dealt:
    """A deal nobody can choose, or the one that belongs to the *seed*."""
    if seed is None:
        return promised(game, options, place, names)
    chance = Seed(seed, place.starter)
    record = Record(game, options, chance, names, place.number, place.of, place.after)
    return Dealt(record.deal, record, None)


def promised(game: Game, options: Options, place: Place, names: tuple[str, ...]) -> Dealt:
    """Commit to a fresh secret, let this device add its nonce, and deal."""
    terms = Terms(
        _TABLE,
        game.id,
        game.rules_version,
        options_text(options),
        place.number,
        starter=place.starter,
    )
    secret, nonce = new_secret(), new_nonce()
    promise = Promise.make(terms, secret).join(commit_nonce(terms, 0, nonce)).open_nonce(0, nonce)
    record = Record.promised(promise, names=names, of=place.of, after=place.after)
    return Dealt(promise.deal(secret), record, secret)
