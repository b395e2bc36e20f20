"""Print the causes of wrong answers on a terminal, and say what retrieval costs."""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.evaluate.diagnosis.cause_report import CauseReport
from benchwright.evaluate.diagnosis.causes import CAUSES
from benchwright.publish.number_format import estimate, number
from benchwright.publish.safe_text import line

_NAME = 60


def cost_of_retrieval(causes: CauseReport, system: str, places: int = 2) -> str:
    """`0.91 with gold sources instead of 0.62: retrieval costs 0.29 [0.22, 0.36].`; "" where that is not known."""
    fix = causes.fix(system)
    if fix is None:
        return ""
    return (
        f"{number(fix.with_gold, places)} with gold sources instead of {number(fix.score, places)}: "
        f"retrieval costs {estimate(fix.difference, places)}."
    )


def cause_lines(causes: CauseReport, places: int = 2) -> Iterator[str]:
    """Each system with its causes, the most frequent first; nothing if no answer was diagnosed."""
    for system in causes.wrong:
        yield f"{line(system, _NAME)}: {causes.wrong[system]:,} of {causes.scored[system]:,} answers below a full score"
        for one in causes.shares_of(system):
            yield f"  {CAUSES[one.cause]:<52} {estimate(one.share, places):>20}"
        fix = cost_of_retrieval(causes, system, places)
        if fix:
            yield f"  {fix}"
