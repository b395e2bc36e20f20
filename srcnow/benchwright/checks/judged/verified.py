"""Checks `style`, `correct`, `relevant`, `alone` and `fluent` in one call to the verifier (SMMQG, section 3, step 5).

The verifier answers the question from its sources, judges answer, style and wording, and says of each source whether it
gives the whole answer, a part of it or nothing. What one source answers alone needs no other: then `needed` fails
without an ablation.

The verifier's own answer counts beside its verdict: if it plainly differs from the writer's, a `pass` is not believed.
Of a compound question each half is compared by itself. Where no rule decides, a further call compares halves, and
answers that have no word in common with the writer's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.matching import AnswerMatch, match, match_each, parts_of
from benchwright.checks.judged.same import shares_words
from benchwright.checks.judged.verifier_session import Replies, VerifierQuestion
from benchwright.records import Check
from benchwright.retrieval.word_index import holds

POINTS: Final[Mapping[str, tuple[str, ...]]] = {
    "style": ("style",),
    "correct": ("working", "own_answers", "correct"),
    "relevant": ("sources",),
    "alone": ("alone",),
    "fluent": ("fluent",),
}
"""What each check reads of the reply."""
FLUENT = 4
"""The least of 5 that passes. SMMQG's own questions have a mean of 4.5 (table 4); what readers find clumsy gets 3."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The points that are asked about: in one call, or `singly` in one call each."""

    points: tuple[str, ...] = tuple(POINTS)
    singly: bool = False

    def first(self, draft: QuestionDraft) -> tuple[VerifierQuestion, ...]:
        """The call or the calls. An answer that does not hold the short answer in so many words is shown with it."""
        return tuple(dict.fromkeys(self._ask_of(point, draft) for point in self.points))

    def further(self, draft: QuestionDraft, replies: Replies) -> tuple[VerifierQuestion, ...]:
        """The comparisons with the verifier's own answer that are wanted."""
        if "correct" not in self.points:
            return ()
        found = self._own_answer(draft, replies)
        return found.asks if found is not None else ()

    def checks(self, draft: QuestionDraft, replies: Replies, by: str) -> dict[str, Check | None]:
        """The verdicts by name; None where a comparison has to be made first. `needed` is only there if it fails."""
        found: dict[str, Check | None] = {}
        for point in self.points:
            data = self._read(point, draft, replies)
            if data is None:
                status = replies[self._ask_of(point, draft)].status
                found[point] = Check(point, "unscored", f"the verifier's reply is {status}", by=by)
            elif point == "correct":
                found[point] = self._correct(draft, replies, data["correct"], by)
            elif point == "relevant":
                found |= _relevant(draft, data["sources"], by)
            elif point == "fluent":
                found[point] = _fluent(data["fluent"], by)
            else:
                found[point] = Check(point, data[point]["verdict"], data[point]["reason"], by=by)
        return found

    def _ask_of(self, point: str, draft: QuestionDraft) -> VerifierQuestion:
        points = (point,) if self.singly else self.points
        fields = tuple(field for one in points for field in POINTS[one])
        whole = draft.answer
        if not holds(whole, draft.short_answer):
            whole = f"{whole}\nIn short: {draft.short_answer}"
        values = (("style", draft.style), ("question", draft.question), ("answer", whole))
        return VerifierQuestion("verify", values, draft.sources, fields=() if set(points) == set(POINTS) else fields)

    def _read(self, point: str, draft: QuestionDraft, replies: Replies) -> Mapping[str, Any] | None:
        reply = replies[self._ask_of(point, draft)]
        return reply.data if reply.status == "ok" and isinstance(reply.data, dict) else None

    def _own_answer(self, draft: QuestionDraft, replies: Replies) -> AnswerMatch | None:
        """How the verifier's own answer compares; None if it need not be compared."""
        data = self._read("correct", draft, replies)
        if data is None or data["correct"]["verdict"] != "pass":
            return None
        own, parts = [str(one).strip() for one in data["own_answers"]], parts_of(draft)
        if len(parts) > 1 and len(own) == len(parts):
            return match_each(parts, own, replies)
        joined = "; ".join(filter(None, own))
        found = match(parts, joined, replies)
        if found.verdict == "open" and len(parts) == 1 and shares_words(parts[0].reference, joined):
            return AnswerMatch("same", joined)  # other words for the same are for the verifier to judge
        return found

    def _correct(self, draft: QuestionDraft, replies: Replies, judged: Mapping[str, Any], by: str) -> Check | None:
        own = self._own_answer(draft, replies)
        if own is None:
            return Check("correct", judged["verdict"], judged["reason"], by=by)
        match own.verdict:
            case "open":
                return None
            case "different":
                reason = f"passed, but the verifier's own answer is {own.candidate or 'nothing'!r}"
                return Check("correct", "fail", reason, by=by)
            case "unscored":
                reason = "the comparison with the verifier's own answer is not readable"
                return Check("correct", "unscored", reason, by=by)
        return Check("correct", "pass", judged["reason"], by=by)


def _fluent(judged: Mapping[str, Any], by: str) -> Check:
    score = int(judged["score"])
    return Check("fluent", "pass" if score >= FLUENT else "fail", judged["reason"], float(score), by)


def _relevant(draft: QuestionDraft, judged: list[Mapping[str, Any]], by: str) -> dict[str, Check | None]:
    """Sources are labelled S1, S2 ... in the draft's order. The score is the share of relevant ones. One of several
    that alone gives the whole answer makes the others needless."""
    verdicts = {str(entry["source"]).strip().upper(): entry for entry in judged}
    labels = {f"S{number}": source for number, source in enumerate(draft.sources, 1)}
    missing = [label for label in labels if label not in verdicts]
    if missing:
        return {"relevant": Check("relevant", "unscored", f"nothing is said of {labels[missing[0]].id}", by=by)}
    idle = [label for label in labels if verdicts[label]["gives"] == "nothing"]
    enough = [label for label in labels if verdicts[label]["gives"] == "all"]
    score = 1 - len(idle) / len(labels)
    reason = f"{labels[idle[0]].id} is not relevant: {verdicts[idle[0]]['reason']}" if idle else ""
    found: dict[str, Check | None] = {"relevant": Check("relevant", "fail" if idle else "pass", reason, score, by)}
    if enough and len(labels) > 1:
        reason = f"{labels[enough[0]].id} alone answers the question: {verdicts[enough[0]]['reason']}"
        found["needed"] = Check("needed", "fail", reason, by=by)
    return found
