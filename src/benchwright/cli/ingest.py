"""Read documents into a corpus, with `benchwright ingest`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.output import JsonOption, ProgressLine, note, print_json, say
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.workflows.ingest import IngestProgress, IngestReport


_MOST_MEMORY = 2**20
"""GiB: a million of them is more than a system can be asked to allow."""


def ingest(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Folders, files or quoted patterns.")],
    to: Annotated[Path, typer.Option("--to", metavar="CORPUS", help="The corpus folder; made if missing.")],
    words: Annotated[int, typer.Option(help="Most words in a passage.")] = 100,
    shortest: Annotated[int, typer.Option(help="Passages with fewer characters are dropped.")] = 200,
    table_rows: Annotated[int, typer.Option(help="Longer tables of documents are cut.")] = 200,
    table_columns: Annotated[int, typer.Option(help="Wider tables of documents are cut.")] = 30,
    licence: Annotated[str, typer.Option(help="Licence of documents that do not tell their own.")] = "",
    pages: Annotated[bool, typer.Option("--pages", help="Keep a picture of each page, too.")] = False,
    ocr: Annotated[
        bool | None,
        typer.Option("--ocr/--no-ocr", help="Read scanned pages; by default if the extra ocr is installed."),
    ] = None,
    allow_fetch: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="Fetch pictures from this host (*.example.org: from those below it)."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=0, help="Processes that read; by default one a processor, 8 at most.")
    ] = None,
    seconds: Annotated[float, typer.Option(help="A reader that gives no sign of life for so long is ended.")] = 120.0,
    memory: Annotated[float, typer.Option(help="GiB that reading one document may take (Linux).")] = 2.0,
    as_json: JsonOption = False,
) -> int:
    """Turn documents, tables and images into a corpus; say what was dropped and why.

    Reads PDF, Markdown, HTML, plain text, CSV, TSV, images with captions beside them, JSON Lines, documents of
    LangChain and LlamaIndex, Wikipedia dumps (wikitext and HTML), Word, PowerPoint and Excel (equations as LaTeX with
    the extra office), and the published layouts of OTT-QA, MMQA, WebQA, BEIR and textbooks (ids kept, nothing cut);
    also compressed by gz, bz2, xz or zst. Each document is read in a process without network, within limits of time and
    memory: one that breaks them is dropped with its reason, and the others go on. The same command again reads only
    what changed, also after a kill; what is no longer there vanishes. Exit code 1 if an input could not be
    read, or only in part.

    \b
    Examples:
      benchwright ingest manuals/ 'reports/**/*.html' --to corpus --licence "CC BY 4.0"
      benchwright ingest papers/ --to corpus --pages
      benchwright ingest wiki/ --to corpus --allow-fetch upload.wikimedia.org
    """
    from benchwright.workflows.ingest import IngestOptions, Limits, ReaderOptions, WorkerBounds, with_ocr
    from benchwright.workflows.ingest import ingest as workflow

    if not 0 < seconds < float("inf") or not memory > 0:
        raise UsageError("a reader needs some time and memory", hint="see --seconds, --memory")
    if memory > _MOST_MEMORY:
        raise UsageError(f"no system has {memory:g} GiB of memory", hint="--memory counts in GiB")
    limits = replace(Limits(), table_rows=table_rows, table_columns=table_columns)
    options = IngestOptions(
        words, shortest, licence, limits, ReaderOptions(pages=pages), tuple(dict.fromkeys(allow_fetch or ()))
    )
    bounds = WorkerBounds(seconds=seconds, memory=int(memory * 2**30))
    line = ProgressLine()

    def show(state: IngestProgress) -> None:
        text = f"{state.done:,}/{state.total:,} inputs, {state.sources:,} sources  {state.name}"
        line.show(text, last=not state.name)  # the last of all is about no input

    report = workflow(paths, to, with_ocr(options, ocr), workers=workers, bounds=bounds, progress=show)
    if as_json:
        print_json(report.to_json())
    else:
        _print(report)
    return 1 if report.failed else 0


def _print(report: IngestReport) -> None:
    counts = ", ".join(f"{count:,} {kind}" for kind, count in report.sources.items())
    say(f"{report.corpus}: {sum(report.sources.values()):,} sources ({counts}) from {report.inputs:,} inputs")
    if report.pages:
        say(f"  {report.pages:,} pictures of pages")
    removed = f", {len(report.removed):,} no longer there" if report.removed else ""
    say(f"  read {report.read:,}, unchanged {report.reused:,}{removed}")
    for title, found in (("dropped", report.drops), ("noticed", report.notices)):
        for reason, count in found.items():
            say(f"  {title} {count:,} {reason}")
    if report.drops or report.notices:
        say(f"  each is listed in {report.corpus / 'drops.jsonl'}")
    for line in report.failed_lines():
        note(line)
