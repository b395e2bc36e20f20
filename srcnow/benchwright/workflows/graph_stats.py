"""Count and draw the figures of a benchmark of list questions, whole or by part of its split."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

from benchwright.benchmark.splits import splits_of
from benchwright.benchmark.store import PLAN, Benchmark
from benchwright.errors import RelationsError, UsageError
from benchwright.files.atomic import write_atomic
from benchwright.files.output_paths import check_output_file
from benchwright.graphs.book import open_book
from benchwright.makers.lists.benchmark_figures import BINS, TOP, Stats, bin_name, stats_of
from benchwright.makers.lists.draft_checks import MAKER
from benchwright.makers.lists.knowledge.choose_book import built_in_of
from benchwright.plan import read_settings
from benchwright.publish.bar_chart import bar_chart
from benchwright.records import Json, fields_json


@dataclass(frozen=True)
class StatsReport:
    """Figures by part: `all`, and those of the split that was named. `relations` are those that the questions of a
    graph were asked with, as the manifest calls them, "" where there is none; `evidence` is what it says of the checker
    that read the sentences, and of its precision and recall."""

    path: Path
    parts: Mapping[str, Stats]
    relations: str = ""
    evidence: Json = field(default_factory=dict)

    def to_json(self) -> Json:
        fields = fields_json(self)
        return {"benchmark": fields.pop("path"), **fields}


def graph_stats(
    bench: PathLike[str] | str,
    *,
    splits: Path | None = None,
    figure: Path | None = None,
    top: int = TOP,
    replace: bool = False,
) -> StatsReport:
    """Count the list questions of a benchmark; draw how many answers they have into `figure`, an SVG file.

    Raises UsageError for a benchmark without list questions, BenchmarkError, StorageError.
    """
    if figure is not None:
        check_output_file(figure, replace=replace, option="--figure")
    opened = Benchmark.open(bench)
    labels = _labels(opened)
    everything = stats_of(opened.examples, labels, top)
    if not everything.questions:
        raise UsageError(
            f"{opened.path} has no list questions", hint="they come from cells of style list; see docs/lists.md"
        )
    parts = {"all": everything}
    if splits is not None:
        for name, ids in splits_of(splits, opened).items():
            wanted = set(ids)
            found = stats_of([one for one in opened.examples if one.id in wanted], labels, top)
            if found.questions:
                parts[name] = found
    if figure is not None:
        title = f"Answers of {everything.questions:,} questions"
        write_atomic(figure, bar_chart(title, "number of answers", [bin_name(one) for one in BINS], everything.bins))
    return StatsReport(opened.path, parts, _asked_with(opened), _evidence_of(opened))


def _asked_with(bench: Benchmark) -> str:
    """What the manifest calls the relations of the questions of a graph."""
    return next((one for one in bench.pins.parts.get(MAKER, {}) if not one.startswith("the graph ")), "")


def _evidence_of(bench: Benchmark) -> Json:
    """What the manifest says of the checker of the evidence; {} where no question is of a graph."""
    sampling = bench.manifest.get("sampling")
    cells = sampling.values() if isinstance(sampling, dict) else ()
    reports = (cell.get("evidence") for cell in cells if isinstance(cell, dict))
    return next((dict(one) for one in reports if isinstance(one, dict)), {})


def _labels(bench: Benchmark) -> dict[str, str]:
    """What the plan's book of relations calls them, or the built-in one that was found to fit; nothing for drafts, and
    for a file that cannot be read any more."""
    plan = read_settings(bench.path / PLAN)
    name = plan.lists.relations or built_in_of(_asked_with(bench))
    if name is None:
        return {}
    try:
        book = open_book(name, plan.folder)
    except RelationsError:
        return {}
    return {id: relation.label for id, relation in book.relations.items()}
