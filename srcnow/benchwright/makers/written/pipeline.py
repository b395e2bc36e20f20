"""Makes one attempt of a maker whose writer is a model: seed, entity, candidates, question, checks, outcome.

Pure in the sense of the plan: the same cell, number and replies give the same outcome, in whatever order the replies of
a round arrive. Knows no providers and no run.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from benchwright.checks.judged import HopDraft, JudgeResult, QuestionDraft
from benchwright.checks.judged.settings import Action, action_of
from benchwright.corpus.store import Corpus
from benchwright.errors import ContextError
from benchwright.facts.open.contexts import Contexts
from benchwright.facts.store import FactTable
from benchwright.makers.written.answer_pairs import AnswerPair
from benchwright.makers.written.blind_hops import write_blind_hops
from benchwright.makers.written.candidate_sheet import CandidateSheet
from benchwright.makers.written.hop_sides import split
from benchwright.makers.written.hops import write_hops
from benchwright.makers.written.links.groups import subject_of
from benchwright.makers.written.links.neighbourhood import Neighbourhood
from benchwright.makers.written.name_entity import name_entity
from benchwright.makers.written.reply_fields import WriterRefusedError
from benchwright.makers.written.write_question import WrittenQuestion, write
from benchwright.prompts import Style
from benchwright.prompts.asking import Asker
from benchwright.prompts.fence import CANDIDATE_LIMIT, PictureOf
from benchwright.records import (
    Answer,
    Check,
    Example,
    Hop,
    Json,
    Modalities,
    Modality,
    Origin,
    Outcome,
    Status,
)
from benchwright.retrieval.candidates import Candidates
from benchwright.retrieval.seeds import Seeds


@dataclass(frozen=True, slots=True)
class WritingTask:
    """A cell as a writer sees it. `given` is the answer that a question is wanted for, with its source; `linked` are
    the sources that one is wanted from, where candidates are chosen by their links."""

    key: str
    style: Style
    modalities: Modalities
    given: AnswerPair | None = None
    linked: Neighbourhood | None = None


@dataclass(frozen=True)
class WritingContext:
    """What attempts stand on: the corpus, where its questions start, what is near an entity, and what the sites or
    manuals of the documents are called."""

    corpus: Corpus
    facts: FactTable
    seeds: Seeds
    candidates: Candidates
    contexts: Contexts


@dataclass(frozen=True, slots=True)
class DraftResult:
    """A draft, the candidates that it does not use, and what of the candidates the writer was not shown."""

    draft: QuestionDraft
    unused: tuple[str, ...]
    cut: Mapping[str, int] = field(default_factory=dict)
    halvings: int = 0


_MOST_AT_FULL_LENGTH = 5
"""Sources that are shown with all their room; more than these with half of it, 800 characters each, which nine of ten
passages do not fill."""

DraftJudge = Callable[[QuestionDraft, Asker, PictureOf, Mapping[str, Action], FactTable], Awaitable[JudgeResult]]
"""Proves a draft, asking the verifier where it needs to."""

DraftWriter = Callable[[WritingContext, WritingTask, np.random.Generator, Asker], Awaitable[DraftResult]]
"""How a maker comes to a draft. Raises WriterRefusedError, and what models raise."""


async def draft_by_links(
    ground: WritingContext, task: WritingTask, rng: np.random.Generator, asker: Asker
) -> DraftResult:
    """A question from some of the sources of a neighbourhood. No model names an entity: it is what the first of the
    chosen sources is about, or what two hops meet in."""
    near = task.linked
    if near is None:
        raise ValueError("no neighbourhood was drawn for the attempt")
    subject = subject_of(ground.corpus.source(near.seed))
    bridges = [*near.names, *(link.bridge for link in near.links)]
    sheet = replace(
        _sheet(ground, near.ids, "\n".join(bridges) or subject), halvings=int(len(near.ids) > _MOST_AT_FULL_LENGTH)
    )
    asker.next_round()
    if "hops" in task.style.checks:
        written, hops = await write_hops(asker, sheet, task.style, task.modalities, near.names)
        return draft_result(task, sheet, written, hops[0].short_answer, hops)
    alone = not near.neighbours
    written = await write(asker, sheet, task.style, task.modalities, subject if alone else "", "\n".join(near.lines()))
    return draft_result(task, sheet, written, subject if alone else subject_of(written.sources[0]))


async def draft_by_smmqg(
    ground: WritingContext, task: WritingTask, rng: np.random.Generator, asker: Asker
) -> DraftResult:
    """Steps 1 to 4 of SMMQG. A style whose checks have `hops` is written hop by hop."""
    seed = ground.corpus.source(ground.seeds.draw(task.modalities, rng))
    asker.next_round()
    entity = await name_entity(asker, seed, ground.corpus.picture)
    nearest = await ground.candidates.find(entity, task.modalities)
    asker.next_round()
    if "hops" in task.style.checks:
        about, to = sides = split(nearest, task.modalities, rng)
        sheet = _sheet(ground, (*about.candidates, *to.candidates), entity)
        written, hops = await write_blind_hops(asker, sheet, task.style, sides, entity)
        return draft_result(task, sheet, written, entity, hops)
    sheet = _sheet(ground, [one for kind in nearest.values() for one in kind], entity)
    written = await write(asker, sheet, task.style, task.modalities, entity)
    return draft_result(task, sheet, written, entity)


def _sheet(ground: WritingContext, ids: Iterable[str], entity: str) -> CandidateSheet:
    sources = tuple(ground.corpus.source(one) for one in ids)
    site = ground.contexts.site(sources[0].document) if sources else ""
    return CandidateSheet(sources, ground.corpus.picture, entity, site)


def draft_result(
    task: WritingTask, sheet: CandidateSheet, written: WrittenQuestion, entity: str, hops: tuple[HopDraft, ...] = ()
) -> DraftResult:
    """A written question as the checks want it, with what it leaves of the sheet."""
    draft = QuestionDraft(
        question=written.question,
        answer=written.answer,
        short_answer=written.short_answer,
        style=task.style,
        wants=task.modalities,
        sources=written.sources,
        entity=entity,
        quotes=written.quotes,
        expression=written.expression,
        hops=hops,
        halves=written.halves,
        options=written.options,
        halvings=written.halvings - sheet.halvings,
    )
    used = {source.id for source in written.sources}
    unused = tuple(source.id for source in sheet.sources if source.id not in used)
    cut = {one: count for one, count in sorted(written.cut.items()) if one in used}
    return DraftResult(draft, unused, cut, written.halvings)


@dataclass(frozen=True, slots=True)
class AttemptPipeline:
    """Attempts of one maker over one ground. `judge` proves the drafts, by the plan's `settings` of checks."""

    maker: str
    ground: WritingContext
    drafting: DraftWriter
    judge: DraftJudge
    settings: Mapping[str, Action]
    seed: int

    async def attempt(self, task: WritingTask, number: int, rng: np.random.Generator, asker: Asker) -> Outcome:
        """Write and prove question `number` of the cell. Raises what models raise, but for a context that is too
        small: then the attempt is refused."""
        try:
            result = await self.drafting(self.ground, task, rng, asker)
        except WriterRefusedError as refusal:
            return Outcome(task.key, number, Status.REFUSED, refusal.reason, str(refusal), calls=asker.calls)
        asker.next_round()
        try:
            judged = await self.judge(result.draft, asker, self.ground.corpus.picture, self.settings, self.ground.facts)
        except ContextError as error:
            return Outcome(task.key, number, Status.REFUSED, "context", error.line(), calls=asker.calls)
        example = self._example(task, number, result, judged, asker)
        fallen = self._fallen(judged.checks)
        if fallen is None:
            return Outcome(task.key, number, Status.ACCEPTED, example=example, calls=asker.calls)
        reason, detail = fallen.name, fallen.reason
        if fallen.verdict == "unscored":
            reason, detail = "unscored", f"{fallen.name}: {fallen.reason}"
        return Outcome(task.key, number, Status.REJECTED, reason, detail, replace(example, distractors=()), asker.calls)

    def _fallen(self, checks: Sequence[Check]) -> Check | None:
        """The first required check that failed, else the first that could not be scored."""
        required = [check for check in checks if action_of(check.name, self.settings) == "reject"]
        failed = [check for check in required if check.verdict == "fail"]
        return next(iter([*failed, *(check for check in required if check.verdict != "pass")]), None)

    def _example(
        self, task: WritingTask, number: int, result: DraftResult, judged: JudgeResult, asker: Asker
    ) -> Example:
        draft = result.draft
        identity = hashlib.sha256(f"{self.maker}\0{task.key}\0{number}\0{draft.question}".encode()).hexdigest()[:16]
        aliases = (*((draft.short_answer,) if draft.short_answer != draft.answer else ()), *draft.aliases)
        return Example(
            id=identity,
            question=draft.question,
            answers=(Answer(draft.answer, aliases, (judged.evidence,)),),
            style=task.style.name,
            modalities=Modalities.of(source.modality for source in draft.sources),
            sources=tuple(source.id for source in draft.sources),
            distractors=result.unused,
            entity=draft.entity,
            family=task.style.name,
            checks=judged.checks,
            origin=Origin(self.maker, task.key, number, self.seed, asker.models, asker.prompts),
            hops=tuple(
                Hop(hop.question, hop.short_answer, tuple(source.id for source in hop.sources)) for hop in draft.hops
            ),
            derivation=_derivation(result, judged),
            read=_read(draft, judged),
        )


def _derivation(result: DraftResult, judged: JudgeResult) -> Json | None:
    """The sum behind a numerical answer, and what of the sources the writer was not shown, or the most that the judge
    was shown of one where that is still less; None without any of it."""
    parts = dict(judged.derivation or {})
    if result.cut:
        parts["cut"] = {"limit": CANDIDATE_LIMIT >> result.halvings, "characters": dict(result.cut)}
    if judged.halvings > result.halvings:
        parts["judged_cut"] = {"limit": CANDIDATE_LIMIT >> judged.halvings}
    return parts or None


def _read(draft: QuestionDraft, judged: JudgeResult) -> str:
    """How the image was read, "" without one: by its words if all that was used of it stands there, else `pixels`."""
    images = {source.id for source in draft.sources if source.modality is Modality.IMAGE}
    reads = {span.read for span in judged.evidence if span.source in images}
    if not images:
        return ""
    return "pixels" if "pixels" in reads or not reads else sorted(reads)[0]
