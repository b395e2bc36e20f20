"""Writes the halves of multi-hop questions blind to each other, and joins them (SMMQG, section 3.2).

From one side's candidates, a question about the entity is written; from the other's, one whose answer is the entity;
both are asked for at the same time. Then they are joined, and the sources of the joined question are those of both.
This is the paper's way, for `candidates: entity`; `hops` asks in sequence.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from benchwright.checks.judged import HopDraft
from benchwright.makers.written.candidate_sheet import CandidateSheet
from benchwright.makers.written.hop_sides import Side
from benchwright.makers.written.reply_fields import WriterRefusedError, fields_of, unless_refused
from benchwright.makers.written.write_question import WrittenQuestion, as_line, better_wording, write_half
from benchwright.prompts import Style
from benchwright.prompts.asking import Asker
from benchwright.values import bare_name, normalise


async def write_blind_hops(
    asker: Asker, sheet: CandidateSheet, style: Style, sides: tuple[Side, Side], entity: str
) -> tuple[WrittenQuestion, tuple[HopDraft, HopDraft]]:
    """The joined question and its hops in the order of asking: the one that leads to the entity, the one about it.
    Raises WriterRefusedError, and what models raise."""
    about, to = await _both(asker, sheet, style, sides, entity)
    _meet(about, to, entity)
    asker.next_round()
    joined = await _join(asker, sheet, style, about, to, entity)
    return joined, (_hop(to), _hop(about))


async def _both(
    asker: Asker, sheet: CandidateSheet, style: Style, sides: tuple[Side, Side], entity: str
) -> tuple[WrittenQuestion, WrittenQuestion]:
    """Both simple questions. What is wrong with the first is raised before what is wrong with the second, whichever
    came first: the outcome must not depend on the order of replies."""
    results = await asyncio.gather(
        *(
            write_half(asker, name, sheet, style, side.wants, entity, side.candidates)
            for name, side in zip(("hop_about", "hop_to"), sides, strict=True)
        ),
        return_exceptions=True,
    )
    written: list[WrittenQuestion] = []
    for result in results:
        if isinstance(result, BaseException):
            raise result
        written.append(result)
    return written[0], written[1]


def _meet(about: WrittenQuestion, to: WrittenQuestion, entity: str) -> None:
    """Refuse hops that do not meet in the entity: one has to lead to it, the other must lead on from it."""
    name = _plain(entity)
    if _plain(to.short_answer) != name:
        raise WriterRefusedError("hop_answer", f"the hop that leads to {entity!r} leads to {to.short_answer!r}")
    if _plain(about.short_answer) == name:
        raise WriterRefusedError("hop_answer", f"the hop about {entity!r} has the entity as its answer")


async def _join(
    asker: Asker, sheet: CandidateSheet, style: Style, about: WrittenQuestion, to: WrittenQuestion, entity: str
) -> WrittenQuestion:
    ids = [source.id for hop in (about, to) for source in hop.sources]
    labels = {source.id: label for label, source in sheet.labelled().items()}
    values = {
        "style": style,
        "entity": entity,
        "question_about": about.question,
        "answer_about": about.answer,
        "sources_about": tuple(labels[source.id] for source in about.sources),
        "question_to": to.question,
        "answer_to": to.answer,
        "sources_to": tuple(labels[source.id] for source in to.sources),
    }
    answered = await sheet.ask(asker, "combine", values, ids=ids, halvings=max(about.halvings, to.halvings))
    fields = unless_refused(fields_of(answered.reply), ("question", "answer", "short_answer"))
    return replace(
        about,
        question=better_wording(fields, (*to.sources, *about.sources)),
        answer=str(fields["answer"]).strip(),
        short_answer=as_line(fields["short_answer"]),
        sources=tuple(source for source in sheet.sources if source.id in ids),
        quotes=tuple(dict.fromkeys((*to.quotes, *about.quotes))),
        expression="",
        cut={**about.cut, **to.cut, **answered.cut},
        halvings=answered.halvings,
    )


def _hop(written: WrittenQuestion) -> HopDraft:
    return HopDraft(written.question, written.answer, written.short_answer, written.sources)


def _plain(name: str) -> str:
    return normalise(bare_name(name))
