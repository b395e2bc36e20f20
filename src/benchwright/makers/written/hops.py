"""Writes multi-hop questions: two simple ones that meet in the entity, joined (SMMQG, section 3.2).

The candidates are split into two sides. From one, a question about the entity is written; from the other, one whose
answer is the entity; both are asked for at the same time. Then they are joined, and the sources of the joined question
are those of both. How sides are split:

- two kinds of sources: one kind each;
- three kinds: one of them, drawn at random, against the other two;
- one kind: at random, m // 2 of the m sources on one side and the rest on the other, and the candidates in the same
  proportion, so that each side has a choice.

Which side is about the entity and which leads to it is drawn at random too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from benchwright.checks.judged import HopDraft
from benchwright.makers.written.candidate_sheet import CandidateSheet
from benchwright.makers.written.reply_fields import WriterRefusedError, fields_of, unless_refused
from benchwright.makers.written.write_question import WrittenQuestion, write
from benchwright.prompts import Style
from benchwright.prompts.asking import Asker
from benchwright.records import Modalities, Modality
from benchwright.values import bare_name, normalise

CandidatesByKind = Mapping[Modality, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the two simple questions is written from: candidates, and how many of which kind it needs."""

    wants: Modalities
    candidates: tuple[str, ...]


def split(candidates: CandidatesByKind, wants: Modalities, rng: np.random.Generator) -> tuple[Side, Side]:
    """The sides (about the entity, leading to it). `candidates` are by modality, nearest first; the order
    stays within a side.

    Raises ValueError for a question over one source, WriterRefusedError if there are too few candidates.
    """
    if wants.total < 2:
        raise ValueError("two hops need two sources")
    kinds = [kind for kind in Modality if getattr(wants, kind.value)]
    for kind in kinds:
        count = len(candidates.get(kind, ()))
        if count < getattr(wants, kind.value):
            raise WriterRefusedError("candidates", f"{count} of {kind.value} were found for {wants}")
    sides = (
        _by_chance(candidates[kinds[0]], kinds[0], wants.total, rng)
        if len(kinds) == 1
        else _by_kind(candidates, wants, rng)
    )
    return sides if rng.integers(2) else (sides[1], sides[0])


def _by_kind(candidates: CandidatesByKind, wants: Modalities, rng: np.random.Generator) -> tuple[Side, Side]:
    kinds = [kind for kind in Modality if getattr(wants, kind.value)]
    alone = kinds[int(rng.integers(len(kinds)))]
    others = [kind for kind in kinds if kind is not alone]
    return _side(candidates, wants, [alone]), _side(candidates, wants, others)


def _side(candidates: CandidatesByKind, wants: Modalities, kinds: list[Modality]) -> Side:
    needs = Modalities(**{kind.value: getattr(wants, kind.value) for kind in kinds})
    return Side(needs, tuple(one for kind in kinds for one in candidates[kind]))


def _by_chance(candidates: tuple[str, ...], kind: Modality, total: int, rng: np.random.Generator) -> tuple[Side, Side]:
    needs = total // 2, total - total // 2
    size = min(max(needs[0], round(len(candidates) * needs[0] / total)), len(candidates) - needs[1])
    chosen = sorted(int(place) for place in rng.permutation(len(candidates))[:size])
    rest = [place for place in range(len(candidates)) if place not in chosen]
    one, other = (tuple(candidates[place] for place in places) for places in (chosen, rest))
    return Side(Modalities(**{kind.value: needs[0]}), one), Side(Modalities(**{kind.value: needs[1]}), other)


async def write_hops(
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
            write(asker, name, sheet, style, side.wants, entity, side.candidates)
            for name, side in zip(("hop_about", "hop_to"), sides, strict=True)
        ),
        return_exceptions=True,
    )
    written: list[WrittenQuestion] = []
    for result, side in zip(results, sides, strict=True):
        if isinstance(result, BaseException):
            raise result
        if result.modalities != side.wants:
            message = f"a hop is written from {result.modalities}, but {side.wants} was requested"
            raise WriterRefusedError("modalities", message)
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
        question=" ".join(str(fields["question"]).split()),
        answer=str(fields["answer"]).strip(),
        short_answer=" ".join(str(fields["short_answer"]).split()),
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
