"""Ranking hits: ties, repeats, NaN; what is counted."""

from __future__ import annotations

import math

import numpy as np
import pytest

from benchwright.evaluate.ties_and_repeats import Ties, rank_hits

NAMES = ["b", "a", "c", "d"]


def ranked(hits: list[tuple[int, str, float, int]], ties: Ties) -> tuple[list[str], dict[str, int]]:
    """Hits of (question, name, score, grade) as `question name` in their order, and what was counted."""
    questions, names, scores, grades = zip(*hits, strict=True)
    rows, counts = rank_hits(
        np.array(questions),
        np.array(scores, dtype=np.float64),
        np.array(grades),
        np.array([NAMES.index(name) for name in names]),
        NAMES,
        ties,
    )
    return [f"{questions[row]}{names[row]}" for row in rows], dict(counts)


@pytest.mark.parametrize(
    ("ties", "order"), [("worst", ["0c", "0a", "0b", "0d", "1a", "1b"]), ("trec", ["0c", "0d", "0b", "0a", "1b", "1a"])]
)
def test_of_equal_scores_worst_puts_relevant_hits_last_and_trec_goes_by_name(ties: Ties, order: list[str]) -> None:
    hits = [(0, "d", 1.0, 2), (0, "b", 1.0, 1), (0, "c", 5.0, 0), (0, "a", 1.0, 0), (1, "b", 0.0, 0), (1, "a", 0.0, 0)]
    assert ranked(hits, ties) == (order, {"constant": 1, "tied": 1})


def test_a_repeat_is_dropped_and_the_best_score_stays() -> None:
    hits = [(0, "a", 1.0, 0), (0, "b", 2.0, 1), (0, "a", 3.0, 0), (1, "a", 1.0, 0)]
    assert ranked(hits, "worst") == (["0a", "0b", "1a"], {"repeated": 1})


def test_nan_is_last_and_infinities_are_the_numbers_that_they_are() -> None:
    hits = [(0, "a", math.nan, 0), (0, "b", -math.inf, 0), (0, "c", math.inf, 0)]
    assert ranked(hits, "worst") == (["0c", "0b", "0a"], {"nan": 1, "infinite": 2})
