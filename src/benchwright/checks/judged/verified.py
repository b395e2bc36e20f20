"""Checks (`style`, `correct`, `relevant`) a question in one call to the verifier (SMMQG, section 3, step 5).

The verifier answers the question from its sources, judges answer and style, and says of each source whether it is
relevant.

The verifier's own answer counts beside its verdict: if it plainly differs from the writer's, a `pass` is not believed.
Of a compound question each half is compared by itself, by a further call where no rule decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.matching import AnswerMatch, match, parts_of
from benchwright.checks.judged.verifier_session import Replies, VerifierQuestion
from benchwright.models import Reply
from benchwright.records import Check
from benchwright.retrieval.word_index import holds

NAMES = ("style", "correct", "relevant")


def first(draft: QuestionDraft) -> tuple[VerifierQuestion, ...]:
    """The one call. An answer that does not hold the short answer in so many words is shown with it."""
    whole = draft.answer
    if not holds(whole, draft.short_answer):
        whole = f"{whole}\nIn short: {draft.short_answer}"
    values = (("style", draft.style), ("question", draft.question), ("answer", whole))
    return (VerifierQuestion("verify", values, draft.sources),)


def further(draft: QuestionDraft, replies: Replies) -> tuple[VerifierQuestion, ...]:
    """The comparisons of a compound answer's halves with the verifier's own answer that no rule decides."""
    match_result = _own_answer(draft, replies)
    return match_result.asks if match_result is not None and draft.halves else ()


def checks(draft: QuestionDraft, replies: Replies, by: str) -> dict[str, Check | None]:
    """The three verdicts by name; None where a comparison has to be made first."""
    reply = replies[first(draft)[0]]
    data = _read(reply)
    if data is None:
        problem = f"the verifier's reply is {reply.status}"
        return {name: Check(name, "unscored", problem, by=by) for name in NAMES}
    style, answer = data["style"], data["answer"]
    return {
        "style": Check("style", style["verdict"], style["reason"], by=by),
        "correct": _correct(draft, replies, answer, by),
        "relevant": _relevant(draft, data["sources"], by),
    }


def _read(reply: Reply) -> Mapping[str, Any] | None:
    return reply.data if reply.status == "ok" and isinstance(reply.data, dict) else None


def _own_answer(draft: QuestionDraft, replies: Replies) -> AnswerMatch | None:
    """How the verifier's own answer compares; None if it need not be compared."""
    data = _read(replies[first(draft)[0]])
    if data is None or data["answer"]["verdict"] != "pass":
        return None
    return match(parts_of(draft), str(data["answer"]["own_answer"]).strip(), replies)


def _correct(draft: QuestionDraft, replies: Replies, answer: Mapping[str, Any], by: str) -> Check | None:
    match_result = _own_answer(draft, replies)
    if match_result is None:
        return Check("correct", answer["verdict"], answer["reason"], by=by)
    if match_result.verdict == "open" and draft.halves:
        return None
    if match_result.verdict == "different":
        own = match_result.candidate or "nothing"
        return Check("correct", "fail", f"passed, but the verifier's own answer is {own!r}", by=by)
    if match_result.verdict == "unscored":
        return Check("correct", "unscored", "the comparison with the verifier's own answer is not readable", by=by)
    return Check("correct", "pass", answer["reason"], by=by)


def _relevant(draft: QuestionDraft, judged: list[Mapping[str, Any]], by: str) -> Check:
    """Sources are labelled S1, S2 ... in the draft's order. The score is the share of relevant ones."""
    verdicts = {str(entry["source"]).strip().upper(): entry for entry in judged}
    labels = {f"S{number}": source for number, source in enumerate(draft.sources, 1)}
    missing = [label for label in labels if label not in verdicts]
    if missing:
        return Check("relevant", "unscored", f"nothing is said of {labels[missing[0]].id}", by=by)
    idle = [label for label in labels if not verdicts[label]["relevant"]]
    score = 1 - len(idle) / len(labels)
    if idle:
        reason = f"{labels[idle[0]].id} is not relevant: {verdicts[idle[0]]['reason']}"
        return Check("relevant", "fail", reason, score, by)
    return Check("relevant", "pass", "", score, by)
