"""Judge whether an answer is right, on the scale 0, 1, 2: by sources and reference, or by the reference alone.

These are the two judges of the SMMQG paper (appendices F and G), as 0, 0.5 and 1. Reference and answer are shown in an
order that the seed decides for each question.
"""

from __future__ import annotations

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

_HIGHEST = 2


def _with_sources(case: JudgeCase, replies: Replies) -> JudgeCall | JudgedScore:
    if not case.evidence:
        return unscored("no gold")
    return _graded(case, replies, JudgeCall("judge_correctness", _values(case), case.evidence, _about(case)))


def _reference_only(case: JudgeCase, replies: Replies) -> JudgeCall | JudgedScore:
    return _graded(case, replies, JudgeCall("judge_reference", _values(case)))


def _graded(case: JudgeCase, replies: Replies, call: JudgeCall) -> JudgeCall | JudgedScore:
    if not case.references:
        return unscored("no gold answers")
    ruled = unanswered(case) or too_long("reference", case.reference)
    if ruled is not None:
        return ruled
    if call not in replies:
        return call
    grade = int(replies[call]["grade"])
    return JudgedScore(grade / _HIGHEST, details={"grade": grade, "reference_first": case.reference_first})


def _values(case: JudgeCase) -> tuple[tuple[str, str | int], ...]:
    return (
        ("question", case.text),
        ("reference", case.reference),
        ("candidate", case.answer),
        ("reference_first", int(case.reference_first)),
    )


def _about(case: JudgeCase) -> str:
    return f"{case.text} {case.reference}"


CORRECTNESS = JudgedMeasure("judged-correctness", ("judge_correctness",), ("sources", "references"), _with_sources)
REFERENCE_CORRECTNESS = JudgedMeasure("judged-reference", ("judge_reference",), ("references",), _reference_only)
