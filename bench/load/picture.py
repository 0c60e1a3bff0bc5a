"""A picture of the load: how long a move takes, and how many there are, by tables in flight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bench.load.play import Run
from motherlode.plot import DARK_GOLD, DARK_OTHERS, FAINT, GOLD, OTHERS, WHITE, drawn_by

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def picture(runs: Mapping[int, Run], title: str, small_print: str, kind: str) -> bytes:
    """The picture as the bytes of a file of that *kind*."""
    return drawn_by(lambda: draw(runs, title, small_print), kind)


def draw(runs: Mapping[int, Run], title: str, small_print: str) -> Figure:
    """On the left how long a move takes, on the right how many there are a second."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(10, 3.9), layout="constrained")
    times, rates = figure.subplots(1, 2, width_ratios=(1.5, 1))
    in_flight = sorted(runs)
    _draw_times(times, in_flight, [runs[n] for n in in_flight])
    _draw_rates(rates, in_flight, [runs[n] for n in in_flight])
    figure.suptitle(title, x=0.01, ha="left", fontsize=14, fontweight="bold")
    figure.supxlabel(small_print, x=0.01, ha="left", fontsize=8, color=FAINT)
    return figure


def _draw_times(axes: Axes, in_flight: Sequence[int], runs: Sequence[Run]) -> None:
    slow, usual = [run.p99 for run in runs], [run.p50 for run in runs]
    axes.plot(in_flight, slow, "o-", color=OTHERS, markersize=4, linewidth=1.6)
    axes.plot(in_flight, usual, "o-", color=GOLD, markersize=4, linewidth=1.6)
    _name(axes, in_flight[-1], slow[-1], "99 of 100", DARK_OTHERS)
    _name(axes, in_flight[-1], usual[-1], "half of all", DARK_GOLD)
    axes.set_yscale("log", base=2)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:g} ms")
    axes.set_title("From a move until all seats know it, within", loc="left", fontsize=11)
    _tidy(axes, in_flight)


def _name(axes: Axes, x: float, y: float, text: str, colour: str) -> None:
    axes.annotate(
        text,
        (x, y),
        xytext=(6, 0),
        textcoords="offset points",
        fontsize=9,
        color=colour,
        va="center",
        bbox=WHITE,
    )


def _draw_rates(axes: Axes, in_flight: Sequence[int], runs: Sequence[Run]) -> None:
    rates = [run.rate for run in runs]
    axes.plot(in_flight, rates, "o-", color=GOLD, markersize=4, linewidth=1.6)
    best = max(rates)
    _name(axes, in_flight[rates.index(best)], best * 1.06, f"{best:,.0f}", DARK_GOLD)
    axes.set_ylim(0, 1.2 * best)
    axes.yaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    axes.set_title("Moves a second", loc="left", fontsize=11)
    _tidy(axes, in_flight)


def _tidy(axes: Axes, in_flight: Sequence[int]) -> None:
    axes.set_xscale("log", base=2)
    axes.set_xticks(in_flight, [str(n) for n in in_flight])
    axes.set_xlim(in_flight[0] / 1.2, in_flight[-1] * 1.9)
    axes.set_xlabel("tables in flight")
    axes.tick_params(axis="both", which="both", length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.grid(axis="y", color="#e6e6e6", linewidth=0.8)
    axes.set_axisbelow(True)
