"""Splits list questions into train, dev and test by their relations (QAMPARI, section 2.4).

A model must not learn how one relation is worded and then be tested on it, so that half of the relations are for
training and half for testing, and a question goes where its relations are:

    simple, on its one relation           where the relation is
    composition                           test if either of its relations is a test relation
    intersection                          test if both are, train if neither is; one of each side: `mixed` decides
    table-simple                          test
    table-composition                     where its table is, which a hash of the seed and the title decides

Every draw is an order of hashes of a seed and an id, and does not change with the version of a library. Which half a
relation is in depends on all relations that were there to be halved: two benchmarks agree only if both halve the same
ones. So a benchmark keeps those that its maker knew (`SPLIT_OF`), not only those that came up in its questions.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from benchwright.benchmark.splits import PARTS
from benchwright.makers.lists.queries.balanced_draw import balanced_round_robin
from benchwright.records import Example, Json

Part = Literal["train", "test"]
Mixed = Literal["train", "drop"]

SIMPLE, INTERSECTION, COMPOSITION = "simple", "intersection", "composition"
TABLE_SIMPLE, TABLE_COMPOSITION = "table-simple", "table-composition"
KINDS = (SIMPLE, INTERSECTION, COMPOSITION, TABLE_SIMPLE, TABLE_COMPOSITION)

SPLIT_OF = "split_of"
"""Under which name the manifest's `sampling` of a cell lists the relations that are halved."""

PER_RELATION = 1000
"""In how many training questions a relation may be; one that is split by type is a relation for each type, as in shares
of a plan."""

MIXED, SURPLUS, FULL = "mixed-relations", "beyond-test-size", "relation-full"
NO_LIST, UNRELATED = "no-list-question", "names-no-relation"
"""Why a question is in no part."""


@dataclass(frozen=True, slots=True)
class RelationSplit:
    """Two sets of relation ids without a common one; of an odd number the one more is for training."""

    train: frozenset[str]
    test: frozenset[str]
    seed: int

    def part(self, relation: str) -> Part:
        """Where a relation is. KeyError if it was not there to be split."""
        if relation in self.test:
            return "test"
        if relation in self.train:
            return "train"
        raise KeyError(relation)


def split_relations(relations: Iterable[str], seed: int) -> RelationSplit:
    """Half of the relations to train, half to test: the same for the same relations and seed, in whatever order."""
    order = _drawn(set(relations), seed, "relations")
    half = len(order) // 2
    return RelationSplit(frozenset(order[half:]), frozenset(order[:half]), seed)


def part_of(kind: str, relations: Sequence[str], split: RelationSplit, mixed: Mixed = "train") -> Part | None:
    """Where a question of that kind with those relations belongs; None where it is to be dropped.

    A table's compositions go all one way, by the seed and the table's name, so that one plan may ask for the training
    part of a corpus and another for its test part. KeyError for a relation that was not split, ValueError for a kind
    that there is not.
    """
    if kind == TABLE_SIMPLE:
        return "test"
    if kind == TABLE_COMPOSITION:
        return "test" if _rank(split.seed, "tables", "\0".join(relations))[0] % 2 else "train"
    if kind not in KINDS or not relations:
        raise ValueError(f"{kind} on {len(relations)} relations is not a kind of list question")
    parts = {split.part(relation) for relation in relations}
    if len(parts) == 1:
        return parts.pop()
    if kind == INTERSECTION:
        return "train" if mixed == "train" else None
    return "test"


@dataclass(frozen=True, slots=True)
class ListQuestion:
    """What a split looks at of a question: its id, kind, relations in order, and these by type (`typed`; empty: none of
    them is split)."""

    id: str
    kind: str
    relations: tuple[str, ...]
    typed: tuple[str, ...] = ()

    @property
    def counted(self) -> tuple[str, ...]:
        """What questions are counted by: relations that are split by type as one for each type."""
        return self.typed or self.relations

    @property
    def from_table(self) -> bool:
        return self.kind in (TABLE_SIMPLE, TABLE_COMPOSITION)

    @classmethod
    def of(cls, example: Example) -> ListQuestion | None:
        """Of an example, None if it is not a list question whose derivation names kind and relations."""
        derivation = example.derivation or {}
        kind, relations, typed = derivation.get("kind"), derivation.get("relations"), derivation.get("typed")
        if kind not in KINDS or not isinstance(relations, list) or not relations:
            return None
        by_type = tuple(map(str, typed)) if isinstance(typed, list) else ()
        return cls(example.id, str(kind), tuple(map(str, relations)), by_type)


@dataclass(frozen=True)
class SplitRules:
    """How a benchmark is split. `test` says how many questions of a kind the test set has, before it is halved into dev
    and test: all that belong there for a kind that it does not name. `whole` says that all questions belong to one
    part, as those do of a plan that asked for it."""

    seed: int
    mixed: Mixed = "train"
    per_relation: int = PER_RELATION
    test: Mapping[str, int] = field(default_factory=dict)
    whole: Part | None = None


@dataclass(frozen=True)
class Split:
    """Ids by part, each in the order of the benchmark; `left_out` says why an id is in none of them, and `missing` how
    many test questions of a kind there are too few of those that were asked for."""

    rules: SplitRules
    relations: RelationSplit
    parts: Mapping[str, tuple[str, ...]]
    left_out: Mapping[str, str]
    missing: Mapping[str, int]

    def to_json(self) -> Json:
        """How it was made; the ids are written beside that (`benchmark.splits`)."""
        return {
            "seed": self.rules.seed,
            "mixed": self.rules.mixed,
            "per_relation": self.rules.per_relation,
            "test": dict(sorted(self.rules.test.items())),
            "relations": {"train": sorted(self.relations.train), "test": sorted(self.relations.test)},
        }


def split_questions(questions: Sequence[ListQuestion], relations: RelationSplit, rules: SplitRules) -> Split:
    """Share questions with ids of their own out over train, dev and test. KeyError for a relation that is in neither
    half.

    The test set is drawn evenly over relations; what is drawn of each kind is dealt out to dev and test in turn. A
    training question is left out where one of its relations has had its share. Halves are of relations by their ids;
    draw and share count each type of a split relation by itself.
    """
    left_out: dict[str, str] = {}
    missing: dict[str, int] = {}
    train: list[ListQuestion] = []
    held_out: list[ListQuestion] = []
    for kind in KINDS:
        belong: list[ListQuestion] = []
        for question in (one for one in questions if one.kind == kind):
            part = rules.whole or part_of(kind, question.relations, relations, rules.mixed)
            if part == "test":
                belong.append(question)
            elif part == "train":
                train.append(question)
            else:
                left_out[question.id] = MIXED
        size = rules.test.get(kind, len(belong))
        if size > len(belong):
            missing[kind] = size - len(belong)
        sample = draw_evenly(belong, size, rules.seed)
        chosen = {question.id for question in sample}
        held_out += sample
        left_out |= {question.id: SURPLUS for question in belong if question.id not in chosen}
    training = _capped(train, rules)
    left_out |= {question.id: FULL for question in train if question.id not in training}
    where = dict.fromkeys(training, "train")
    where |= {question.id: PARTS[1 + place % 2] for place, question in enumerate(held_out)}
    parts = {name: tuple(q.id for q in questions if where.get(q.id) == name) for name in PARTS}
    ordered = {question.id: left_out[question.id] for question in questions if question.id in left_out}
    return Split(rules, relations, parts, ordered, missing)


def draw_evenly(questions: Sequence[ListQuestion], size: int, seed: int) -> list[ListQuestion]:
    """Of the questions `size` at most, as uniform over their relations by type (or tables) as there are enough. The
    draw is seeded, and so is its order."""
    groups: dict[tuple[str, ...], list[str]] = {}
    by_id = {question.id: question for question in questions}
    for id in _drawn(by_id, seed, "questions"):
        groups.setdefault(by_id[id].counted, []).append(id)
    order = sorted(groups, key=lambda key: (_rank(seed, "groups", "\0".join(key)), key))
    chosen = balanced_round_robin([(tuple(dict.fromkeys(key)), groups[key]) for key in order], size)
    return [by_id[id] for id in _drawn(chosen, seed, "halves")]


def _capped(questions: Sequence[ListQuestion], rules: SplitRules) -> set[str]:
    """The ids of the training questions that are kept, in a seeded order as long as their relations have room."""
    by_id = {question.id: question for question in questions}
    counts: Counter[str] = Counter()
    ids: set[str] = set()
    for id in _drawn(by_id, rules.seed, "train"):
        named = set(by_id[id].counted)
        if all(counts[relation] < rules.per_relation for relation in named):
            counts.update(named)
            ids.add(id)
    return ids


def _drawn(ids: Iterable[str], seed: int, purpose: str) -> list[str]:
    """The ids in a random order that only the seed and the purpose decide."""
    return [id for _, id in sorted((_rank(seed, purpose, id), id) for id in ids)]


def _rank(seed: int, purpose: str, id: str) -> bytes:
    return hashlib.sha256(f"{seed}\0{purpose}\0{id}".encode()).digest()
