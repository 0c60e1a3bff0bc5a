# ruff: noqa: F821 - the rules declared without a value stand for those of a game
"""Random games by the thousand: how many points each seat makes, who wins, how long it takes.

Seat 1 starts every game, so what a seat makes is what its place in the order of turns is worth.
All cards, and all moves, are drawn by the streams of ``kernel.chance``; each game has a stream of
its own, so the same seed gives the same result however the games are split into batches.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from math import fsum, sqrt
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from motherlode.fair import options_text, seed_key, seeded
from motherlode.games.game import Game, Options
from motherlode.games.kernel import Kernel
from motherlode.kernel.bits import Word
from motherlode.kernel.chance import Stream, reseed, shuffle
from motherlode.kernel.edge import Struct, door

# Small enough for Ctrl-C to be quick, large enough that Python between batches costs nothing.
BATCH = 5_000
MOST_GAMES = 10**12
_Z_95 = 1.96

deal: Callable[[Struct, Struct, NDArray[np.int8]], None]
any_move: Callable[[Struct, Stream], int]
over: Callable[[Struct], bool]
play: Callable[[Struct, int], None]
points: Callable[[Struct, NDArray[np.int16]], None]
winners: Callable[[Struct, NDArray[np.int16]], int]


# --- What is found out --------------------------------------------------------------------------


class Spread(msgspec.Struct, frozen=True):
    """The values of something over all games; the mean has a margin of error at 95 %."""

    mean: float
    margin: float | None  # of a single game nobody knows
    least: int
    most: int


class SeatResult(msgspec.Struct, frozen=True):
    """What one seat made; a win shared by two counts half for each."""

    seat: int  # counted from 1, which starts
    points: Spread
    win_share: float
    win_margin: float | None
    games_by_points: dict[int, int]


class Result(msgspec.Struct, frozen=True):
    """What came of a simulation."""

    game: str
    rules: int
    options: dict[str, str]
    provisional: tuple[str, ...]  # options whose cards no rulebook prints
    seed: str
    asked: int
    games: int
    complete: bool
    seats: tuple[SeatResult, ...]
    shared_wins: int
    moves: Spread
    endings: dict[str, int]

    def to_json(self) -> bytes:
        """The same for programs."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2)


def provisional(game: Game, options: Options) -> tuple[str, ...]:
    """The options, written as on the command line, whose cards no rulebook prints."""
    unprinted: frozenset[str] = getattr(game.setting, "PROVISIONAL", frozenset())
    return tuple(f"{name}={text}" for name, text in options.texts().items() if text in unprinted)


def provisional_text(options: Sequence[str]) -> str:
    """What whoever shows anything with such cards has to say about it."""
    named = " and ".join(options)
    return f"Provisional: the rulebook does not print the cards of {named}; they are our reading."


# --- Counting -----------------------------------------------------------------------------------


class Tally(msgspec.Struct, frozen=True):
    """Whole numbers only, so that the order in which batches are added changes nothing."""

    points: tuple[Counter[int], ...]
    winners: Counter[int]  # by the set of seats that won
    moves: Counter[int]
    endings: Counter[str]

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.moves.total()

    def plus(self, other: "Tally") -> "Tally":
        """Both together."""
        return Tally(
            tuple(ours + theirs for ours, theirs in zip(self.points, other.points, strict=True)),
            self.winners + other.winners,
            self.moves + other.moves,
            self.endings + other.endings,
        )


def empty_tally(seats: int) -> Tally:
    """The count before the first game."""
    return Tally((Counter(),) * seats, Counter(), Counter(), Counter())


def count(values: Iterable[int] | NDArray[Any]) -> Counter[int]:
    """How often each value occurs."""
    found, times = np.unique(np.asarray(values), return_counts=True)
    return Counter(dict(zip(found.tolist(), times.tolist(), strict=True)))


def spread(counted: Counter[int]) -> Spread:
    """Mean, margin, least and most of what was *counted*."""
    n = counted.total()
    mean, margin = mean_and_margin({float(value): times for value, times in counted.items()}, n)
    return Spread(mean, margin, min(counted), max(counted))


def mean_and_margin(counted: dict[float, int], n: int) -> tuple[float, float | None]:
    """The mean of *n* values, and how far off it may be (95 %)."""
    # Summed without rounding on the way: the order in which batches came must not show.
    mean = fsum(value * times for value, times in counted.items()) / n
    if n == 1:
        return mean, None
    variance = fsum((value - mean) ** 2 * times for value, times in counted.items()) / (n - 1)
    return mean, _Z_95 * sqrt(variance / n)


def win_shares(seat: int, winners: Counter[int]) -> dict[float, int]:
    """How often *seat* won which share of a victory: 1 alone, 0.5 with another, 0 not at all."""
    shares: Counter[float] = Counter()
    for ahead, times in winners.items():
        shares[(ahead >> seat & 1) / ahead.bit_count()] += times
    return dict(shares)


# --- Playing ------------------------------------------------------------------------------------


def play_batch(
    setup: Struct,
    order: NDArray[np.int8],
    base: Stream,
    first: int,
    ends: NDArray[np.void],
    scores: NDArray[np.int16],
    ahead: NDArray[np.int64],
    lengths: NDArray[np.int64],
) -> None:
    """Play the games from number *first* on, one for each place in *ends*, and note each end."""
    rng = np.zeros(1, np.uint64)
    for i in range(len(ends)):
        # Neighbouring numbers make streams that are far apart.
        reseed(rng, base[0] ^ Word(first + i))
        for card in range(len(order)):
            order[card] = card
        shuffle(rng, order, len(order))
        deal(ends[i], setup, order)
        lengths[i] = 0
        while not over(ends[i]):
            play(ends[i], any_move(ends[i], rng))
            lengths[i] += 1
        points(ends[i], scores[i])
        ahead[i] = winners(ends[i], scores[i])


class Simulation:
    """Random games of one kind, played batch by batch."""

    def __init__(self, game: Game, options: Options, games: int, seed: str) -> None:
        """Get ready; nothing is compiled or played yet."""
        if type(games) is not int or not 1 <= games <= MOST_GAMES:
            raise ValueError(f"the games are a number from 1 to {MOST_GAMES:,}, not {games!r:.60}")
        self._game = game
        self._options = options
        self._games = games
        self._seed = seed
        self._tally = empty_tally(options.seats)
        self._setup, self._order = set_up(game, options, seed)
        self._base = base_of(game, options, seed)
        self._play_batch = compiled_for(game.kernel)

    def run(self, progress: Callable[[int], None] | None = None, batch: int = BATCH) -> Result:
        """Play all games, telling *progress* how many each batch was.

        Stopped on the way, the simulation still has the ``result`` of all full batches.
        """
        while self._tally.games < self._games:
            n = min(batch, self._games - self._tally.games)
            self._tally = self._tally.plus(self._batch(n))
            if progress:
                progress(n)
        return self.result

    def _batch(self, n: int) -> Tally:
        ends = self._game.kernel.new(n)
        scores = np.zeros((n, self._game.seats[-1]), np.int16)
        ahead = np.zeros(n, np.int64)
        lengths = np.zeros(n, np.int64)
        first = self._tally.games
        order = self._order
        self._play_batch(self._setup, order, self._base, first, ends, scores, ahead, lengths)
        return Tally(
            tuple(count(scores[:, seat]) for seat in range(self._options.seats)),
            count(ahead),
            count(lengths),
            Counter(map(self._game.words.end_reason, ends)),
        )

    @property
    def games(self) -> int:
        """How many games are played so far."""
        return self._tally.games

    @property
    def result(self) -> Result:
        """What came of the games played so far, at least one."""
        tally = self._tally
        return Result(
            game=self._game.id,
            rules=self._game.rules_version,
            options=self._options.texts(),
            provisional=provisional(self._game, self._options),
            seed=self._seed,
            asked=self._games,
            games=tally.games,
            complete=tally.games == self._games,
            seats=tuple(seat_result(seat, tally) for seat in range(self._options.seats)),
            shared_wins=sum(n for ahead, n in tally.winners.items() if ahead.bit_count() > 1),
            moves=spread(tally.moves),
            endings={reason: tally.endings[reason] for reason in self._game.words.ENDINGS},
        )


def seat_result(seat: int, tally: Tally) -> SeatResult:
    """What *seat* made in the games of *tally*."""
    share, margin = mean_and_margin(win_shares(seat, tally.winners), tally.games)
    by_points = dict(sorted(tally.points[seat].items()))
    return SeatResult(seat + 1, spread(tally.points[seat]), share, margin, by_points)


def set_up(game: Game, options: Options, seed: str) -> tuple[NDArray[np.void], NDArray[np.int8]]:
    """The setup of every game, seat 1 starting, and room for the order of the cards.

    What is given openly before the cards are shuffled, such as who owns which colour, is drawn
    once for all games: colours differ in nothing but their names.
    """
    draws = seeded(game.id, game.rules_version, options_text(options), seed)
    setup, order = game.setting.set_up(game.kernel, options, game.draw(options, draws, starter=0))
    return setup, order


def base_of(game: Game, options: Options, seed: str) -> Stream:
    """What the streams of all games are made from."""
    key = seed_key(game.id, game.rules_version, options_text(options), seed, 1)
    return np.frombuffer(key, ">u8", count=1).astype(np.uint64)


@cache
def compiled_for(kernel: Kernel) -> Callable[..., None]:
    """``play_batch`` with the rules of one game; compiled when it is first called."""
    return door(kernel.bind(play_batch))


def simulate(game: Game, options: Options, games: int, seed: str) -> Result:
    """Play *games* random games.

    >>> from motherlode.games import game
    >>> golddigger = game("golddigger")
    >>> simulate(golddigger, golddigger.options(seats=3), 100, "example").moves.mean
    60.0
    """
    return Simulation(game, options, games, seed).run()
