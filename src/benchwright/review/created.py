"""Turn what people wrote over groups of sources into questions of the benchmark, and count what cannot become one.

A question gets the checks that need no model and no program: `readable`, `leak` and `duplicate`. Its evidence is what
the writer marked; a source without a mark is evidence as a whole.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from benchwright.benchmark.created_questions import PEOPLE, people_cell
from benchwright.benchmark.importers.evidence import whole
from benchwright.benchmark.revisions import KEYWORDS, Fallen
from benchwright.benchmark.store import Benchmark
from benchwright.checks.duplicate import BY, DuplicateIndex
from benchwright.checks.leak import told_by
from benchwright.checks.readable import fault_of
from benchwright.records import Answer, Check, Example, Modalities, Modality, Origin, Source, Span
from benchwright.review.items import ItemRole, ReviewItem, Values, opaque
from benchwright.review.labels import StudyLabels
from benchwright.review.new_study import OWN
from benchwright.review.study import Study
from benchwright.review.task import CreateRule
from benchwright.values import parse

GONE = "sources-gone"
"""The reason of a question over sources that the benchmark does not have any more."""


@dataclass(frozen=True, slots=True)
class CreatedQuestions:
    """All questions that people wrote in a study, in the order in which they came, and how many fell by cell and
    reason."""

    examples: tuple[Example, ...]
    fallen: Fallen

    @property
    def reasons(self) -> Counter[str]:
        """How many fell, by reason."""
        return sum((Counter(one) for one in self.fallen.values()), Counter[str]())


def created_questions(settings: Study, labels: StudyLabels, bench: Benchmark) -> CreatedQuestions | None:
    """The questions of a study; None if its task does not ask for any. Those that are in the benchmark's revisions
    already stay as they are and are not checked again."""
    rule = labels.task.decides.creates
    if rule is None:
        return None
    ids = {opaque(settings.seed, OWN, name): name for name in bench.sources}
    rejected = bench.revisions.rejected
    committed = {name: one for name, one in bench.revisions.created.items() if name not in rejected}
    index = DuplicateIndex()
    for one in bench:
        index.add(one.id, one.question, one.answer, one.sources)
    examples: dict[str, Example] = {}
    fallen: dict[str, Counter[str]] = defaultdict(Counter)
    for item, values, number in _written(labels):
        writer = _Writer(rule, labels, settings.seed, ids, bench.sources)
        example = writer.example(item, values, number)
        if example is None:
            fallen[people_cell(labels.task.name, Modalities.of(()))][GONE] += 1
            continue
        if example.id in committed:
            examples.setdefault(example.id, committed[example.id])
            continue
        checks = tuple(writer.checks(example, values, index))
        failed = next((check for check in checks if check.verdict == "fail"), None)
        if failed is not None:
            fallen[example.origin.cell][failed.name] += 1
            continue
        index.add(example.id, example.question, example.answer, example.sources)
        examples[example.id] = replace(example, checks=checks)
    return CreatedQuestions(tuple(examples.values()), {cell: dict(sorted(why.items())) for cell, why in fallen.items()})


@dataclass(frozen=True, slots=True)
class _Writer:
    """Reads what people wrote by the rule of their task. `ids` are the benchmark's names of sources by the study's
    keys."""

    rule: CreateRule
    labels: StudyLabels
    seed: int
    ids: Mapping[str, str]
    sources: Mapping[str, Source]

    def example(self, item: ReviewItem, values: Values, number: int) -> Example | None:
        """The question without its checks; None if a source is gone."""
        rule, task = self.rule, self.labels.task
        marks: Sequence[Mapping[str, Any]] = values.get(rule.evidence, ()) if rule.evidence else ()
        keys = dict.fromkeys((*values.get(rule.sources, ()), *(str(mark["source"]) for mark in marks)))
        shown = [key for key in item.content.sources if key in keys]
        if not all(key in self.ids for key in shown):
            return None
        named = tuple(self.ids[key] for key in shown)
        evidence = tuple(span for key in shown for span in self._spans(key, marks))
        modalities = Modalities.of(self.sources[name].modality for name in named)
        cell = people_cell(task.name, modalities)
        question, answer = str(values[rule.question]), str(values[rule.answer])
        keywords = str(values.get(rule.keywords, "")) if rule.keywords else ""
        identity = hashlib.sha256("\0".join((PEOPLE, question, answer, *named)).encode()).hexdigest()[:16]
        return Example(
            id=identity,
            question=question,
            answers=(Answer(answer, (keywords,) if keywords not in ("", answer) else (), (evidence,)),),
            style=task.name,
            modalities=modalities,
            sources=named,
            distractors=(),
            entity=item.content.topic,
            family="",
            checks=(),
            origin=Origin(PEOPLE, cell, number, self.seed, prompts={task.name: task.sha256}),
            columns={KEYWORDS: keywords} if keywords else {},
        )

    def checks(self, example: Example, values: Values, index: DuplicateIndex) -> Iterator[Check]:
        """The checks that a question of people's can have. `leak` looks at the keywords, for a sentence repeats its
        question; it says nothing where the question offers its answers."""
        fault = fault_of(example.question, example.answer)
        yield Check("readable", "fail" if fault else "pass", fault, by="readable/1")
        keywords = example.columns.get(KEYWORDS, "")
        offered = any(values.get(name) in allowed for name, allowed in self.rule.offers.items())
        if offered or not keywords:
            reason = "the question offers its answers" if offered else "the answer has no keywords"
            yield Check("leak", "unscored", reason, by="leak/1")
        else:
            told = told_by(example.question, parse(keywords))
            reason = f"{told!r} stands in the question" if told else ""
            yield Check("leak", "fail" if told else "pass", reason, by="leak/1")
        twin = index.twin_of(example.question, example.answer, example.sources)
        yield Check("duplicate", "fail" if twin else "pass", f"asks what {twin} asks" if twin else "", by=BY)

    def _spans(self, key: str, marks: Iterable[Mapping[str, Any]]) -> list[Span]:
        source = self.sources[self.ids[key]]
        return [_span(source, mark) for mark in marks if mark["source"] == key] or [whole(source)]


def _span(source: Source, mark: Mapping[str, Any]) -> Span:
    """A mark as evidence. Marks were held against their source when they were submitted."""
    if "cells" in mark:
        return Span(source.id, "cell", cells=tuple((row, column) for row, column in mark["cells"]))
    if "box" in mark:
        left, top, right, bottom = mark["box"]
        return Span(source.id, "pixels", box=(left, top, right, bottom))
    return Span(source.id, "caption" if source.modality is Modality.IMAGE else "text", mark["start"], mark["end"])


def _written(labels: StudyLabels) -> Iterator[tuple[ReviewItem, Values, int]]:
    """What stands of what people wrote, with the number of the submission: the owner's alone where there is a
    ruling."""
    ruled = set()
    for one in labels.reviews:
        item = one.item
        if one.annotator.kind != "person" or item.role is not ItemRole.REAL or item.origin != OWN:
            continue
        if item.id not in labels.rulings:
            yield item, one.values, one.submission
        elif item.id not in ruled:
            ruled.add(item.id)
            yield item, labels.rulings[item.id], one.submission
