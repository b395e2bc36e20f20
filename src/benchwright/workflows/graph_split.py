"""Split a benchmark of list questions over train, dev and test, by relation; keep the split as a file of ids."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.store import PLAN, Benchmark
from benchwright.errors import PlanError, UsageError
from benchwright.files import write_json
from benchwright.plan import read_plan
from benchwright.qampari.split import KINDS, NO_LIST, PARTS, PER_RELATION, Listed, Mixed, Rules, split_questions
from benchwright.records import Json
from benchwright.registry import suggestion

FILE = "splits.json"
FORMAT = "benchwright-splits"
_MOST = 1 << 30


@dataclass(frozen=True, slots=True)
class SplitReport:
    """Where the split was written, how many questions each part has by kind, and how many were left out, by reason."""

    path: Path
    relations: Mapping[str, int]
    parts: Mapping[str, Mapping[str, int]]
    left_out: Mapping[str, int]

    def to_json(self) -> Json:
        return {
            "path": str(self.path),
            "relations": dict(self.relations),
            "parts": {name: dict(kinds) for name, kinds in self.parts.items()},
            "left_out": dict(self.left_out),
        }


def graph_split(
    bench: Path | str,
    to: Path | str,
    *,
    seed: int | None = None,
    mixed: Mixed | None = None,
    per_relation: int = PER_RELATION,
    test: Mapping[str, int] | None = None,
) -> SplitReport:
    """Split the list questions of a benchmark and write `to`, a file, or a folder that gets `splits.json`.

    Seed and `mixed` are by default those of the benchmark's plan; if that already asked for one part, all questions
    are of it. Raises UsageError for sizes that cannot be and for a benchmark without list questions, BenchmarkError.
    """
    opened = Benchmark.open(bench)
    if per_relation < 1:
        raise UsageError(f"{per_relation} questions of a relation are none", hint="make --per-relation 1 at least")
    for kind in test or {}:
        if kind not in KINDS:
            raise UsageError(f"there are no questions of kind {kind!r}", hint=suggestion(kind, KINDS))
    whole = None
    try:
        plan = read_plan(opened.path / PLAN)
        seed = plan.seed if seed is None else seed
        mixed = plan.lists.mixed if mixed is None else mixed
        whole = plan.lists.part
    except PlanError:  # an imported benchmark has a plan that only names its corpus
        pass
    rules = Rules(13 if seed is None else seed, mixed or "train", per_relation, dict(test or {}), whole)
    found = {example.id: Listed.of(example) for example in opened.examples}
    listed = [question for question in found.values() if question is not None]
    if not listed:
        raise UsageError(
            f"{opened.path} has no list questions", hint="they come from cells of style list; see docs/lists.md"
        )
    split = split_questions(listed, rules)
    others = {id: NO_LIST for id, question in found.items() if question is None}
    target = Path(to) if Path(to).suffix == ".json" else Path(to) / FILE
    data = split.to_json()
    data["left_out"] = {id: reason for id in found if (reason := (dict(split.left_out) | others).get(id))}
    write_json(target, {"format": FORMAT, "version": 1, **data})
    kinds = {question.id: question.kind for question in listed}
    parts = {
        name: {kind: count for kind in KINDS if (count := sum(kinds[id] == kind for id in ids))}
        for name, ids in split.parts.items()
    }
    reasons = split.reasons | ({NO_LIST: len(others)} if others else {})
    sides = {"train": len(split.relations.train), "test": len(split.relations.test)}
    return SplitReport(target, sides, parts, reasons)


def read_splits(path: Path | str) -> dict[str, tuple[str, ...]]:
    """The ids of each part of a file that `graph_split` wrote. UsageError if it is none, or cannot be read."""
    file = Path(path)
    try:
        if file.stat().st_size > _MOST:
            raise UsageError(f"{file} is too large to be a split", hint="name a file of benchwright graph split")
        data = json.loads(file.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"{file} cannot be read: {error.strerror}", hint="check the path") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{file} is no JSON: {error}", hint="name a file of benchwright graph split") from error
    parts = data.get("parts") if isinstance(data, dict) and data.get("format") == FORMAT else None
    sound = isinstance(parts, dict) and all(
        name in PARTS and isinstance(ids, list) and all(isinstance(id, str) for id in ids)
        for name, ids in parts.items()
    )
    if not isinstance(parts, dict) or not sound:
        raise UsageError(f"{file} is no split", hint="name a file of benchwright graph split")
    return {name: tuple(parts.get(name, ())) for name in PARTS}
