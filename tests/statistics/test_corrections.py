"""Corrected shares: against published formulas and ppi-python, their invariants, and how often intervals hold."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from judged_answers import MadeUpAnswers, MadeUpJudge, judged_answers, with_labels, with_test_items
from numpy.typing import ArrayLike

from benchwright.statistics.joint_means import ClusteredSample, joint_means
from benchwright.statistics.prediction_powered import post_stratified, prediction_powered
from benchwright.statistics.rogan_gladen import rogan_gladen


def sample(values: ArrayLike, start: int = 0) -> ClusteredSample:
    """Items that stand alone."""
    numbers = np.asarray(values, dtype=np.float64)
    return ClusteredSample(numbers, np.arange(start, start + len(numbers)))


def yes(count: int, total: int, start: int = 0) -> ClusteredSample:
    return sample([1.0] * count + [0.0] * (total - count), start)


def test_independent_answers_have_lang_and_reiczigels_interval() -> None:
    """Equations 6, 7, 16 and 17 of the paper, written out: 60 of 200 seen, sensitivity 180/200, specificity 114/120."""
    z = 1.959963984540054
    n, sensitive, specific = 200 + z**2, 181 / 202, 115 / 122
    seen = (60 + z**2 / 2) / n
    center = (seen + specific - 1) / (sensitive + specific - 1)
    errors = sensitive * (1 - sensitive) / 202, specific * (1 - specific) / 122
    variance = seen * (1 - seen) / n + center**2 * errors[0] + (1 - center) ** 2 * errors[1]
    half = z * math.sqrt(variance) / (sensitive + specific - 1)
    shift = 2 * z**2 * (center * errors[0] - (1 - center) * errors[1])
    found = rogan_gladen(yes(60, 200), yes(180, 200, 1000), yes(6, 120, 2000))
    assert found.mean == pytest.approx((0.3 - 0.05) / (0.9 - 0.05))
    assert found.low == pytest.approx(center + shift - half)
    assert found.high == pytest.approx(center + shift + half)
    assert (found.n, found.clusters, found.sureness) == (200, 200, "")


def test_a_perfect_judge_changes_nothing_but_the_width() -> None:
    found = rogan_gladen(yes(60, 200), yes(100, 100, 1000), yes(0, 100, 2000))
    assert found.mean == pytest.approx(0.3)
    assert found.low is not None
    assert found.high is not None
    assert found.low < 0.24
    assert found.high > 0.36


@pytest.mark.parametrize(
    ("right", "wrong", "why"),
    [
        (yes(9, 9, 1000), yes(0, 50, 2000), "tested on 9 right answers"),
        (yes(50, 50, 1000), yes(0, 5, 2000), "tested on 5 wrong answers"),
        (yes(25, 50, 1000), yes(25, 50, 2000), "not shown to tell right answers"),
        (yes(28, 50, 1000), yes(25, 50, 2000), "not shown to tell right answers"),
        (ClusteredSample(np.ones(20), np.zeros(20, dtype=np.int64)), yes(0, 50, 2000), "one document"),
    ],
)
def test_what_cannot_be_corrected_says_why(right: ClusteredSample, wrong: ClusteredSample, why: str) -> None:
    found = rogan_gladen(yes(60, 200), right, wrong)
    assert (found.mean, found.low, found.high, found.sureness) == (None, None, None, "none")
    assert why in found.why


def test_few_test_items_are_told() -> None:
    found = rogan_gladen(yes(60, 200), yes(19, 20, 1000), yes(1, 50, 2000))
    assert found.sureness == "rough"
    assert "20 answers of a kind, fewer than 100" in found.why


def test_test_items_of_few_documents_are_told() -> None:
    right = ClusteredSample(np.array([1.0] * 90 + [0.0] * 10), np.arange(100) % 7 + 1000)
    found = rogan_gladen(yes(60, 200), right, yes(4, 100, 2000))
    assert (found.sureness, found.why) == ("rough", "fewer than 30 documents")


def test_scores_out_of_bounds_are_refused() -> None:
    with pytest.raises(ValueError, match="out of bounds"):
        rogan_gladen(sample([0.5, 2.0]), yes(9, 10, 10), yes(1, 10, 30))
    with pytest.raises(ValueError, match="out of bounds"):
        prediction_powered(yes(9, 30), yes(9, 30), sample([-1.0], 40))


def test_ppi_python_gives_the_same() -> None:
    """ppi-python 0.2.3 on the same numbers: 0.40833 [0.3157, 0.5010] with weight 1, and 0.4108 [0.3270, 0.4946] tuned
    (by a variance that is pooled over both samples). Our interval is a little wider, for two more items, and leans
    towards 1/2, for the variance goes as p (1 - p)."""
    draw = np.random.default_rng(7)
    labelled, others = 60, 400
    truth = (draw.random(labelled + others) < 0.4).astype(np.float64)
    judged = np.where(draw.random(labelled + others) < 0.85, truth, 1 - truth)
    samples = sample(truth[:labelled]), sample(judged[:labelled]), sample(judged[labelled:], labelled)
    plain = prediction_powered(*samples, weight=1.0)
    assert plain.estimate.mean == pytest.approx(0.40833333, abs=1e-8)
    assert (plain.estimate.low, plain.estimate.high) == pytest.approx((0.31569, 0.50097), abs=0.008)
    tuned = prediction_powered(*samples)
    assert tuned.estimate.mean == pytest.approx(0.41080324, abs=2e-4)
    assert (tuned.estimate.low, tuned.estimate.high) == pytest.approx((0.32699, 0.49462), abs=0.006)
    assert tuned.weight == pytest.approx(0.70, abs=0.02)
    assert (tuned.labelled, tuned.estimate.n) == (60, 460)


def test_a_guessing_judge_gets_no_weight_and_a_perfect_one_all() -> None:
    draw = np.random.default_rng(5)
    truth = (draw.random(2100) < 0.4).astype(np.float64)
    guessed = (draw.random(2100) < 0.5).astype(np.float64)
    useless = prediction_powered(sample(truth[:100]), sample(guessed[:100]), sample(guessed[100:], 100))
    perfect = prediction_powered(sample(truth[:100]), sample(truth[:100]), sample(truth[100:], 100))
    assert useless.weight < 0.2
    assert perfect.weight > 0.9
    widths = [one.estimate.high - one.estimate.low for one in (useless, perfect)]  # type: ignore[operator]
    assert widths[1] < widths[0] / 2


def test_without_labels_nothing_is_estimated() -> None:
    found = prediction_powered(yes(9, 19), yes(9, 19), yes(100, 200, 50)).estimate
    assert (found.mean, found.sureness) == (None, "none")
    assert found.why == "19 answers are labelled here, and 20 are the least"


def test_a_handful_of_unlabelled_answers_changes_nothing() -> None:
    """Two that happen to be judged alike have no spread, but their mean is not known for that."""
    found = prediction_powered(yes(30, 100), yes(60, 100), yes(2, 2, 500))
    assert found.weight == 0.0
    assert found.estimate.mean == pytest.approx(0.3)


def test_labels_of_everything_are_their_own_mean() -> None:
    found = prediction_powered(yes(30, 100), yes(60, 100), sample([]))
    assert found.estimate.mean == pytest.approx(0.3)
    assert found.weight == 0.0


def test_means_of_single_items_have_the_textbook_variance() -> None:
    values = np.random.default_rng(2).random(40)
    found = joint_means([sample(values), sample(values[:20], 100)])
    assert found.covariance[0, 0] == pytest.approx(values.var(ddof=1) / 40)
    assert found.covariance[0, 1] == 0.0
    assert found.single


shares = st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=20, max_size=60)


@settings(deadline=None)
@given(shares, shares, shares, st.integers(1, 5))
def test_any_corrected_share_lies_within_its_interval_and_bounds(
    judged: list[float], right: list[float], wrong: list[float], each: int
) -> None:
    samples = [
        ClusteredSample(np.array(values), np.arange(len(values), dtype=np.int64) // each)
        for values in (judged, right, wrong)
    ]
    powered = prediction_powered(samples[0], samples[0], samples[1]).estimate
    for found in (rogan_gladen(*samples), powered):
        if found.mean is None:
            assert (found.low, found.high, found.sureness) == (None, None, "none")
            assert found.why
        else:
            assert found.low is not None
            assert found.high is not None
            assert 0 <= found.low <= found.mean <= found.high <= 1


@pytest.mark.parametrize(("size", "icc", "share"), [("5", 0.2, 0.3), ("1-20", 0.0, 0.5), ("1-20", 0.2, 0.8)])
def test_corrected_intervals_hold_the_truth_in_93_to_97_percent(size: str, icc: float, share: float) -> None:
    """A small part of what `perf/coverage.py --only corrected` measures: 800 repeats, given two standard errors."""
    judge, answers = MadeUpJudge(0.9, 0.8), MadeUpAnswers(40, size, share, icc)  # type: ignore[arg-type]
    draw = np.random.default_rng(1)
    held: dict[str, list[bool]] = {"errors": [], "labels": []}
    for _ in range(800):
        made = judged_answers(answers, judge, draw)
        for name, found in (
            ("errors", rogan_gladen(*with_test_items(made, 100, draw))),
            ("labels", prediction_powered(*with_labels(made, 100, draw)).estimate),
        ):
            assert found.low is not None
            assert found.high is not None
            held[name].append(found.low <= share <= found.high)
    for name, inside in held.items():
        assert 0.915 <= np.mean(inside) <= 0.985, name


def test_labels_of_strata_are_weighted_by_the_shares_of_the_items() -> None:
    """By hand: 80 items of the first stratum with 3 of 12 right, 20 of the second with 9 of 10: 0.8 / 4 + 0.2 * 0.9."""
    labels = ClusteredSample(np.array([1.0] * 3 + [0.0] * 9 + [1.0] * 9 + [0.0]), np.arange(22))
    strata = np.repeat([0, 1], [12, 10])
    found = post_stratified(labels, strata, np.arange(100), np.repeat([0, 1], [80, 20]))
    assert found.mean == pytest.approx(0.38)
    assert found.low is not None
    assert found.high is not None
    # Between strata 0.65² * 0.8 * 0.2 / 99, within 0.8² * 3/16 / 11.5 and so on: a standard error near 0.11
    assert found.high - found.low == pytest.approx(0.45, abs=0.05)
    one = post_stratified(labels, np.repeat([0, 1, 2], [12, 9, 1]), np.arange(100), np.repeat([0, 1, 2], [80, 15, 5]))
    assert (one.mean, one.why) == (None, "a kind of verdict has fewer than two labels here")
    few = ClusteredSample(np.ones(5), np.arange(5))
    assert post_stratified(few, np.zeros(5, dtype=np.int64), np.arange(9), np.zeros(9, dtype=np.int64)).mean is None
