"""What is said of the numbers is what they allow."""

from __future__ import annotations

from dataclasses import replace

import pytest
from summaries import MEASURES, SYSTEMS, difference, estimate, summary

from benchwright.evaluate.summary import ALL, ScoreCell, Slice, Summary, SystemPair
from benchwright.publish.notes import definitions, method, notes, sentence
from benchwright.publish.verdicts import advantage, headline, power, ranking, significant_leader, verdict


def two(
    first: float, second: float, p: float | None, *, turned: bool = False, measure: str = "recall@5", **more: object
) -> Summary:
    """Two systems, `a` before `b`, and their pair; `turned` names them the other way round."""
    names = ("b", "a") if turned else ("a", "b")
    gap = second - first if turned else first - second
    cells = tuple(ScoreCell(name, measure, ALL, estimate(mean)) for name, mean in (("a", first), ("b", second)))
    pair = SystemPair(*names, measure, ALL, difference(gap, 0.03), p, p, 0.08, ((0.05, 400), (0.2, 90)))
    told = {"systems": ("a", "b"), "measures": (measure,), "main": measure, "cells": cells, "pairs": (pair,), **more}
    return replace(summary(), **told)  # type: ignore[arg-type]


@pytest.mark.parametrize("turned", [False, True])
def test_a_real_lead_is_told_with_its_size(turned: bool) -> None:
    grid = two(0.70, 0.60, 0.004, turned=turned)
    told = headline(grid)
    assert told.first == "a leads on recall@5: 0.70, 0.10 above b (0.60). The difference is real."
    assert told.more == ("Difference 0.10 [0.07, 0.13], p = 0.004 after correction.",)
    assert significant_leader(grid, "recall@5") == "a"


def test_a_lead_that_is_not_shown_is_no_lead() -> None:
    grid = two(0.70, 0.68, 0.31)
    assert headline(grid).first == (
        "a has the best recall@5, 0.70, but 155 questions do not show that it is better than b (0.68)."
    )
    assert significant_leader(grid, "recall@5") == ""


def test_equal_means_have_no_best() -> None:
    grid = two(0.70, 0.70, 1.0)
    assert headline(grid).first == "a and b have the same recall@5, 0.70."
    assert headline(grid).more == ()


def test_less_is_better_for_latency() -> None:
    grid = two(0.9, 0.5, 0.001, measure="latency")
    assert ranking(grid, "latency") == ["b", "a"]
    assert significant_leader(grid, "latency") == "b"
    assert headline(grid).first == "b leads on latency: 0.500 s, 0.400 s below a (0.900 s). The difference is real."


def test_a_real_difference_the_other_way_is_no_lead() -> None:
    """Where some questions are unscored the paired difference may point away from that of the means."""
    grid = two(0.70, 0.60, 0.004)
    turned = replace(grid.pairs[0], difference=difference(-0.1, 0.03))
    assert significant_leader(replace(grid, pairs=(turned,)), "recall@5") == ""


def test_an_untested_difference_is_said_to_be_so() -> None:
    grid = two(0.70, 0.60, None)
    assert verdict(grid.pairs[0]) == "not tested"
    assert headline(grid).first.endswith("The difference was not tested.")
    assert headline(grid).more == ("Difference 0.10 [0.07, 0.13], not tested.",)
    alone = replace(grid, pairs=())
    assert headline(alone).first == "a has the best recall@5: 0.70, before b (0.60). The difference was not tested."


def test_bounds_lead_nothing() -> None:
    grid = two(0.70, 0.60, 0.004)
    cells = (*grid.cells, ScoreCell("oracle", "recall@5", ALL, estimate(1.0)))
    whole = replace(grid, systems=("oracle", "a", "b"), cells=cells, bounds=("oracle",))
    told = headline(whole)
    assert told.first.startswith("a leads")
    assert told.more[-1] == "For comparison, oracle scores 1.00."
    assert whole.listing == ("a", "b", "oracle")


def test_a_bound_is_not_known_by_its_name() -> None:
    """A user's own system may be called `oracle`, and the floor `low`."""
    grid = two(0.70, 0.60, 0.004)
    cells = (*grid.cells, ScoreCell("oracle", "recall@5", ALL, estimate(0.8)))
    told = replace(grid, systems=("a", "b", "oracle"), cells=cells, bounds=("b",))
    assert ranking(told, "recall@5") == ["oracle", "a"]
    assert headline(told).more[-1] == "For comparison, b scores 0.60."


def test_one_system_and_none() -> None:
    grid = two(0.70, 0.60, 0.004)
    assert headline(replace(grid, systems=("a",))).first == "a scores 0.70 [0.63, 0.77] on recall@5."
    assert headline(replace(grid, cells=())).first == "No system has a score for recall@5."


def test_an_advantage_is_seen_from_its_system() -> None:
    pair = SystemPair("a", "b", "recall@5", ALL, difference(0.1, 0.03), 0.01, 0.01)
    assert advantage(pair, "a").mean == 0.1
    turned = advantage(pair, "b")
    assert (turned.mean, turned.low, turned.high) == (-0.1, -0.13, -0.07)
    assert advantage(replace(pair, measure="latency"), "b").mean == 0.1


def test_what_the_benchmark_can_show() -> None:
    assert power(two(0.70, 0.68, 0.31)) == (
        "155 questions from 40 documents can show a difference of about 0.08 in recall@5, four times in five (between "
        "a and b); 0.05 needs about 400 questions."
    )
    assert power(two(0.70, 0.68, 0.31, pairs=())) == ""
    found = two(0.70, 0.68, 0.31)
    wide = replace(found, pairs=tuple(replace(pair, detectable=1.93) for pair in found.pairs))
    assert power(wide).startswith(
        "155 questions from 40 documents are too few or too alike to show any difference in recall@5, which ends at 1 ("
    )
    assert any("hold after the correction for all pairs" in one for one in method(summary()))


def test_every_count_has_its_sentence() -> None:
    assert sentence("missing", 3) == "3 questions missing from the run: scored 0."
    assert sentence("missing", 1) == "1 question missing from the run: scored 0."
    assert sentence("repeated", 1) == "1 hit that repeats a source of the same question: the best one counts."
    assert sentence("unknown sources", 2) == ("2 hits that the corpus does not have: they count as not relevant.")
    assert sentence("tied", 1) == "1 question where equal scores matter: what is not relevant came first."
    assert sentence("tied", 2, "trec") == "2 questions where equal scores matter: the larger id came first."
    assert sentence("without contexts", 3) == (
        "3 questions for which the system returned no contexts: retrieval scored 0 there."
    )
    assert sentence("failed: timeout", 2) == "2 questions failed, timeout: scored 0."
    assert sentence("bad places", 1) == "1 chunk with a place that cannot be: looked for by its words alone."
    assert sentence("something\x1b new", 1200) == "something\\x1b new: 1,200."


def test_notes_are_in_the_order_of_the_systems() -> None:
    assert [(one.system, one.text.split(":")[0]) for one in notes(summary())] == [
        ("dense:wordllama", "3 hits without a number as score"),
        ("bm25", "12 questions where equal scores matter"),
        ("bm25", "1 question where all hits have the same score"),
        ("bm25", "1 question not scored by MRR@10"),
        ("random", "2 questions missing from the run"),
    ]


def test_the_measures_shown_are_defined_once() -> None:
    names = [name for name, _ in definitions(summary())]
    assert names == ["recall@k", "all@k", "precision@k", "nDCG@k", "MRR@k", "latency"]
    assert len(MEASURES) == 8
    assert any("Seed 13" in one for one in method(summary()))


def test_definitions_are_those_of_the_names() -> None:
    told = dict(definitions(replace(summary(), measures=("F1@threshold", "ARECALL@5", "ARECALL@10", "latency"))))
    assert told == {
        "ARECALL@k": "share of the answers whose words stand in the first k hits.",
        "F1@threshold": "F1 of the hits scored above a threshold that is chosen on other documents.",
        "latency": "time to answer (s); less is better.",
    }


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, "the irrelevant one comes first"),
        ({"ties": "worst"}, "the irrelevant one comes first"),
        ({"ties": "trec"}, "the one with the larger id comes first, as trec_eval has it."),
        ({"k": [5, 10]}, "Cut-offs that were asked for: k = 5 and 10."),
        ({"modality": "known"}, "Only sources of the modalities of the answer were searched."),
        ({"modality": "both"}, "“if known” is the score if"),
    ],
)
def test_the_method_is_the_one_that_ran(settings: dict[str, object], said: str) -> None:
    assert sum(said in one for one in method(replace(summary(), settings=settings))) == 1
    others = {"trec": "not relevant comes first", "known": "every modality"}
    for value, other in others.items():
        if value in settings.values():
            assert not any(other in one for one in method(replace(summary(), settings=settings)))


def test_slices_have_their_sizes() -> None:
    grid = summary()
    assert grid.size(ALL) == 155
    assert grid.size(Slice("style", "multi-hop")) == 31
    assert [pair.slice.label for pair in grid.main_pairs()][-2:] == ["multi-hop", "image"]
    assert grid.pair(SYSTEMS[2], SYSTEMS[0], "recall@5") == grid.pairs[1]
    assert isinstance(grid, Summary)


def test_failed_questions_are_told_once_by_what_went_wrong() -> None:
    told = replace(summary(), systems=("a",), notes={"a": {"failed": 3, "failed: timeout": 2, "failed: status": 1}})
    said = [one.text for one in notes(replace(told, unscored={}))]
    assert said == ["2 questions failed, timeout: scored 0.", "1 question failed, status: scored 0."]
    plain = replace(told, notes={"a": {"failed": 3}}, unscored={})
    assert [one.text for one in notes(plain)] == ["3 questions on which the system failed: scored 0."]
