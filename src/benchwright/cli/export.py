"""Export a benchmark for other tools, with `benchwright export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli.output import JsonOption, print_json, say


def export(
    bench: Annotated[Path, typer.Argument(metavar="BENCH", help="A benchmark folder.")],
    format: Annotated[str, typer.Option("--format", metavar="FORMAT", help="qampari.")],
    to: Annotated[Path, typer.Option("--to", metavar="DIR", help="Where the files go; made if missing.")],
    splits: Annotated[
        Path | None, typer.Option("--splits", metavar="FILE", help="What `benchwright graph split` wrote.")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Write over an export that is there.")] = False,
    as_json: JsonOption = False,
) -> int:
    """Write a benchmark in a form that other tools read, one file a part.

    qampari: QAMPARI's JSON Lines of questions, answers with aliases and addresses, and the passages that prove them.
    Without a split all questions go into one file, and imported ones into the parts they came from. Exit code 1 if
    questions were left out.

    \b
    Example:
      benchwright export bench --format qampari --to published --splits splits.json
    """
    from benchwright.workflows.export import export as workflow

    report = workflow(bench, to, format, splits=splits, replace=replace)
    if as_json:
        print_json(report.to_json())
    else:
        for name, count in report.questions.items():
            say(f"{report.path / name}: {count:,} questions")
        for reason, count in report.left_out.items():
            say(f"  left out {count:,} {reason}")
    return 1 if report.left_out else 0
