"""Run attempts, commit their outcomes in order, and fill quotas; a run can be stopped and continued at will.

Knows no questions: it is given makers, a log and commit rules.
"""

from __future__ import annotations

from benchwright.run.attempt import (
    ENDLESS,
    Supply,
    seed_sequence,
)
from benchwright.run.commit import CellState, CommitRule, Committer, Quota, displaced
from benchwright.run.local_runner import Ending, LocalRunner, RunProgress, stop_on_interrupt
from benchwright.run.quota import ShareCaps, ahead, cap, over_shares

__all__ = [
    "ENDLESS",
    "CellState",
    "CommitRule",
    "Committer",
    "Ending",
    "LocalRunner",
    "Quota",
    "RunProgress",
    "ShareCaps",
    "Supply",
    "ahead",
    "cap",
    "displaced",
    "over_shares",
    "seed_sequence",
    "stop_on_interrupt",
]
