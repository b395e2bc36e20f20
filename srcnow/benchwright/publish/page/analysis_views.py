"""Prepare the analysis of the questions for the report page: drawings for wide and narrow screens, and tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchwright.english.counts import counted
from benchwright.evaluate.questions.question_analysis import QuestionAnalysis
from benchwright.publish.question_figures import coverage_chart
from benchwright.publish.safe_text import line
from benchwright.publish.sunburst import prefix_sunburst

if TYPE_CHECKING:
    from markupsafe import Markup

_NAME = 60
_NARROW_RINGS = 2
_NARROW = (358, 300)


@dataclass(frozen=True, slots=True)
class ColumnView:
    """One column: its name, and each value with its count, its share as text and in per cent."""

    name: str
    rows: tuple[tuple[str, str, str, float], ...]


@dataclass(frozen=True, slots=True)
class AnalysisView:
    """What the page shows. Drawings are SVG of our own, (wide, narrow), every word in them escaped; () without one."""

    asked: str
    sunburst: tuple[Markup, ...]
    coverage: tuple[Markup, ...]
    covered: str
    columns: tuple[ColumnView, ...]


def analysis_view(analysis: QuestionAnalysis) -> AnalysisView:
    """The analysis as text and drawings."""
    return AnalysisView(
        counted(analysis.questions, "question"),
        _drawings(prefix_sunburst(analysis.prefixes), prefix_sunburst(analysis.prefixes, _NARROW_RINGS)),
        _drawings(coverage_chart(analysis.coverage), coverage_chart(analysis.coverage, _NARROW, 84)),
        covered(analysis),
        tuple(_column(analysis, place) for place in range(len(analysis.columns))),
    )


def covered(analysis: QuestionAnalysis) -> str:
    """The coverage in a sentence; "" where there is none."""
    found = analysis.coverage
    if found is None:
        return ""
    (most, share), whole = found.keywords[-1], found.answers[-1][1] if found.answers else 0.0
    learned, asked = found.parts
    return (
        f"The {counted(most, 'keyword')} of {learned} ({counted(found.learned, 'question')}) cover {share:.0%} of the "
        f"keywords of {asked} ({counted(found.asked, 'question')}), and its answers cover {whole:.0%} of the answers."
    )


def _drawings(*drawn: str) -> tuple[Markup, ...]:
    from markupsafe import Markup

    return tuple(Markup(one) for one in drawn) if all(drawn) else ()


def _column(analysis: QuestionAnalysis, place: int) -> ColumnView:
    one = analysis.columns[place]
    rows = [(line(value, _NAME), number) for value, number in one.values]
    if one.more:
        rows.append((f"{one.more:,} others", one.others))
    if one.none:
        rows.append(("(none)", one.none))
    whole = analysis.questions
    shares = tuple((name, f"{n:,}", f"{n / whole:.0%}", round(100 * n / whole, 1)) for name, n in rows)
    return ColumnView(line(one.name, _NAME), shares)
