"""Plots of a report as SVG: one row a player, an interval, and a mark on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from kheper.arena.markup import Markup, element
from kheper.arena.report import EventTable

WIDTH = 720.0
MARGIN = 24.0
LINE = 26.0
# Room for the names, of which the ends of very long ones are left away.
NAMES = 190.0
LONGEST_NAME = 28


class Bar(NamedTuple):
    """What is drawn for a player: from low to high, with a mark between them."""

    name: str
    low: float
    value: float
    high: float
    note: str


def ratings_plot(table: EventTable) -> Markup:
    """Draw the ratings with their intervals of confidence."""
    bars = [
        Bar(row.player, rating.low, rating.value, rating.high, f"{rating.value:+.0f}")
        for row in table.rows
        for rating in [row.rating]
    ]
    return _plot(f"Ratings: {table.name}", bars)


def points_plot(table: EventTable) -> Markup | None:
    """Draw the mean of the final points, and the span that eight of ten games ended in."""
    bars = [
        Bar(row.player, row.spread[1], row.points, row.spread[9], f"{row.points:.1f}")
        for row in table.rows
        if row.points is not None
    ]
    return _plot(f"Points: {table.name}", bars) if bars else None


def ticks(low: float, high: float, most: int = 8) -> list[float]:
    """Return round numbers that span an interval.

    >>> ticks(-130, 210)
    [-150.0, -100.0, -50.0, 0.0, 50.0, 100.0, 150.0, 200.0, 250.0]
    """
    if high - low < 1e-6:
        low, high = low - 1, high + 1  # all is the same: show where it lies
    span = high - low
    power = 10.0 ** floor(log10(span / most))
    step = next(power * n for n in (1, 2, 5, 10, 20) if span / (power * n) <= most)
    return [n * step for n in range(floor(low / step), ceil(high / step) + 1)]


def _plot(title: str, bars: Sequence[Bar]) -> Markup:
    marks = ticks(min(bar.low for bar in bars), max(bar.high for bar in bars))
    left, right = NAMES + MARGIN, WIDTH - 60.0
    height = LINE * len(bars) + 44.0

    def across(value: float) -> float:
        return left + (right - left) * (value - marks[0]) / (marks[-1] - marks[0])

    scale = [_tick(across(mark), mark, height - 30.0) for mark in marks]
    rows = [_row(bar, n, across) for n, bar in enumerate(bars)]
    return element(
        "svg",
        element("title", title),
        *scale,
        *rows,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH:g} {height:g}",
        role="img",
    )


def _tick(x: float, value: float, bottom: float) -> Markup:
    return element(
        "g",
        element("line", x1=x, x2=x, y1=6.0, y2=bottom, class_="zero" if value == 0 else "grid"),
        element("text", f"{value:g}", x=x, y=bottom + 18, text_anchor="middle"),
    )


def _row(bar: Bar, number: int, across: Callable[[float], float]) -> Markup:
    y = 20.0 + LINE * number
    short = bar.name if len(bar.name) <= LONGEST_NAME else bar.name[: LONGEST_NAME - 1] + "…"
    low, value, high = (across(one) for one in (bar.low, bar.value, bar.high))
    return element(
        "g",
        element("title", f"{bar.name}: {bar.value:.1f}, from {bar.low:.1f} to {bar.high:.1f}"),
        element("text", short, x=NAMES + 10, y=y + 4, text_anchor="end"),
        element("line", x1=low, x2=high, y1=y, y2=y, class_="span"),
        element("circle", cx=value, cy=y, r=5, class_="mark"),
        element("text", bar.note, x=WIDTH - 6, y=y + 4, text_anchor="end"),
    )
