"""Finds attempts that ended without a question because a reply was cut off, and that a larger token limit may save."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from benchwright.models.ledger import LEDGER, Ledger
from benchwright.records import Outcome, Status


def cut_attempts(folder: Path, outcomes: Iterable[Outcome], limits: Mapping[str, int]) -> frozenset[tuple[str, int]]:
    """The cell and number of each attempt that was not accepted and had a reply cut off at fewer tokens than its model
    may write now. `limits` are the token limits that the plan sets, by model."""
    fallen = [one for one in outcomes if one.status is not Status.ACCEPTED and one.calls]
    if not limits or not fallen or not (folder / LEDGER).is_file():
        return frozenset()
    with Ledger.view(folder / LEDGER) as ledger:

        def cut(key: str) -> bool:
            row = ledger.row(key)
            if row is None or row.status != "truncated" or row.model not in limits:
                return False
            return int(row.call().request["max_tokens"]) < limits[row.model]

        return frozenset((one.cell, one.number) for one in fallen if any(map(cut, one.calls)))
