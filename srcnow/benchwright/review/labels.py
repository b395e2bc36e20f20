"""Read what stands of all that was submitted, and say what it decides about each item and each question.

Models' reviews are read and told apart; what decides are people's. The owner's ruling counts in place of both.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchwright.benchmark.revisions import Decision, DecisionVerdict
from benchwright.review.items import ItemRole, ReviewItem, Values
from benchwright.review.new_study import OWN
from benchwright.review.open_study import Annotator, OpenStudy
from benchwright.review.submissions import CURRENT
from benchwright.review.task import Task, TaskField


@dataclass(frozen=True, slots=True)
class Review:
    """One person's or model's values of one item, as they stand. `passed` says of a control whether they are as
    expected; `given` and `at` are seconds since 1970, `seconds` what the page counted."""

    item: ReviewItem
    annotator: Annotator
    values: Values
    passed: bool | None
    seconds: float
    comment: str
    given: float
    at: float


@dataclass(frozen=True, slots=True)
class StudyLabels:
    """All reviews of a study that stand, in the order in which they came, and the rulings by item. Real items of
    annotators who were stopped are not among them."""

    task: Task
    items: tuple[ReviewItem, ...]
    reviews: tuple[Review, ...]
    rulings: Mapping[str, Values]

    def by_item(self, *, models: bool = False) -> dict[str, list[Review]]:
        """The reviews of real items by people, or those by models; an entry for each item."""
        found: dict[str, list[Review]] = {item.id: [] for item in self.items}
        for one in self.reviews:
            if one.item.role is ItemRole.REAL and (one.annotator.kind == "model") is models:
                found[one.item.id].append(one)
        return found


@dataclass(frozen=True, slots=True)
class ItemDecision:
    """What holds of one item. `values` are the final ones: the ruling's, or what most people said; fields that they
    are evenly divided about are in `divided`. `why` names the fields that rejected it."""

    item: ReviewItem
    verdict: DecisionVerdict
    values: Values
    divided: tuple[str, ...]
    why: str
    reviewers: int
    ruled: bool


def read_labels(study: OpenStudy) -> StudyLabels:
    """All that stands of what was submitted."""
    read = study.file.read()
    people = {one.id: one for one in study.annotators()}
    rows = read.execute(
        f"SELECT p.item, p.annotator, p.given, s.vals, s.passed, s.seconds, s.comment, s.at FROM ({CURRENT}) s"
        " JOIN places p ON p.id = s.place WHERE p.state = 'submitted' ORDER BY s.id"
    ).fetchall()
    reviews = tuple(
        Review(
            study.item(row["item"]),
            people[row["annotator"]],
            json.loads(row["vals"]),
            None if row["passed"] is None else bool(row["passed"]),
            row["seconds"],
            row["comment"],
            row["given"],
            row["at"],
        )
        for row in rows
    )
    rulings = {row["item"]: json.loads(row["vals"]) for row in read.execute("SELECT * FROM rulings ORDER BY id")}
    return StudyLabels(study.task, tuple(study.items(ItemRole.REAL)), reviews, rulings)


def decide(labels: StudyLabels) -> list[ItemDecision]:
    """What holds of each item that somebody reviewed, in the order of the draw."""
    by_item = labels.by_item()
    return [
        _decision(labels.task, item, by_item[item.id], labels.rulings.get(item.id))
        for item in labels.items
        if by_item[item.id] or item.id in labels.rulings
    ]


def question_decisions(labels: StudyLabels, decisions: Iterable[ItemDecision], least_answers: int) -> list[Decision]:
    """What holds of each question of the benchmark itself. A question whose answers are reviewed one by one falls if
    fewer than `least_answers` of them are left (QAMPARI, section 2.5), or none where it had fewer from the start."""
    task = labels.task
    own = [one for one in decisions if one.item.origin == OWN]
    if task.unit == "question":
        return [_of_question(task, one) for one in own]
    if task.unit != "answer":
        return []
    answers = Counter(item.example for item in labels.items if item.origin == OWN)
    by_question: dict[str, list[ItemDecision]] = defaultdict(list)
    for one in own:
        by_question[one.item.example].append(one)
    return [_of_answers(name, listed, answers[name], least_answers) for name, listed in by_question.items()]


def final_value(field: TaskField, given: Sequence[Any]) -> tuple[Any, bool]:
    """What several people say together in one field, and whether they are evenly divided: the value of most for a
    choice, the mean for a scale, what most chose of several, the first text that was written."""
    listed = [one for one in given if one is not None]
    if field.kind == "scale":
        return (sum(listed) / len(listed) if listed else None), False
    if field.kind == "choice":
        ranked = Counter(listed).most_common(2)
        if len(ranked) == 2 and ranked[0][1] == ranked[1][1]:
            return None, True
        return (ranked[0][0] if ranked else None), False
    if field.kind in ("choices", "list"):
        counts = Counter(value for one in listed for value in one)
        half = len(given) / 2 if field.kind == "choices" else 0
        return [value for value, count in counts.items() if count > half], False
    return (listed[0] if listed else None), False


def _decision(task: Task, item: ReviewItem, reviews: Sequence[Review], ruling: Values | None) -> ItemDecision:
    given = [one.values for one in reviews] if ruling is None else [ruling]
    values: dict[str, Any] = {}
    divided = []
    for field in task.fields:
        asked = [one.get(field.name) for one in given if field.name in one or not field.when]
        value, even = final_value(field, asked)
        if value is not None:
            values[field.name] = value
        if even:
            divided.append(field.name)
    rejecting = [name for name, wrong in task.decides.reject.items() if _rejects(values.get(name), wrong)]
    verdict: DecisionVerdict = "accepted"
    if rejecting:
        verdict = "rejected"
    elif any(name in divided for name in task.decides.reject):
        verdict = "undecided"
    elif values.get(task.decides.question) not in (None, "", item.content.question):
        verdict = "edited"
    return ItemDecision(item, verdict, values, tuple(divided), ", ".join(rejecting), len(reviews), ruling is not None)


def _rejects(value: Any, wrong: Sequence[str | int]) -> bool:
    return any(one in wrong for one in value) if isinstance(value, list) else value in wrong


def _of_question(task: Task, one: ItemDecision) -> Decision:
    wording = str(one.values[task.decides.question]) if one.verdict == "edited" else ""
    return Decision(one.item.example, one.verdict, wording, why=one.why, reviewers=one.reviewers)


def _of_answers(example: str, listed: Sequence[ItemDecision], answers: int, least_answers: int) -> Decision:
    wrong = tuple(one.item.content.answer for one in listed if one.verdict == "rejected")
    verdict: DecisionVerdict = "edited" if wrong else "accepted"
    why = f"{len(wrong)} of {answers} answers are not right" if wrong else ""
    if answers - len(wrong) < (least_answers if answers >= least_answers else 1):
        verdict = "rejected"
    elif any(one.verdict == "undecided" for one in listed):
        verdict = "undecided" if not wrong else "edited"
    reviewers = min(one.reviewers for one in listed)
    return Decision(example, verdict, without=wrong if verdict == "edited" else (), why=why, reviewers=reviewers)
