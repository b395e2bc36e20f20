"""Write a comparison of two systems as GitHub Markdown, for comments on pull requests."""

from __future__ import annotations

from benchwright.evaluate.comparison import Comparison
from benchwright.evaluate.summary import SystemPair
from benchwright.publish.number_format import estimate, probability
from benchwright.publish.safe_text import markdown_cell


def comparison_markdown(found: Comparison) -> str:
    """The verdict and a table with all questions and each slice. Names of systems and slices are others' words, and
    are escaped."""
    title = markdown_cell(found.summary.title(found.measure))
    mark = "❌" if found.worse else "⚠️" if found.untested else "✅"
    head = f"{mark} {markdown_cell(found.verdict, 1000)}."
    rows = [_row("all", found.overall, found), *(_row(pair.slice.label, pair, found) for pair in found.slices)]
    columns = ("", f"{markdown_cell(found.a)} − {markdown_cell(found.b)}", "p", "corrected p", "questions", "documents")
    lines = [_line(*columns), _line("---", *["---:"] * (len(columns) - 1)), *rows]
    return "\n".join([f"### {title}", "", head, "", *lines, ""])


def _row(label: str, pair: SystemPair, found: Comparison) -> str:
    one = pair.difference
    shown = estimate(one, 3, measure=pair.measure, signed=True, doubtful=found.summary.doubtful(one))
    numbers = (shown.replace("~", "\\~"), probability(pair.p).replace("<", "&lt;"))
    corrected = probability(pair.p_corrected).replace("<", "&lt;")
    return _line(markdown_cell(label), *numbers, corrected, f"{one.n:,}", f"{one.clusters:,}")


def _line(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"
