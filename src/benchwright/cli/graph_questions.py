"""Split and count the list questions of a benchmark, with `benchwright graph split` and `graph stats`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from benchwright.cli.output import JsonOption, print_json, say
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchwright.makers.lists.benchmark_figures import Share, Stats
    from benchwright.records import Json

Bench = Annotated[Path, typer.Argument(metavar="BENCH", help="A benchmark with list questions.")]
_Mixed = Literal["train", "drop"]


def split(
    bench: Bench,
    to: Annotated[Path, typer.Option("--to", metavar="DIR/FILE", help="A .json file, or a folder for splits.json.")],
    seed: Annotated[int | None, typer.Option(min=0, help="By default the plan's.")] = None,
    mixed: Annotated[
        str, typer.Option(metavar="train|drop", help="Intersections of both sides; by default as planned.")
    ] = "",
    per_relation: Annotated[int, typer.Option("--per-relation", help="Most training questions of a relation.")] = 1000,
    test: Annotated[
        list[str] | None, typer.Option("--test", metavar="KIND=N", help="Size of dev and test together; repeat it.")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Write over a file that is there.")] = False,
    as_json: JsonOption = False,
) -> int:
    """Split list questions over train, dev and test by their relations, as QAMPARI does.

    Half of the relations are for training: no simple training question has the relation of a simple test question. A
    composition is a test question if either relation is a test relation, an intersection if both are, so that such
    questions may share a relation with training. Simple questions about tables are all for testing, compositions those
    of half the tables.
    Test questions are drawn evenly over relations and halved into dev and test. Exit code 1 if a part is empty, or if
    there are fewer test questions than you asked for.

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
    if as_json:
        print_json(report.to_json())
    else:
        say(f"{report.path}: {report.relations['train']:,} relations to train, {report.relations['test']:,} to test")
        for name, kinds in report.parts.items():
            told = ", ".join(f"{count:,} {kind}" for kind, count in kinds.items())
            say(f"  {name}: {sum(kinds.values()):,} questions{f' ({told})' if told else ''}")
        for reason, count in report.left_out.items():
            say(f"  left out {count:,} {reason}")
        for kind, count in report.missing.items():
            say(f"  missing {count:,} of the {sizes[kind]:,} {kind} questions for dev and test")
    return 0 if report.whole else 1


def stats(
    bench: Bench,
    splits: Annotated[
        Path | None, typer.Option("--splits", metavar="FILE", help="Of each part of this split, too.")
    ] = None,
    figure: Annotated[
        Path | None, typer.Option("--figure", metavar="FILE", help="Draw the numbers of answers as SVG.")
    ] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Write over a figure that is there.")] = False,
    top: Annotated[int, typer.Option("--top", min=1, max=1000, help="How many relations and types to list.")] = 10,
    as_json: JsonOption = False,
) -> int:
    """Show what list questions are like: how many of each kind, their answers, lengths, relations and types.

    These are tables 2 and 3 and figure 3a of the QAMPARI paper, for your own questions.

    \b
    Example:
      benchwright graph stats bench --splits splits.json --figure answers.svg
    """
    from benchwright.workflows.graph_stats import graph_stats

    report = graph_stats(bench, splits=splits, figure=figure, top=top, replace=replace)
    if as_json:
        print_json(report.to_json())
        return 0
    if report.relations:
        say(f"{report.path}: asked with {report.relations}")
    for line in _checker_lines(report.evidence):
        say(f"{report.path}: {line}")
    for name, found in report.parts.items():
        say(f"{report.path}, {name}")
        _print(found)
    return 0


def _checker_lines(evidence: Json) -> Iterator[str]:
    """Which checker read the evidence, and its precision and recall on labelled sentences."""
    measured = evidence.get("measured")
    if not evidence:
        return
    if not isinstance(measured, dict):
        yield f"evidence read by {evidence.get('by')}: precision and recall {measured}"
        return
    yield f"evidence read by {evidence.get('by')}, measured at a threshold of {evidence.get('measured_at')}"
    for name, one in measured.items():
        precision, recall = (one.get("precision"), one.get("recall")) if isinstance(one, dict) else (None, None)
        if isinstance(precision, float) and isinstance(recall, float):
            yield f"  {name}: precision {precision:.3f}, recall {recall:.3f}"


def _print(stats: Stats) -> None:
    from benchwright.makers.lists.benchmark_figures import BINS, bin_name

    say(f"  {'':<28}{'questions':>10}{'answers':>9}{'median':>8}{'words':>8}")
    for line in stats.lines:
        means = f"{line.mean_answers:>9.2f}{line.median_answers:>8.1f}{line.mean_words:>8.2f}"
        say(f"  {line.name:<28}{line.questions:>10,}{means}")
    undecided = next((line.undecided for line in stats.lines if line.name == "total"), 0)
    if undecided:
        say(f"  answers that are neither right nor wrong: {undecided:,}")
    for title, shares in (("relations", stats.relations), ("by type", stats.typed), ("types", stats.types)):
        if shares:
            say(f"  {title}: {', '.join(map(_share, shares))}")
    told = [
        f"{bin_name(one)}: {count:,} ({100 * count / stats.questions:.1f}%)"
        for one, count in zip(BINS, stats.bins, strict=True)
        if count
    ]
    say(f"  answers: {', '.join(told)}")


def _share(one: Share) -> str:
    return f"{one.name} {100 * one.share:.1f}%"


def _sizes(said: list[str]) -> dict[str, int]:
    """The numbers of `--test KIND=N`. UsageError for what is not written so."""
    sizes: dict[str, int] = {}
    for one in said:
        kind, _, number = one.partition("=")
        if not number.isdecimal() or len(number) > 9 or kind in sizes:
            raise UsageError(f"--test {one} is no KIND=N", hint="write --test simple=830, each kind once")
        sizes[kind] = int(number)
    return sizes
