"""Decide whether a higher score of an external system is better, and refuse scores that look like distances.

Scores decide the order of hits, higher first. Lists are given best first, so that scores that rise along all lists of a
system are most likely distances, which would be ranked upside down. Then the user has to say what they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np

from benchwright.errors import UsageError
from benchwright.evaluate.runs import Longs, Run

ScoreKind = Literal["", "similarities", "distances"]
"""What scores are: higher is better, lower is better, or ("") not said, which means higher unless they rise."""

SCORE_KINDS = ("similarities", "distances")

_HINTS: Mapping[ScoreKind, str] = {
    "": "write --scores-are distances if lower is better, --scores-are similarities if higher is",
    "distances": "they are not distances: measure this system by itself, without --scores-are",
}


def refuse_rising(run: Run, kind: ScoreKind) -> None:
    """UsageError if the scores of a run, turned so that higher is better, rise along all its lists, unless the user
    said that they are similarities. Lists of equal scores say nothing."""
    rises, falls = score_steps(run)
    rising, falling = rises > falls, falls > rises
    if kind != "similarities" and rising.any() and not falling.any():
        along = "fall" if kind == "distances" else "rise"
        raise UsageError(f"the scores of {run.name} {along} along every list of hits", hint=_HINTS[kind])


def score_steps(run: Run) -> tuple[Longs, Longs]:
    """By question, how many scores are higher, and how many are lower, than the one before."""
    count = len(run.questions)
    lists = np.repeat(np.arange(count), np.diff(run.starts))
    same, before, after = lists[1:] == lists[:-1], run.scores[:-1], run.scores[1:]
    rises, falls = (np.bincount(lists[1:][same & one], minlength=count) for one in (after > before, after < before))
    return rises, falls
