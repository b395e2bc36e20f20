"""Checks (`needed`) that every source is needed, by taking each away in turn.

The question is put to a model that sees only the others and may abstain. If it still gives the answer, the source was
not needed.

A compound question survives only if both halves are still given. One with options is put `SAMPLES` times at a raised
temperature, with its options in both orders; it survives if guessing would do as well in under 5 % of the cases
(`options.beats_chance`): with two options and six askings, if all six are right. A question with one source has nothing
to take away: what is left of it is the closed-book question.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.matching import AnswerMatch, match_reply, parts_of
from benchwright.checks.judged.options import beats_chance, exchanged
from benchwright.checks.judged.settings import SAMPLES
from benchwright.checks.judged.verifier_session import Replies, VerifierQuestion, question_to_answer
from benchwright.records import Check, Source

NAMES = ("needed",)
_WARM = 1.0
"""Repeats at temperature 0 would all be one answer."""


def first(draft: QuestionDraft) -> tuple[VerifierQuestion, ...]:
    """For each source the question without it: once, or `SAMPLES` times if it offers options."""
    return tuple(ask for _, asks in _ablations(draft) for ask in asks)


def further(draft: QuestionDraft, replies: Replies) -> tuple[VerifierQuestion, ...]:
    """The comparisons that no rule decides, of sources whose ablation may still be survived."""
    wanted: list[VerifierQuestion] = []
    for _, asks in _ablations(draft):
        matches = [_match(draft, ask, replies) for ask in asks]
        if _survives(sum(match.verdict != "different" for match in matches), len(matches)):
            wanted += [ask for match in matches for ask in match.asks]
    return tuple(wanted)


def checks(draft: QuestionDraft, replies: Replies, by: str) -> dict[str, Check | None]:
    """Fails with the first source that was not needed; None while a comparison has to be made first."""
    if len(draft.sources) == 1:
        return {"needed": Check("needed", "pass", "the only source", by="needed/1")}
    waiting = False
    unread = ""
    for source, asks in _ablations(draft):
        matches = [_match(draft, ask, replies) for ask in asks]
        right = [match for match in matches if match.verdict == "same"]
        unknown = sum(match.verdict == "unscored" for match in matches)
        undecided = sum(match.verdict == "open" for match in matches)
        if _survives(len(right), len(matches)):
            reason = f"still answered without {source.id}: {right[0].candidate!r}"
            return {"needed": Check("needed", "fail", reason, by=by)}
        if undecided and _survives(len(right) + undecided + unknown, len(matches)):
            waiting = True
        elif unknown and _survives(len(right) + unknown, len(matches)):
            unread = unread or f"no readable answer without {source.id}"
    if waiting:
        return {"needed": None}
    return {"needed": Check("needed", "unscored" if unread else "pass", unread, by=by)}


def _ablations(draft: QuestionDraft) -> Iterator[tuple[Source, tuple[VerifierQuestion, ...]]]:
    """Each source with the askings that it is taken away from; none if it is the only one."""
    for source in draft.sources if len(draft.sources) > 1 else ():
        rest = [other for other in draft.sources if other is not source]
        if "options" not in draft.style.checks:
            yield source, (question_to_answer(draft.question, rest),)
            continue
        orders = (draft.question, exchanged(draft.question, draft.options))
        yield source, tuple(question_to_answer(orders[number % 2], rest, number, _WARM) for number in range(SAMPLES))


def _match(draft: QuestionDraft, ask: VerifierQuestion, replies: Replies) -> AnswerMatch:
    return match_reply(parts_of(draft), replies[ask], replies)


def _survives(right: int, asked: int) -> bool:
    return right == 1 if asked == 1 else beats_chance(right, asked, 2)
