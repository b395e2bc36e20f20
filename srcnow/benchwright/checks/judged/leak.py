"""Checks (`leak`) that a model's question gives away neither its answer nor what has to be found on the way.

What counts as told is as in `checks.leak`, but all telling words of an answer must be told, and stand together: a
model's answers are not composed of known parts, and the question "which emperor" does not give away "Emperor
Napoleon".
"""

from __future__ import annotations

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.options import options_of
from benchwright.checks.leak import told_by
from benchwright.records import Check
from benchwright.values import NameValue, occurs_in, parse


def check_leak(draft: QuestionDraft) -> Check:
    """Pass when the question tells no part of the answer and no hop's result. One of several options that the
    question offers is not told by being offered."""
    offered = (*draft.options, *options_of(draft.question))
    for half in (*draft.parts, *draft.aliases):
        if not any(_holds(option, half) or _holds(half, option) for option in offered) and _tells(draft.question, half):
            return _fail(f"{half!r} stands in the question")
    for hop in draft.hops[:-1]:
        if _tells(draft.question, hop.short_answer):
            return _fail(f"the result of the first hop, {hop.short_answer!r}, stands in the question")
    return Check("leak", "pass", by="leak/1")


def _holds(text: str, name: str) -> bool:
    return bool(occurs_in(NameValue(name), text))


def _tells(question: str, answer: str) -> bool:
    return bool(told_by(question, parse(answer), whole=True))


def _fail(reason: str) -> Check:
    return Check("leak", "fail", reason, by="leak/1")
