"""Import a published benchmark, with `benchwright import`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.output import JsonOption, ProgressLine, print_json, say

if TYPE_CHECKING:
    from benchwright.workflows.importing import ImportReport
    from benchwright.workflows.ingest import IngestProgress


def import_(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the published files lie.")],
    format: Annotated[str, typer.Option("--format", metavar="FORMAT", help="beir, mmqa, ottqa, qampari or webqa.")],
    to: Annotated[Path, typer.Option("--to", metavar="BENCH", help="The benchmark folder; made if missing.")],
    split: Annotated[str, typer.Option(help="Which: BEIR's qrels/<split>.tsv, or a file whose name has it.")] = "",
    limit: Annotated[int | None, typer.Option(help="Only the first so many questions.")] = None,
    as_json: JsonOption = False,
) -> int:
    """Make somebody else's benchmark one of yours, with its corpus inside.

    Takes a folder of BEIR (corpus.jsonl, queries.jsonl, qrels/test.tsv), of OTT-QA (tables, passages, questions with
    answer nodes), of MultiModalQA (MMQA_*.jsonl, final_dataset_images/), of QAMPARI (*.jsonl with proofs, or the
    reduced *.json) or of WebQA (WebQA_*.json, imgs.tsv), plain or compressed, ids kept. What is left out is listed in
    BENCH/drops.jsonl. Of QAMPARI all parts are taken unless --split names one. Exit code 1 if something was lost that
    the layout does not leave out by itself, as it does queries of other splits and questions without a trace.

    \b
    Example:
      benchwright import scifact/ --format beir --to scifact-bench && benchwright validate scifact-bench
    """
    from benchwright.workflows.importing import import_benchmark

    line = ProgressLine()

    def show(state: IngestProgress) -> None:
        line.show(f"{state.sources:,} sources  {state.name}", last=state.done == state.total)

    report = import_benchmark(folder, to, format, split=split, limit=limit, progress=show)
    if as_json:
        print_json(report.to_json())
    else:
        _print(report)
    return 0 if report.whole else 1


def _print(report: ImportReport) -> None:
    counts = ", ".join(f"{count:,} {kind}" for kind, count in report.sources.items())
    there = "" if report.fresh else ", all there already"
    say(
        f"{report.path}: {report.questions:,} questions over {sum(report.sources.values()):,} sources ({counts}){there}"
    )
    for title, found in (("dropped", report.dropped), ("left out", report.left_out)):
        for reason, count in found.items():
            say(f"  {title} {count:,} {reason}")
    if report.dropped or report.left_out:
        say(f"  each is listed in {report.path / 'drops.jsonl'}")
    for reason, count in report.corpus_drops.items():
        say(f"  of the documents, dropped {count:,} {reason}: see {report.path / 'corpus' / 'drops.jsonl'}")
    if sum(report.sources.values()):
        say(f"next: benchwright evaluate retrieval {report.path} --retriever bm25")
