"""Read documents into a corpus, with `benchwright ingest`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.options import JsonOption, ToCorpus
from benchwright.cli.output import ProgressLine, drop_lines, note, print_report
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchwright.workflows.ingest import IngestProgress, IngestReport


_MOST_MEMORY = 2**20
"""GiB: a million of them is more than a system can be asked to allow."""


def ingest(
    paths: Annotated[list[str], typer.Argument(metavar="PATH...", help="Folders, files or quoted patterns.")],
    to: ToCorpus,
    words: Annotated[int, typer.Option(help="Maximum words of a passage.")] = 100,
    shortest: Annotated[int, typer.Option(help="Drop passages with fewer characters.")] = 200,
    table_rows: Annotated[int, typer.Option(help="Cut tables of documents after this many rows.")] = 3000,
    table_columns: Annotated[int, typer.Option(help="Cut tables of documents after this many columns.")] = 30,
    licence: Annotated[str, typer.Option(help="Licence of documents that do not state one.")] = "",
    pages: Annotated[bool, typer.Option("--pages", help="Also keep an image of each page.")] = False,
    ocr: Annotated[
        bool | None,
        typer.Option("--ocr/--no-ocr", help="Read scanned pages (default: if the extra ocr is installed)."),
    ] = None,
    allow_fetch: Annotated[
        list[str] | None,
        typer.Option(metavar="HOST", help="Fetch images from this host; *.example.org allows its subdomains."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=0, help="Reader processes (default: one per core, at most 8).")
    ] = None,
    seconds: Annotated[float, typer.Option(help="Stop a reader that reports no progress for this long.")] = 120.0,
    memory: Annotated[float, typer.Option(help="Memory limit for one document in GiB (Linux).")] = 2.0,
    as_json: JsonOption = False,
) -> int:
    """Turn documents, tables and images into a corpus; report what was dropped and why.

    Reads PDF, Markdown, reStructuredText, HTML, plain text, notebooks, e-mail, CSV, TSV, images with captions beside
    them, JSON Lines, documents of LangChain and LlamaIndex, Wikipedia dumps (wikitext and HTML), Word, PowerPoint and
    Excel (equations as LaTeX with the extra office), and the published layouts of OTT-QA, MMQA, WebQA, BEIR and
    textbooks (ids kept, nothing cut); with pandoc, mandoc or asciidoctor installed, LaTeX, EPUB, OpenDocument, RTF,
    Org, Textile, DocBook, JATS, manual pages and AsciiDoc; also compressed with gz, bz2, xz or zst.

    Each document is read in a process without network access, with limits on time and memory. A document that exceeds
    them is dropped with its reason. Run again, the command reads only new and changed files, even after it was killed,
    and removes documents that no longer exist. Exit code 1 if an input could not be read completely.

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
    print_report(report, _lines, as_json=as_json)
    for failure in () if as_json else report.failed_lines():
        note(failure)
    return 1 if report.failed else 0


def _lines(report: IngestReport) -> Iterator[str]:
    counts = ", ".join(f"{count:,} {kind}" for kind, count in report.sources.items())
    yield f"{report.corpus}: {sum(report.sources.values()):,} sources ({counts}) from {report.inputs:,} inputs"
    if report.pages:
        yield f"  {report.pages:,} page images"
    removed = f", {len(report.removed):,} removed" if report.removed else ""
    yield f"  read {report.read:,}, unchanged {report.reused:,}{removed}"
    yield from drop_lines({"dropped": report.drops, "noticed": report.notices}, report.corpus, report.suffixes)
