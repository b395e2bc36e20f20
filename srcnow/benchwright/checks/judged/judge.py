"""Runs all checks of a question that a model wrote, the cheap ones first.

The free checks; one call about all points of `verified`; then the ablations, `hops`, the closed book and PMAN at once;
then comparisons that no rule decides, with PMAN's second asking; PMAN's third. That is three rounds of calls, or four
with PMAN. As soon as a required check has failed, nothing more is asked: what is undecided then is left out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from benchwright.checks.judged import closed_book, needed, pman
from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.entails import Entailment, check_entails
from benchwright.checks.judged.free_checks import check_free
from benchwright.checks.judged.hops import HopShortcuts
from benchwright.checks.judged.settings import DEFAULTS, SAMPLES, Action, action_of
from benchwright.checks.judged.verified import POINTS, Verification
from benchwright.checks.judged.verifier_session import Replies, VerifierQuestion, VerifierSession
from benchwright.facts.store import FactTable
from benchwright.prompts import Style
from benchwright.prompts.asking import Asker
from benchwright.prompts.fence import PictureOf
from benchwright.records import Check, Json, Modalities, Span


class VerifierCheck(Protocol):
    """Something that asks the verifier: what it asks first, what it asks once that is answered, and the verdicts that
    are certain by then (None while a reply is missing)."""

    def first(self, draft: QuestionDraft) -> tuple[VerifierQuestion, ...]: ...
    def further(self, draft: QuestionDraft, replies: Replies) -> tuple[VerifierQuestion, ...]: ...
    def checks(self, draft: QuestionDraft, replies: Replies, by: str) -> dict[str, Check | None]: ...


@dataclass(frozen=True, slots=True)
class JudgeResult:
    """What the checks came to, in the order of `settings.DEFAULTS`. `failed` is the first required check that did not
    pass, None if the question is accepted. `evidence` is where the quotes stand; `derivation` the sum and the places of
    its operands, for a style of arithmetic. `halvings` is how often the room of a source was halved until the judge's
    context held the longest question."""

    checks: tuple[Check, ...]
    evidence: tuple[Span, ...] = ()
    derivation: Json | None = None
    failed: Check | None = None
    halvings: int = 0


async def judge(
    draft: QuestionDraft,
    asker: Asker,
    picture_of: PictureOf,
    settings: Mapping[str, Action],
    facts: FactTable | None = None,
    entailment: Entailment | None = None,
    singly: bool = False,
) -> JudgeResult:
    """Prove a draft. `settings` says what a plan does with each check, over the defaults; `singly` asks about each
    point of `verified` in a call of its own. A required check that is unscored has not passed.

    Raises what models raise: ModelError, PendingError, UsageError.
    """
    free = check_free(draft, settings, facts)
    if _failed(free.checks, settings):
        return _judged(free.checks, free.spans, free.derivation, settings)
    done: dict[str, Check] = {check.name: check for check in free.checks}
    session = VerifierSession(draft, asker, picture_of)
    made: list[VerifierCheck] = []
    stages = _stages(draft.style, settings, singly)
    entailing = None
    if action_of("entails", settings) != "off":
        entailing = asyncio.create_task(asyncio.to_thread(check_entails, draft, free.spans, entailment))
    try:
        for stage in stages:
            wanted = [ask for check in made for ask in check.further(draft, session.replies)]
            made += stage
            await session.ask([*wanted, *(ask for check in stage for ask in check.first(draft))])
            done |= _decided(made, draft, session.replies, asker, settings)
            if _failed(done.values(), settings):
                break
    finally:
        # Also when the round fails, for a thread cannot be stopped: nothing may run on behind the attempt.
        if entailing is not None:
            done["entails"] = await entailing
    while not _failed(done.values(), settings):
        if not await session.ask(ask for check in made for ask in check.further(draft, session.replies)):
            break
        done |= _decided(made, draft, session.replies, asker, settings)
    judged = _judged(tuple(done.values()), free.spans, free.derivation, settings)
    return replace(judged, halvings=session.halvings)


def calls_of(
    style: Style, modalities: Modalities, settings: Mapping[str, Action], singly: bool = False
) -> Mapping[str, int]:
    """How many calls each check makes when it is first asked, by name, for a question of this style and these
    modalities.

    The points of `verified` share one call, which stands under the first of them that is on, unless they are asked
    `singly`; what `hops` shares with `needed` stands under `needed`. Further calls may follow: for each answer that no
    rule compares one, and two for PMAN. Repairs of unreadable replies are not counted.
    """
    on = [name for name in DEFAULTS if _is_made(name, style, settings)]
    total = modalities.total
    samples = SAMPLES if "options" in style.checks else 1
    counts: dict[str, int] = {}
    for name in on:
        match name:
            case _ if name in POINTS:
                counts[name] = 0 if set(POINTS) & set(counts) and not singly else 1
            case "needed":
                counts[name] = total * samples if total > 1 else 0
            case "closed_book" | "pman":
                counts[name] = 1
            case "hops":
                counts[name] = 2 if total > 1 and not _is_ablated(style, settings) else 0
            case _:
                counts[name] = 0
    return counts


def _is_ablated(style: Style, settings: Mapping[str, Action]) -> bool:
    """Whether each source is taken away once, with the question as it is."""
    return _is_made("needed", style, settings) and "options" not in style.checks


def _is_made(name: str, style: Style, settings: Mapping[str, Action]) -> bool:
    if name in ("arithmetic", "hops") and name not in style.checks:
        return False
    return action_of(name, settings) != "off"


def _stages(style: Style, settings: Mapping[str, Action], singly: bool) -> Iterator[list[VerifierCheck]]:
    """What is asked at once, in order; what the next stage asks is not paid if this one fails."""
    points = tuple(name for name in POINTS if _is_made(name, style, settings))
    if points:
        yield [Verification(points, singly)]
    hops = HopShortcuts(_is_ablated(style, settings))
    proofs: dict[str, VerifierCheck] = {"needed": needed, "closed_book": closed_book, "hops": hops, "pman": pman}
    yield [check for name, check in proofs.items() if _is_made(name, style, settings)]


def _decided(
    made: Sequence[VerifierCheck],
    draft: QuestionDraft,
    replies: Replies,
    asker: Asker,
    settings: Mapping[str, Action],
) -> dict[str, Check]:
    """The verdicts that are certain by now."""
    by = asker.models.get("verifier", "")
    decided: dict[str, Check] = {}
    for proof in made:
        for name, check in proof.checks(draft, replies, by).items():
            if check is not None and _is_made(name, draft.style, settings):
                decided[name] = check
    return decided


def _failed(checks: Iterable[Check], settings: Mapping[str, Action]) -> Check | None:
    """The first required check that did not pass."""
    for check in checks:
        if check.verdict != "pass" and action_of(check.name, settings) == "reject":
            return check
    return None


def _judged(
    checks: Sequence[Check], spans: tuple[Span, ...], derivation: Json | None, settings: Mapping[str, Action]
) -> JudgeResult:
    order = list(DEFAULTS)
    listed = tuple(sorted((_as_listed(check, settings) for check in checks), key=lambda check: order.index(check.name)))
    return JudgeResult(listed, spans, derivation, _failed(listed, settings))


def _as_listed(check: Check, settings: Mapping[str, Action]) -> Check:
    """An answer without sources is a finding and no fault, where the plan only tags it."""
    if check.name == "closed_book" and check.verdict == "fail" and action_of(check.name, settings) == "tag":
        return replace(check, verdict="pass")
    return check
