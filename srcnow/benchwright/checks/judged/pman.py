"""Checks (`pman`) by letting the judge answer the question, compare, and say YES or NO (Wang et al., section 3).

At temperature 0 first; if neither word is found, again at raised temperatures, as the paper does, but no more than
twice: after that it is unscored. It is weak on questions that are answered by yes or no (the paper's table 1).
"""

from __future__ import annotations

import re

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.verifier_session import Replies, VerifierQuestion
from benchwright.records import Check

RAISED = (0.5, 1.0)
"""The temperatures of the second and the third asking."""

_WORD = re.compile(r"(?<![\w-])(?:YES|NO)(?![\w-])")


def first(draft: QuestionDraft) -> tuple[VerifierQuestion, ...]:
    return (_askings(draft)[0],)


def further(draft: QuestionDraft, replies: Replies) -> tuple[VerifierQuestion, ...]:
    """The next asking, if there is no verdict yet."""
    for ask in _askings(draft):
        if ask not in replies:
            return (ask,)
        if verdict_in(replies[ask].text) is not None:
            return ()
    return ()


def checks(draft: QuestionDraft, replies: Replies, by: str) -> dict[str, Check | None]:
    """Pass on YES, with score 1; None while it has to be asked again."""
    for ask in _askings(draft):
        if ask not in replies:
            return {"pman": None}
        verdict = verdict_in(replies[ask].text)
        if verdict is not None:
            reason = "" if verdict else "the judge says NO"
            return {"pman": Check("pman", "pass" if verdict else "fail", reason, float(verdict), by)}
    return {"pman": Check("pman", "unscored", "neither YES nor NO in three replies", by=by)}


def verdict_in(text: str) -> bool | None:
    """True for YES, False for NO: what the last line is, else what it says in capitals, else what the whole reply says
    in capitals; None if that is neither or both."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        return None
    last = re.sub(r"[^\w\s]", "", lines[-1]).strip().upper()
    if last in ("YES", "NO"):
        return last == "YES"
    for part in (lines[-1], text):
        verdicts = set(_WORD.findall(part))
        if len(verdicts) == 1:
            return verdicts == {"YES"}
        if verdicts:
            return None
    return None


def _askings(draft: QuestionDraft) -> tuple[VerifierQuestion, ...]:
    values = (("question", draft.question), ("answer", draft.answer))
    cold = VerifierQuestion("pman", values, draft.sources)
    return (
        cold,
        *(VerifierQuestion("pman", values, draft.sources, sample, heat) for sample, heat in enumerate(RAISED, 1)),
    )
