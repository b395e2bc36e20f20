"""Checks (`hops`) that a multi-hop question needs both its hops (SMMQG).

The sources of each hop are tried alone with the whole question: those that hold the answer (a question that can do
without its description), and those that only describe. That no hop's question is answered from the other hop's sources,
as the paper asks, follows: sources that tell both hops answer the whole question.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.matching import AnswerMatch, match_told, parts_of
from benchwright.checks.judged.verifier_session import Replies, VerifierQuestion, question_to_answer
from benchwright.records import Check

_WHAT = ("the source that only describes", "the source that holds the answer")


@dataclass(frozen=True, slots=True)
class HopShortcuts:
    """The question from one hop's sources. Where its ablations are asked as well (`ablated`), one that leaves all of a
    hop's sources stands for them, and nothing more is asked: what more sources do not answer, these do not."""

    ablated: bool = False

    def first(self, draft: QuestionDraft) -> tuple[VerifierQuestion, ...]:
        """The whole question from each hop's sources."""
        return tuple(ask for ask, _ in self._shortcuts(draft))

    def further(self, draft: QuestionDraft, replies: Replies) -> tuple[VerifierQuestion, ...]:
        """The comparisons that no rule decides."""
        return tuple(ask for shortcut, _ in self._shortcuts(draft) for ask in _match(draft, shortcut, replies).asks)

    def checks(self, draft: QuestionDraft, replies: Replies, by: str) -> dict[str, Check | None]:
        """Fails with the first shortcut; None while a comparison has to be made first."""
        if len(draft.hops) != 2:
            return {"hops": Check("hops", "unscored", f"the question comes with {len(draft.hops)} hops, not two")}
        shared = _shared(draft)
        if shared:
            return {"hops": Check("hops", "fail", f"both hops use {min(shared)}", by="hops/1")}
        matches = [(what, _match(draft, ask, replies)) for ask, what in self._shortcuts(draft)]
        for what, match in matches:
            if match.verdict == "same":
                return {"hops": Check("hops", "fail", f"{what} alone answers the question: {match.candidate!r}", by=by)}
        if any(match.verdict == "open" for _, match in matches):
            return {"hops": None}
        unread = next((what for what, match in matches if match.verdict == "unscored"), None)
        if unread is not None:
            return {"hops": Check("hops", "unscored", f"no readable answer from {unread} alone", by=by)}
        return {"hops": Check("hops", "pass", by=by)}

    def _shortcuts(self, draft: QuestionDraft) -> Iterator[tuple[VerifierQuestion, str]]:
        """In the draft's order of sources, so that equal questions are equal requests."""
        if len(draft.hops) != 2 or _shared(draft):
            return
        for other, what in zip(reversed(draft.hops), _WHAT, strict=True):
            away = {source.id for source in other.sources[: 1 if self.ablated else None]}
            yield question_to_answer(draft, [source for source in draft.sources if source.id not in away]), what


def _shared(draft: QuestionDraft) -> set[str]:
    one, other = ({source.id for source in hop.sources} for hop in draft.hops)
    return one & other


def _match(draft: QuestionDraft, ask: VerifierQuestion, replies: Replies) -> AnswerMatch:
    return match_told(parts_of(draft), replies[ask], replies)
