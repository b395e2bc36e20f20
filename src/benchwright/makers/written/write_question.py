"""Lets the writer choose sources and write question, answer and quotes (SMMQG, section 3.1, step 4).

Candidates with images go to the vision writer, all others to the writer. A cited source that was not offered ends the
attempt; whether those that are cited are the kinds and numbers that were asked for is for the check `modalities`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchwright.checks.judged import Half, Quote
from benchwright.makers.written.candidate_sheet import CandidateSheet
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
    name: str,
    sheet: CandidateSheet,
    style: Style,
    wants: Modalities,
    entity: str,
    ids: Sequence[str] | None = None,
) -> WrittenQuestion:
    """What the prompt `name` (write, hop_about, hop_to) gives over the sheet's candidates, or those of these ids.
    Raises WriterRefusedError, and what models raise."""
    answered = await sheet.ask(asker, name, {"style": style, "wants": wants, "entity": entity}, ids=ids)
    fields = unless_refused(fields_of(answered.reply), _NEEDED)
    offered = {one.label for one in answered.shown}
    labelled = {label: source for label, source in sheet.labelled().items() if label in offered}
    return WrittenQuestion(
        question=_line(fields["question"]),
        answer=str(fields["answer"]).strip(),
        short_answer=_line(fields["short_answer"]),
        sources=cited_sources(fields["sources"], labelled),
        quotes=read_quotes(fields["quotes"], labelled),
        expression=str(fields["expression"]).strip(),
        options=tuple(_line(option) for option in fields["options"]),
        halves=tuple(Half(_line(half["question"]), _line(half["answer"])) for half in fields["halves"]),
        cut=answered.cut,
        halvings=answered.halvings,
    )


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


def _line(text: object) -> str:
    return " ".join(str(text).split())
