"""Look over a benchmark (quotas, funnels, families, costs), or show one example with its sources and calls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchwright.benchmark.cell_report import CellReport
from benchwright.benchmark.importers import IMPORTERS
from benchwright.benchmark.question_costs import Costs, costs, read_call_costs
from benchwright.benchmark.store import Benchmark, count_by
from benchwright.models.call_costs import CallCost, CallSum
from benchwright.query_log.comparison import LogComparison
from benchwright.records import Example, Json, JsonRecord, Outcome, Source, fields_json
from benchwright.workflows.style_compare import compare_with_own_log


@dataclass(frozen=True, slots=True)
class ImportSummary(JsonRecord):
    """What an imported benchmark is of: its layout and split, and the questions by the modalities of their evidence.
    `dropped` counts by reason what was lost on the way, `left_out` what the layout itself leaves out; each of both is a
    line of `drops.jsonl`."""

    format: str
    split: str
    modalities: Mapping[str, int]
    dropped: Mapping[str, int]
    left_out: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Overview:
    """A benchmark at a glance. `read` counts questions on images by how the image is read: those that a caption
    answers are told apart from those that need the pixels. `attempts` counts all in the log, spares included.
    `sampling` is how even the draw of first sources was, and `costs` what the models took, where models wrote.
    `details` has for a reason why attempts fell what is told of the first of them. `imported` says what somebody else's
    benchmark came of: it has no attempts. `queries` compares the questions with the log that the plan names, and
    `queries_problem` says why that could not be done. `review` counts what people decided (benchmark.revisions), None
    where nobody has."""

    path: Path
    name: str
    complete: bool
    wanted: int
    cells: tuple[CellReport, ...]
    families: Mapping[str, int]
    read: Mapping[str, int]
    reasons: Mapping[str, int]
    attempts: int
    sampling: Json | None = None
    costs: Costs | None = None
    imported: ImportSummary | None = None
    details: Mapping[str, str] = field(default_factory=dict)
    queries: LogComparison | None = None
    queries_problem: str = ""
    review: Json | None = None

    @property
    def examples(self) -> int:
        return sum(cell.committed for cell in self.cells)

    def to_json(self) -> Json:
        fields = fields_json(self)
        return {"benchmark": fields.pop("path"), **fields, "examples": self.examples}


@dataclass(frozen=True, slots=True)
class ExampleView:
    """One example with the sources that it names, and the calls of its attempt in the order of asking. `lost` calls are
    named by the attempt and not in the ledger."""

    bench: Benchmark
    example: Example
    sources: Mapping[str, Source]
    calls: tuple[CallCost, ...]
    lost: int

    def picture(self, source: Source) -> Path:
        """Where the bytes of an image source are. ValueError for another kind of source."""
        return self.bench.image_path(source)

    def to_json(self) -> Json:
        named = [*self.example.sources, *self.example.distractors]
        return {
            "example": self.example.to_json(),
            "sources": [self.sources[one].to_json() for one in named if one in self.sources],
            "calls": [call.to_json() for call in self.calls],
            "cost": CallSum.of(self.calls, lost=self.lost).to_json(),
        }


def show(path: Path | str) -> Overview:
    """Look over a benchmark folder. Raises BenchmarkError if it is none."""
    bench = Benchmark.open(path)
    reasons: Counter[str] = Counter()
    for cell in bench.cells:
        reasons.update(cell.reasons)
    outcomes = bench.outcomes()
    queries, problem = compare_with_own_log(bench)
    return Overview(
        path=bench.path,
        name=str(bench.manifest.get("name", "")),
        complete=bench.complete,
        wanted=bench.wanted,
        cells=bench.cells,
        families=count_by(bench.examples, "family"),
        read=count_by((one for one in bench.examples if one.modalities.image), "read"),
        reasons=dict(sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))),
        attempts=len(outcomes),
        sampling=bench.manifest.get("sampling"),
        costs=costs(outcomes, bench.examples, read_call_costs(bench.path)),
        imported=_import_summary(bench),
        details=attempt_details(outcomes, reasons),
        queries=queries,
        queries_problem=problem,
        review=bench.manifest.get("review"),
    )


def attempt_details(outcomes: Sequence[Outcome], reasons: Container[str]) -> dict[str, str]:
    """For each reason what is told of the attempt with the lowest number that fell by it, as far as anything is."""
    found: dict[str, str] = {}
    for one in sorted(outcomes, key=lambda one: (one.number, one.cell)):
        reason = f"{one.status}:{one.reason}"
        if reason in reasons and one.detail:
            found.setdefault(reason, one.detail)
    return dict(sorted(found.items()))


def _import_summary(bench: Benchmark) -> ImportSummary | None:
    imported = bench.imported
    if imported is None:
        return None
    counts = Counter(str(example.modalities) for example in bench.examples)
    drops: Mapping[str, int] = imported.get("drops", {})  # an import that was stopped has not counted them yet
    implied = IMPORTERS[imported["format"]].implied if imported["format"] in IMPORTERS else frozenset[str]()
    return ImportSummary(
        format=imported["format"],
        split=imported["split"],
        modalities=dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))),
        dropped={reason: count for reason, count in drops.items() if reason not in implied},
        left_out={reason: count for reason, count in drops.items() if reason in implied},
    )


def show_example(path: Path | str, name: str) -> ExampleView:
    """The example with this id (or the only one whose id begins so). Raises BenchmarkError if there is no such example,
    UsageError for a ledger that can't be read."""
    bench = Benchmark.open(path)
    example = bench.example(name)
    origin = (example.origin.cell, example.origin.attempt)
    keys = next((one.calls for one in bench.outcomes() if (one.cell, one.number) == origin), ())
    known = read_call_costs(bench.path, keys)
    calls = tuple(known[key] for key in keys if key in known)
    return ExampleView(bench, example, bench.sources, calls, len(keys) - len(calls))
