"""Export a benchmark for other tools, with `benchwright export`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.options import BenchArgument, JsonOption, Replace
from benchwright.cli.output import print_report

if TYPE_CHECKING:
    from benchwright.workflows.export import ExportReport


def export(
    bench: BenchArgument,
    format: Annotated[str, typer.Option("--format", metavar="FORMAT", help="The format: qampari.")],
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="Output folder; created if missing.")],
    splits: Annotated[
        Path | None, typer.Option("--splits", metavar="FILE", help="A split by `benchwright split` or `graph split`.")
    ] = None,
    replace: Replace = False,
    as_json: JsonOption = False,
) -> int:
    """Export a benchmark in the format of other tools.

    qampari: JSON Lines of questions, answers with aliases and URLs, and passages with evidence, one file per part of
    the split. Without a split all questions go into one file; imported questions keep their original parts. Exit code 1
    if questions were left out.

    \b
    Example:
      benchwright export bench --format qampari --to published --splits splits.json
    """
    from benchwright.workflows.export import export as workflow

    report = workflow(bench, to, format, splits=splits, replace=replace)
    print_report(report, _lines, as_json=as_json)
    return 1 if report.left_out else 0


def _lines(report: ExportReport) -> list[str]:
    files = [f"{report.path / name}: {count:,} questions" for name, count in report.questions.items()]
    return files + [f"  left out {count:,} {reason}" for reason, count in report.left_out.items()]
