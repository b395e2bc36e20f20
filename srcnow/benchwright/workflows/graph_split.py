"""Split a benchmark of list questions over train, dev and test, by relation; keep the split as a file of ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.splits import split_file, write_splits
from benchwright.benchmark.store import PLAN, Benchmark
from benchwright.errors import UsageError
from benchwright.makers.lists.relation_split import (
    KINDS,
    NO_LIST,
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


@dataclass(frozen=True, slots=True)
class RelationSplitReport(JsonRecord):
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
) -> RelationSplitReport:
    """Split the list questions of a benchmark and write `to`, a file, or a folder that gets `splits.json`; one that is
    there only if it is to be replaced.

    Seed and `mixed` are by default those of the benchmark's plan; if that already asked for one part, all questions
    are of it. Halved are all relations that its maker knew, so that benchmarks of one graph with one seed agree. Raises
    UsageError for sizes that cannot be and for a benchmark without list questions that name relations; BenchmarkError,
    PlanError.
    """
    opened = Benchmark.open(bench)
    target = split_file(to, replace=replace)
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
    write_splits(target, split.to_json(), split.parts, reasons, opened)
    kinds = {question.id: question.kind for question in listed}
    parts = {
        name: {kind: count for kind in KINDS if (count := sum(kinds[id] == kind for id in ids))}
        for name, ids in split.parts.items()
    }
    sides = {"train": len(relations.train), "test": len(relations.test)}
    return RelationSplitReport(target, sides, parts, dict(sorted(Counter(reasons.values()).items())), split.missing)


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
