"""Runs all checks of a question that a model wrote: the free ones first, then every question to models at once.

At most three rounds of calls: all checks together; comparisons that no rule decides, with PMAN's second asking; PMAN's
third. As soon as a required check has failed, nothing more is asked: what is undecided then is left out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import ModuleType

from benchwright.checks.judged import closed_book, hops, needed, pman, verified
from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.entails import Entailment, check_entails
from benchwright.checks.judged.free_checks import check_free
from benchwright.checks.judged.settings import DEFAULTS, SAMPLES, Action, action_of
from benchwright.checks.judged.verifier_session import Replies, VerifierSession
from benchwright.facts.store import FactTable
from benchwright.prompts import Style
from benchwright.prompts.asking import Asker
from benchwright.prompts.fence import PictureOf
from benchwright.records import Check, Json, Modalities, Span

_WITH_MODELS: tuple[ModuleType, ...] = (verified, needed, closed_book, hops, pman)


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
) -> JudgeResult:
    """Prove a draft. `settings` says what a plan does with each check, over the defaults. A required check that is
    unscored has not passed.

    Raises what models raise: ModelError, PendingError, UsageError.
    """
    free = check_free(draft, settings, facts)
    if _failed(free.checks, settings):
        return _judged(free.checks, free.spans, free.derivation, settings)
    done: dict[str, Check] = {check.name: check for check in free.checks}
    session = VerifierSession(draft, asker, picture_of)
    modules = _made(draft.style, settings)
    entailing = None
    if action_of("entails", settings) != "off":
        entailing = asyncio.create_task(asyncio.to_thread(check_entails, draft, free.spans, entailment))
    try:
        await session.ask(ask for module in modules for ask in module.first(draft))
    finally:
        # Also when the round fails, for a thread cannot be stopped: nothing may run on behind the attempt.
        if entailing is not None:
            done["entails"] = await entailing
    done |= _decided(modules, draft, session.replies, asker, settings)
    while not _failed(done.values(), settings):
        if not await session.ask(ask for module in modules for ask in module.further(draft, session.replies)):
            break
        done |= _decided(modules, draft, session.replies, asker, settings)
    judged = _judged(tuple(done.values()), free.spans, free.derivation, settings)
    return replace(judged, halvings=session.halvings)


def calls_of(style: Style, modalities: Modalities, settings: Mapping[str, Action]) -> Mapping[str, int]:
    """How many calls each check makes in its first round, by name, for a question of this style and these modalities.

    `style`, `correct` and `relevant` share one call, which stands under the first of them that is on; what `hops`
    shares with `needed` stands under `needed`. Further calls may follow: for each answer that no rule compares one, and
    two for PMAN. Repairs of unreadable replies are not counted. With four sources or more, `hops` is the largest
    number: it depends on how the writer shared them out.
    """
    on = [name for name in DEFAULTS if _is_made(name, style, settings)]
    total = modalities.total
    samples = SAMPLES if "options" in style.checks else 1
    counts: dict[str, int] = {}
    for name in on:
        match name:
            case "style" | "correct" | "relevant":
                counts[name] = 0 if set(verified.NAMES) & set(counts) else 1
            case "needed":
                counts[name] = total * samples if total > 1 else 0
            case "closed_book" | "pman":
                counts[name] = 1
            case "hops":
                shared = _shared(total) if "needed" in on and samples == 1 else 0
                counts[name] = 4 - shared if total > 1 else 0
            case _:
                counts[name] = 0
    return counts


def _shared(total: int) -> int:
    """How many of the two hops' sources are also what an ablation leaves: where the other hop has one source."""
    return {2: 2, 3: 1}.get(total, 0)


def _is_made(name: str, style: Style, settings: Mapping[str, Action]) -> bool:
    if name in ("arithmetic", "hops") and name not in style.checks:
        return False
    return action_of(name, settings) != "off"


def _made(style: Style, settings: Mapping[str, Action]) -> Sequence[ModuleType]:
    return [module for module in _WITH_MODELS if any(_is_made(name, style, settings) for name in module.NAMES)]


def _decided(
    modules: Sequence[ModuleType], draft: QuestionDraft, replies: Replies, asker: Asker, settings: Mapping[str, Action]
) -> dict[str, Check]:
    """The verdicts that are certain by now."""
    by = asker.models.get("verifier", "")
    decided: dict[str, Check] = {}
    for module in modules:
        for name, check in module.checks(draft, replies, by).items():
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
