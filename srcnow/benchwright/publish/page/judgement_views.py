"""Prepare what judges said of answers for the report page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchwright.evaluate.judges.judged_examples import JudgedExample
from benchwright.publish.number_format import NONE, number
from benchwright.publish.page.summary_views import SystemView, Views
from benchwright.publish.safe_text import line

_TEXT = 600
_FINDING = 300
_MOST = 12


@dataclass(frozen=True, slots=True)
class ShownJudgement:
    """One judgement as text."""

    question: str
    answer: str
    score: str
    reasoning: str
    findings: tuple[tuple[str, str], ...]
    omitted: int


@dataclass(frozen=True, slots=True)
class JudgementView:
    """What a judge said of one system by one measure."""

    system: SystemView
    title: str
    examples: tuple[ShownJudgement, ...]


def list_judgement_views(views: Views, examples: Sequence[JudgedExample]) -> list[JudgementView]:
    """The judged systems and measures, in the order of the page."""
    found: list[JudgementView] = []
    for name in views.names:
        for measure in views.summary.measures:
            mine = [one for one in examples if (one.system, one.measure) == (name, measure)]
            if mine:
                shown = tuple(_shown(one, views.places) for one in mine)
                found.append(JudgementView(views.system(name), views.title(measure), shown))
    return found


def _shown(one: JudgedExample, places: int) -> ShownJudgement:
    findings = tuple((line(text, _FINDING), line(verdict, 40)) for text, verdict in one.findings[:_MOST])
    return ShownJudgement(
        line(one.question, _TEXT),
        line(one.answer, _TEXT) or NONE,
        number(one.score, places),
        line(one.reasoning, _TEXT) or NONE,
        findings,
        len(one.findings) - len(findings),
    )
