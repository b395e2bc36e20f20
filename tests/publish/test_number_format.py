"""One number, one look; and words of others on one line."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.english.counts import counted
from benchwright.evaluate.summary import ALPHA
from benchwright.publish.number_format import (
    better,
    estimate,
    has_end,
    interval,
    less_is_better,
    mean,
    number,
    probability,
    probability_is,
    unit,
)
from benchwright.publish.safe_text import line, short_names, shortened, visible
from benchwright.statistics import Interval


@pytest.mark.parametrize(
    ("value", "places", "shown"),
    [
        (0.6234, 2, "0.62"),
        (0.6234, 3, "0.623"),
        (1.0, 2, "1.00"),
        (-0.049, 2, "−0.05"),
        (-0.001, 2, "0.00"),
        (None, 2, "–"),
        (math.nan, 2, "–"),
        (math.inf, 2, "–"),
    ],
)
def test_a_number_is_never_nan(value: float | None, places: int, shown: str) -> None:
    assert number(value, places) == shown


@pytest.mark.parametrize(("value", "shown"), [(0.0042, "0.004 s"), (1.234, "1.23 s"), (1234.5, "1,234 s"), (None, "–")])
def test_latency_is_in_seconds(value: float | None, shown: str) -> None:
    assert number(value, 2, measure="latency") == shown


def test_an_estimate_has_its_interval_and_says_when_it_is_rough() -> None:
    assert estimate(Interval(0.62, 0.55, 0.69, 155, 40)) == "0.62 [0.55, 0.69]"
    assert estimate(Interval(0.62, 0.4, 0.8, 12, 9, "rough", "few"), doubtful=True) == "~0.62 [0.40, 0.80]"
    assert estimate(Interval(0.5, None, None, 3, 1, "none", "one document")) == "0.50"
    assert estimate(Interval(None, None, None, 0, 0, "none", "no question")) == "–"
    assert estimate(Interval(0.08, -0.02, 0.18, 9, 9), signed=True) == "+0.08 [−0.02, +0.18]"
    assert mean(Interval(None, None, None, 0, 0, "rough")) == "–"
    assert interval(Interval(1.5, 1.25, 1.75, 9, 9), measure="latency") == "[1.25, 1.75]"


@pytest.mark.parametrize(
    ("p", "shown", "said"),
    [
        (0.00005, "< 0.001", "p < 0.001"),
        (0.0041, "0.004", "p = 0.004"),
        (0.0494, "0.049", "p = 0.049"),
        (0.0496, "0.0496", "p = 0.0496"),
        (0.04996, "0.04996", "p = 0.04996"),
        (0.04999999, "< 0.05", "p < 0.05"),
        (0.05, "0.050", "p = 0.050"),
        (0.0501, "0.050", "p = 0.050"),
        (0.31, "0.31", "p = 0.31"),
        (1.0, "1", "p = 1"),
        (None, "–", "p = –"),
    ],
)
def test_a_probability(p: float | None, shown: str, said: str) -> None:
    assert probability(p) == shown
    assert probability_is(p) == said


@given(st.floats(0, 1))
def test_a_shown_probability_never_contradicts_the_verdict(p: float) -> None:
    shown = probability(p)
    assert (shown.startswith("<") or float(shown) < ALPHA) == (p < ALPHA)


def test_which_way_a_measure_is_better_comes_with_its_name() -> None:
    assert better("recall@5", 0.7, 0.6)
    assert better("latency", 0.1, 0.2)
    assert (less_is_better("latency"), less_is_better("F1@threshold")) == (True, False)
    assert (unit("latency"), unit("recall@5"), unit("")) == (" s", "", "")
    assert (has_end("latency"), has_end("MAP@10")) == (False, True)


def test_counts_and_lists() -> None:
    assert [counted(n, "question") for n in (0, 1, 2214)] == ["0 questions", "1 question", "2,214 questions"]


def test_what_cannot_be_seen_is_shown() -> None:
    assert visible("a\x1b[31m\u202egpj.exe\x00\ud800 中\n") == "a\\x1b[31m\\u202egpj.exe\\x00\\ud800 中\n"
    assert line(" two\n lines\t") == "two lines"
    assert line("abcdefgh", 5) == "abcd…"


def test_a_long_name_loses_its_middle() -> None:
    assert shortened("hybrid(bm25,dense:wordllama)", 20) == "hybrid(bm2…ordllama)"
    assert shortened("bm25", 20) == "bm25"


def test_short_names_stay_apart() -> None:
    names = ["a" * 20 + "x" + "b" * 20, "a" * 20 + "y" + "b" * 20, "bm25"]
    assert short_names(names, 12) == {names[0]: "aaaaaa…bbbbb", names[1]: "aaaa…bbb (2)", "bm25": "bm25"}


@given(st.lists(st.text(max_size=60), unique=True, max_size=8), st.integers(12, 40))
def test_short_names_are_short_and_all_different(names: list[str], longest: int) -> None:
    shorts = short_names(names, longest)
    assert len(set(shorts.values())) == len(names)
    assert all(len(short) <= max(longest, 12) for short in shorts.values())
