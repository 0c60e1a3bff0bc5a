"""One table of the arena: it plays the games of a pairing on one deal.

Seat 1 starts, for every seat is taken in turn.  All games on a deal have the same cards, and the
k-th new card turned up is the k-th of the stack, whichever is chosen.  A bot is made for one game;
its seed follows from the deal, the rotation and the seat, and is the same whoever sits there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from time import thread_time

import msgspec

from motherlode.arena.plan import Contest, LineUp, Pairing, sources
from motherlode.bots import Player, entrant
from motherlode.fair import options_text, seeded
from motherlode.games import game
from motherlode.games.position import Position

_SEEDS = 2**32


class ArenaError(Exception):
    """What keeps a contest from going on."""


class Foul(ArenaError):
    """A bot made a move it must not make."""


class OtherSources(ArenaError):
    """A worker has other code than whoever sent the work."""


class Score(msgspec.Struct, frozen=True, array_like=True):
    """How one game ended."""

    points: tuple[int, ...]  # by seat
    winners: tuple[int, ...]  # seats, counted from 0
    moves: int
    ending: str


class Played(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All games of a pairing on one deal: *one* alone in seat 1, 2, … and then *other* alone."""

    seats: int
    one: str
    other: str
    deal: int
    games: tuple[Score, ...]
    moves: tuple[int, int]  # how many *one* and *other* made in all of them
    ms: tuple[float, float]  # CPU time these took

    @property
    def pairing(self) -> Pairing:
        """Who met whom."""
        return Pairing(self.seats, self.one, self.other)


class Table:
    """A place where the games of one contest can be played."""

    def __init__(self, contest: Contest) -> None:
        """Get ready for any pairing and deal of *contest*."""
        if contest.sources != sources():
            raise OtherSources(
                f"a worker plays with other code ({sources()}) than was asked for "
                f"({contest.sources}): install the same motherlode everywhere"
            )
        self._contest = contest
        self._game = game(contest.game)
        self._entrants = {name: entrant(self._game, name) for name in contest.entrants}
        self._options = {
            seats: self._game.options(seats=seats, **contest.options) for seats in contest.seats
        }

    def play(self, pairing: Pairing, deal: int) -> Played:
        """Play the games of *pairing* on that deal."""
        start, seeds = self._deal(pairing.seats, deal)
        tally = _Tally(pairing)
        scores = []
        for line_up in pairing.line_ups:
            for names, own in zip(_rotations(line_up), seeds, strict=True):
                scores.append(_score(self._play_game(start, names, own, tally, deal)))
        return Played(*pairing, deal, tuple(scores), tally.moves, tally.ms)

    def warm_up(self) -> None:
        """Let everyone make one move nobody counts, so that nothing is compiled on the clock."""
        for seats in self._contest.seats:
            start, _ = self._deal(seats, 1)
            start.in_turn(start.moves[0]).play(start.moves[0])
            for one in self._entrants.values():
                Player(one.make(0)).move(start)

    def _deal(self, seats: int, deal: int) -> tuple[Position, list[list[int]]]:
        """The start, and the seeds of the bots by rotation and seat."""
        its, options = self._game, self._options[seats]
        text = options_text(options)
        draws = seeded(its.id, its.rules_version, text, self._contest.seed, deal)
        start = its.start(options, its.draw(options, draws, starter=0))
        every = range(1, seats + 1)
        return start, [[draws.pick(f"bot-{i}-{k}", _SEEDS) for k in every] for i in every]

    def _play_game(
        self, start: Position, names: Sequence[str], seeds: list[int], tally: _Tally, deal: int
    ) -> Position:
        entrants = [self._entrants[name] for name in names]
        players = [Player(one.make(seed)) for one, seed in zip(entrants, seeds, strict=True)]
        position = start
        while not position.over:
            seat = position.seat
            began = thread_time()
            move = players[seat].move(position)
            tally.count(names[seat], thread_time() - began)
            try:
                position = position.in_turn(move).play(move)
            except ValueError as error:
                played = " ".join(position.history)
                raise Foul(f"{names[seat]} on deal {deal}, after {played}: {error}") from None
        return position


class _Tally:
    """How long the two sides of a pairing thought."""

    def __init__(self, pairing: Pairing) -> None:
        self._moves = {pairing.one: 0, pairing.other: 0}
        self._seconds = {pairing.one: 0.0, pairing.other: 0.0}

    def count(self, name: str, seconds: float) -> None:
        """One move more."""
        self._moves[name] += 1
        self._seconds[name] += seconds

    @property
    def moves(self) -> tuple[int, int]:
        """How many moves either side made."""
        one, other = self._moves.values()
        return one, other

    @property
    def ms(self) -> tuple[float, float]:
        """How many milliseconds these took."""
        one, other = (round(1000 * seconds, 3) for seconds in self._seconds.values())
        return one, other


def _rotations(line_up: LineUp) -> Iterator[list[str]]:
    for seat in range(line_up.seats):
        names = [line_up.rest] * line_up.seats
        names[seat] = line_up.lone
        yield names


def _score(position: Position) -> Score:
    ending = position.game.words.end_reason(position.state)
    return Score(position.scores, position.winners, position.played, ending)


@cache
def table(contest: bytes) -> Table:
    """The table for a contest as it was sent; a worker keeps it from one task to the next."""
    made = Table(msgspec.json.decode(contest, type=Contest))
    made.warm_up()
    return made
