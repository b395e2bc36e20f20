"""Import a published benchmark, with `benchwright import`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.options import JsonOption, ToBench
from benchwright.cli.output import ProgressLine, drop_lines, print_report
from benchwright.files.command_lines import command_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchwright.workflows.importing import ImportReport
    from benchwright.workflows.ingest import IngestProgress


def import_(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the published files.")],
    format: Annotated[
        str,
        typer.Option(
            "--format", metavar="FORMAT", help="beir, hotpotqa, mmqa, nq-open, ottqa, qampari, squad or webqa."
        ),
    ],
    to: ToBench,
    split: Annotated[
        str, typer.Option(help="Import this split: qrels/SPLIT.tsv for BEIR, else files named after it.")
    ] = "",
    limit: Annotated[int | None, typer.Option(help="Import only the first questions, at most this many.")] = None,
    sample: Annotated[
        int | None, typer.Option(help="Import this many questions, drawn evenly over styles and modalities.")
    ] = None,
    like: Annotated[
        Path | None, typer.Option("--like", metavar="BENCH", help="Draw the sample with the styles of this benchmark.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the sample.")] = 13,
    as_json: JsonOption = False,
) -> int:
    """Import a published benchmark together with its corpus.

    Takes a folder of BEIR (corpus.jsonl, queries.jsonl, qrels/test.tsv), of OTT-QA (tables, passages, questions with
    answer nodes), of MultiModalQA (MMQA_*.jsonl, final_dataset_images/), of QAMPARI (*.jsonl with proofs, or the
    reduced *.json), of WebQA (WebQA_*.json, imgs.tsv), HotpotQA, SQuAD (*.json) or NQ-open (*.jsonl), plain or
    compressed. Ids are kept. What the files say about a question becomes its style or a column. All parts of QAMPARI
    are imported unless --split names one. BENCH/drops.jsonl lists everything that was not imported. Exit code 1 if
    something was lost; queries of other splits and questions without evidence do not count as lost.

    \b
    Example:
      benchwright import scifact/ --format beir --to scifact-bench && benchwright validate scifact-bench
    """
    from benchwright.workflows.importing import import_benchmark

    line = ProgressLine()

    def show(state: IngestProgress) -> None:
        line.show(f"{state.sources:,} sources  {state.name}", last=state.done == state.total)

    report = import_benchmark(
        folder, to, format, split=split, limit=limit, sample=sample, like=like, seed=seed, progress=show
    )
    print_report(report, _lines, as_json=as_json)
    return 0 if report.whole else 1


def _lines(report: ImportReport) -> Iterator[str]:
    counts = ", ".join(f"{count:,} {kind}" for kind, count in report.sources.items())
    there = "" if report.fresh else ", imported before"
    total = sum(report.sources.values())
    yield f"{report.path}: {report.questions:,} questions over {total:,} sources ({counts}){there}"
    yield from drop_lines({"dropped": report.dropped, "left out": report.left_out}, report.path)
    yield from drop_lines({"documents dropped:": report.corpus_drops}, report.path / "corpus")
    for style, count in report.short.items():
        yield f"  the sample lacks {count:,} {style} questions" if style else f"  the sample lacks {count:,} questions"
    if total:
        yield f"next: {command_line('evaluate', 'retrieval', report.path, '--retriever', 'bm25')}"
