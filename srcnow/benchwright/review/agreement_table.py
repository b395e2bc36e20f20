"""Measure how far the annotators of a study agree, field by field: people among themselves, and with each model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from benchwright.records import JsonRecord
from benchwright.review.items import ItemRole
from benchwright.review.labels import Review, StudyLabels
from benchwright.review.task import TaskField
from benchwright.statistics.agreement import Level, alpha_interval, cohens_kappa

PEOPLE = "people"
_LEAST_SHARED = 10
"""Items that two annotators have both reviewed, for a kappa of the two."""


@dataclass(frozen=True, slots=True)
class FieldAgreement(JsonRecord):
    """The agreement of some annotators in one field. `percent` is the share of pairs of values of the same item that
    are equal, `kappa` the mean of Cohen's kappa over pairs of annotators with enough items in common (Light 1971), of a
    scale with quadratic weights; `alpha` Krippendorff's at the field's level. None where too little tells it."""

    field: str
    who: str
    level: Level
    items: int
    percent: float | None
    kappa: float | None
    alpha: float | None
    low: float | None
    high: float | None


def agreement(labels: StudyLabels, seed: int = 13) -> list[FieldAgreement]:
    """A row for each field with values to compare: of people, then of people with each model beside them. The alpha
    with a model has the model as one more annotator; its percent and kappa are of pairs of a person and the model."""
    real = [one for one in labels.reviews if one.item.role is ItemRole.REAL]
    models = sorted({one.annotator.name for one in real if one.annotator.kind == "model"})
    found = []
    for field in labels.task.fields:
        if field.kind not in ("choice", "scale", "choices"):
            continue
        people = [one for one in real if one.annotator.kind == "person"]
        found.append(_row(field, PEOPLE, people, lambda one, other: True, seed))
        for name in models:
            listed = [*people, *(one for one in real if one.annotator.kind == "model" and one.annotator.name == name)]
            found.append(_row(field, name, listed, _person_and_model, seed))
    return found


def _person_and_model(one: Review, other: Review) -> bool:
    return one.annotator.kind != other.annotator.kind


def _row(
    field: TaskField, who: str, reviews: Sequence[Review], compared: Callable[[Review, Review], bool], seed: int
) -> FieldAgreement:
    by_item: dict[str, list[tuple[Review, float]]] = defaultdict(list)
    codes: dict[Hashable, float] = {}
    for one in reviews:
        value = one.values.get(field.name)
        if value is None and field.kind == "choices":
            value = []
        if value is not None and (not field.when or field.name in one.values):
            by_item[one.item.id].append((one, _code(field, value, codes)))
    pairs: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    equal: list[bool] = []
    for listed in by_item.values():
        for (one, first), (other, second) in combinations(sorted(listed, key=lambda pair: pair[0].annotator.id), 2):
            if compared(one, other):
                equal.append(first == second)
                pairs[one.annotator.id, other.annotator.id].append((first, second))
    raters = sorted({one.annotator.id for one in reviews})
    ratings = [[_of(listed, rater) for listed in by_item.values()] for rater in raters]
    estimate = alpha_interval(ratings, level=field.measured, seed=seed)
    return FieldAgreement(
        field.name,
        who,
        field.measured,
        estimate.items,
        sum(equal) / len(equal) if equal else None,
        _mean_kappa(field, [values for values in pairs.values() if len(values) >= _LEAST_SHARED]),
        estimate.alpha,
        estimate.low,
        estimate.high,
    )


def _mean_kappa(field: TaskField, pairs: Sequence[Sequence[tuple[float, float]]]) -> float | None:
    """The mean of Cohen's kappa over pairs of annotators."""
    found = []
    for values in pairs:
        one, other = zip(*values, strict=True)
        if field.kind == "scale":
            kappa = cohens_kappa(one, other, scale=[float(point) for point in field.scale], weights="quadratic")
        else:
            kappa = cohens_kappa(one, other)
        if kappa is not None:
            found.append(kappa)
    return sum(found) / len(found) if found else None


def _of(listed: Sequence[tuple[Review, float]], rater: int) -> float | None:
    return next((code for one, code in listed if one.annotator.id == rater), None)


def _code(field: TaskField, value: Any, codes: dict[Hashable, float]) -> float:
    """A number for a value: a scale's own, else the place of the value among those that were seen."""
    if field.kind == "scale":
        return float(value)
    key: Hashable = tuple(sorted(value)) if isinstance(value, list) else value
    return codes.setdefault(key, float(len(codes)))
