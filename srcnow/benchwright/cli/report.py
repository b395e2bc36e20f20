"""Write the report of a benchmark, with `benchwright report`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.options import BenchArgument, JsonOption
from benchwright.cli.output import print_report
from benchwright.english.counts import counted

if TYPE_CHECKING:
    from benchwright.workflows.report import BenchmarkReport

ScoresOption = Annotated[
    list[Path] | None,
    typer.Option("--scores", metavar="SCORES", help="Scores of BENCH; repeatable (default: those beside it)."),
]


def report(
    bench: BenchArgument,
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FILE", help="The HTML file (default: BENCH-report.html).")
    ] = None,
    scores: ScoresOption = None,
    corpus: Annotated[
        Path | None, typer.Option("--corpus", help="The corpus, if it is not where the plan says.")
    ] = None,
    examples: Annotated[int, typer.Option(min=0, help="Number of questions to show with their sources.")] = 30,
    seed: Annotated[int, typer.Option(min=0, help="Seed for drawing them.")] = 13,
    as_json: JsonOption = False,
) -> int:
    """Write a report on a benchmark as one HTML file that loads nothing from the network.

    It shows quotas, why attempts were rejected, questions by style and modalities, which documents are asked about and
    which never are, the effective sample size, cost, first words, near-duplicate questions, checks, examples with their
    sources, and the scores beside the benchmark. Use `browse` to look at all questions.

    \b
    Example:
      benchwright report bench --to report.html
    """
    from benchwright.workflows.report import report as workflow

    made = workflow(bench, to, scores=scores or (), corpus=corpus, examples=examples, seed=seed)
    print_report(made, _lines, as_json=as_json)
    return 0


def _lines(made: BenchmarkReport) -> Iterator[str]:
    shown = f"{counted(made.questions, 'question')}, {made.examples:,} shown with their sources"
    yield f"{made.path}: {shown}"
    yield from (f"  with the scores in {one}" for one in made.scores)
    yield from (f"  {one}" for one in made.remarks)
