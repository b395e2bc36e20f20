"""Say how complete the answers of a benchmark are, from the right answers that people found missing.

An expert looked for more answers to 50 questions of QAMPARI (section 3, figure 3b): in 20 % there were none, and for
more than 60 % the benchmark held at least half of all. Precision against an incomplete list is a lower bound: an answer
that is missing there counts as wrong (section 4.4).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchwright.records import JsonRecord
from benchwright.review.labels import ItemDecision
from benchwright.review.task import Task
from benchwright.statistics import Interval, mean_intervals
from benchwright.values import normalise

BINS = (0.0, 0.25, 0.5, 1.0, 2.0)
"""Upper ends of the bins of growth: none missing, up to a quarter as many more, up to half, up to as many, twice."""


@dataclass(frozen=True, slots=True)
class FoundAnswers(JsonRecord):
    """The right answers of one question that people found missing among its `known` ones."""

    example: str
    known: int
    missing: tuple[str, ...]

    @property
    def growth(self) -> float:
        """How many more answers there are, as a share of the known ones."""
        return len(self.missing) / self.known


@dataclass(frozen=True, slots=True)
class Completeness(JsonRecord):
    """Of the questions that people searched answers for: the mean share of all right answers that the benchmark knows,
    the share of questions without a missing one, and how many questions fall into each bin of growth (the last one is
    beyond all bins)."""

    questions: tuple[FoundAnswers, ...]
    known_share: Interval
    complete: Interval
    bins: Mapping[str, int]


def completeness(task: Task, decisions: Sequence[ItemDecision]) -> Completeness | None:
    """How complete the answers are; None if the task does not ask for missing ones, or nobody has looked yet."""
    name = task.decides.missing
    listed = [one for one in decisions if name and one.item.content.answers]
    if not listed:
        return None
    questions = tuple(_found(one, name) for one in listed)
    documents = {name: place for place, name in enumerate(dict.fromkeys(one.item.document for one in listed))}
    clusters = [documents[one.item.document] for one in listed]
    known_share, complete = mean_intervals(
        [[one.known / (one.known + len(one.missing)), float(not one.missing)] for one in questions], clusters
    )
    counts: dict[str, int] = dict.fromkeys([*(f"{end:g}" for end in BINS), "more"], 0)
    for one in questions:
        counts[next((f"{end:g}" for end in BINS if one.growth <= end), "more")] += 1
    return Completeness(questions, known_share, complete, counts)


def _found(one: ItemDecision, name: str) -> FoundAnswers:
    """Missing answers, each once, without those that are known already."""
    known = {normalise(text) for text in one.item.content.answers}
    missing: dict[str, str] = {}
    for text in one.values.get(name, ()):
        if normalise(text) not in known:
            missing.setdefault(normalise(text), text)
    return FoundAnswers(one.item.example, len(known), tuple(missing.values()))
