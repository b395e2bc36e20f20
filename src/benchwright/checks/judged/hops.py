"""Checks (`hops`) that a multi-hop question needs both its hops (SMMQG).

The sources of each hop are tried alone with the whole question: those that hold the answer (a question that can do
without its description), and those that only describe. That no hop's question is answered from the other hop's sources,
as the paper asks, follows: sources that tell both hops answer the whole question.

Where each hop has one source, this asks what the ablations ask, and costs nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.matching import AnswerMatch, match_told, parts_of
from benchwright.checks.judged.verifier_session import Replies, VerifierQuestion, question_to_answer
from benchwright.records import Check

_WHAT = ("the source that only describes", "the source that holds the answer")


def first(draft: QuestionDraft) -> tuple[VerifierQuestion, ...]:
    """The whole question from each hop's sources."""
    return tuple(ask for ask, _ in _shortcuts(draft))


def further(draft: QuestionDraft, replies: Replies) -> tuple[VerifierQuestion, ...]:
    """The comparisons that no rule decides."""
    return tuple(ask for shortcut, _ in _shortcuts(draft) for ask in _match(draft, shortcut, replies).asks)


def checks(draft: QuestionDraft, replies: Replies, by: str) -> dict[str, Check | None]:
    """Fails with the first shortcut; None while a comparison has to be made first."""
    if len(draft.hops) != 2:
        return {"hops": Check("hops", "unscored", f"the question comes with {len(draft.hops)} hops, not two")}
    shared = _shared(draft)
    if shared:
        return {"hops": Check("hops", "fail", f"both hops use {min(shared)}", by="hops/1")}
    matches = [(what, _match(draft, ask, replies)) for ask, what in _shortcuts(draft)]
    for what, match in matches:
        if match.verdict == "same":
            return {"hops": Check("hops", "fail", f"{what} alone answers the question: {match.candidate!r}", by=by)}
    if any(match.verdict == "open" for _, match in matches):
        return {"hops": None}
    unread = next((what for what, match in matches if match.verdict == "unscored"), None)
    if unread is not None:
        return {"hops": Check("hops", "unscored", f"no readable answer from {unread} alone", by=by)}
    return {"hops": Check("hops", "pass", by=by)}


def _shared(draft: QuestionDraft) -> set[str]:
    one, other = ({source.id for source in hop.sources} for hop in draft.hops)
    return one & other


def _shortcuts(draft: QuestionDraft) -> Iterator[tuple[VerifierQuestion, str]]:
    """The question from one hop's sources, in the draft's order, so that equal questions are equal requests."""
    if len(draft.hops) != 2 or _shared(draft):
        return
    for hop, what in zip(draft.hops, _WHAT, strict=True):
        wanted = {source.id for source in hop.sources}
        yield question_to_answer(draft, [source for source in draft.sources if source.id in wanted]), what


def _match(draft: QuestionDraft, ask: VerifierQuestion, replies: Replies) -> AnswerMatch:
    return match_told(parts_of(draft), replies[ask], replies)
