"""`benchwright demo`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.output import JsonOption, note, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from benchwright.records import Source, Span
    from benchwright.workflows.demo import DemoReport, Shown

_AROUND = 90
INTERRUPTED = 130


def demo(
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="Folder for corpora and benchmarks.")] = Path("runs"),
    as_json: JsonOption = False,
) -> int:
    """Make two benchmarks from the built-in documents: 40 countries, and a chapter of a biology textbook.

    Needs no network. Ends by printing the quotas and three questions with their answers and evidence. The same command
    again continues. Exit code 1 if a quota could not be filled.

    \b
    Example:
      benchwright demo --to runs
    """
    from benchwright.workflows.demo import demo as workflow

    report = workflow(to, tell=lambda line: None if as_json else note(line))
    if as_json:
        print_json(report.to_json())
    else:
        for line in _lines(report):
            print(line)
    if report.stopped:
        note("stopped; what was made is written, and the same command continues")
        return INTERRUPTED
    return 0 if report.filled else 1


def _lines(report: DemoReport) -> list[str]:
    from benchwright.benchmark.render import funnel_lines

    lines: list[str] = []
    for part in report.parts:
        made = f"{part.examples} of {part.wanted} questions"
        lines += [f"{part.name}: {made} from {part.sources} sources and {part.facts:,} facts"]
        if part.report is None:
            lines += [f"  {part.problem}", ""]
            continue
        lines += [f"  {line}" for line in funnel_lines(part.report.cells)]
        if part.report.uncovered:
            lines += [f"  no question family covers: {', '.join(part.report.uncovered)}"]
        lines += [""]
    for number, one in enumerate(report.shown, 1):
        lines += [*_question(number, one), ""]
    return lines + [f"benchwright show {part.report.path}" for part in report.parts if part.report]


def _question(number: int, shown: Shown) -> list[str]:
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
