"""Measured figures, the bars they should reach, and how they are printed."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One measured figure: what it is of, how much, and what it should be."""

    table: str
    name: str
    value: float
    unit: str
    bar: float | None = None
    less_is_better: bool = False

    @property
    def reached(self) -> bool:
        if self.bar is None:
            return True
        return self.value <= self.bar if self.less_is_better else self.value >= self.bar


def show(lines: Iterable[Line]) -> None:
    """One table after the other, each with its title; a star marks a bar that was not reached."""
    title = ""
    for line in lines:
        if line.table != title:
            title = line.table
            print(f"\n{title}")
        star = "" if line.reached else " *"
        bar = "" if line.bar is None else f"   bar {_figure(line.bar)}"
        print(f"  {line.name:<62}{_figure(line.value):>12} {line.unit:<12}{bar}{star}")


def _figure(value: float) -> str:
    if value >= 1e5:
        return f"{value / 1e6:.2f} M"
    return f"{value:.4g}"
