"""Export a benchmark for other tools, with `benchwright export`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.options import JsonOption, Replace
from benchwright.cli.output import print_json, print_report, say
from benchwright.english.counts import counted
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.workflows.export import ExportReport
    from benchwright.workflows.push import PushReport


def export(
    bench: Annotated[Path | None, typer.Argument(metavar="BENCH", help="A benchmark folder.")] = None,
    format: Annotated[str, typer.Option("--format", metavar="FORMAT", help="See --formats.")] = "",
    to: Annotated[Path | None, typer.Option("--to", metavar="DIR", help="A new or empty folder.")] = None,
    split: Annotated[
        str, typer.Option("--split", metavar="FILE[:PART]", help="A split by `benchwright split` or `graph split`.")
    ] = "",
    style: Annotated[
        list[str] | None, typer.Option("--style", metavar="STYLE", help="Only questions of this style; repeatable.")
    ] = None,
    modality: Annotated[
        list[str] | None,
        typer.Option("--modality", metavar="KINDS", help="Only questions that need text, table, image; repeatable."),
    ] = None,
    corpus: Annotated[
        Path | None, typer.Option("--corpus", metavar="CORPUS", help="The corpus, if it is not where the plan says.")
    ] = None,
    include_unlicensed: Annotated[
        bool, typer.Option("--include-unlicensed", help="Export sources of unknown licence with their content.")
    ] = False,
    formats: Annotated[bool, typer.Option("--formats", help="List the formats and what they cannot hold.")] = False,
    push: Annotated[
        str, typer.Option("--push", metavar="OWNER/NAME", help="List what would be uploaded to the Hugging Face hub.")
    ] = "",
    confirm: Annotated[bool, typer.Option("--confirm", help="With --push: upload it.")] = False,
    replace: Replace = False,
    as_json: JsonOption = False,
) -> int:
    """Export a benchmark in the format of other tools.

    Every export has a README.md, and an attribution.jsonl with the licence and address of each source. A source whose
    licence is unknown or does not allow copies is exported by reference: with its title and address, and without its
    text or image. Use --include-unlicensed for documents that are your own.

    --push lists the files that --confirm would upload to a private data set; the token is in HF_TOKEN. If DIR already
    contains this export, it is uploaded as it is.

    With --split, there is one part per part of the split; FILE:test exports that part alone. --modality image keeps
    questions that need an image, text+table those that need both. Exit code 1 if questions were left out.

    \b
    Example:
      benchwright export --formats
      benchwright export bench --format beir --to published
      benchwright export bench --format qampari --to published --split bench-splits.json
      benchwright export bench --format hf --to published --push me/my-bench --confirm
    """
    if formats:
        _show_formats(as_json)
        return 0
    if bench is None or not format or to is None:
        raise UsageError("export needs BENCH, --format and --to", hint="see: benchwright export --formats")
    if confirm and not push:
        raise UsageError("--confirm goes with --push", hint="write --push OWNER/NAME --confirm")
    from benchwright.workflows.export import export as workflow

    if push:
        from benchwright.workflows.push import check_push

        check_push(push, confirm=confirm)
    report = workflow(
        bench,
        to,
        format,
        split=split,
        styles=style or (),
        modalities=modality or (),
        corpus=corpus,
        include_unlicensed=include_unlicensed,
        replace=replace,
        keep=bool(push),
    )
    if push:
        from benchwright.workflows.push import push as upload

        pushed = upload(to, push, confirm=confirm, replace=replace)
        if as_json:
            print_json({**report.to_json(), "push": pushed.to_json()})
        else:
            for line in (*_lines(report), *_push_lines(pushed)):
                say(line)
    else:
        print_report(report, _lines, as_json=as_json)
    return 1 if report.left_out else 0


def _push_lines(report: PushReport) -> Iterator[str]:
    total = sum(report.files.values())
    yield from (f"  {size:,} bytes  {name}" for name, size in report.files.items())
    if report.url:
        yield f"uploaded {counted(len(report.files), 'file')}, {total:,} bytes: {report.url}"
    else:
        yield f"would upload {counted(len(report.files), 'file')}, {total:,} bytes, to {report.repo}; add --confirm"


def _lines(report: ExportReport) -> Iterator[str]:
    for part, count in report.questions.items():
        yield f"{report.path}: {counted(count, 'question')} in {part}"
    yield from (f"  left out {count:,} {reason}" for reason, count in report.left_out.items())
    yield from (f"  {counted(count, 'source')} under {licence}" for licence, count in report.sources.items())
    for licence, count in report.by_reference.items():
        yield f"  {counted(count, 'source')} by reference only, licence: {licence}"
    if report.by_reference:
        yield "  if you may pass these sources on, export them with --include-unlicensed"
    yield from (f"  {report.format} cannot hold {one}" for one in report.cannot_hold)


def _show_formats(as_json: bool) -> None:
    from benchwright.publish.export import EXPORTERS

    if as_json:
        print_json({
            one.name: {"about": one.about, "loads": one.loads, "cannot_hold": list(one.cannot_hold)}
            for one in EXPORTERS.values()
        })  # fmt: skip
        return
    for one in EXPORTERS.values():
        say(f"{one.name}: {one.about}")
        for missing in one.cannot_hold:
            say(f"  cannot hold {missing}")
