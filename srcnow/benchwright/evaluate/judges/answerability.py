"""Judge by PMAN whether an answer belongs to its question, by the gold sources: YES or NO (Wang et al., section 3).

`pman` lets the judge answer the question itself, compare, and decide; `pman-without-steps` asks for the decision alone,
the authors' ablation. PMAN scores questions that were generated, with their reference answers: it is a check of
`generate` and a score of `evaluate questions`; `judge certify` tries it like any other judge, with the answers that its
authors tried it with.
"""

from __future__ import annotations

from functools import partial

from benchwright.checks.judged.pman import RAISED, verdict_in
from benchwright.evaluate.judges.judge_case import JudgeCase
from benchwright.evaluate.judges.judged_measure import (
    JudgeCall,
    JudgedMeasure,
    JudgedScore,
    Replies,
    unanswered,
    unscored,
)


def _verdict(prompt: str, case: JudgeCase, replies: Replies) -> JudgeCall | JudgedScore:
    """Ask at temperature 0, and where neither word is found at raised temperatures."""
    if not case.evidence:
        return unscored("no gold")
    ruled = unanswered(case)
    if ruled is not None:
        return ruled
    values = (("question", case.text), ("answer", case.answer))
    for asking, heat in enumerate((None, *RAISED)):
        call = JudgeCall(prompt, values, case.evidence, case.text, temperature=heat)
        if call not in replies:
            return call
        verdict = verdict_in(replies[call])
        if verdict is not None:
            return JudgedScore(float(verdict), details={"askings": asking + 1})
    return unscored("neither YES nor NO in three replies")


PMAN = JudgedMeasure("pman", ("pman",), ("sources",), partial(_verdict, "pman"), "1, up to 3 where there is no verdict")
PMAN_WITHOUT_STEPS = JudgedMeasure(
    "pman-without-steps",
    ("pman_direct",),
    ("sources",),
    partial(_verdict, "pman_direct"),
    "1, up to 3 where there is no verdict",
)
