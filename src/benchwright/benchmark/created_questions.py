"""Tell the questions that people wrote from those of makers, and count them in cells of their own.

A cell of people's has no quota: it asks for as many questions as it has. Its attempts are what people submitted, and
its reasons say why the others did not become questions.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from typing import Final

from benchwright.benchmark.cell_report import CellReport
from benchwright.benchmark.revisions import REVIEWED, Revisions
from benchwright.plan.cells import Cell
from benchwright.records import Modalities
from benchwright.records.outcomes import Status

PEOPLE: Final = "people"
"""The maker of questions that people wrote."""


def people_cell(style: str, modalities: Modalities) -> str:
    """The key of the cell that a question of people's belongs to; `style` is the task that they had."""
    return Cell(style, modalities, PEOPLE, 0).key


def is_peoples(key: str) -> bool:
    """Whether a cell is people's."""
    return bool(json.loads(key).get("maker") == PEOPLE)


def people_cells(revisions: Revisions) -> list[CellReport]:
    """The cells of people's questions, in the order in which they came."""
    reasons: dict[str, Counter[str]] = defaultdict(Counter)
    committed: Counter[str] = Counter()
    for name, one in revisions.created.items():
        cell = one.origin.cell
        reasons[cell].update([f"{Status.REJECTED}:{REVIEWED}"] if name in revisions.rejected else [])
        committed[cell] += name not in revisions.rejected
    for study in revisions.fallen.values():
        for cell, counts in study.items():
            reasons[cell].update({f"{Status.REJECTED}:{reason}": count for reason, count in counts.items()})
    found = []
    for cell, why in reasons.items():
        attempts = committed[cell] + why.total()
        found.append(CellReport(cell, committed[cell], committed[cell], attempts, attempts, dict(why)))
    return found
