"""Differences that lean to one side: where few documents get no verdict, and where they do."""

from __future__ import annotations

import numpy as np
import pytest
from clustered import skewed

from benchwright.statistics import below_p, paired


def _tested(differences: list[float]) -> tuple[float | None, str]:
    values = np.array(differences)[:, None] / 2
    found = paired(0.5 + values, 0.5 - values, np.arange(len(differences)))[0]
    return found.p, found.untested


def test_a_tail_away_from_the_mean_is_no_verdict_below_30_documents() -> None:
    few = [-0.3] * 10 + [-0.25] * 3 + [0.6]
    assert _tested(few) == (None, "the differences of 14 documents lean to one side, and a test of them needs 30")
    p, untested = _tested(few * 3)
    assert untested == ""
    assert p is not None
    assert p < 0.05


def test_a_tail_on_the_side_of_the_mean_does_no_harm() -> None:
    p, untested = _tested([0.05] * 10 + [0.1] * 3 + [0.9])
    assert (p is not None, untested) == (True, "")


def test_equal_differences_have_no_spread_unless_there_is_no_more_to_differ_by() -> None:
    assert _tested([-0.1] * 15)[0] is None
    p, _ = _tested([-1.0] * 15)
    assert p is not None
    assert p < 0.001


def test_right_and_wrong_answers_one_a_document_are_always_tested() -> None:
    p, _ = _tested([1.0] * 12 + [-1.0])
    assert p == pytest.approx(0.00183, abs=0.0001)  # the sign test's mid-p value: 1 of 13


def test_one_sided_margins_are_refused_in_the_same_way() -> None:
    few = np.array([-0.3] * 10 + [-0.25] * 3 + [0.6])
    assert below_p(few, np.arange(14), -0.02, width=1.0) is None
    assert below_p(-few, np.arange(14), -0.02, width=1.0) is not None  # it is ahead
    assert below_p(np.full(15, -1.0), np.arange(15), -0.02, width=1.0) is not None


def test_false_alarms_of_skewed_differences_stay_near_the_level() -> None:
    draw = np.random.default_rng(5)
    made = skewed(15, "1", "log-normal", 0.0, 500, draw)
    found = paired(
        made.values, np.zeros_like(made.values), made.clusters, bounds=None, resamples=100, permutations=1000
    )
    alarms = [one.p is not None and one.p <= 0.05 for one in found]
    assert np.mean(alarms) < 0.085  # without the rule 0.11
