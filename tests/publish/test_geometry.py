"""Where things stand on drawings."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.publish.geometry import Bar, axis, bar, curves, spread_out
from benchwright.statistics import Interval


def test_bars_count_in_per_cent_of_their_scale() -> None:
    assert bar(Interval(0.62, 0.55, 0.69, 9, 9)) == Bar(62.0, 55.0, 69.0)
    assert bar(Interval(1.5, 1.0, 2.5, 9, 9), 2.0) == Bar(75.0, 50.0, 100.0)
    assert bar(Interval(0.5, None, None, 1, 1, "none")) == Bar(50.0, None, None)
    assert bar(Interval(None, None, None, 0, 0, "none")) is None
    assert bar(Interval(0.0, 0.0, 0.0, 9, 9), 0.0) is None


@pytest.mark.parametrize(
    ("most", "end"), [(0.03, 0.04), (0.08, 0.08), (0.081, 0.1), (0.21, 0.4), (1.0, 1.0), (3.5, 4.0)]
)
def test_an_axis_ends_at_a_short_number(most: float, end: float) -> None:
    scale = axis([Interval(0.0, -most, most / 2, 9, 9)])
    assert scale.most == end
    assert [at for at, _ in scale.ticks] == [0.0, 25.0, 50.0, 75.0, 100.0]
    assert (scale.at(0.0), scale.at(end), scale.at(-end)) == (50.0, 100.0, 0.0)


def test_an_axis_of_nothing_is_one() -> None:
    assert axis([]).most == 1.0
    assert axis([Interval(0.0, 0.0, 0.0, 9, 9)]).most == 1.0


def test_curves_stand_inside_their_frame() -> None:
    drawn = curves({"a": [(1, 0.0), (5, 0.5), (10, 1.0)], "b": [(1, 0.2)]}, 400, 300, 100)
    assert drawn is not None
    assert [one.system for one in drawn.lines] == ["a"]  # b has one point only
    assert drawn.lines[0].points == ((40.0, 260.0), (155.6, 136.0), (300.0, 12.0))
    assert drawn.lines[0].path == "M40 260L155.6 136L300 12"
    assert [label for _, label in drawn.across] == ["1", "5", "10"]
    assert curves({"b": [(1, 0.2)]}, 400, 300, 100) is None


@given(st.lists(st.floats(0, 300), min_size=1, max_size=12))
def test_names_are_apart_and_in_the_order_of_their_lines(wanted: list[float]) -> None:
    named = {f"s{place}": value for place, value in enumerate(wanted)}
    placed = spread_out(named, 12.0, 260.0, 16.0)
    ordered = sorted(placed, key=lambda name: named[name])
    assert all(placed[b] - placed[a] >= 15.9 for a, b in pairwise(ordered))
    if len(wanted) <= 12:
        assert min(placed.values()) >= 11.9
        assert max(placed.values()) <= 260.1
