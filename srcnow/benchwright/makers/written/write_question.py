"""Lets the writer choose sources and write question, answer and quotes (SMMQG, section 3.1, step 4).

Candidates with images go to the vision writer, all others to the writer. The reply ends with a second wording of the
question, which counts if it changes no name, number or quoted term of the first. A cited source that was not offered
ends the attempt; whether those that are cited are the kinds and numbers that were asked for is for the check
`modalities`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from benchwright.checks.judged import Half, Quote
from benchwright.checks.rewording import difference
from benchwright.makers.written.candidate_sheet import CandidateSheet, SheetReply
from benchwright.makers.written.reply_fields import WriterRefusedError, fields_of, unless_refused
from benchwright.prompts import Style
from benchwright.prompts.asking import Asker
from benchwright.records import Modalities, Source

_NEEDED = ("question", "answer", "short_answer")


@dataclass(frozen=True, slots=True)
class WrittenQuestion:
    """A question as it was written, alone or as a hop. `sources` are the cited ones in the order of their labels;
    `cut` says of how many characters of which candidate the writer was not shown, `halvings` how often the room of all
    had to be halved."""

    question: str
    answer: str
    short_answer: str
    sources: tuple[Source, ...]
    quotes: tuple[Quote, ...]
    expression: str = ""
    options: tuple[str, ...] = ()
    halves: tuple[Half, ...] = ()
    cut: Mapping[str, int] = field(default_factory=dict)
    halvings: int = 0

    @property
    def modalities(self) -> Modalities:
        return Modalities.of(source.modality for source in self.sources)


async def write(
    asker: Asker,
    sheet: CandidateSheet,
    style: Style,
    wants: Modalities,
    link: str,
    links: str = "",
) -> WrittenQuestion:
    """A question over the sheet's candidates. `link` says what all of them are about, `links` in lines what some of
    them share, "" where nothing says it. Raises WriterRefusedError, and what models raise."""
    values = {"style": style, "wants": wants, "link": link, "links": links, "site": sheet.site}
    answered = await sheet.ask(asker, "write", values)
    fields = unless_refused(fields_of(answered.reply), _NEEDED)
    written = read_written(fields, sheet, answered)
    options = tuple(as_line(option) for option in fields.get("options", ()))
    return replace(
        written,
        question=better_wording(fields, written.sources, options, sheet.site),
        expression=str(fields.get("expression", "")).strip(),
        options=options,
        halves=tuple(Half(as_line(half["question"]), as_line(half["answer"])) for half in fields.get("halves", ())),
    )


async def write_half(
    asker: Asker, name: str, sheet: CandidateSheet, style: Style, wants: Modalities, entity: str, ids: Sequence[str]
) -> WrittenQuestion:
    """One half of a multi-hop question, by the prompt `hop_about` or `hop_to`, over those of the sheet's candidates.
    Raises WriterRefusedError, and what models raise."""
    values = {"style": style, "wants": wants, "entity": entity, "site": sheet.site}
    answered = await sheet.ask(asker, name, values, ids=ids)
    written = read_written(unless_refused(fields_of(answered.reply), _NEEDED), sheet, answered)
    if written.modalities != wants:
        message = f"a hop is written from {written.modalities}, but {wants} was requested"
        raise WriterRefusedError("modalities", message)
    return written


def read_written(fields: Mapping[str, Any], sheet: CandidateSheet, answered: SheetReply) -> WrittenQuestion:
    """What every writer's reply has, with sources for labels. Raises WriterRefusedError."""
    offered = {one.label for one in answered.shown}
    labelled = {label: source for label, source in sheet.labelled().items() if label in offered}
    return WrittenQuestion(
        question=as_line(fields["question"]),
        answer=str(fields["answer"]).strip(),
        short_answer=as_line(fields.get("short_answer", "")),
        sources=cited_sources(fields["sources"], labelled),
        quotes=read_quotes(fields["quotes"], labelled),
        cut=answered.cut,
        halvings=answered.halvings,
    )


def better_wording(
    fields: Mapping[str, Any], sources: Sequence[Source], kept: Sequence[str] = (), site: str = ""
) -> str:
    """The question as it was worded last, if that changes nothing of the draft (checks.rewording) but to add names that
    the sources or their site have; else the draft. `kept` are words that have to stand in it."""
    draft, question = as_line(fields["draft_question"]), as_line(fields["question"])
    known = "\n".join([site, *(f"{source.title}\n{source.text}" for source in sources)])
    return question if not draft or not difference(draft, question, kept, known) else draft


def cited_sources(labels: Sequence[str], offered: Mapping[str, Source]) -> tuple[Source, ...]:
    """The sources of these labels, each once, in the order in which they were offered. Raises WriterRefusedError if
    one was not offered, or none is cited."""
    named = {label.strip() for label in labels}
    unknown = sorted(named - set(offered))
    if unknown:
        raise WriterRefusedError("cited_unknown", f"cites {', '.join(unknown)}; offered were {', '.join(offered)}")
    if not named:
        raise WriterRefusedError("incomplete", "the writer left out: sources")
    return tuple(source for label, source in offered.items() if label in named)


def read_quotes(entries: Sequence[Mapping[str, Any]], offered: Mapping[str, Source]) -> tuple[Quote, ...]:
    """The quotes with the ids of their sources, without empty ones. Raises WriterRefusedError for one of a source that
    was not offered. Whether they stand there is for the check `quotes`."""
    quotes = [(str(entry["source"]).strip(), str(entry["quote"]).strip()) for entry in entries]
    unknown = sorted({label for label, _ in quotes} - set(offered))
    if unknown:
        raise WriterRefusedError("cited_unknown", f"quotes {', '.join(unknown)}; offered were {', '.join(offered)}")
    return tuple(dict.fromkeys(Quote(offered[label].id, text) for label, text in quotes if text))


def as_line(text: object) -> str:
    """A text as one line."""
    return " ".join(str(text).split())
