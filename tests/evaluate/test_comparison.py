"""Margins: what fails, what passes, and that less of a time is better. 40 documents of one question each."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.errors import UsageError
from benchwright.evaluate.comparison import compare
from benchwright.evaluate.measure_values import scored
from benchwright.evaluate.score_folder import ScoredQuestion, Scores, SystemScores

QUESTIONS = tuple(ScoredQuestion(f"q{n}", "numerical", "table", f"d{n}") for n in range(40))
GOOD = [1.0, 1.0, 1.0, 0.0] * 10
BAD = [0.0, 1.0, 0.0, 0.0] * 10  # half of the questions worse: a difference of 0.5


def folder(path: Path, measure: str, **systems: list[float]) -> Path:
    scored_systems = tuple(SystemScores(name, name, (scored(measure, told),)) for name, told in systems.items())
    path.mkdir(exist_ok=True)
    Scores("bench", "f", "system", {}, QUESTIONS, scored_systems).save(path)
    return path


@pytest.mark.parametrize(
    ("a", "b", "margin", "strict", "worse"),
    [
        ("bad", "good", 0.0, False, True),  # the interval of -0.5 lies below 0 ...
        ("bad", "good", 0.1, False, True),  # ... and below -0.1 ...
        ("bad", "good", 0.5, False, False),  # ... but not wholly below -0.5
        ("good", "bad", 0.0, False, False),
        ("bad", "good", 0.5, True, True),  # it is not shown that it is no worse than 0.5
        ("bad", "good", 0.9, True, False),
        ("good", "bad", 0.0, True, False),
    ],
)
def test_a_margin_goes_by_the_interval(
    tmp_path: Path, a: str, b: str, margin: float, strict: bool, worse: bool
) -> None:
    scores = folder(tmp_path, "recall@10", good=GOOD, bad=BAD)
    found = compare(f"{scores}::{a}", b, margin=margin, strict=strict)
    assert found.overall.difference.mean == pytest.approx(0.5 if a == "good" else -0.5)
    assert found.worse is worse
    assert found.verdict == "good is better than bad on recall@10, and the difference is real"


def test_less_of_a_time_is_better(tmp_path: Path) -> None:
    scores = folder(tmp_path, "latency", quick=[0.1, 0.2] * 20, slow=[1.1, 1.3] * 20)
    assert compare(f"{scores}::slow", "quick", margin=0.5).worse
    assert not compare(f"{scores}::quick", "slow", margin=0.0, strict=True).worse
    said = "quick is better than slow on latency, and the difference is real"
    assert compare(f"{scores}::slow", "quick").verdict == said
    assert compare(f"{scores}::quick", "slow").verdict == said


def test_other_questions_and_other_measures_are_not_compared(tmp_path: Path) -> None:
    first = folder(tmp_path / "a", "recall@10", one=GOOD)
    other = tmp_path / "b"
    other.mkdir()
    Scores("bench", "g", "system", {}, QUESTIONS, (SystemScores("two", "two", (scored("recall@10", BAD),)),)).save(
        other
    )
    with pytest.raises(UsageError, match="measured on other questions"):
        compare(first, other)
    third = folder(tmp_path / "c", "nDCG@10", two=BAD)
    with pytest.raises(UsageError, match="no measure in common"):
        compare(first, third)
