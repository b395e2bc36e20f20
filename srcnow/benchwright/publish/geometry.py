"""Compute places on a drawing from numbers: bars, axes, curves.

Bars and whiskers count in per cent of their box; curves in the units of their view box.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchwright.statistics import Interval

SHAPES = 6
COLOURS = 7


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar from 0 to `mean` with a whisker from `low` to `high`, all 0 to 100; None where there is none."""

    mean: float | None
    low: float | None
    high: float | None


def bar(estimate: Interval, most: float = 1.0) -> Bar | None:
    """The bar of a mean on a scale from 0 to `most`."""
    if estimate.mean is None or most <= 0:
        return None
    ends = (estimate.mean, estimate.low, estimate.high)
    return Bar(*(None if end is None else _percent(end / most) for end in ends))


def _percent(share: float) -> float:
    return round(100 * min(1.0, max(0.0, share)), 2)


@dataclass(frozen=True, slots=True)
class Axis:
    """A scale for differences, 0 in the middle: `most` at both ends, ticks as (place in per cent, label)."""

    most: float
    ticks: tuple[tuple[float, str], ...]

    def at(self, value: float) -> float:
        return _percent((value + self.most) / (2 * self.most))


def axis(estimates: Sequence[Interval]) -> Axis:
    """A scale that all the estimates fit in, its ends and their halves labelled."""
    ends = [abs(value) for one in estimates for value in (one.mean, one.low, one.high) if value is not None]
    most = round_up(max(ends, default=1.0))
    labels = [(-most, "−"), (-most / 2, "−"), (0.0, ""), (most / 2, "+"), (most, "+")]
    return Axis(most, tuple((_percent((at + most) / (2 * most)), f"{sign}{abs(at):g}") for at, sign in labels))


def round_up(value: float) -> float:
    """The next of 1, 2, 4, 6, 8 times a power of ten, so that halves are short too."""
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    return next(round(step * power, 10) for step in (1, 2, 4, 6, 8, 10) if step * power >= value * 0.999999)


@dataclass(frozen=True, slots=True)
class Curve:
    """The line of one system: `points` as (x, y), and where its name stands."""

    system: str
    points: tuple[tuple[float, float], ...]
    label_y: float

    @property
    def path(self) -> str:
        return "M" + "L".join(f"{x:g} {y:g}" for x, y in self.points)


@dataclass(frozen=True, slots=True)
class Curves:
    """A drawing `width` x `height`: lines inside a frame, ticks as (place, label), names to the right of the frame."""

    width: int
    height: int
    left: float
    right: float
    top: float
    bottom: float
    across: tuple[tuple[float, str], ...]
    up: tuple[tuple[float, str], ...]
    lines: tuple[Curve, ...]


LINE = 16.0
"""How far names of curves are apart at least."""


def curves(points_of: Mapping[str, Sequence[tuple[int, float]]], width: int, height: int, names: int) -> Curves | None:
    """The drawing of recall by rank; `names` is the room for names. None if no curve has two points."""
    drawable = {system: sorted(points) for system, points in points_of.items() if len(points) > 1}
    if not drawable:
        return None
    ranks = sorted({k for points in drawable.values() for k, _ in points})
    left, right, top, bottom = 40.0, float(width - names), 12.0, float(height - 40)
    scale = (lambda k: math.log(k)) if ranks[-1] > 15 else float
    first, last = scale(ranks[0]), scale(ranks[-1])

    def x(k: int) -> float:
        return round(left + (right - left) * (scale(k) - first) / (last - first), 1)

    def y(value: float) -> float:
        return round(bottom - (bottom - top) * min(1.0, max(0.0, value)), 1)

    ends = {system: y(points[-1][1]) for system, points in drawable.items()}
    labels = spread_out(ends, top, bottom, LINE)
    lines = tuple(
        Curve(system, tuple((x(k), y(value)) for k, value in points), labels[system])
        for system, points in drawable.items()
    )
    across: list[tuple[float, str]] = []
    for k in reversed(ranks):  # the largest first: where labels would touch, the smaller ranks go without
        if not across or across[-1][0] - x(k) >= 22:
            across.append((x(k), str(k)))
    up = tuple((y(step / 5), f"{step / 5:.1f}") for step in range(6))
    return Curves(width, height, left, right, top, bottom, tuple(reversed(across)), up, lines)


def spread_out(wanted: Mapping[str, float], top: float, bottom: float, apart: float) -> dict[str, float]:
    """Places near the wanted ones that are at least `apart` from each other, in the same order."""
    order = sorted(wanted, key=lambda name: wanted[name])
    places: list[float] = []
    for name in order:
        places.append(max(wanted[name], places[-1] + apart if places else top))
    floor = max(bottom, top + apart * (len(order) - 1))
    for at in range(len(places) - 1, -1, -1):
        places[at] = min(places[at], floor)
        floor = places[at] - apart
    return {name: round(place, 1) for name, place in zip(order, places, strict=True)}
