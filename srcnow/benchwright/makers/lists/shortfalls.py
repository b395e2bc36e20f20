"""Says why a cell of lists is empty or short, and which setting would help.

The figures are those that the run has anyway: how much is left at each stage, and what was lost for which reason.
`shortfalls.yaml` has what to do about each reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

from benchwright.files.package_data import read_yaml

Source = Literal["graph", "facts", "table"]
"""What the lists of a cell are made of."""

_SHOWN = 4
"""Reasons that are shown, the most frequent ones."""


def shortfall(
    source: Source, stages: Mapping[str, int], losses: Mapping[str, int], seen: int, attempts: Mapping[str, int]
) -> str:
    """What fell, and what to do: one line. `stages` says how much is left after each stage, in order, the last one how
    many queries could be tried. `losses` counts what was left out before, by reason. `seen` attempts were made, and
    `attempts` counts those that fell, as `status:reason`."""
    last = list(stages.values())[-1]
    most = max(attempts, key=lambda reason: attempts[reason], default="")
    remedy = _attempt_remedy(source, most.partition(":")[2])
    if remedy and 3 * attempts[most] >= seen:
        return f"{attempts[most]:,} of {seen:,} attempts fell by {most}: {remedy}"
    if seen < last:
        return f"{last - seen:,} more queries were not tried: raise max_attempts_per_question"
    empty = next((stage for stage, count in stages.items() if not count), list(stages)[-1])
    stage_counts = ", ".join(f"{count:,} {stage}" for stage, count in stages.items())
    ordered = sorted(losses, key=lambda reason: (-losses[reason], reason))
    lost = ", ".join(f"{losses[reason]:,} {reason}" for reason in ordered[:_SHOWN])
    causes = [_table()["losses"][reason] for reason in ordered if reason in _table()["losses"]]
    remedy = causes[0] if causes and empty in ("answers", "tables that list a set") else _table()["stages"][empty]
    return f"{stage_counts}{f' (left out: {lost})' if lost else ''}: {remedy}"


def _attempt_remedy(source: Source, reason: str) -> str:
    """What to do about attempts that fell by a reason, "" if nothing is known to help."""
    table = _table()
    return table.get(source, {}).get(reason) or table["attempts"].get(reason, "")


@cache
def _table() -> Mapping[str, Mapping[str, str]]:
    table: Mapping[str, Mapping[str, str]] = read_yaml(files(__package__) / "shortfalls.yaml")
    return table
