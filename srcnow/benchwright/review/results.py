"""The results of a study: means by style and modalities with tests against the reference, agreement, annotators, time.

An item counts once, with its final values: the owner's ruling, or what people said together. Rates are of the first
option of a choice ("yes"). Fluency and other scales are compared by the Mann-Whitney test, rates by Fisher's exact test
(SMMQG, section 5.2); intervals are clustered by document.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from benchwright.benchmark.revisions import Decision
from benchwright.records import Json, JsonRecord
from benchwright.review.agreement_table import FieldAgreement, agreement
from benchwright.review.completeness import Completeness, completeness
from benchwright.review.items import CONTROLS, ItemRole, ReviewItem
from benchwright.review.labels import ItemDecision, StudyLabels, decide, question_decisions, read_labels
from benchwright.review.new_study import OWN, REFERENCE
from benchwright.review.open_study import OpenStudy, StudyProgress
from benchwright.review.task import Task, TaskField
from benchwright.statistics import Interval, mean_intervals
from benchwright.statistics.fisher import fisher_p
from benchwright.statistics.mann_whitney import mann_whitney_p

ALL = "all"


@dataclass(frozen=True, slots=True)
class FieldMean(JsonRecord):
    """One field of one group of items: the mean of a scale, or the share of the first option, with its interval. `p` is
    that of the difference from the same group of the reference, None where there is none. `divided` items count
    nowhere: people are evenly divided about them."""

    field: str
    interval: Interval
    divided: int = 0
    p: float | None = None


@dataclass(frozen=True, slots=True)
class ResultRow(JsonRecord):
    """The means of one group: all items of an `origin`, those of a style, or those with certain modalities."""

    by: str
    group: str
    origin: str
    items: int
    means: tuple[FieldMean, ...]


@dataclass(frozen=True, slots=True)
class AnnotatorRow(JsonRecord):
    """How one annotator worked. `passed` of `controls` were as expected. `agrees` is the share of the deciding values
    that are those of the others who reviewed the same items, `upheld` that of those that the owner ruled on and did not
    change. `seconds` is the median of an item."""

    annotator: int
    name: str
    kind: str
    status: str
    reviews: int
    passed: int
    controls: int
    agrees: float | None
    upheld: float | None
    seconds: float | None
    comments: int


@dataclass(frozen=True, slots=True)
class StudyResults:
    """All that a study came to."""

    study: str
    task: Task
    progress: StudyProgress
    rows: tuple[ResultRow, ...]
    agreement: tuple[FieldAgreement, ...]
    annotators: tuple[AnnotatorRow, ...]
    decisions: tuple[ItemDecision, ...]
    questions: tuple[Decision, ...]
    completeness: Completeness | None
    seconds: float | None
    labels: StudyLabels

    @property
    def verdicts(self) -> Mapping[str, int]:
        """How many questions of the benchmark have each verdict."""
        return Counter(one.verdict for one in self.questions)

    def to_json(self) -> Json:
        return {
            "study": self.study,
            "task": self.task.name,
            "items": self.progress.items,
            "reviews": self.progress.submitted,
            "wanted": self.progress.wanted,
            "means": [one.to_json() for one in self.rows],
            "agreement": [one.to_json() for one in self.agreement],
            "annotators": [one.to_json() for one in self.annotators],
            "verdicts": dict(self.verdicts),
            "completeness": None if self.completeness is None else self.completeness.to_json(),
            "seconds": self.seconds,
        }


def study_results(study: OpenStudy) -> StudyResults:
    """What the study has come to so far."""
    labels = read_labels(study)
    decisions = decide(labels)
    real = [one.seconds for one in labels.reviews if one.item.role is ItemRole.REAL and one.annotator.kind == "person"]
    return StudyResults(
        study=study.name,
        task=study.task,
        progress=study.progress(),
        rows=tuple(_rows(study.task, decisions)),
        agreement=tuple(agreement(labels, study.settings.seed)),
        annotators=tuple(_annotators(study, labels)),
        decisions=tuple(decisions),
        questions=tuple(question_decisions(labels, decisions, study.settings.least_answers)),
        completeness=completeness(study.task, decisions),
        seconds=median(real) if real else None,
        labels=labels,
    )


def measured_fields(task: Task) -> list[TaskField]:
    """The fields that have a mean: scales, and choices between fixed options."""
    return [field for field in task.fields if field.kind == "scale" or (field.kind == "choice" and field.options)]


def number_of(field: TaskField, value: Any) -> float | None:
    """What a value counts in a mean; None for no value."""
    if value is None:
        return None
    return float(value) if field.kind == "scale" else float(value == field.options[0].value)


def _rows(task: Task, decisions: Sequence[ItemDecision]) -> Iterator[ResultRow]:
    """A row for all items of each origin, then by style, then by modalities."""
    groupings: Sequence[tuple[str, Callable[[ReviewItem], str]]] = (
        (ALL, lambda item: ALL),
        ("style", lambda item: item.style),
        ("modalities", lambda item: item.modalities),
    )
    fields = measured_fields(task)
    for by, group_of in groupings:
        groups: dict[tuple[str, str], list[ItemDecision]] = defaultdict(list)
        for one in decisions:
            if group := group_of(one.item):
                groups[group, one.item.origin].append(one)
        for (group, origin), listed in sorted(groups.items()):
            other = groups.get((group, REFERENCE), []) if origin == OWN else []
            means = tuple(_mean(field, listed, other) for field in fields)
            yield ResultRow(by, group, origin, len(listed), means)


def _mean(field: TaskField, listed: Sequence[ItemDecision], other: Sequence[ItemDecision]) -> FieldMean:
    numbers, documents = _numbers(field, listed)
    theirs, _ = _numbers(field, other)
    divided = sum(field.name in one.divided for one in listed)
    if not numbers:
        return FieldMean(field.name, Interval(None, None, None, 0, 0, "none", "nothing was said"), divided)
    bounds = (float(field.low), float(field.high)) if field.kind == "scale" else (0.0, 1.0)
    places = {name: place for place, name in enumerate(dict.fromkeys(documents))}
    (interval,) = mean_intervals([[one] for one in numbers], [places[name] for name in documents], bounds=bounds)
    p = None
    if theirs and field.kind == "scale":
        p = mann_whitney_p(numbers, theirs)
    elif theirs:
        p = fisher_p(int(sum(numbers)), len(numbers), int(sum(theirs)), len(theirs))
    return FieldMean(field.name, interval, divided, p)


def _numbers(field: TaskField, listed: Sequence[ItemDecision]) -> tuple[list[float], list[str]]:
    """The numbers of items that have one, and the documents that these are from: items without one are their own."""
    found = [(number_of(field, one.values.get(field.name)), one.item.document or one.item.id) for one in listed]
    told = [(number, document) for number, document in found if number is not None]
    return [number for number, _ in told], [document for _, document in told]


def _annotators(study: OpenStudy, labels: StudyLabels) -> Iterator[AnnotatorRow]:
    deciding = _deciding(labels.task)
    by_item = {**labels.by_item()}
    for who in study.annotators():
        own = [one for one in labels.reviews if one.annotator.id == who.id]
        real = [one for one in own if one.item.role is ItemRole.REAL]
        controls = [one for one in own if one.item.role in CONTROLS]
        same = [
            one.values.get(name) == other.values.get(name)
            for one in real
            for other in by_item[one.item.id]
            if other.annotator.id != who.id
            for name in deciding
        ]
        ruled = [
            all(one.values.get(name) == labels.rulings[one.item.id].get(name) for name in deciding)
            for one in real
            if one.item.id in labels.rulings
        ]
        yield AnnotatorRow(
            who.id,
            who.name,
            who.kind,
            who.status,
            len(real),
            sum(bool(one.passed) for one in controls),
            len(controls),
            sum(same) / len(same) if same else None,
            sum(ruled) / len(ruled) if ruled else None,
            median(one.seconds for one in real) if real else None,
            sum(bool(one.comment) for one in own),
        )


def _deciding(task: Task) -> list[str]:
    """The fields that annotators are compared by: those that decide, or all with fixed values."""
    named = [*task.decides.reject, *([task.decides.label.field] if task.decides.label else [])]
    return list(dict.fromkeys(named or [field.name for field in measured_fields(task)]))
