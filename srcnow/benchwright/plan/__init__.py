"""Read plans: which questions are to be made, from which corpus, how many of each."""

from __future__ import annotations

from benchwright.plan.cells import Cell, cell_label, go_round, share_out
from benchwright.plan.model import Plan
from benchwright.plan.read import default_plan, imported_plan, parse_plan, read_plan, read_settings, resolved

__all__ = [
    "Cell",
    "Plan",
    "cell_label",
    "default_plan",
    "go_round",
    "imported_plan",
    "parse_plan",
    "read_plan",
    "read_settings",
    "resolved",
    "share_out",
]
