"""Split a benchmark over train, dev and test, with `benchwright split`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.options import BenchArgument, JsonOption, Replace
from benchwright.cli.output import print_report
from benchwright.english.counts import counted

if TYPE_CHECKING:
    from benchwright.workflows.split import SplitReport


def split(
    bench: BenchArgument,
    by: Annotated[
        list[str] | None,
        typer.Option("--by", metavar="KIND", help="Share no document, source, entity or relation; repeatable."),
    ] = None,
    size: Annotated[
        list[str] | None,
        typer.Option("--size", metavar="PART[:CELL]=N", help="A number or share for train, dev or test; repeatable."),
    ] = None,
    adversarial: Annotated[
        bool, typer.Option("--adversarial", help="Keep questions that a shortcut answers out of the test part.")
    ] = False,
    published: Annotated[
        bool, typer.Option("--published", help="Use the parts of the imported data set (WebQA, QAMPARI).")
    ] = False,
    to: Annotated[
        Path | None,
        typer.Option("--to", metavar="DIR/FILE", help="A .json file or a folder (default: BENCH-splits.json)."),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Seed (default: the plan's).")] = None,
    replace: Replace = False,
    as_json: JsonOption = False,
) -> int:
    """Split a benchmark into train, dev and test, and keep the split as a file of ids.

    With --by, no two parts share a document, source, entity or relation. Questions that are linked through several of
    these stay together. If one group of linked questions is larger than every part, or leaves a part empty, the group
    is cut, and questions across the cut are left out and counted.

    Sizes are numbers (100) or shares (0.2, 20%). By default dev and test get 10% each and train gets the rest. Every
    style and combination of modalities keeps its share in each part, as far as the groups allow. A CELL is a style,
    modalities or both.

    The shortcut is the most frequent answer to questions with the same first words. The command prints how many dev and
    test questions it answers if it is learned from the training questions. With --adversarial, no test question is
    answered by the shortcut of the whole benchmark (WebQA's test set was also selected against shortcuts).

    `evaluate` and `export` read the file. Exit code 1 if a part is empty or has fewer questions than the number that
    you asked for.

    \b
    Example:
      benchwright split bench --by document --size test=0.2 --size dev=0.1
      benchwright split bench --by entity --size test:multi-hop=50% --size "test:numerical, table=30%" --adversarial
      benchwright evaluate retrieval bench -r bm25 --split bench-splits.json:test
    """
    from benchwright.workflows.split import PartSize
    from benchwright.workflows.split import split as workflow

    sizes = [PartSize.parse(one) for one in size or []]
    report = workflow(
        bench,
        to,
        by=by or [],
        sizes=sizes,
        adversarial=adversarial,
        published=published,
        seed=seed,
        replace=replace,
    )
    print_report(report, _lines, as_json=as_json)
    return 0 if report.whole else 1


def _lines(report: SplitReport) -> Iterator[str]:
    linked = f" by {' and '.join(report.by)}" if report.by else ""
    groups = f": {counted(report.clusters, 'group')}, the largest with {counted(report.largest, 'question')}"
    yield f"{report.path}: split{linked}{groups if report.by else ''}"
    for part, cells in report.parts.items():
        styles: Counter[str] = Counter()
        for cell, count in cells.items():
            styles[cell.partition(",")[0]] += count
        listed = ", ".join(f"{count:,} {style}" for style, count in styles.items())
        yield f"  {part}: {counted(sum(cells.values()), 'question')}{f' ({listed})' if listed else ''}"
    if report.cut:
        yield f"  {counted(report.cut, 'group')} cut, because no part could hold it or a part would be empty"
    yield from (f"  left out {count:,} {reason}" for reason, count in report.left_out.items())
    yield from (f"  {part} lacks {counted(count, 'question')}" for part, count in report.short.items())
    if report.shortcut:
        told = ", ".join(f"{share:.1%} of {part}" for part, share in report.shortcut.items())
        yield f"  the shortcut answers {told}"
