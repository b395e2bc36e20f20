"""Decide whether a system's mean meets a required one, by the interval that the report shows."""

from __future__ import annotations

import math
from dataclasses import dataclass

from benchwright.errors import UsageError
from benchwright.evaluate.measures.catalogue import parse_measure
from benchwright.evaluate.summary import Summary
from benchwright.records import Json, fields_json
from benchwright.statistics import Interval


@dataclass(frozen=True, slots=True)
class RequiredMean:
    """The mean of a system on a measure, and what it has to reach (`at_least`).

    It fails where it is shown to be below: where its whole 95 % interval is. With `strict` it fails unless it is shown
    to be no lower: unless its whole interval is at least that. So one rule decides the sentence and `fails`."""

    system: str
    measure: str
    at_least: float
    estimate: Interval
    strict: bool = False

    @property
    def untested(self) -> str:
        """Why there is no interval; "" if there is one."""
        if self.estimate.mean is None:
            return "no question has a value"
        return "" if self.estimate.low is not None else self.estimate.why or "there is no interval"

    @property
    def fails(self) -> bool:
        """Whether the mean is shown to be too low, or with `strict` not shown to be high enough; or nothing can be
        shown."""
        mean, low, high = self.estimate.mean, self.estimate.low, self.estimate.high
        if mean is None or low is None or high is None:
            return self.strict or mean is None or mean < self.at_least
        return low < self.at_least if self.strict else high < self.at_least

    @property
    def verdict(self) -> str:
        """The answer in a sentence."""
        mean, low, high = self.estimate.mean, self.estimate.low, self.estimate.high
        if self.fails and self.untested:
            return f"whether {self.system} reaches {self.at_least:g} on {self.measure} was not tested: {self.untested}"
        if self.strict:
            shown = "is not shown to reach" if self.fails else "is shown to reach"
        else:
            shown = "is shown to be below" if self.fails else "is not shown to be below"
        around = "" if low is None or high is None else f" [{low:.3f}, {high:.3f}]"
        return f"{self.system} {shown} {self.at_least:g} on {self.measure}: {mean:.3f}{around}"

    def to_json(self) -> Json:
        return {**fields_json(self), "verdict": self.verdict, "untested": self.untested, "fails": self.fails}


def required_mean(
    summary: Summary, system: str, measure: str, at_least: float, *, strict: bool = False
) -> RequiredMean:
    """Hold the mean of a system over all questions against `at_least`.

    UsageError for a bound that is no finite number, a measure that the system does not have, and one of which less is
    better, such as latency."""
    if not math.isfinite(at_least):
        raise UsageError(f"at_least is {at_least!r}, and is to be a finite number", hint="write at_least=0.7")
    cell = summary.cell(system, measure)
    if cell is None:
        raise UsageError(f"{system} has no {measure!r}", hint=f"there are: {', '.join(summary.measures)}")
    if not parse_measure(measure).family.higher_is_better:
        raise UsageError(
            f"less of {measure} is better, so that at_least says nothing of it", hint="use not_worse_than with a margin"
        )
    return RequiredMean(system, measure, at_least, cell.estimate, strict)
