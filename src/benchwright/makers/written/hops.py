"""Writes the halves of a multi-hop question one after the other, and joins them.

The first call asks for a hard fact about the bridge, the entity that both sides state. The second sees the other side,
and question and answer of the first half, but not its sources; it singles the bridge out by something that its own
sources tell, and gives the joined question. What can be seen without a model is looked at before each call and after
the last: the joined question needs both sides only if the bridge stands on both, the describing side does not tell the
answer, and the side of the answer does not tell the description.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchwright.checks.judged import HopDraft
from benchwright.makers.written.bridge import Bridge, states_answer, tells
from benchwright.makers.written.candidate_sheet import CandidateSheet
from benchwright.makers.written.hop_sides import Side
from benchwright.makers.written.reply_fields import WriterRefusedError, fields_of, unless_refused
from benchwright.makers.written.write_question import (
    WrittenQuestion,
    as_line,
    better_wording,
    read_written,
    write_half,
)
from benchwright.prompts import Style
from benchwright.prompts.asking import Asker
from benchwright.records import Modalities, Modality, Source
from benchwright.retrieval.word_index import holds

_NEEDED = ("entity", "hop_question", "clue", "question", "answer")


async def write_hops(
    asker: Asker, sheet: CandidateSheet, style: Style, sides: tuple[Side, Side], entity: str
) -> tuple[WrittenQuestion, tuple[HopDraft, HopDraft]]:
    """The joined question and its hops in the order of asking: the one that leads to the entity, the one about it. The
    sides are those about the entity and those that lead to it. Raises WriterRefusedError, and what models raise."""
    sources = [[one for one in sheet.sources if one.id in side.candidates] for side in sides]
    bridge = Bridge.of(entity, [one for side in sources for one in side])
    answering, describing = (_stating(bridge, listed, side.wants) for listed, side in zip(sources, sides, strict=True))
    about = await write_half(
        asker, "hop_about", sheet, style, sides[0].wants, entity, [source.id for source in answering]
    )
    _check_first(about, bridge)
    silent = [source for source in describing if not states_answer(source, about.short_answer)]
    if not _enough(silent, sides[1].wants):
        message = f"the sources that describe {entity!r} state {about.short_answer!r} as well"
        raise WriterRefusedError("answer_shared", message)
    asker.next_round()
    joined, to = await _join(asker, sheet, style, sides[1].wants, bridge, about, silent)
    return joined, (to, HopDraft(about.question, about.answer, about.short_answer, about.sources))


def _stating(bridge: Bridge, sources: Sequence[Source], wants: Modalities) -> list[Source]:
    """The sources of a side that state the bridge; where they are too few and the side needs several, all of them.
    Raises WriterRefusedError."""
    stating = [source for source in sources if bridge.stands_in(source)]
    if _enough(stating, wants):
        return stating
    if stating and wants.total > 1 and _enough(sources, wants):
        return list(sources)
    raise WriterRefusedError("bridge", f"too few of {', '.join(one.id for one in sources)} state {bridge.name!r}")


def _enough(sources: Sequence[Source], wants: Modalities) -> bool:
    have = Modalities.of(source.modality for source in sources)
    return all(getattr(have, kind.value) >= getattr(wants, kind.value) for kind in Modality)


def _check_first(about: WrittenQuestion, bridge: Bridge) -> None:
    if not bridge.is_named_in(about.question):
        raise WriterRefusedError("hop_answer", f"the question about {bridge.name!r} does not name it")
    if bridge.is_named_in(about.short_answer):
        raise WriterRefusedError("hop_answer", f"the hop about {bridge.name!r} has the entity as its answer")


async def _join(
    asker: Asker,
    sheet: CandidateSheet,
    style: Style,
    wants: Modalities,
    bridge: Bridge,
    about: WrittenQuestion,
    describing: Sequence[Source],
) -> tuple[WrittenQuestion, HopDraft]:
    values = {
        "style": style,
        "wants": wants,
        "entity": bridge.name,
        "question_about": about.question,
        "answer_about": about.answer,
        "site": sheet.site,
    }
    ids = [source.id for source in describing]
    answered = await sheet.ask(asker, "hop_join", values, ids=ids, halvings=about.halvings)
    fields = unless_refused(fields_of(answered.reply), _NEEDED)
    joined = read_written(fields, sheet, answered)
    clue, named = as_line(fields["clue"]), as_line(fields["entity"])
    question = better_wording(fields, joined.sources, (clue,), sheet.site)
    joined = replace(joined, question=question, short_answer=about.short_answer)
    if joined.modalities != wants:
        message = f"a hop is written from {joined.modalities}, but {wants} was requested"
        raise WriterRefusedError("modalities", message)
    if not bridge.is_named_in(named):
        raise WriterRefusedError("hop_answer", f"the hop that leads to {bridge.name!r} leads to {named!r}")
    _check_description(joined, bridge, clue, about.sources)
    to = HopDraft(as_line(fields["hop_question"]), bridge.name, bridge.name, joined.sources)
    cited = {source.id for source in (*about.sources, *joined.sources)}
    whole = replace(
        joined,
        sources=tuple(source for source in sheet.sources if source.id in cited),
        quotes=tuple(dict.fromkeys((*joined.quotes, *about.quotes))),
        cut={**about.cut, **joined.cut},
    )
    return whole, to


def _check_description(joined: WrittenQuestion, bridge: Bridge, clue: str, answering: Sequence[Source]) -> None:
    """Refuse a joined question that needs no second hop. What stands only in a picture is left to the verifier."""
    if bridge.is_named_in(joined.question):
        raise WriterRefusedError("bridge_named", f"{bridge.name!r} stands in the joined question")
    if not any(bridge.stands_in(source) for source in joined.sources):
        raise WriterRefusedError("bridge", f"the sources that describe {bridge.name!r} do not state it")
    seen = any(source.modality is Modality.IMAGE for source in joined.sources)
    if not holds(joined.question, clue) or not (seen or any(tells(source, clue) for source in joined.sources)):
        raise WriterRefusedError("clue_missing", f"{clue!r} does not lead from the question to its sources")
    if any(tells(source, clue) for source in answering):
        raise WriterRefusedError("clue_shared", f"the source of the answer tells {clue!r} as well")
