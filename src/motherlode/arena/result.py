"""What came of a contest, in numbers.

The deal is one observation: its mean over all rotations of seats.  Intervals are those of the
bootstrap: whole deals are drawn again, with all pairings that were played on them.  Where a pairing
may stop when it is clear, they hold at any moment instead (see ``clear``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from motherlode.arena.book import VICTORY, Book, Page
from motherlode.arena.clear import believable
from motherlode.arena.plan import Contest, Pairing
from motherlode.arena.rating import SCALE, strengths
from motherlode.games import game
from motherlode.simulate import provisional

Floats = NDArray[np.float64]

ANCHOR = 1000.0
RESAMPLES = 2000
_TAILS = (0.025, 0.975)
# Resamples drawn at once: few enough not to fill the memory.
_AT_ONCE = 50
_DIGITS = 6
# The figures of a pairing: the first half is about the one alone, the second about the other.
_SHARE, _MARGIN = slice(1, 3), slice(3, 5)
_FIGURES = 5


class Estimate(msgspec.Struct, frozen=True):
    """A figure with the interval it lies in (95 %); after a single deal nobody knows."""

    mean: float
    low: float | None
    high: float | None


class LineUpResult(msgspec.Struct, frozen=True):
    """What one entrant made alone among copies of another."""

    lone: str
    rest: str
    share: Estimate  # of the games; a win shared by k seats counts 1/k
    margin: Estimate  # points more than the others had on average


class PairingResult(msgspec.Struct, frozen=True):
    """What came of two entrants meeting."""

    seats: int
    one: str
    other: str
    deals: int
    stopped: bool  # before the last deal, because it was clear who is the stronger
    balance: Estimate  # 1 if all goes to the one, 0 if all to the other
    line_ups: tuple[LineUpResult, ...]  # first the one alone, then the other
    pairing_gain: float | None  # how many times more games it would take without paired deals
    moves: float  # in a game
    endings: dict[str, int]


class Rating(msgspec.Struct, frozen=True):
    """How strong an entrant is; 400 points more are odds of ten to one."""

    entrant: str
    rating: float
    low: float | None
    high: float | None


class Cost(msgspec.Struct, frozen=True):
    """What an entrant's moves cost."""

    entrant: str
    moves: int
    ms_a_move: float | None


class Costs(msgspec.Struct, frozen=True):
    """What all of it cost: the only part of a result that another run would not repeat."""

    seconds: float  # since it was begun, or taken up again
    entrants: tuple[Cost, ...]


class Result(msgspec.Struct, frozen=True):
    """What came of a contest."""

    contest: Contest
    provisional: tuple[str, ...]  # options whose cards no rulebook prints
    complete: bool
    games: int
    pairings: tuple[PairingResult, ...]
    ratings: tuple[Rating, ...]
    reachable: bool  # whether all have beaten all, at least by way of others: else see ``rating``
    cost: Costs

    def to_json(self) -> bytes:
        """The same for programs."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2)


def result(contest: Contest, book: Book, seconds: float) -> Result:
    """The numbers of a *book* in which every pairing has a deal at least."""
    pages = list(book.pages.values())
    drawn = [
        drawn
        for seats, those in groupby(pages, lambda page: page.pairing.seats)
        for drawn in _draw(list(those), _chance(contest, seats))
    ]
    ratings, reachable = _ratings(contest, drawn)
    its = game(contest.game)
    options = its.options(seats=contest.seats[0], **contest.options)
    return Result(
        contest=contest,
        provisional=provisional(its, options),
        complete=all(page.is_complete for page in pages),
        games=sum(page.deals * page.pairing.games for page in pages),
        pairings=tuple(_pairing(contest, *both) for both in zip(pages, drawn, strict=True)),
        ratings=ratings,
        reachable=reachable,
        cost=Costs(round(seconds, 3), tuple(_costs(contest, pages))),
    )


# --- Drawing deals again ------------------------------------------------------------------------


class _Drawn(NamedTuple):
    """Sums over deals of one pairing: over those that were played, then over each resample."""

    pairing: Pairing
    deals: Floats
    won: Floats  # by the one alone and the other alone; a whole victory is 1
    margin: Floats  # likewise

    @property
    def games(self) -> Floats:
        """How many games each sat in alone."""
        return self.deals[:, None] * self.pairing.seats

    def mean(self, sums: Floats) -> Floats:
        """The mean of a game."""
        # A resample without any deal of the pairing says nothing about it.
        with np.errstate(invalid="ignore"):
            mean: Floats = sums / self.games
            return mean


def _draw(pages: Sequence[Page], chance: np.random.Generator) -> Iterator[_Drawn]:
    """The sums of pairings with the same number of seats, deals being drawn for all at once."""
    n = max(page.deals for page in pages)
    columns = np.concatenate([_columns(page, n) for page in pages], axis=1)
    # Whole numbers small enough that sums are exact, in whatever order they are taken.
    sums = np.concatenate([columns.sum(axis=0)[None], _resampled(columns, chance)])
    for page, of in zip(pages, np.split(sums, len(pages), axis=1), strict=True):
        others = page.pairing.seats - 1
        yield _Drawn(page.pairing, of[:, 0], of[:, _SHARE] / VICTORY, of[:, _MARGIN] / others)


def _columns(page: Page, n: int) -> Floats:
    """For each of *n* deals: whether it was played, wins of both alone, margins of both alone."""
    found = np.zeros((n, _FIGURES))
    found[: page.deals, 0] = 1
    found[: page.deals, _SHARE] = page.won.sum(axis=2)
    found[: page.deals, _MARGIN] = page.margin.sum(axis=2)
    return found


def _resampled(columns: Floats, chance: np.random.Generator) -> Floats:
    """The sums of *columns* over as many deals, drawn with replacement, many times."""
    n = len(columns)
    sums = []
    for _ in range(RESAMPLES // _AT_ONCE):
        drawn = chance.integers(n, size=(_AT_ONCE, n))
        times = np.stack([np.bincount(deals, minlength=n) for deals in drawn])
        sums.append(times.astype(float) @ columns)
    return np.concatenate(sums)


def _chance(contest: Contest, seats: int) -> np.random.Generator:
    text = f"bootstrap {contest.seed} {seats}"
    return np.random.default_rng(list(hashlib.sha256(text.encode()).digest()))


# --- The figures --------------------------------------------------------------------------------


def _pairing(contest: Contest, page: Page, drawn: _Drawn) -> PairingResult:
    pairing = page.pairing
    reasons = game(contest.game).words.ENDINGS
    endings = np.bincount(page.rows["ending"].ravel(), minlength=len(reasons))
    shares, margins = drawn.mean(drawn.won), drawn.mean(drawn.margin)
    by_deal = page.won.mean(axis=2) / VICTORY
    sides = ((pairing.one, pairing.other), (pairing.other, pairing.one))
    return PairingResult(
        seats=pairing.seats,
        one=pairing.one,
        other=pairing.other,
        deals=page.deals,
        stopped=page.stopped,
        balance=_share(contest, _balance(shares), _balance(by_deal)),
        line_ups=tuple(
            LineUpResult(
                lone,
                rest,
                _share(contest, shares[:, i], by_deal[:, i]),
                _margin(contest, margins[:, i], page.deals),
            )
            for i, (lone, rest) in enumerate(sides)
        ),
        pairing_gain=_pairing_gain(page),
        moves=_rounded(page.rows["moves"].mean()),
        endings=dict(zip(reasons, endings.tolist(), strict=True)),
    )


def _balance(shares: Floats) -> Floats:
    """1 if the one alone takes all and the other alone nothing; 0.5 if they take the same."""
    balance: Floats = (1 + shares[:, 0] - shares[:, 1]) / 2
    return balance


def _share(contest: Contest, drawn: Floats, by_deal: Floats) -> Estimate:
    """A share, with the interval that fits how the number of deals came about."""
    if contest.until_clear:
        return _estimate(drawn[0], *believable(by_deal))
    if len(by_deal) > 1 and by_deal.min() == by_deal.max() in {0.0, 1.0}:
        return _estimate(drawn[0], *_all_or_nothing(float(by_deal[0]), len(by_deal)))
    return _bootstrapped(drawn, len(by_deal))


def _all_or_nothing(every: float, deals: int) -> tuple[float, float]:
    """Where a share lies of which every deal gave all, or nothing: drawing again shows no doubt.

    With a mean of *p* no distribution gives nothing on all deals with a chance above (1 - p)^deals.
    """
    doubt = 1 - _TAILS[0] ** (1 / deals)
    return (every - doubt, 1.0) if every else (0.0, doubt)


def _margin(contest: Contest, drawn: Floats, deals: int) -> Estimate:
    """A margin in points; they have no bounds, so nothing holds at any moment."""
    return _bootstrapped(drawn, 0 if contest.until_clear else deals)


def _bootstrapped(drawn: Floats, deals: int) -> Estimate:
    if deals < 2:
        return _estimate(drawn[0], None, None)
    return _estimate(drawn[0], *np.nanquantile(drawn[1:], _TAILS))


def _estimate(mean: float, low: float | None, high: float | None) -> Estimate:
    return Estimate(
        _rounded(mean),
        None if low is None else _rounded(low),
        None if high is None else _rounded(high),
    )


def _rounded(value: float) -> float:
    """A figure without the last digits, in which processors may differ; never a negative zero."""
    return round(float(value), _DIGITS) + 0.0


def _pairing_gain(page: Page) -> float | None:
    """The variance of as many games on deals of their own, by that of the paired ones.

    Seats are taken equally often in both, so what a seat is worth is in neither.
    """
    won = page.won / VICTORY
    if page.pairing.seats == 2:
        won = won[:, :1]
    if page.deals < 2:
        return None
    signs = np.array([1, -1])[: won.shape[1], None]
    paired = float((won * signs).sum(axis=(1, 2)).var(ddof=1))
    unpaired = float(won.var(axis=0, ddof=1).sum())
    return _rounded(unpaired / paired) if paired else None


def _ratings(contest: Contest, drawn: Sequence[_Drawn]) -> tuple[tuple[Rating, ...], bool]:
    """Everyone's rating from all results at once, and whether all are within reach of all."""
    line_ups = [line_up for one in drawn for line_up in one.pairing.line_ups]
    halves = [slice(len(one.pairing.line_ups)) for one in drawn]
    won = np.concatenate([one.won[:, half] for one, half in zip(drawn, halves, strict=True)], 1)
    games = np.repeat(
        np.concatenate([one.games for one in drawn], 1), [half.stop for half in halves], axis=1
    )
    found, exists = strengths(contest.entrants, line_ups, won, games)
    ratings = ANCHOR + SCALE * found
    deals = min(int(one.deals[0]) for one in drawn)
    each = (_bootstrapped(ratings[:, i], deals) for i in range(len(contest.entrants)))
    return (
        tuple(
            Rating(name, of.mean, of.low, of.high)
            for name, of in zip(contest.entrants, each, strict=True)
        ),
        bool(exists[0]),
    )


def _costs(contest: Contest, pages: Sequence[Page]) -> Iterator[Cost]:
    for name in contest.entrants:
        moves, ms = 0, 0.0
        for page in pages:
            for i, side in enumerate((page.pairing.one, page.pairing.other)):
                moves += page.moves[i] if side == name else 0
                ms += page.ms[i] if side == name else 0
        yield Cost(name, moves, _rounded(ms / moves) if moves else None)
