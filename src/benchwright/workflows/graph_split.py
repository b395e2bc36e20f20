"""Split a benchmark of list questions over train, dev and test, by relation; keep the split as a file of ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.store import PLAN, Benchmark
from benchwright.errors import UsageError
from benchwright.files.atomic import write_json
from benchwright.files.bounded import read_json
from benchwright.makers.lists.relation_split import (
    KINDS,
    NO_LIST,
    PARTS,
    PER_RELATION,
    SPLIT_OF,
    UNRELATED,
    ListQuestion,
    Mixed,
    SplitRules,
    split_questions,
    split_relations,
)
from benchwright.plan import read_settings
from benchwright.records import JsonRecord
from benchwright.registry import suggestion

FILE = "splits.json"
FORMAT = "benchwright-splits"
_MOST = 1 << 30


@dataclass(frozen=True, slots=True)
class SplitReport(JsonRecord):
    """Where the split was written, how many questions each part has by kind, how many were left out, by reason, and how
    many test questions are missing of those that were asked for, by kind."""

    path: Path
    relations: Mapping[str, int]
    parts: Mapping[str, Mapping[str, int]]
    left_out: Mapping[str, int]
    missing: Mapping[str, int]

    @property
    def whole(self) -> bool:
        """Whether every part has questions, and the test set as many as were asked for."""
        return all(self.parts.values()) and not self.missing


def graph_split(
    bench: Path | str,
    to: Path | str,
    *,
    seed: int | None = None,
    mixed: Mixed | None = None,
    per_relation: int = PER_RELATION,
    test: Mapping[str, int] | None = None,
    replace: bool = False,
) -> SplitReport:
    """Split the list questions of a benchmark and write `to`, a file, or a folder that gets `splits.json`; one that is
    there only if it is to be replaced.

    Seed and `mixed` are by default those of the benchmark's plan; if that already asked for one part, all questions
    are of it. Halved are all relations that its maker knew, so that benchmarks of one graph with one seed agree. Raises
    UsageError for sizes that cannot be and for a benchmark without list questions that name relations; BenchmarkError,
    PlanError.
    """
    opened = Benchmark.open(bench)
    target = Path(to) if Path(to).suffix == ".json" else Path(to) / FILE
    if target.exists() and not replace:
        raise UsageError(f"{target} is there already", hint="name another file, or replace it: --replace")
    if per_relation < 1:
        raise UsageError(f"{per_relation} questions of a relation are none", hint="make --per-relation 1 at least")
    for kind in test or {}:
        if kind not in KINDS:
            raise UsageError(f"there are no questions of kind {kind!r}", hint=suggestion(kind, KINDS))
    plan = read_settings(opened.path / PLAN)
    seed = plan.seed if seed is None else seed
    whole = plan.lists.part
    rules = SplitRules(seed, mixed or plan.lists.mixed, per_relation, dict(test or {}), whole)
    listed, others = _listed(opened)
    named = {one for question in listed if not question.from_table for one in question.relations}
    relations = split_relations(named | _halved(opened), seed if whole is None else plan.seed)
    split = split_questions(listed, relations, rules)
    reasons = {**split.left_out, **others}
    data = {**split.to_json(), "left_out": {one.id: reasons[one.id] for one in opened.examples if one.id in reasons}}
    write_json(target, {"format": FORMAT, "version": 1, **data})
    kinds = {question.id: question.kind for question in listed}
    parts = {
        name: {kind: count for kind in KINDS if (count := sum(kinds[id] == kind for id in ids))}
        for name, ids in split.parts.items()
    }
    sides = {"train": len(relations.train), "test": len(relations.test)}
    return SplitReport(target, sides, parts, dict(sorted(Counter(reasons.values()).items())), split.missing)


def _listed(bench: Benchmark) -> tuple[list[ListQuestion], dict[str, str]]:
    """The list questions that name their relations, and why the others are none, by id. UsageError if all are."""
    listed: list[ListQuestion] = []
    others: dict[str, str] = {}
    for example in bench.examples:
        question = ListQuestion.of(example)
        if question is not None:
            listed.append(question)
        else:
            others[example.id] = UNRELATED if (example.derivation or {}).get("kind") in KINDS else NO_LIST
    if not listed and UNRELATED in others.values():
        raise UsageError(
            f"the list questions of {bench.path} name no relations, so that they cannot be split by them",
            hint="QAMPARI's form does not keep relations; benchwright export writes imported questions by their parts",
        )
    if not listed:
        raise UsageError(
            f"{bench.path} has no list questions", hint="they come from cells of style list; see docs/lists.md"
        )
    return listed, others


def _halved(bench: Benchmark) -> set[str]:
    """The relations that the benchmark's maker halves, or would have; none where its manifest does not tell them."""
    sampling = bench.manifest.get("sampling")
    cells = sampling.values() if isinstance(sampling, dict) else ()
    return {str(one) for told in cells if isinstance(told, dict) for one in told.get(SPLIT_OF, ())}


def splits_of(path: Path | str, bench: Benchmark) -> dict[str, tuple[str, ...]]:
    """The ids of each part of a split of this benchmark. UsageError if it is another one's, or no split."""
    parts = read_splits(path)
    named = {id for ids in parts.values() for id in ids}
    unknown = named - {example.id for example in bench.examples}
    if unknown:
        raise UsageError(
            f"{path} is the split of another benchmark: {len(unknown):,} of its {len(named):,} ids are not in "
            f"{bench.path}",
            hint="split this one: benchwright graph split",
        )
    return parts


def read_splits(path: Path | str) -> dict[str, tuple[str, ...]]:
    """The ids of each part of a file that `graph_split` wrote. UsageError if it is none, or cannot be read."""
    file = Path(path)
    try:
        data = read_json(file, _MOST)
    except (OSError, ValueError) as error:
        raise UsageError(f"{file} cannot be read: {error}", hint="name a file of benchwright graph split") from error
    parts = data.get("parts") if isinstance(data, dict) and data.get("format") == FORMAT else None
    sound = isinstance(parts, dict) and all(
        name in PARTS and isinstance(ids, list) and all(isinstance(id, str) for id in ids)
        for name, ids in parts.items()
    )
    if not isinstance(parts, dict) or not sound:
        raise UsageError(f"{file} is no split", hint="name a file of benchwright graph split")
    return {name: tuple(parts.get(name, ())) for name in PARTS}
