"""Draw what an analysis of questions found: how they begin, and how far keywords cover others."""

from __future__ import annotations

from pathlib import Path

from benchwright.evaluate.questions.answer_keywords import KeywordCoverage
from benchwright.evaluate.questions.question_analysis import QuestionAnalysis
from benchwright.files.atomic import write_atomic
from benchwright.publish.line_chart import line_chart
from benchwright.publish.sunburst import prefix_sunburst

PREFIXES, COVERAGE = "question-prefixes", "keyword-coverage"


def write_question_figures(analysis: QuestionAnalysis, folder: Path) -> None:
    """Write each as `<name>.svg`, and remove earlier ones that there are no longer. Raises StorageError."""
    drawn = {PREFIXES: prefix_sunburst(analysis.prefixes), COVERAGE: coverage_chart(analysis.coverage)}
    for name, figure in drawn.items():
        path = folder / f"{name}.svg"
        if figure:
            write_atomic(path, figure)
        else:
            path.unlink(missing_ok=True)


def coverage_chart(coverage: KeywordCoverage | None, size: tuple[int, int] = (624, 320), names: int = 110) -> str:
    """Which share of the keywords, and of the whole answers, is among the most frequent ones of the other questions."""
    if coverage is None:
        return ""
    learned, asked = coverage.parts
    points = {"keywords": coverage.keywords, "answers": coverage.answers}
    title = f"Share of the keywords of {asked} that are among the k most frequent keywords of {learned}"
    across = f"k most frequent of {learned}"
    return line_chart(points, title, f"share of {asked}", across, size=size, names=names)
