"""Writes questions for the maker `one-prompt`, PMAN's baseline: sources and answer in, a question out.

The answer is an entity of a seed, named as SMMQG names it. The sources are the seed and, where the cell wants more, the
nearest to the entity of each kind, no more of them than wanted: the model is given no choice. Where the user gives the
answer, its source is the seed, and the others are the nearest to that source. What the model writes passes the same
checks; those that a style adds for what only SMMQG's writer states (hops, halves, options, a sum) have nothing to
look at here, and are not made.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from benchwright.makers.written.candidate_sheet import CandidateSheet
from benchwright.makers.written.hop_sides import CandidatesByKind
from benchwright.makers.written.name_entity import name_entity
from benchwright.makers.written.pipeline import DraftResult, WritingContext, WritingTask, draft_result
from benchwright.makers.written.reply_fields import WriterRefusedError, fields_of, unless_refused
from benchwright.makers.written.write_question import WrittenQuestion, read_quotes
from benchwright.prompts.asking import Asker
from benchwright.records import Modality, Source
from benchwright.retrieval.word_index import holds


async def draft_by_one_prompt(
    ground: WritingContext, task: WritingTask, rng: np.random.Generator, asker: Asker
) -> DraftResult:
    """A question to an answer that stands in the sources. Raises WriterRefusedError, and what models raise."""
    if task.given is not None:
        seed = ground.corpus.source(task.given.source)
        answer, about = task.given.answer, f"{seed.title}\n{seed.text}"
    else:
        seed = ground.corpus.source(ground.seeds.draw(task.modalities, rng))
        asker.next_round()
        answer = about = await name_entity(asker, seed, ground.corpus.picture)
    nearest = await ground.candidates.find(about, task.modalities)
    chosen = [ground.corpus.source(one) for one in choose(seed, nearest, task)]
    if task.given is None and not any(holds(f"{source.title}\n{source.text}", answer) for source in chosen):
        raise WriterRefusedError("entity", f"{answer!r} does not occur in the sources")
    sheet = CandidateSheet(tuple(chosen), ground.corpus.picture, answer)
    asker.next_round()
    answered = await sheet.ask(asker, "one_prompt", {"answer": answer})
    fields = unless_refused(fields_of(answered.reply), ("question",))
    written = WrittenQuestion(
        question=" ".join(str(fields["question"]).split()),
        answer=answer,
        short_answer=answer,
        sources=sheet.sources,
        quotes=read_quotes(fields["quotes"], sheet.labelled()),
        cut=answered.cut,
        halvings=answered.halvings,
    )
    plain = replace(task, style=replace(task.style, checks=(), shots_block=""))
    used = {source.id for source in chosen}
    unused = tuple(one for kind in nearest.values() for one in kind if one not in used)
    result = draft_result(plain, sheet, written, answer)
    aliases = () if task.given is None else task.given.aliases
    return replace(result, draft=replace(result.draft, aliases=aliases), unused=unused)


def choose(seed: Source, candidates: CandidatesByKind, task: WritingTask) -> tuple[str, ...]:
    """The seed and the nearest to it, as many of each kind as the cell wants, by kind. Raises WriterRefusedError if
    there are too few."""
    chosen: list[str] = []
    for kind in Modality:
        wanted = getattr(task.modalities, kind.value)
        own = [seed.id] if seed.modality is kind and wanted else []
        near = [one for one in candidates.get(kind, ()) if one != seed.id]
        if len(own) + len(near) < wanted:
            raise WriterRefusedError("candidates", f"{len(near)} of {kind.value} were found for {task.modalities}")
        chosen += [*own, *near][:wanted]
    return tuple(chosen)
