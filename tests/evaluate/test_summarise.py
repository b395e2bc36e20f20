"""Scores to a summary: means by hand, pairs of every two systems, slices that are greyed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from benchwright.errors import UsageError
from benchwright.evaluate.measure_values import MeasureValues, scored
from benchwright.evaluate.score_folder import ScoredQuestion, Scores, SystemScores
from benchwright.evaluate.summarise import summarise
from benchwright.evaluate.summary import Slice

ALL = Slice("all")


def questions(count: int, documents: int) -> tuple[ScoredQuestion, ...]:
    """Every second one numerical over a table, the others multi-hop over text and a table."""
    kinds = (("multi-hop", "text+table"), ("numerical", "table"))
    return tuple(ScoredQuestion(f"q{n}", *kinds[n % 2], f"d{n % documents}") for n in range(count))


def two(a: list[float], b: list[float], documents: int) -> Scores:
    return Scores(
        "bench",
        "f",
        "retrieval",
        {},
        questions(len(a), documents),
        (
            SystemScores("a", "a", (scored("recall@5", a), scored("recall@10", a))),
            SystemScores("b", "b", (scored("recall@5", b), scored("recall@10", b)), failed={"q0": "timed out"}),
        ),
    )


def test_the_interval_of_a_time_does_not_reach_below_0() -> None:
    seconds = [0.02] * 59 + [1.5]
    systems = (SystemScores("a", "a", (scored("latency", seconds),)),)
    summary = summarise(Scores("bench", "f", "system", {}, questions(60, 30), systems), main="latency")
    lows = [cell.estimate.low for cell in summary.cells if cell.estimate.low is not None]
    assert min(lows) == 0.0
    assert all(cell.estimate.low is None or cell.estimate.low <= (cell.estimate.mean or 0.0) for cell in summary.cells)


def test_means_are_those_of_the_rows() -> None:
    a = [1.0, 0.0, 0.5, 1.0] * 20
    b = [0.0, 0.0, 0.5, 0.0] * 20
    summary = summarise(two(a, b, 40), main="recall@10")
    cell = summary.cell("a", "recall@5", ALL)
    assert cell is not None
    assert cell.estimate.mean == pytest.approx(0.625)
    assert (cell.estimate.n, cell.estimate.clusters, cell.few) == (80, 40, False)
    assert cell.estimate.low is not None
    assert cell.estimate.high is not None
    # a document has two questions with the same value: 40 independent ones, sd 0.42, so about 0.625 +- 0.13
    assert 0.47 < cell.estimate.low < 0.51
    assert 0.73 < cell.estimate.high < 0.77
    half = summary.cell("a", "recall@10", Slice("style", style="numerical"))
    assert half is not None
    assert half.estimate.mean == pytest.approx(0.5)
    assert half.estimate.n == 40
    assert summary.notes["b"] == {"failed": 1}
    assert (summary.questions, summary.clusters, summary.main) == (80, 40, "recall@10")


def test_a_large_difference_is_real_and_none_is_not() -> None:
    a, b = [1.0] * 40, [0.0, 1.0] * 20
    summary = summarise(two(a, b, 40))
    pair = summary.pair("b", "a", "recall@5", ALL)
    assert pair is not None
    assert (pair.a, pair.b) == ("a", "b")
    assert pair.difference.mean == pytest.approx(0.5)
    assert pair.real
    same = summarise(two(a, a, 40))
    pair = same.pair("a", "b", "recall@5", ALL)
    assert pair is not None
    assert pair.difference.mean == 0.0
    assert not pair.real


def test_pairs_are_told_for_each_measure_and_by_slice_for_the_main_one() -> None:
    summary = summarise(two([1.0, 0.0] * 20, [0.0, 1.0] * 20, 40), main="recall@10")
    told = [(pair.measure, pair.slice.label) for pair in summary.pairs]
    assert told == [
        ("recall@5", "all"),
        ("recall@10", "all"),
        ("recall@10", "multi-hop"),
        ("recall@10", "numerical"),
        ("recall@10", "table"),
        ("recall@10", "text+table"),
    ]
    by_slice = [pair for pair in summary.pairs if pair.measure == "recall@10"]
    assert all(pair.p is not None and pair.p_corrected is not None and pair.p_corrected >= pair.p for pair in by_slice)
    assert [len(pair.wished) for pair in summary.pairs] == [3, 3, 0, 0, 0, 0]


def test_few_questions_are_greyed_and_rough() -> None:
    summary = summarise(two([1.0, 0.0, 1.0, 0.0], [0.0] * 4, 4))
    cell = summary.cell("a", "recall@5", ALL)
    assert cell is not None
    assert cell.few
    assert cell.estimate.sureness == "rough"


def test_a_slice_of_few_questions_is_drawn_towards_the_others() -> None:
    """Of 100 multi-hop questions 80 are right, of 4 numerical ones none."""
    kinds = [("multi-hop", "text")] * 100 + [("numerical", "text")] * 4
    asked = tuple(ScoredQuestion(f"q{n}", *kind, f"d{n % 50}") for n, kind in enumerate(kinds))
    values = scored("recall@5", [1.0] * 80 + [0.0] * 24)
    summary = summarise(Scores("bench", "f", "retrieval", {}, asked, (SystemScores("a", "a", (values,)),)))
    few = summary.cell("a", "recall@5", Slice("style", style="numerical"))
    many = summary.cell("a", "recall@5", Slice("style", style="multi-hop"))
    assert few is not None
    assert many is not None
    assert (few.few, few.estimate.mean, many.few, many.pooled) == (True, 0.0, False, None)
    assert few.shown is few.pooled
    assert few.shown.mean == pytest.approx(0.13, abs=0.03)  # none of four says much, and two groups little of others
    assert few.shown.low is not None
    assert few.shown.high is not None
    assert few.shown.low < 0.05 < 0.5 < few.shown.high


def test_a_precision_says_what_it_can_reach_at_most() -> None:
    scores = two([1.0, 0.0] * 20, [0.0, 1.0] * 20, 40)
    systems = tuple(
        replace(one, described={"ceilings": {"precision@10": 0.13, "precision@1": 1.0}}) for one in scores.systems
    )
    assert summarise(replace(scores, systems=systems)).remarks == (
        "precision@10 can be at most 0.13 here: questions have fewer gold sources than hits that are counted.",
    )


def test_a_reason_that_holds_for_every_interval_marks_none() -> None:
    few = summarise(two([1.0, 0.0] * 10, [1.0] * 20, 10))
    assert few.common_doubts == {"fewer than 30 documents"}
    cells = {cell.system: cell.estimate for cell in few.cells if (cell.slice, cell.measure) == (ALL, "recall@5")}
    assert [few.doubtful(cells[name]) for name in "ab"] == [False, True]
    many = summarise(two([1.0, 0.0] * 40, [0.99, 0.98] * 40, 40))
    assert many.common_doubts == frozenset()


def test_one_question_has_a_mean_and_no_interval() -> None:
    summary = summarise(two([1.0], [0.0], 1))
    cell = summary.cell("a", "recall@5", ALL)
    assert cell is not None
    assert (cell.estimate.mean, cell.estimate.low, cell.estimate.high) == (1.0, None, None)
    assert cell.estimate.sureness == "none"
    assert summary.pairs[0].p is None


def test_what_is_not_scored_counts_in_no_mean() -> None:
    known = np.array([True, False] * 20)
    values = MeasureValues("recall@5", np.where(known, 1.0, 0.0), known, {"no citations": 20})
    scores = Scores("b", "f", "retrieval", {}, questions(40, 40), (SystemScores("a", "a", (values,)),))
    summary = summarise(scores)
    cell = summary.cell("a", "recall@5", ALL)
    assert cell is not None
    assert (cell.estimate.n, cell.estimate.mean) == (20, 1.0)
    nothing = summary.cell("a", "recall@5", Slice("style", style="numerical"))
    assert nothing is not None
    assert (nothing.estimate.n, nothing.estimate.mean) == (0, None)
    assert summary.unscored == {"a": {"recall@5": {"no citations": 20}}}


def test_the_ceiling_and_the_floor_are_told_and_not_tested() -> None:
    scores = two([1.0, 0.0] * 20, [0.0, 1.0] * 20, 40)
    floor = SystemScores("floor", "random", scores.systems[0].values)
    whole = replace(scores, systems=(*scores.systems, floor), settings={"ties": "trec"})
    assert whole.bounds == ("floor",)
    summary = summarise(whole)
    assert (summary.bounds, summary.settings) == (("floor",), {"ties": "trec"})
    assert summary.to_json()["bounds"] == ["floor"]
    assert summary.to_json()["settings"] == {"ties": "trec"}
    assert summarise(whole, systems=["a", "b"]).bounds == ()
    assert summary.cell("floor", "recall@5", ALL) is not None
    assert {(pair.a, pair.b) for pair in summary.pairs} == {("a", "b")}
    asked_for = summarise(whole, systems=["b", "floor"], contest=True)
    assert asked_for.bounds == ()
    assert {(pair.a, pair.b) for pair in asked_for.pairs} == {("b", "floor")}


def test_what_a_user_calls_oracle_is_no_bound() -> None:
    scores = two([1.0, 0.0] * 20, [0.0, 1.0] * 20, 40)
    summary = summarise(replace(scores, systems=(replace(scores.systems[0], name="oracle"), scores.systems[1])))
    assert summary.bounds == ()
    assert {(pair.a, pair.b) for pair in summary.pairs} == {("oracle", "b")}


def test_a_difference_is_real_below_five_in_a_hundred() -> None:
    (pair, *_) = summarise(two([1.0, 0.0] * 20, [0.0, 1.0] * 20, 40)).pairs
    told = [replace(pair, p_corrected=p).real for p in (0.0499, 0.05, None)]
    assert told == [True, False, False]


def test_systems_can_be_chosen_and_another_system_changes_no_number() -> None:
    both = two([1.0, 0.0, 1.0] * 20, [0.0, 1.0, 1.0] * 20, 30)
    one = summarise(both, systems=["b"])
    assert one.systems == ("b",)
    assert [cell for cell in summarise(both).cells if cell.system == "b"] == list(one.cells)
    with pytest.raises(UsageError, match="no scores of 'c'"):
        summarise(both, systems=["c"])
