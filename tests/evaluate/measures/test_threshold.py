import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rankings import gold, question, run

from benchwright.evaluate.gold import Gold
from benchwright.evaluate.match.source_ids import match_sources
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.measures import threshold
from benchwright.evaluate.measures.threshold import THRESHOLDS, f1_by_threshold, threshold_f1
from benchwright.evaluate.runs import Run

CORPUS = {*"abcxyz"}


def swept(mine: Run, asked: Gold) -> tuple[MeasureValues, dict[float, float]]:
    """The measure, and the mean F1 of the scored questions by threshold."""
    matches = match_sources(mine, asked, CORPUS)
    values = threshold_f1(matches)
    table = f1_by_threshold(matches)[values.scored]
    return values, dict(zip(THRESHOLDS, table.mean(axis=0).tolist() if len(table) else [], strict=len(table) > 0))


def test_the_thresholds():
    assert THRESHOLDS[0] == 0.05
    assert THRESHOLDS[-1] == 0.95
    assert len(THRESHOLDS) == 19


def test_one_question_by_hand():
    mine = run({"q": [("a", 0.9), ("x", 0.6), ("b", 0.42), ("y", 0.05)]})
    values, curve = swept(mine, gold(question("q", "ab")))
    # above .05 three hits, two of them right: P 2/3, R 1; above .45 two: P 1/2, R 1/2; above .6 and .65 one: P 1, R 1/2
    assert curve[0.05] == curve[0.4] == pytest.approx(0.8)
    assert curve[0.45] == curve[0.55] == pytest.approx(0.5)
    assert curve[0.6] == curve[0.85] == pytest.approx(2 / 3)
    assert curve[0.9] == curve[0.95] == 0
    assert values.measure == "F1@threshold"
    assert values.values.tolist() == [pytest.approx(0.8)]


def test_each_half_is_scored_at_the_threshold_of_the_other():
    # Alone, each question would be perfect at its own threshold: below .2 the one, from .6 on the other.
    mine = run({"low": [("a", 0.2), ("b", 0.15)], "high": [("a", 0.9), ("x", 0.6), ("b", 0.6)]})
    asked = gold(question("low", "ab"), question("high", "a"))
    values, curve = swept(mine, asked)
    # `high` below .6: three hits, one right: F1 1/2; at .6 only the first: 1. `low` from .2 on: nothing.
    assert values.values.tolist() == [0, 0.5]
    assert curve[0.05] == pytest.approx(0.75)


def test_scores_outside_0_to_1_are_stretched_over_each_questions_hits():
    mine = run({"q": [("a", 30.0), ("x", 20.0), ("b", 10.0)], "r": [("c", -1.0), ("x", -5.0)]})
    values, curve = swept(mine, gold(question("q", "a"), question("r", "c")))
    # a is 1, x 0.5, b 0; c is 1 and x 0: from .5 on both are perfect
    assert curve[0.5] == 1
    assert curve[0.45] == pytest.approx((2 / 3 + 1) / 2)
    assert values.values[0] == pytest.approx(2 / 3)  # at .05, that of the other question
    assert values.values[1] == 1


def test_a_constant_scorer_and_one_hit_alone_gain_nothing():
    mine = run({"q": [("a", 7.0), ("b", 7.0)], "r": [("a", 3.0)]})
    values, curve = swept(mine, gold(question("q", "ab"), question("r", "a")))
    assert values.values.tolist() == [0, 0]
    assert max(curve.values()) == 0


def test_the_best_gold_set_counts_and_missing_questions_score_0():
    mine = run({"q": [("c", 0.5)]})
    values, curve = swept(mine, gold(question("q", "ab", "c"), question("gone", "a")))
    assert curve[0.3] == 0.5
    assert values.values.tolist() == [1, 0]


def test_a_question_without_gold_is_not_scored_and_chooses_nothing():
    mine = run({"q": [("a", 0.5), ("x", 0.3)], "bare": [("x", 0.9)]})
    values, curve = swept(mine, gold(question("q", "a"), question("bare")))
    assert values.scored.tolist() == [True, False]
    assert values.reasons == {"no gold": 1}
    assert curve[0.3] == 1  # and not half of it
    assert values.values.tolist() == [1, 0]
    assert swept(mine, gold(question("bare")))[0].scored.tolist() == [False]


NUMBERS = st.one_of(
    st.floats(0, 1), st.floats(allow_nan=False), st.sampled_from([math.nan, math.inf, -math.inf, 1e308, -1e308])
)


@given(st.lists(st.tuples(st.sampled_from("abcxyz"), NUMBERS), min_size=1, max_size=8))
def test_whatever_the_scores_are_values_are_shares(hits):
    values, curve = swept(run({"q": hits}), gold(question("q", "ab"), question("r", "c")))
    assert ((values.values >= 0) & (values.values <= 1)).all()
    assert np.isfinite(list(curve.values())).all()


@pytest.mark.parametrize("scores", [(5e-324, 0.0), (1.7e308, -1.7e308), (3.0, 2.0)])
def test_the_tiniest_and_the_hugest_scores_are_stretched_as_others(scores: tuple[float, float]) -> None:
    assert threshold._stretched(np.array(scores)).tolist() == [1.0, 0.0]
