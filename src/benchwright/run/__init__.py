"""Attempts -> outcomes -> commits, stopped and continued at will. Knows no questions: it is given the attempt
function, the log and the commit rules."""

from __future__ import annotations

from benchwright.run.attempt import ENDLESS, Explains, Maker, Parted, Samples, Supply, Waiting, seed_sequence
from benchwright.run.commit import CellState, CommitRule, Committer, Quota, displaced
from benchwright.run.local import Ending, LocalRunner, Progress, Result, stop_on_interrupt
from benchwright.run.quota import Groups, ShareCaps, ahead, cap, over_shares

__all__ = [
    "ENDLESS",
    "CellState",
    "CommitRule",
    "Committer",
    "Ending",
    "Explains",
    "Groups",
    "LocalRunner",
    "Maker",
    "Parted",
    "Progress",
    "Quota",
    "Result",
    "Samples",
    "ShareCaps",
    "Supply",
    "Waiting",
    "ahead",
    "cap",
    "displaced",
    "over_shares",
    "seed_sequence",
    "stop_on_interrupt",
]
