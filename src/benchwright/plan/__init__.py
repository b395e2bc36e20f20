"""plan.yaml -> Plan: what is to be made, out of which corpus, how many of each."""

from __future__ import annotations

from benchwright.plan.cells import Cell, go_round, share_out
from benchwright.plan.model import Plan
from benchwright.plan.read import default_plan, imported_plan, parse_plan, read_plan, resolved

__all__ = [
    "Cell",
    "Plan",
    "default_plan",
    "go_round",
    "imported_plan",
    "parse_plan",
    "read_plan",
    "resolved",
    "share_out",
]
