"""Checks (`hops`) that a multi-hop question needs both its hops (SMMQG).

No hop's sources alone answer the whole question, and no hop's question is answered from the sources of the other.

Where each hop has one source, the first half of this asks what the ablations ask, and costs nothing more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.matching import AnswerMatch, AnswerPart, match_reply, parts_of
from benchwright.checks.judged.verifier_session import Replies, VerifierQuestion, question_to_answer
from benchwright.records import Check, Source

NAMES = ("hops",)


@dataclass(frozen=True, slots=True)
class _Shortcut:
    """A shortcut around a hop: the question `ask` is answered with `parts`; `what` says so."""

    ask: VerifierQuestion
    parts: tuple[AnswerPart, ...]
    what: str


def first(draft: QuestionDraft) -> tuple[VerifierQuestion, ...]:
    """The whole question from each hop's sources, and each hop's question from the other's."""
    return tuple(shortcut.ask for shortcut in _shortcuts(draft))


def further(draft: QuestionDraft, replies: Replies) -> tuple[VerifierQuestion, ...]:
    """The comparisons that no rule decides."""
    return tuple(ask for shortcut in _shortcuts(draft) for ask in _match(shortcut, replies).asks)


def checks(draft: QuestionDraft, replies: Replies, by: str) -> dict[str, Check | None]:
    """Fails with the first shortcut round; None while a comparison has to be made first."""
    if len(draft.hops) != 2:
        return {"hops": Check("hops", "unscored", f"the question comes with {len(draft.hops)} hops, not two")}
    shared = _shared(draft)
    if shared:
        return {"hops": Check("hops", "fail", f"both hops use {min(shared)}", by="hops/1")}
    matches = [(shortcut, _match(shortcut, replies)) for shortcut in _shortcuts(draft)]
    for shortcut, match in matches:
        if match.verdict == "same":
            return {"hops": Check("hops", "fail", f"{shortcut.what}: {match.candidate!r}", by=by)}
    if any(match.verdict == "open" for _, match in matches):
        return {"hops": None}
    unread = next((shortcut for shortcut, match in matches if match.verdict == "unscored"), None)
    if unread is not None:
        return {"hops": Check("hops", "unscored", f"no readable answer: {unread.what}", by=by)}
    return {"hops": Check("hops", "pass", by=by)}


def _shared(draft: QuestionDraft) -> set[str]:
    one, other = ({source.id for source in hop.sources} for hop in draft.hops)
    return one & other


def _shortcuts(draft: QuestionDraft) -> Iterator[_Shortcut]:
    if len(draft.hops) != 2 or _shared(draft):
        return
    for number, hop in enumerate(draft.hops, 1):
        sources = _in_order(draft, hop.sources)
        what = f"the sources of hop {number} alone answer the question"
        yield _Shortcut(question_to_answer(draft.question, sources), parts_of(draft), what)
    for number, (hop, other) in enumerate(zip(draft.hops, reversed(draft.hops), strict=True), 1):
        sources = _in_order(draft, other.sources)
        what = f"hop {number} is answered from the sources of hop {3 - number}"
        yield _Shortcut(question_to_answer(hop.question, sources), (AnswerPart(hop.question, hop.short_answer),), what)


def _in_order(draft: QuestionDraft, sources: tuple[Source, ...]) -> list[Source]:
    """In the draft's order, so that equal questions are equal requests."""
    wanted = {source.id for source in sources}
    return [source for source in draft.sources if source.id in wanted]


def _match(shortcut: _Shortcut, replies: Replies) -> AnswerMatch:
    return match_reply(shortcut.parts, replies[shortcut.ask], replies)
