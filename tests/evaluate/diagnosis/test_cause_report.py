"""Shares of causes and what retrieval costs: counted by hand."""

from __future__ import annotations

import numpy as np
import pytest
from handmade import EXAMPLES, corpus

from benchwright.evaluate.diagnosis.cause_report import ANSWERER, SOURCES, CauseReport, cause_report
from benchwright.evaluate.diagnosis.cause_report import EXAMPLES as MOST
from benchwright.evaluate.diagnosis.causes import Cause, CauseFinding
from benchwright.evaluate.gold import Gold, gold_of
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.measures.part_scores import PARTS
from benchwright.evaluate.score_folder import Scores, SystemScores, load_scores, scored_questions
from benchwright.evaluate.summarise import summarise
from benchwright.publish.cause_lines import cause_lines, cost_of_retrieval
from benchwright.publish.page import page_html


def finding(cause: Cause, lost: float = 1.0, text: str = "seen") -> CauseFinding:
    return CauseFinding(cause, "a rule", text, lost, "an answer")


def system(name: str, values: list[float], sources: str, **causes: CauseFinding) -> SystemScores:
    column = MeasureValues(PARTS, np.array(values), np.ones(3, dtype=np.bool_))
    return SystemScores(name, name, (column,), described={ANSWERER: "m", SOURCES: sources}, causes=causes)


@pytest.fixture
def gold(tmp_path) -> Gold:  # type: ignore[no-untyped-def]
    return gold_of("aare", "f", EXAMPLES, corpus(tmp_path / "c"))


def reported(gold: Gold, *systems: SystemScores) -> tuple[CauseReport, Scores]:
    scores = Scores("aare", "f", "system", {}, scored_questions(gold), systems)
    return cause_report(scores, gold, summarise(scores, resamples=200)), scores


def both(gold: Gold, text: str = "seen") -> tuple[CauseReport, Scores]:
    return reported(
        gold,
        system("m, gold", [1.0, 1.0, 0.5], "gold", both=finding("misread", 0.5)),
        system(
            "m, bm25:1", [0.0, 1.0, 0.5], "bm25:1",
            river=finding("not-retrieved", text=text), both=finding("not-retrieved", 0.5),
        ),
    )  # fmt: skip


def test_shares_are_of_all_scored_answers_and_say_what_is_lost(gold: Gold) -> None:
    report, _ = both(gold)
    (misread,) = report.shares_of("m, gold")
    assert (misread.cause, misread.answers, misread.share.mean, misread.lost) == (
        "misread",
        1,
        pytest.approx(1 / 3),
        0.166667,
    )
    (lacking,) = report.shares_of("m, bm25:1")
    assert (lacking.answers, lacking.share.mean, lacking.lost) == (2, pytest.approx(2 / 3), 0.5)
    assert (dict(report.wrong), dict(report.scored)) == ({"m, gold": 1, "m, bm25:1": 2}, {"m, gold": 3, "m, bm25:1": 3})
    by_style = {
        one.slice.style: one.answers for one in report.shares if one.slice.kind == "style" and one.system == "m, bm25:1"
    }
    assert by_style == {"information-extraction": 1, "compound": 1}


def test_the_cost_of_retrieval_is_the_paired_difference_from_gold_sources(gold: Gold) -> None:
    report, _ = both(gold)
    (fix,) = report.fixes
    assert (fix.system, fix.gold, fix.measure) == ("m, bm25:1", "m, gold", PARTS)
    assert (fix.with_gold, fix.score) == (pytest.approx(2.5 / 3), 0.5)
    assert fix.difference.mean == pytest.approx(1 / 3)
    assert fix.difference.low is None or fix.difference.low <= 1 / 3
    assert cost_of_retrieval(report, "m, bm25:1").startswith("0.83 with gold sources instead of 0.50: retrieval costs ")
    assert cost_of_retrieval(report, "m, gold") == ""


def test_whichever_comes_first_the_sign_is_the_same(gold: Gold) -> None:
    systems = both(gold)[1].systems
    report, _ = reported(gold, systems[1], systems[0])
    assert report.fixes[0].difference.mean == pytest.approx(1 / 3)


def test_at_most_three_examples_of_a_cause_with_their_answers(gold: Gold) -> None:
    report, _ = both(gold)
    shown = [(one.system, one.id, one.right, one.finding.answer) for one in report.examples]
    assert shown == [
        ("m, gold", "both", "the Aare, and 217 metres", "an answer"),
        ("m, bm25:1", "river", "the Aare", "an answer"),
        ("m, bm25:1", "both", "the Aare, and 217 metres", "an answer"),
    ]
    assert MOST == 3


def test_scores_keep_the_causes(gold: Gold, tmp_path) -> None:  # type: ignore[no-untyped-def]
    _, scores = both(gold)
    scores.save(tmp_path)
    kept = load_scores(tmp_path)
    assert [dict(one.causes) for one in kept.systems] == [dict(one.causes) for one in scores.systems]


def test_without_causes_there_is_nothing_to_say(gold: Gold) -> None:
    report, scores = reported(gold, system("right", [1.0, 1.0, 1.0], "gold"))
    assert list(cause_lines(report)) == []
    assert 'id="causes"' not in page_html(summarise(scores, resamples=200), causes=report)


def test_terminal_and_page_tell_the_same_and_escape_what_others_wrote(gold: Gold) -> None:
    report, scores = both(gold, "<script>alert(1)</script>\x1b[2J")
    lines = list(cause_lines(report))
    assert lines[0] == "m, gold: 1 of 3 answers below a full score"
    assert lines[2] == "m, bm25:1: 2 of 3 answers below a full score"
    assert lines[3].split("  ")[1] == "evidence was not retrieved"
    assert lines[-1].strip().startswith("0.83 with gold sources instead of 0.50")
    page = page_html(summarise(scores, resamples=200), causes=report)
    assert "evidence was not retrieved" in page
    assert "0.83 with gold sources instead of 0.50: retrieval costs" in page
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt;\\x1b[2J" in page
