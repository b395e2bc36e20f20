"""Check `needed`: every source is needed, which is tested and not asked. Each source is taken away in turn, and the
question put to a model that sees the others only and may abstain. If it still gives the answer, the source was not
needed.

A compound question survives only if both halves are still given. One with options is put `SAMPLES` times at a raised
temperature, with its options in both orders; it survives if guessing would do as well in under 5 % of the cases
(`options.beats_chance`): with two options and six askings, if all six are right. A question with one source has nothing
to take away: what is left of it is the closed-book question.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchwright.checks.judged.asks import Ask, Replies, answering
from benchwright.checks.judged.draft import Draft
from benchwright.checks.judged.matching import Match, match_reply, parts_of
from benchwright.checks.judged.options import beats_chance, exchanged
from benchwright.checks.judged.settings import SAMPLES
from benchwright.records import Check, Source

NAMES = ("needed",)
_WARM = 1.0
"""Repeats at temperature 0 would all be one answer."""


def first(draft: Draft) -> tuple[Ask, ...]:
    """For each source the question without it: once, or `SAMPLES` times if it offers options."""
    return tuple(ask for _, asks in _ablations(draft) for ask in asks)


def further(draft: Draft, replies: Replies) -> tuple[Ask, ...]:
    """The comparisons that no rule decides, of sources whose ablation may still be survived."""
    wanted: list[Ask] = []
    for _, asks in _ablations(draft):
        found = [_match(draft, ask, replies) for ask in asks]
        if _survives(sum(match.found != "different" for match in found), len(found)):
            wanted += [ask for match in found for ask in match.asks]
    return tuple(wanted)


def checks(draft: Draft, replies: Replies, by: str) -> dict[str, Check | None]:
    """Fails with the first source that was not needed; None while a comparison has to be made first."""
    if len(draft.sources) == 1:
        return {"needed": Check("needed", "pass", "the only source", by="needed/1")}
    waiting = False
    unread = ""
    for source, asks in _ablations(draft):
        found = [_match(draft, ask, replies) for ask in asks]
        right = [match for match in found if match.found == "same"]
        unknown = sum(match.found == "unscored" for match in found)
        undecided = sum(match.found == "open" for match in found)
        if _survives(len(right), len(found)):
            reason = f"still answered without {source.id}: {right[0].candidate!r}"
            return {"needed": Check("needed", "fail", reason, by=by)}
        if undecided and _survives(len(right) + undecided + unknown, len(found)):
            waiting = True
        elif unknown and _survives(len(right) + unknown, len(found)):
            unread = unread or f"no readable answer without {source.id}"
    if waiting:
        return {"needed": None}
    return {"needed": Check("needed", "unscored" if unread else "pass", unread, by=by)}


def _ablations(draft: Draft) -> Iterator[tuple[Source, tuple[Ask, ...]]]:
    """Each source with the askings that it is taken away from; none if it is the only one."""
    for source in draft.sources if len(draft.sources) > 1 else ():
        rest = [other for other in draft.sources if other is not source]
        if "options" not in draft.style.checks:
            yield source, (answering(draft.question, rest),)
            continue
        orders = (draft.question, exchanged(draft.question, draft.options))
        yield source, tuple(answering(orders[number % 2], rest, number, _WARM) for number in range(SAMPLES))


def _match(draft: Draft, ask: Ask, replies: Replies) -> Match:
    return match_reply(parts_of(draft), replies[ask], replies)


def _survives(right: int, asked: int) -> bool:
    return right == 1 if asked == 1 else beats_chance(right, asked, 2)
