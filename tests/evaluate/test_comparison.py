"""Margins: what fails, what passes, and that less of a time is better. 40 documents of one question each."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchwright.cli import main
from benchwright.errors import UsageError
from benchwright.evaluate.comparison import compare
from benchwright.evaluate.measure_values import MeasureValues, scored, scored_where
from benchwright.evaluate.score_folder import ScoredQuestion, Scores, SystemScores

QUESTIONS = tuple(ScoredQuestion(f"q{n}", "numerical", "table", f"d{n}") for n in range(40))
GOOD = [1.0, 1.0, 1.0, 0.0] * 10
BAD = [0.0, 1.0, 0.0, 0.0] * 10  # half of the questions worse: a difference of 0.5


def folder(
    path: Path, measure: str, questions: tuple[ScoredQuestion, ...] = QUESTIONS, /, **systems: list[float]
) -> Path:
    scored_systems = tuple(SystemScores(name, name, (scored(measure, told),)) for name, told in systems.items())
    path.mkdir(exist_ok=True)
    Scores("bench", "f", "system", {}, questions, scored_systems).save(path)
    return path


@pytest.mark.parametrize(
    ("a", "b", "margin", "strict", "worse"),
    [
        ("bad", "good", 0.0, False, True),  # -0.5 is below 0 ...
        ("bad", "good", 0.1, False, True),  # ... and below -0.1 ...
        ("bad", "good", 0.5, False, False),  # ... but not below -0.5
        ("good", "bad", 0.0, False, False),
        ("bad", "good", 0.5, True, True),  # it is not shown that it is no worse than 0.5
        ("bad", "good", 0.9, True, False),
        ("good", "bad", 0.0, True, False),
    ],
)
def test_a_margin_decides_the_sentence_and_the_exit_code(
    tmp_path: Path, a: str, b: str, margin: float, strict: bool, worse: bool
) -> None:
    scores = folder(tmp_path, "recall@10", good=GOOD, bad=BAD)
    found = compare(f"{scores}::{a}", b, margin=margin, strict=strict)
    assert found.overall.difference.mean == pytest.approx(0.5 if a == "good" else -0.5)
    assert found.worse is worse
    by = f" by more than {margin:g}" if margin else ""
    shown = "shown" if worse != strict else "not shown"
    assert found.verdict.startswith(
        f"{a} is {shown} to be {'no ' if strict else ''}worse than {b}{by} on recall@10 (one-"
    )
    option = "--fail-unless-as-good" if strict else "--fail-if-worse"
    assert main(["compare", f"{scores}::{a}", b, option, str(margin)]) == int(worse)
    assert compare(f"{scores}::{a}", b).verdict == "good is better than bad on recall@10, and the difference is real"


def test_equal_scores_pass_no_margin_that_they_cannot_show(tmp_path: Path) -> None:
    """40 documents without a difference rule out that 7.2 % of them lose everything, and no less."""
    scores = folder(tmp_path, "recall@10", mine=GOOD, base=GOOD)
    command = ["compare", f"{scores}::mine", "base", "--fail-unless-as-good"]
    assert [main([*command, margin]) for margin in ("0.00001", "0.05", "0.09")] == [1, 1, 0]
    verdict = compare(f"{scores}::mine", "base", margin=0.05, strict=True).verdict
    assert verdict.startswith("mine is not shown to be no worse than base by more than 0.05 on recall@10 (one-")
    assert verdict.endswith("; 40 documents of equal scores show no margin below 0.072")


def test_a_time_without_an_upper_end_is_tested_within_what_was_seen(tmp_path: Path) -> None:
    scores = folder(tmp_path, "latency", quick=[0.1, 0.2] * 20, base=[0.2, 0.1] * 20)
    assert not compare(f"{scores}::quick", "base", margin=0.5, strict=True).worse
    assert compare(f"{scores}::quick", "base", margin=0.001, strict=True).worse


def test_what_is_not_tested_is_neither_worse_nor_no_difference(tmp_path: Path) -> None:
    one_document = tuple(ScoredQuestion(f"q{n}", "numerical", "table", "d") for n in range(40))
    scores = folder(tmp_path, "recall@10", one_document, good=GOOD, bad=BAD)
    found = compare(f"{scores}::bad", "good", margin=0.0)
    assert found.untested == "all from one document"
    assert found.verdict == "whether bad is worse than good on recall@10 was not tested: all from one document"
    untested = "the difference between bad and good on recall@10 was not tested: all from one document"
    assert compare(f"{scores}::bad", "good").verdict == untested
    assert compare(f"{scores}::bad", "good", margin=0.0, strict=True).worse
    assert not compare(f"{folder(tmp_path / 'many', 'recall@10', good=GOOD, bad=BAD)}::bad", "good").untested
    command = ["compare", f"{scores}::bad", "good"]
    assert main(command) == 0
    assert main([*command, "--fail-if-worse", "0.02"]) == 2
    assert main([*command, "--fail-unless-as-good", "0.02"]) == 1


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


def unscored(measure: str) -> MeasureValues:
    return scored_where(measure, [0.0] * 40, np.zeros(40, dtype=np.bool_), "no contexts")


def saved(path: Path, one: tuple[MeasureValues, ...], two: tuple[MeasureValues, ...]) -> Path:
    systems = (SystemScores("one", "one", one), SystemScores("two", "two", two))
    Scores("bench", "f", "system", {}, QUESTIONS, systems).save(path)
    return path


def test_what_has_no_value_of_both_is_not_the_default_measure(tmp_path: Path) -> None:
    """Systems that answer without contexts have no recall."""
    one = (scored("recall@5", GOOD), scored("exact-match", GOOD), scored("answer-parts", GOOD))
    two = (unscored("recall@5"), scored("exact-match", BAD), scored("answer-parts", BAD))
    scores = saved(tmp_path, one, two)
    assert compare(f"{scores}::one", "two").measure == "answer-parts"
    command = ["compare", f"{scores}::one", "two", "--fail-if-worse", "0.02"]
    assert main(command) == 0
    assert main([*command, "--measure", "recall@5"]) == 2


def test_a_measure_without_common_values_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scores = saved(tmp_path, (scored("recall@5", GOOD),), (unscored("recall@5"),))
    assert main(["compare", f"{scores}::one", "two", "--fail-if-worse", "0.02"]) == 2
    assert "name a measure that both have: --measure NAME" in capsys.readouterr().err


def test_a_comparison_is_written_as_a_table_of_github(tmp_path: Path) -> None:
    scores = folder(tmp_path / "scores", "recall@10", **{"bad": BAD, "go|od*": GOOD})
    table = tmp_path / "table.md"
    assert main(["compare", f"{scores}::bad", "go|od*", "--fail-if-worse", "0", "--to", str(table)]) == 1
    written = table.read_text("utf-8").splitlines()
    assert written[:2] == ["### recall@10", ""]
    assert written[2].startswith(r"❌ bad is shown to be worse than go\|od\* on recall@10 (one-sided p = ")
    assert written[4:6] == [
        r"|  | bad − go\|od\* | p | corrected p | questions | documents |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    assert written[6].startswith("| all | −0.500 [−0.")
    assert written[6].endswith(" | &lt; 0.001 | &lt; 0.001 | 40 | 40 |")


def test_a_comparison_is_a_table_and_has_a_short_repr(tmp_path: Path) -> None:
    questions = tuple(
        ScoredQuestion(one.id, "numerical" if place < 20 else "compound", "table", one.cluster)
        for place, one in enumerate(QUESTIONS)
    )
    scores = folder(tmp_path, "recall@10", questions, good=GOOD, bad=BAD)
    found = compare(f"{scores}::good", "bad")
    frame = found.to_pandas()
    assert list(frame["slice"]) == [found.overall.slice.label, *(one.slice.label for one in found.slices)]
    whole = found.to_arrow().to_pylist()[0]
    assert (whole["n"], whole["clusters"], whole["difference"]) == (40, 40, pytest.approx(0.5))
    assert (whole["low"], whole["p_corrected"]) == (found.overall.difference.low, found.overall.p_corrected)
    assert (whole["real"], whole["untested"]) == (True, "")
    assert {one["style"] for one in found.to_arrow().to_pylist()} == {"", "compound", "numerical"}
    assert repr(found).startswith("<Comparison good - bad on recall@10: +0.500 (+0.")
    assert repr(found).endswith(f"), {found.verdict}>")
