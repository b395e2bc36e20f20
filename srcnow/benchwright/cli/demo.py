"""Build benchmarks from the built-in documents, with `benchwright demo`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.generate import progress_display
from benchwright.cli.options import JsonOption
from benchwright.cli.output import INTERRUPTED, STOPPED, note, print_report
from benchwright.files.command_lines import command_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchwright.records import Source, Span
    from benchwright.workflows.demo import DemoPart, DemoReport, SampleQuestion
    from benchwright.workflows.evaluation_files import Evaluation

_AROUND = 90


def demo(
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="Folder for corpora and benchmarks.")] = Path("runs"),
    recorded: Annotated[bool, typer.Option("--recorded", help="Replay the recorded run of a language model.")] = False,
    as_json: JsonOption = False,
) -> int:
    """Make two benchmarks from the built-in documents, and measure three retrievers on them.

    The documents are 40 countries with their flags, and a chapter of a biology textbook. No network is needed. With
    --recorded, a language model wrote and judged the questions, and judges ten made-up answers; its replies come with
    the package.

    Prints the quotas, three questions with their answers and evidence, the styles that no question family covers, and
    the scores of BM25, dense and hybrid search. An HTML report also shows the scores. The plans are copied beside the
    benchmarks. The same command continues a stopped run. Exit code 1 if a quota was not filled although a question
    family covers it.

    \b
    Example:
      benchwright demo --to runs
      benchwright demo --recorded
    """
    from benchwright.workflows.demo import demo as workflow

    tell = (lambda _: None) if as_json else note
    report = workflow(to, recorded=recorded, tell=tell, watch=lambda: progress_display(as_json))
    print_report(report, _lines, as_json=as_json)
    if report.stopped:
        note(STOPPED)
        return INTERRUPTED
    return 0 if report.filled else 1


def _lines(report: DemoReport) -> list[str]:
    lines: list[str] = []
    for part in report.parts:
        lines += [*quota_lines(part), ""]
    for number, one in enumerate(report.shown, 1):
        lines += [*question_lines(number, one), ""]
    if report.uncovered:
        lines += ["no question family covers, in any corpus:"]
        lines += [f"  {style}: {', '.join(listed)}" for style, listed in report.uncovered.items()] + [""]
    if not report.fresh and not report.stopped:
        lines += ["everything existed already; nothing was made"]
    lines += [command_line("show", part.report.path) for part in report.parts]
    for evaluation in report.evaluations:
        lines += ["", *score_lines(evaluation)]
    return lines


def score_lines(evaluation: Evaluation) -> list[str]:
    """The scores on one of the benchmarks, what judges did, and the address of the report."""
    from benchwright.publish.terminal_table import short_text

    judging = evaluation.judging.lines() if evaluation.judging else []
    return [*short_text(evaluation.summary).splitlines(), *judging, f"page: {evaluation.page}"]


def quota_lines(part: DemoPart) -> list[str]:
    """What a corpus gave, its quotas, and those of the plan that no family can ask anything for."""
    from benchwright.benchmark.render import funnel_lines

    lines = [
        f"{part.name}: {part.examples} of {part.wanted} questions from {part.sources} sources and {part.facts:,} facts"
    ]
    if part.written_by:
        lines = [
            f"{part.name}: {part.examples} of {part.wanted} questions from {part.sources} sources, "
            f"written and judged by {part.written_by} (recorded)"
        ]
    lines += [f"  {line}" for line in funnel_lines(cell for cell in part.report.cells if cell.available)]
    if part.report.uncovered:
        lines += [f"  no question family covers here: {', '.join(part.report.uncovered)}"]
    return lines


def question_lines(number: int, shown: SampleQuestion) -> list[str]:
    """One question for people: what is asked, the answer, and where each source says its part."""
    from benchwright.benchmark.render import evidence_of

    example = shown.example
    spans = evidence_of(example)
    lines = [f"{number}. {example.question}", f"   answer    {example.answer}"]
    lines.append(f"   kind      {example.style}, {example.modalities}; {len(example.checks)} checks")
    for source in shown.sources:
        mine = [span for span in spans if span.source == source.id]
        lines += [f"   {source.modality:9} {source.title}: {quote}" for quote in quotes(source, mine)]
    return lines


def quotes(source: Source, spans: Sequence[Span]) -> list[str]:
    """Where a source says it, in a line each: the words around, the cell with its header and row, the image's file."""
    if source.image is not None:
        how = ", ".join(dict.fromkeys(span.read for span in spans)) or "image"
        return [f"{source.image.file} ({how})"]
    if source.table is not None:
        cells = sorted({cell for span in spans for cell in span.cells if cell[0] >= 0})
        return [_cell(source, row, column) for row, column in cells]
    places = sorted({(span.start, span.end) for span in spans if span.start is not None and span.end is not None})
    return [_around(source.text, start, end) for start, end in places]


def _cell(source: Source, row: int, column: int) -> str:
    assert source.table is not None
    cells = source.table.rows[row]
    header = source.table.header[-1][column] if source.table.header else f"column {column + 1}"
    first = f"{cells[0]}, " if column else ""
    return f"{first}{header} = «{cells[column]}»"


def _around(text: str, start: int, end: int) -> str:
    """The evidence between « and », with whole words before and after it."""
    before = text[max(0, start - _AROUND) : start]
    after = text[end : end + _AROUND]
    if start > _AROUND:
        before = "… " + before.partition(" ")[2]
    if end + _AROUND < len(text):
        after = after.rpartition(" ")[0] + " …"
    return " ".join(f"{before}«{text[start:end]}»{after}".split())
