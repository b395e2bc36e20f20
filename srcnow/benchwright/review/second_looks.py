"""List what the owner of a study should look at again, without telling what is from where or from whom.

Which of the accepted and rejected items are drawn for a recheck follows from the seed and the item alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from benchwright.review.drawing import generator
from benchwright.review.items import CONTROLS, ItemRole, ShownItem, Values
from benchwright.review.labels import Review, StudyLabels, decide, read_labels
from benchwright.review.open_study import OpenStudy
from benchwright.review.submissions import mark_of
from benchwright.review.task import Task

SecondLookReason = Literal["disagreement", "failed tests", "marked incorrect", "recheck"]


@dataclass(frozen=True, slots=True)
class SecondLook:
    """An item that waits for the owner's ruling, why, and what was said of it."""

    item: str
    reason: SecondLookReason
    shown: ShownItem
    values: tuple[Values, ...]


def second_looks(study: OpenStudy) -> list[SecondLook]:
    """All items that wait, each once, in the order of the draw."""
    labels = read_labels(study)
    doubted = {one.annotator.id for one in labels.reviews if _falls_short(study, one)}
    by_item = labels.by_item()
    verdicts = {one.item.id: one.verdict for one in decide(labels)}
    found = []
    for item in labels.items:
        reviews = by_item[item.id]
        if not reviews or item.id in labels.rulings:
            continue
        reason = next(_reasons(study, labels, reviews, verdicts[item.id], doubted), None)
        if reason is not None:
            found.append(SecondLook(item.id, reason, study.shown(item), tuple(one.values for one in reviews)))
    return found


def disagrees(task: Task, reviews: Sequence[Review]) -> bool:
    """Whether people differ in a field that decides; in any with fixed values where none does."""
    deciding = [*task.decides.reject, *([task.decides.label.field] if task.decides.label else [])]
    names = dict.fromkeys(deciding or [field.name for field in task.fields if field.kind in ("choice", "scale")])
    return any(len({str(one.values.get(name)) for one in reviews}) > 1 for name in names)


def _reasons(
    study: OpenStudy, labels: StudyLabels, reviews: Sequence[Review], verdict: str, doubted: set[int]
) -> Iterator[SecondLookReason]:
    recheck, item = study.settings.recheck, reviews[0].item
    drawn = generator(study.settings.seed, f"recheck {item.id}").random()
    if any(one.annotator.id in doubted for one in reviews):
        yield "failed tests"
    if len(reviews) > 1 and disagrees(labels.task, reviews):
        yield "disagreement"
    if verdict == "rejected" and drawn < recheck.rejected:
        yield "marked incorrect"
    if verdict in ("accepted", "edited") and drawn < recheck.accepted:
        yield "recheck"


def _falls_short(study: OpenStudy, review: Review) -> bool:
    """Whether the owner has to correct this person's work."""
    standard = study.settings.standard
    if standard is None or standard.then != "second-look" or review.item.role is not ItemRole.REAL:
        return False
    return mark_of(study.file.read(), review.annotator.id, CONTROLS).below(study.settings)
