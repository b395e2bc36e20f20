"""Split and count the list questions of a benchmark, with `benchwright graph split` and `graph stats`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from benchwright.cli.options import BenchArgument, JsonOption, Replace
from benchwright.cli.output import print_report
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchwright.makers.lists.benchmark_figures import Share, Stats
    from benchwright.records import Json
    from benchwright.workflows.graph_split import RelationSplitReport
    from benchwright.workflows.graph_stats import StatsReport

_Mixed = Literal["train", "drop"]


def split(
    bench: BenchArgument,
    to: Annotated[Path, typer.Option("--to", metavar="DIR/FILE", help="A .json file, or a folder for splits.json.")],
    seed: Annotated[int | None, typer.Option(min=0, help="Seed (default: the plan's).")] = None,
    mixed: Annotated[
        str, typer.Option(metavar="train|drop", help="Use of intersections across the split (default: the plan's).")
    ] = "",
    per_relation: Annotated[
        int, typer.Option("--per-relation", help="Maximum training questions per relation.")
    ] = 1000,
    test: Annotated[
        list[str] | None,
        typer.Option("--test", metavar="KIND=N", help="Questions of a kind in dev and test together; repeatable."),
    ] = None,
    replace: Replace = False,
    as_json: JsonOption = False,
) -> int:
    """Split list questions over train, dev and test by their relations, as QAMPARI does.

    For splits of any benchmark see `benchwright split`.

    Half of the relations are training relations. Simple questions in training and test never share a relation. A
    composition is a test question if one of its relations is a test relation, an intersection if both are; such
    questions may share a relation with training. All simple questions about tables and the compositions of half the
    tables are test questions.

    Test questions are drawn evenly over relations and halved into dev and test. Exit code 1 if a part is empty or has
    fewer questions than requested.

    \b
    Example:
      benchwright graph split bench --to splits.json --test simple=830 --test intersection=400
    """
    from benchwright.workflows.graph_split import graph_split

    if mixed not in ("", "train", "drop"):
        raise UsageError(f"mixed is {mixed!r}", hint="write --mixed train or --mixed drop")
    chosen: _Mixed | None = "train" if mixed == "train" else "drop" if mixed == "drop" else None
    sizes = _sizes(test or [])
    report = graph_split(bench, to, seed=seed, mixed=chosen, per_relation=per_relation, test=sizes, replace=replace)

    def lines(report: RelationSplitReport) -> Iterator[str]:
        sides = report.relations
        yield f"{report.path}: {sides['train']:,} training relations, {sides['test']:,} test relations"
        for name, kinds in report.parts.items():
            listed = ", ".join(f"{count:,} {kind}" for kind, count in kinds.items())
            yield f"  {name}: {sum(kinds.values()):,} questions{f' ({listed})' if listed else ''}"
        for reason, count in report.left_out.items():
            yield f"  left out {count:,} {reason}"
        for kind, count in report.missing.items():
            yield f"  missing {count:,} of the {sizes[kind]:,} {kind} questions for dev and test"

    print_report(report, lines, as_json=as_json)
    return 0 if report.whole else 1


def stats(
    bench: BenchArgument,
    splits: Annotated[
        Path | None, typer.Option("--splits", metavar="FILE", help="Also show each part of this split.")
    ] = None,
    figure: Annotated[
        Path | None, typer.Option("--figure", metavar="FILE", help="Write a histogram of answer counts as SVG.")
    ] = None,
    replace: Replace = False,
    top: Annotated[int, typer.Option("--top", min=1, max=1000, help="Number of relations and types to list.")] = 10,
    as_json: JsonOption = False,
) -> int:
    """Show statistics of list questions: kinds, answers, lengths, relations and types.

    These are tables 2 and 3 and figure 3a of the QAMPARI paper for your own questions.

    \b
    Example:
      benchwright graph stats bench --splits splits.json --figure answers.svg
    """
    from benchwright.workflows.graph_stats import graph_stats

    report = graph_stats(bench, splits=splits, figure=figure, top=top, replace=replace)
    print_report(report, _lines, as_json=as_json)
    return 0


def _lines(report: StatsReport) -> Iterator[str]:
    if report.relations:
        yield f"{report.path}: uses {report.relations}"
    yield from (f"{report.path}: {line}" for line in _checker_lines(report.evidence))
    for name, part in report.parts.items():
        yield f"{report.path}, {name}"
        yield from _part_lines(part)


def _checker_lines(evidence: Json) -> Iterator[str]:
    """The checker of the evidence, and its precision and recall on labelled sentences."""
    measured = evidence.get("measured")
    if not evidence:
        return
    if not isinstance(measured, dict):
        yield f"evidence checked by {evidence.get('by')}: precision and recall {measured}"
        return
    yield f"evidence checked by {evidence.get('by')}, measured at a threshold of {evidence.get('measured_at')}"
    for name, one in measured.items():
        precision, recall = (one.get("precision"), one.get("recall")) if isinstance(one, dict) else (None, None)
        if isinstance(precision, float) and isinstance(recall, float):
            yield f"  {name}: precision {precision:.3f}, recall {recall:.3f}"


def _part_lines(stats: Stats) -> Iterator[str]:
    from benchwright.makers.lists.benchmark_figures import BINS, bin_name

    yield f"  {'':<28}{'questions':>10}{'answers':>9}{'median':>8}{'words':>8}"
    for line in stats.lines:
        means = f"{line.mean_answers:>9.2f}{line.median_answers:>8.1f}{line.mean_words:>8.2f}"
        yield f"  {line.name:<28}{line.questions:>10,}{means}"
    undecided = next((line.undecided for line in stats.lines if line.name == "total"), 0)
    if undecided:
        yield f"  answers neither right nor wrong: {undecided:,}"
    for title, shares in (("relations", stats.relations), ("by type", stats.typed), ("types", stats.types)):
        if shares:
            yield f"  {title}: {', '.join(map(_share, shares))}"
    histogram = [
        f"{bin_name(one)}: {count:,} ({100 * count / stats.questions:.1f}%)"
        for one, count in zip(BINS, stats.bins, strict=True)
        if count
    ]
    yield f"  answers: {', '.join(histogram)}"


def _share(one: Share) -> str:
    return f"{one.name} {100 * one.share:.1f}%"


def _sizes(options: list[str]) -> dict[str, int]:
    """The numbers of `--test KIND=N`. UsageError for what is not written so."""
    sizes: dict[str, int] = {}
    for one in options:
        kind, _, number = one.partition("=")
        if not number.isdecimal() or len(number) > 9 or kind in sizes:
            raise UsageError(f"--test {one} is not KIND=N", hint="write --test simple=830, each kind once")
        sizes[kind] = int(number)
    return sizes
