"""A picture of a simulation: the points each seat makes, and how often it wins."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from math import cbrt, ceil
from pathlib import Path
from typing import TYPE_CHECKING

from motherlode.games import game
from motherlode.simulate import Result, SeatResult, provisional_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("svg", "png")
INK = "#2b2b2b"
FAINT = "#8a8a8a"
GOLD = "#d9a520"
DARK_GOLD = "#8a6510"
OTHERS = "#7d94ad"
DARK_OTHERS = "#3f566f"
WHITE = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
_ROW_HEIGHT = 0.74
_FLAG = 0.86  # height of the line that marks a mean
_MOST_BARS = 60


def format_of(file: Path) -> str:
    """The kind of picture a file name asks for."""
    suffix = file.suffix.removeprefix(".").lower()
    if suffix not in FORMATS:
        kinds = " or ".join(f".{kind}" for kind in FORMATS)
        raise ValueError(f"a picture ends in {kinds}, not {file.name!r}")
    return suffix


def picture(result: Result, kind: str) -> bytes:
    """The picture as the bytes of a file of that *kind*; the same result gives the same bytes."""
    return drawn_by(lambda: draw(result), kind)


def drawn_by(draw_it: Callable[[], Figure], kind: str) -> bytes:
    """What *draw_it* draws in the style of the house, as the bytes of a file."""
    import matplotlib as mpl

    file = BytesIO()
    with mpl.rc_context({"svg.hashsalt": "motherlode", "font.size": 10, "text.color": INK}):
        draw_it().savefig(file, format=kind, dpi=150, metadata=_without_date(kind))
    return file.getvalue()


def _without_date(kind: str) -> dict[str, None]:
    return {"Date": None} if kind == "svg" else {}


def draw(result: Result) -> Figure:
    """A row for each seat: on the left its points, on the right its share of the wins."""
    from matplotlib.figure import Figure

    n = len(result.seats)
    figure = Figure(figsize=(10, 2.1 + 0.95 * n), layout="constrained")
    points, wins = figure.subplots(1, 2, width_ratios=(2.2, 1), sharey=True)
    _draw_points(points, result)
    _draw_wins(wins, result)
    _name_rows(points, result)
    figure.suptitle(_title(result), x=0.01, ha="left", fontsize=14, fontweight="bold")
    figure.supxlabel(_small_print(result), x=0.01, ha="left", fontsize=8, color=FAINT)
    return figure


def _draw_points(axes: Axes, result: Result) -> None:
    width = _bar_width(result)
    tallest = max(max(_bars(seat, width).values()) for seat in result.seats)
    for row, seat in enumerate(result.seats):
        bars = _bars(seat, width)
        base = -row - 1.0
        axes.bar(
            [left + width / 2 - 0.5 for left in bars],
            [_ROW_HEIGHT * n / tallest for n in bars.values()],
            width * 0.92,
            bottom=base,
            color=_colour(seat),
        )
        _mark_mean(axes, seat, base)
    axes.set_xlabel("points")
    axes.set_title("Points in a game", loc="left", fontsize=11)
    tidy(axes)


def _mark_mean(axes: Axes, seat: SeatResult, base: float) -> None:
    mean = seat.points.mean
    axes.plot([mean, mean], [base, base + _FLAG], color=_dark(seat), linewidth=1.6)
    label = f"mean {mean:.2f}" + _give_or_take(seat.points.margin, 2)
    axes.annotate(
        label,
        (mean, base + _FLAG),
        xytext=(4, -2),
        textcoords="offset points",
        fontsize=9,
        color=_dark(seat),
        va="center",
        bbox=WHITE,
    )


def _draw_wins(axes: Axes, result: Result) -> None:
    fair = 100 / len(result.seats)
    axes.axvline(fair, color=FAINT, linestyle="--", linewidth=1)
    for row, seat in enumerate(result.seats):
        y = -row - 0.62
        share, margin = 100 * seat.win_share, 100 * (seat.win_margin or 0)
        axes.errorbar(
            share,
            y,
            xerr=margin,
            fmt="o",
            markersize=7,
            capsize=4,
            color=_colour(seat),
            ecolor=_dark(seat),
            markeredgecolor=_dark(seat),
        )
        label = f"{share:.2f} %" + _give_or_take(seat.win_margin, 2, 100)
        axes.annotate(
            label,
            (share, y),
            xytext=(0, 10),
            textcoords="offset points",
            ha="center",
            fontsize=9,
            color=_dark(seat),
            bbox=WHITE,
        )
    reach = max(_reach(seat, fair) for seat in result.seats)
    axes.set_xlim(fair - reach, fair + reach)
    axes.xaxis.set_major_formatter(lambda value, _: f"{value:g} %")
    axes.locator_params(axis="x", nbins=4)
    axes.set_xlabel(f"share of games (dashed: {fair:.4g} %)")
    axes.set_title("Games won", loc="left", fontsize=11)
    tidy(axes)


def _reach(seat: SeatResult, fair: float) -> float:
    """How far from the fair share the axis must go for this seat, with room for its label."""
    return 1.6 * (abs(100 * seat.win_share - fair) + 100 * (seat.win_margin or 0)) + 0.05


def _name_rows(axes: Axes, result: Result) -> None:
    names = [f"Seat {seat.seat}" + ("\nstarts" if seat.seat == 1 else "") for seat in result.seats]
    axes.set_yticks([-row - 0.62 for row in range(len(names))], names, fontsize=11)
    axes.set_ylim(-len(names) - 0.02, 0)


def tidy(axes: Axes) -> None:
    """Leave of the frame what is needed to read a value."""
    axes.tick_params(axis="y", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.grid(axis="x", color="#e6e6e6", linewidth=0.8)
    axes.set_axisbelow(True)


def _bar_width(result: Result) -> int:
    """How many points one bar stands for: few enough bars, and few enough gaps between them."""
    least = min(seat.points.least for seat in result.seats)
    most = max(seat.points.most for seat in result.seats)
    bars = min(_MOST_BARS, max(8, ceil(2 * cbrt(result.games))))
    return max(1, ceil((most - least + 1) / bars))


def _bars(seat: SeatResult, width: int) -> dict[int, int]:
    """How many games had points within each bar, by the first point of the bar."""
    bars: dict[int, int] = {}
    for points, n in seat.games_by_points.items():
        left = points // width * width
        bars[left] = bars.get(left, 0) + n
    return bars


def _colour(seat: SeatResult) -> str:
    return GOLD if seat.seat == 1 else OTHERS


def _dark(seat: SeatResult) -> str:
    return DARK_GOLD if seat.seat == 1 else DARK_OTHERS


def _give_or_take(margin: float | None, digits: int, times: float = 1) -> str:
    return "" if margin is None else f" ± {times * margin:.{digits}f}"


def _title(result: Result) -> str:
    title = game(result.game).title
    random = f"{result.games:,} random game" + ("" if result.games == 1 else "s")
    if not result.complete:
        random += ", stopped early"
    deck = " (provisional deck)" if result.provisional else ""
    return f"{title}{deck} · {len(result.seats)} seats · {random}"


def _small_print(result: Result) -> str:
    options = " ".join(f"{name}={text}" for name, text in result.options.items())
    lines = [
        f"seed {result.seed} · {options} · margins are 95 % · a shared win counts in equal parts"
    ]
    if result.provisional:
        lines.append(provisional_text(result.provisional))
    return "\n".join(lines)
