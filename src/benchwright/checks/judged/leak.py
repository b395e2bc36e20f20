"""Checks (`leak`) that a model's question gives away neither its answer nor what has to be found on the way.

What counts as told is as in `checks.leak`, but all telling words of an answer must be told, not one: a model's answers
are not composed of known parts, and "Emperor Napoleon" is no secret to who asks "which emperor".
"""

from __future__ import annotations

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.options import options_of
from benchwright.checks.leak import met, telling_words
from benchwright.records import Check
from benchwright.retrieval.word_index import holds, words_of


def check_leak(draft: QuestionDraft) -> Check:
    """Pass when the question tells no part of the answer and no hop's result. One of several options that the
    question offers is not told by being offered."""
    offered = (*draft.options, *options_of(draft.question))
    for half in draft.parts:
        if not any(holds(option, half) or holds(half, option) for option in offered) and _tells(draft.question, half):
            return _fail(f"{half!r} stands in the question")
    for hop in draft.hops[:-1]:
        if _tells(draft.question, hop.short_answer):
            return _fail(f"the result of the first hop, {hop.short_answer!r}, stands in the question")
    return Check("leak", "pass", by="leak/1")


def _tells(question: str, form: str) -> bool:
    telling = telling_words(form)
    if not telling:
        return False
    if holds(question, form):
        return True
    question_words = words_of(question)
    if any(word.isdigit() for word in telling):  # the year alone is not the date
        telling = [word for word in words_of(form) if word.isdigit()]
    return all(met(word, question_words) for word in telling)


def _fail(reason: str) -> Check:
    return Check("leak", "fail", reason, by="leak/1")
