"""Writes a multi-hop question in two steps over the sources of one neighbourhood.

The first call sees all of them. It chooses a bridge, the sources that answer a question about it, and those that
describe it, and writes that question. The second sees the describing sources only, with question and answer of the
first half; it puts a description in the place of the bridge's name.

What can be seen without a model is looked at after each call: the joined question needs both sides only if both state
the bridge, no describing source tells the answer of it, and no answering source tells the description of it. What
stands only in a picture is left to the verifier, and whether a source can be done without to the ablations.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from benchwright.checks.judged import HopDraft
from benchwright.makers.written.bridge import Bridge
from benchwright.makers.written.candidate_sheet import CandidateSheet
from benchwright.makers.written.reply_fields import WriterRefusedError, fields_of, unless_refused
from benchwright.makers.written.write_question import (
    WrittenQuestion,
    as_line,
    better_wording,
    cited_sources,
    read_written,
)
from benchwright.prompts import Style
from benchwright.prompts.asking import Asker
from benchwright.records import Modalities, Modality, Source
from benchwright.retrieval.word_index import holds


@dataclass(frozen=True, slots=True)
class _FirstHalf:
    """The question about the bridge, with the sources that answer it, and those that are to describe the bridge."""

    bridge: Bridge
    about: WrittenQuestion
    describing: tuple[Source, ...]


async def write_hops(
    asker: Asker, sheet: CandidateSheet, style: Style, wants: Modalities, names: Mapping[str, tuple[str, ...]]
) -> tuple[WrittenQuestion, tuple[HopDraft, HopDraft]]:
    """The joined question and its hops in the order of asking: the one that leads to the bridge, which is its short
    answer, and the one about it. `names` are those that several sources of the sheet state, with the ids of these; the
    bridge may be another one. Raises WriterRefusedError, and what models raise."""
    first = await _first(asker, sheet, style, wants, names)
    asker.next_round()
    return await _join(asker, sheet, style, first)


async def _first(
    asker: Asker, sheet: CandidateSheet, style: Style, wants: Modalities, names: Mapping[str, tuple[str, ...]]
) -> _FirstHalf:
    values = {"style": style, "wants": wants, "names": _listed(names, sheet), "site": sheet.site}
    answered = await sheet.ask(asker, "hop_first", values)
    fields = unless_refused(fields_of(answered.reply), ("bridge", "question", "answer", "short_answer"))
    about = read_written({**fields, "sources": fields["answering"]}, sheet, answered)
    describing = cited_sources(fields["describing"], sheet.labelled())
    chosen = (*about.sources, *describing)
    counts = Modalities.of(source.modality for source in chosen)
    if len({source.id for source in chosen}) < len(chosen) or counts != wants:
        message = f"the hops have {', '.join(source.id for source in chosen)}, but {wants} was requested"
        raise WriterRefusedError("modalities", message)
    first = _FirstHalf(Bridge.of(as_line(fields["bridge"]), chosen), about, describing)
    _check_first(first)
    return first


def _listed(names: Mapping[str, tuple[str, ...]], sheet: CandidateSheet) -> str:
    """The names in lines, with the labels of the sources that state them: "S1, S4: NAT64"."""
    labels = {source.id: label for label, source in sheet.labelled().items()}
    lines = [(name, [labels[one] for one in ids if one in labels]) for name, ids in names.items()]
    return "\n".join(f"{', '.join(stating)}: {name}" for name, stating in lines if len(stating) > 1)


def _check_first(first: _FirstHalf) -> None:
    """Refuse a first half that no description can be joined to."""
    bridge, about = first.bridge, first.about
    for side, sources in (("answer", about.sources), ("describe", first.describing)):
        if not any(source.modality is Modality.IMAGE or bridge.stands_in(source) for source in sources):
            raise WriterRefusedError("bridge", f"no source that is to {side} states {bridge.name!r}")
    if not bridge.is_named_in(about.question):
        raise WriterRefusedError("hop_answer", f"the question about {bridge.name!r} does not name it")
    if bridge.is_named_in(about.short_answer):
        raise WriterRefusedError("hop_answer", f"the hop about {bridge.name!r} has it as its answer")
    if any(bridge.is_told(about.short_answer, source) for source in first.describing):
        message = f"a source that is to describe {bridge.name!r} tells {about.short_answer!r} of it as well"
        raise WriterRefusedError("answer_shared", message)


async def _join(
    asker: Asker, sheet: CandidateSheet, style: Style, first: _FirstHalf
) -> tuple[WrittenQuestion, tuple[HopDraft, HopDraft]]:
    bridge, about, describing = first.bridge, first.about, first.describing
    values = {
        "style": style,
        "wants": Modalities.of(source.modality for source in describing),
        "entity": bridge.name,
        "question_about": about.question,
        "answer_about": about.answer,
        "site": sheet.site,
    }
    ids = [source.id for source in describing]
    answered = await sheet.ask(asker, "hop_join", values, ids=ids, halvings=about.halvings)
    fields = unless_refused(fields_of(answered.reply), ("hop_question", "question", "answer"))
    joined = read_written({**fields, "sources": [one.label for one in answered.shown]}, sheet, answered)
    clue = as_line(fields["clue"])
    kept = (clue,) if holds(as_line(fields["draft_question"]), clue) else ()
    question = better_wording(fields, (*describing, *about.sources), kept, sheet.site)
    _check_joined(question, clue, first)
    sides = {source.id for source in (*describing, *about.sources)}
    whole = replace(
        joined,
        question=question,
        short_answer=about.short_answer,
        sources=tuple(source for source in sheet.sources if source.id in sides),
        quotes=tuple(dict.fromkeys((*joined.quotes, *about.quotes))),
        cut={**about.cut, **joined.cut},
    )
    to = HopDraft(as_line(fields["hop_question"]), bridge.name, bridge.name, describing)
    return whole, (to, HopDraft(about.question, about.answer, about.short_answer, about.sources))


def _check_joined(question: str, clue: str, first: _FirstHalf) -> None:
    """Refuse a joined question that needs no second hop."""
    bridge = first.bridge
    if bridge.is_named_in(question):
        raise WriterRefusedError("bridge_named", f"{bridge.name!r} stands in the joined question")
    if holds(question, clue) and any(bridge.is_told(clue, source) for source in first.about.sources):
        raise WriterRefusedError("clue_shared", f"a source of the answer tells {clue!r} of {bridge.name!r} as well")
