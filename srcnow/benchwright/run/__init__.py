"""Run attempts, commit their outcomes in order, and fill quotas; a run can be stopped and continued at will.

Knows no questions: it is given makers, a log and commit rules.
"""

from __future__ import annotations

from benchwright.run.attempt import ENDLESS, Supply, seed_sequence
from benchwright.run.commit import CommitRule
from benchwright.run.local_runner import Ending, RunProgress, stop_on_interrupt
from benchwright.run.quota import ahead

__all__ = [
    "ENDLESS",
    "CommitRule",
    "Ending",
    "RunProgress",
    "Supply",
    "ahead",
    "seed_sequence",
    "stop_on_interrupt",
]
