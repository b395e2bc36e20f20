"""Judge how many of the facts that matter a long answer holds, as AutoNuggetizer does (Pradeep et al., 2024).

The reference is taken apart into nuggets once a question, whatever the number of systems; then a second call says which
of them an answer holds. The score is the share of the vital nuggets that it holds in full (V_strict in the paper); the
other scores follow from the details.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from benchwright.evaluate.judges.judge_case import JudgeCase
from benchwright.evaluate.judges.judged_measure import (
    JudgeCall,
    JudgedMeasure,
    JudgedScore,
    Replies,
    too_long,
    unanswered,
    unscored,
)

MOST_NUGGETS = 20


def _nugget_recall(case: JudgeCase, replies: Replies) -> JudgeCall | JudgedScore:
    if not case.references:
        return unscored("no gold answers")
    if len(case.references) > 1:
        return unscored("a list of answers: set-recall scores it")
    ruled = unanswered(case) or too_long("reference", case.reference)
    if ruled is not None:
        return ruled
    first = JudgeCall("nuggets", (("question", case.text), ("reference", case.references[0])), fault=nugget_fault)
    if first not in replies:
        return first
    nuggets = replies[first]["nuggets"]
    second = _support_call(case, nuggets)
    if second not in replies:
        return second
    support = [one["support"] for one in replies[second]["verdicts"]]
    rows = [{**one, "support": how} for one, how in zip(nuggets, support, strict=True)]
    vital = [one["support"] == "full" for one in rows if one["importance"] == "vital"]
    return JudgedScore(sum(vital) / len(vital), details={"nuggets": rows})


def _support_call(case: JudgeCase, nuggets: Sequence[Mapping[str, Any]]) -> JudgeCall:
    listed = "\n".join(f"N{number}: {' '.join(one['nugget'].split())}" for number, one in enumerate(nuggets, 1))
    values = (("question", case.text), ("nuggets", listed), ("answer", case.answer))
    return JudgeCall("nugget_support", values, fault=partial(support_fault, nuggets))


def _likely_support_call(case: JudgeCase) -> JudgeCall:
    """The nuggets of a reference say about what it says."""
    return _support_call(case, [{"nugget": case.references[0]}])


def nugget_fault(data: Mapping[str, Any]) -> str:
    """What is wrong with a list of nuggets: none or too many, an empty one, none that is vital."""
    nuggets = data["nuggets"]
    if not 1 <= len(nuggets) <= MOST_NUGGETS:
        return f"nuggets has {len(nuggets)} entries, and is to have 1 to {MOST_NUGGETS}"
    if not all(one["nugget"].strip() for one in nuggets):
        return "a nugget is empty"
    return "" if any(one["importance"] == "vital" for one in nuggets) else "no nugget is vital"


def support_fault(nuggets: Sequence[Any], data: Mapping[str, Any]) -> str:
    """What is wrong with the verdicts: they are not one a nugget, in order."""
    named = [one["nugget"].strip() for one in data["verdicts"]]
    wanted = [f"N{number}" for number in range(1, len(nuggets) + 1)]
    return "" if named == wanted else f"verdicts is to have one entry for each of {', '.join(wanted)}, in this order"


NUGGET_RECALL = JudgedMeasure(
    "nugget-recall",
    ("nuggets", "nugget_support"),
    ("references",),
    _nugget_recall,
    "1, and 1 a question",
    _likely_support_call,
)
