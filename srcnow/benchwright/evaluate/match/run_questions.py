"""Line up a run's questions with those of the gold, and refuse a run of another benchmark."""

from __future__ import annotations

from collections import Counter

import numpy as np

from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.runs import Longs, Run


def question_places(run: Run, gold: Gold) -> tuple[Longs, Counter[str]]:
    """The place in the gold of each of the run's questions, -1 where the gold lacks it; and how many do not fit:

    - `unknown questions`: the gold lacks them, and they are left out;
    - `missing`, `failed`, `no hits`: the run lacks them, the retriever failed on them, it returned nothing for them.
      They score 0.
    """
    places = np.fromiter((gold.position.get(question, -1) for question in run.questions), np.int64, len(run.questions))
    in_gold = places >= 0
    hits = np.zeros(len(gold), dtype=np.int64)
    np.add.at(hits, places[in_gold], np.diff(run.starts)[in_gold])
    in_run = np.zeros(len(gold), dtype=np.bool_)
    in_run[places[in_gold]] = True
    failed = np.fromiter((question.id in run.failed for question in gold), np.bool_, len(gold))
    counts = Counter(
        {
            "unknown questions": int((~in_gold).sum()),
            "failed": int(failed.sum()),
            "missing": int((~in_run & ~failed).sum()),
            "no hits": int((in_run & (hits == 0) & ~failed).sum()),
        }
    )
    return places, +counts


def refuse_empty(run: Run, gold: Gold, *, has_questions: bool) -> bool:
    """Raise UsageError for a run without hits, or with none on a question of this benchmark. False if there is nothing
    more to check: a system that failed on every question has failed, and that is a result."""
    if run.failed and not len(run):
        return False
    if not len(run):
        raise UsageError(f"the run {run.name} has no hits", hint="let the retriever return some, or name another file")
    if not has_questions:
        ours = gold.questions[0].id if len(gold) else "none"
        raise UsageError(
            f"no question of the run {run.name} is one of {gold.name}: it has {run.questions[0]!r}, not {ours!r}",
            hint="use the ids of the benchmark's questions, or name the run of this benchmark",
        )
    return True
