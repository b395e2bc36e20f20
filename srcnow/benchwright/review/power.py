"""Say before a study starts what it can find: differences from the reference, or how exact its rates will be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchwright.english.counts import counted
from benchwright.records import JsonRecord
from benchwright.review.items import ItemRole, ReviewItem
from benchwright.review.new_study import OWN, REFERENCE
from benchwright.review.study import Study
from benchwright.review.task import Task
from benchwright.statistics.intra_cluster import wilson
from benchwright.statistics.power import POWER
from benchwright.statistics.two_sample_power import FisherPower, detectable_shift

_QUANTILE = 1.959964  # of the normal distribution, for an interval of 95 %


@dataclass(frozen=True, slots=True)
class StudyPower(JsonRecord):
    """What a study can find in one group of its items. `share` is the largest share of yes in the reference that
    differs visibly from the expected `rate`, `shift` the smallest visible difference of means on a scale; None without
    a reference, or where no difference is large enough. `low` and `high` are the interval around the rate."""

    group: str
    items: int
    reference: int
    rate: float
    low: float
    high: float
    share: float | None
    shift: float | None

    def line(self, scale: bool) -> str:
        """`all items: 300 and 120 of the reference; of a yes in 90.0 % it finds a difference of 10.2 points ...`."""
        found = [f"a share of {self.rate:.1%} is known to [{self.low:.1%}, {self.high:.1%}]"]
        if self.share is not None:
            found.append(f"a share that is {100 * (self.rate - self.share):.1f} points lower in the reference is found")
        elif self.reference:
            found.append("no difference of shares is large enough to be found")
        if self.shift is not None and scale:
            found.append(f"and a difference of {self.shift:.2f} on a scale")
        beside = f" and {self.reference:,} of the reference" if self.reference else ""
        return f"{self.group}: {counted(self.items, 'item')}{beside}; {'; '.join(found)}"


def study_power(settings: Study, items: Sequence[ReviewItem]) -> list[StudyPower]:
    """The power of all items together, then by style. Items count as independent, and as reviewed without error."""
    real = [one for one in items if one.role is ItemRole.REAL]
    own = Counter(one.style for one in real if one.origin == OWN)
    others = Counter(one.style for one in real if one.origin == REFERENCE)
    groups = [("all items", own.total(), others.total())]
    if len(own) > 1:
        # Styles of another benchmark have other names: each style is compared with the whole reference then.
        groups += [(style, count, others[style] or others.total()) for style, count in sorted(own.items())]
    return [_power(settings, *group) for group in groups]


def power_lines(settings: Study, task: Task, items: Sequence[ReviewItem]) -> Iterator[str]:
    """The same in words."""
    scale = any(field.kind == "scale" for field in task.fields)
    listed = study_power(settings, items)
    controls = Counter(one.role for one in items if one.role is not ItemRole.REAL)
    told = ", ".join(f"{count:,} {role}" for role, count in controls.items())
    places = listed[0].items + listed[0].reference
    yield (
        f"{settings.name}: {counted(places, 'item')}, {settings.annotators_per_item:,} annotators each, about "
        f"{places * settings.annotators_per_item * task.minutes / 60:,.1f} hours of work"
        + (f"; controls: {told}" if told else "")
    )
    if settings.reference is not None and not listed[0].reference:
        yield "no other benchmark is mixed in (--reference), so that there is nothing to compare with"
    yield f"with power {POWER:.0%} at level 5 %, if items are independent:"
    for one in listed:
        yield f"  {one.line(scale)}"


def _power(settings: Study, group: str, items: int, reference: int) -> StudyPower:
    goal = settings.power
    low, high = wilson(goal.rate, items, _QUANTILE) if items else (0.0, 1.0)
    compared = items and reference
    return StudyPower(
        group,
        items,
        reference,
        goal.rate,
        low,
        high,
        FisherPower(items, reference).detectable(goal.rate) if compared else None,
        detectable_shift(items, reference, goal.spread) if compared else None,
    )
