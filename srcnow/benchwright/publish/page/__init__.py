"""Write the report page: one HTML file that stands alone and works without JavaScript.

Style and script are put into the page, and the page allows these and no others by their hashes: words of a
document that came to stand in it could not run. Every text is escaped by the template engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from benchwright.english.counts import counted
from benchwright.evaluate.diagnosis.cause_report import CauseReport
from benchwright.evaluate.judges.judged_examples import JudgedExample
from benchwright.evaluate.questions.question_analysis import QuestionAnalysis
from benchwright.evaluate.summary import Summary
from benchwright.files.atomic import write_atomic
from benchwright.publish.csv_table import csv_text
from benchwright.publish.disagreements import Disagreement, EvidenceSource
from benchwright.publish.latex_table import latex
from benchwright.publish.notes import definitions, method, notes, rough_reasons
from benchwright.publish.page.analysis_views import analysis_view
from benchwright.publish.page.cause_views import list_cause_views
from benchwright.publish.page.judgement_views import list_judgement_views
from benchwright.publish.page.page_templates import embedded_json, render_alone
from benchwright.publish.page.question_views import TEXT, list_question_views
from benchwright.publish.page.summary_views import Views
from benchwright.publish.safe_text import line
from benchwright.publish.verdicts import headline, power

CSV = 600_000
"""Characters of CSV that the page carries for its button."""


def write_page(
    summary: Summary,
    disagreements: Sequence[Disagreement],
    path: Path | str,
    *,
    differing: int = 0,
    causes: CauseReport | None = None,
    judged: Sequence[JudgedExample] = (),
    analysis: QuestionAnalysis | None = None,
    mistaken: Mapping[str, Sequence[EvidenceSource]] | None = None,
) -> None:
    """Write the page, atomically. Raises StorageError."""
    page = page_html(
        summary,
        disagreements,
        differing=differing,
        causes=causes,
        judged=judged,
        analysis=analysis,
        mistaken=mistaken,
    )
    write_atomic(path, page)


def page_html(
    summary: Summary,
    disagreements: Sequence[Disagreement] = (),
    *,
    differing: int = 0,
    causes: CauseReport | None = None,
    judged: Sequence[JudgedExample] = (),
    analysis: QuestionAnalysis | None = None,
    mistaken: Mapping[str, Sequence[EvidenceSource]] | None = None,
) -> str:
    """The whole page. `differing` is how many questions the systems differ on, where more than those given do; `causes`
    are those of wrong answers, `judged` the judgements to show, `analysis` what the questions ask, and `mistaken` the
    sources that the examples of causes need, by question."""
    views = Views(summary)
    questions, omitted = list_question_views(views, disagreements)
    return render_alone(
        "page.jinja",
        summary=summary,
        views=views,
        name=line(summary.benchmark, 120),
        main=views.title(summary.main),
        headline=headline(summary),
        power=power(summary),
        rough=rough_reasons(summary),
        remarks=[line(one, 1000) for one in summary.remarks],
        notes=[(views.system(one.system), one.text) for one in notes(summary)],
        definitions=definitions(summary),
        method=method(summary),
        questions=questions,
        causes=list_cause_views(views, causes or CauseReport(), mistaken or {}),
        analysis=analysis_view(analysis) if analysis else None,
        judgements=list_judgement_views(views, judged),
        limit=TEXT,
        left_out=max(omitted, differing - len(questions)),
        asked=counted(summary.questions, "question"),
        documents=counted(summary.clusters, "document"),
        styles=list(dict.fromkeys(line(one.about.style, 60) for one in questions)),
        combinations=list(dict.fromkeys(line(one.about.modalities, 40) for one in questions)),
        copies=_copies(summary),
    )


def _copies(summary: Summary) -> str:
    """What the buttons copy; without the CSV where it would be too long for a page (`scores.csv` has it then)."""
    table = csv_text(summary)
    return embedded_json({**({"csv": table} if len(table) <= CSV else {}), "latex": latex(summary)})
