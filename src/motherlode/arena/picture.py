"""A picture of a ladder: how strong everyone is, and what neighbours win of each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from motherlode.arena.plan import called
from motherlode.arena.result import Estimate, LineUpResult, Rating, Result
from motherlode.games import game
from motherlode.plot import (
    DARK_GOLD,
    DARK_OTHERS,
    FAINT,
    GOLD,
    OTHERS,
    WHITE,
    drawn_by,
    tidy,
)
from motherlode.simulate import provisional_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# How far above its point a figure stands.
_ABOVE = 9
_ROW, _ROW_OF_TWO = 0.8, 1.1
_RUNG = "#efefef"
# Inches on either side of each part: the last value of one must not touch the first of the next.
_GAP = 0.12
# Room for figures beside the outermost points, as a part of the axis.
_ROOM = 0.14


class _Side(NamedTuple):
    """The upper neighbour alone among the lower one's copies, or the reverse."""

    colour: str
    dark: str
    lift: float  # of its points over the middle between the rows


_UP = _Side(GOLD, DARK_GOLD, 0.14)
_DOWN = _Side(OTHERS, DARK_OTHERS, -0.22)
_EVEN = _Side(GOLD, DARK_GOLD, 0.0)


def picture(result: Result, kind: str) -> bytes:
    """The picture as the bytes of a file of that *kind*; the same result gives the same bytes."""
    return drawn_by(lambda: draw(result), kind)


def draw(result: Result) -> Figure:
    """On the left a rung for each entrant, on the right what neighbours win, by number of seats."""
    from matplotlib.figure import Figure

    ladder = rungs(result)
    tables = result.contest.seats
    row = _ROW if max(tables) == 2 else _ROW_OF_TWO
    size = (6.4 + 3.6 * len(tables), 2.0 + row * len(ladder))
    figure = Figure(figsize=size)
    figure.set_layout_engine("constrained", w_pad=_GAP)
    ratios = (1.6, *(1.0 for _ in tables))
    axes = figure.subplots(1, 1 + len(tables), width_ratios=ratios, sharey=True)
    _draw_ratings(axes[0], ladder, result)
    for place, seats in zip(axes[1:], tables, strict=True):
        _draw_shares(place, ladder, result, seats)
    figure.suptitle(_title(result), x=0.01, ha="left", fontsize=14, fontweight="bold")
    figure.supxlabel(_small_print(result), x=0.01, ha="left", fontsize=8, color=FAINT)
    return figure


def rungs(result: Result) -> tuple[Rating, ...]:
    """Everyone from the lowest rung to the highest: as named, or by strength if all met all."""
    if result.contest.ladder:
        return result.ratings
    return tuple(sorted(result.ratings, key=lambda each: each.rating))


def _draw_ratings(axes: Axes, ladder: Sequence[Rating], result: Result) -> None:
    anchor = result.contest.entrants[0]
    for row, each in enumerate(ladder):
        estimate = Estimate(each.rating, each.low, each.high)
        _mark(axes, estimate, row, _EVEN, f"{each.rating:.0f}")
    ends = [end for each in ladder for end in (each.low, each.rating, each.high) if end is not None]
    _reach(axes, ends)
    its = game(result.contest.game)
    axes.set_yticks(range(len(ladder)), [called(its, each.entrant) for each in ladder], fontsize=11)
    axes.set_ylim(-0.4, len(ladder) - 0.5)
    axes.set_xlabel(f"rating ({called(its, anchor)} = 1000; 400 more are odds of ten to one)")
    axes.set_title("How strong", loc="left", fontsize=11)
    _draw_rungs(axes, ladder)


def _draw_shares(axes: Axes, ladder: Sequence[Rating], result: Result, seats: int) -> None:
    fair = 100 / seats
    axes.axvline(fair, color=FAINT, linestyle="--", linewidth=1)
    ends = [fair]
    for row, side, of in _neighbours(ladder, result, seats):
        share = _percent(of.share)
        _mark(axes, share, row + 0.5 + side.lift, side, f"{share.mean:.1f} %")
        ends += [end for end in (share.low, share.mean, share.high) if end is not None]
    _reach(axes, ends)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g} %")
    axes.locator_params(axis="x", nbins=4)
    axes.set_xlabel(f"games won (dashed: {fair:.4g} %)")
    axes.set_title(_shares_title(seats), loc="left", fontsize=11)
    _draw_rungs(axes, ladder)


def _draw_rungs(axes: Axes, ladder: Sequence[Rating]) -> None:
    tidy(axes)
    for row in range(len(ladder)):
        axes.axhline(row, color=_RUNG, linewidth=6, zorder=0)


def _neighbours(
    ladder: Sequence[Rating], result: Result, seats: int
) -> Iterator[tuple[int, _Side, LineUpResult]]:
    """What each wins alone against the next one on the ladder, with the lower row of the two."""
    line_ups = {
        (line_up.lone, line_up.rest): line_up
        for pairing in result.pairings
        if pairing.seats == seats
        for line_up in pairing.line_ups
    }
    for row, (lower, upper) in enumerate(pairwise(ladder)):
        yield row, _UP if seats > 2 else _EVEN, line_ups[upper.entrant, lower.entrant]
        if seats > 2:
            yield row, _DOWN, line_ups[lower.entrant, upper.entrant]


def _mark(axes: Axes, of: Estimate, y: float, side: _Side, label: str) -> None:
    low, high = of.mean if of.low is None else of.low, of.mean if of.high is None else of.high
    axes.errorbar(
        of.mean,
        y,
        # Rounding may put a mean a hair beside an interval without any width.
        xerr=[[max(0.0, of.mean - low)], [max(0.0, high - of.mean)]],
        fmt="o",
        markersize=7,
        capsize=4,
        color=side.colour,
        ecolor=side.dark,
        markeredgecolor=side.dark,
    )
    axes.annotate(
        label,
        (of.mean, y),
        xytext=(0, _ABOVE),
        textcoords="offset points",
        ha="center",
        fontsize=9,
        color=side.dark,
        bbox=WHITE,
    )


def _percent(of: Estimate) -> Estimate:
    low, high = (None if end is None else 100 * end for end in (of.low, of.high))
    return Estimate(100 * of.mean, low, high)


def _reach(axes: Axes, ends: Sequence[float]) -> None:
    room = max(1.0, _ROOM * (max(ends) - min(ends)))
    axes.set_xlim(min(ends) - room, max(ends) + room)


def _shares_title(seats: int) -> str:
    if seats == 2:
        return "Against the one below (2 seats)"
    return f"One among copies of the other ({seats} seats)"


def _title(result: Result) -> str:
    title = game(result.contest.game).title
    deck = " (provisional deck)" if result.provisional else ""
    early = "" if result.complete else ", stopped early"
    seats = ", ".join(map(str, result.contest.seats))
    return f"{title}{deck} · {seats} seats · {result.games:,} games on paired deals{early}"


def _small_print(result: Result) -> str:
    contest = result.contest
    options = " ".join(f"{name}={text}" for name, text in contest.options.items())
    lines = [" · ".join(filter(None, [f"seed {contest.seed}", options, _margins(result)]))]
    if max(contest.seats) > 2:
        lines.append("gold: the upper alone among copies of the lower · blue: the reverse")
    if result.provisional:
        lines.append(provisional_text(result.provisional))
    return "\n".join(lines)


def _margins(result: Result) -> str:
    contest = result.contest
    held = "at any moment" if contest.until_clear else "bootstrap over deals"
    most = "at most " if contest.until_clear else ""
    deals = f"{most}{contest.deals:,} deals a pairing"
    return f"{deals} · bars hold 95 % ({held}) · a shared win counts in equal parts"
