"""Defines a question as a model wrote it, before any check."""

from __future__ import annotations

from dataclasses import dataclass

from benchwright.prompts import Style
from benchwright.records import Modalities, Source


@dataclass(frozen=True, slots=True)
class Quote:
    """What the writer says that it used: words of the source with that id, or words for what an image shows."""

    source: str
    text: str


@dataclass(frozen=True, slots=True)
class HopDraft:
    """One step of a multi-hop question, with the sources that it was written from."""

    question: str
    answer: str
    short_answer: str
    sources: tuple[Source, ...]


@dataclass(frozen=True, slots=True)
class Half:
    """One of the two questions that a compound question joins, as it would be asked alone, with its short answer."""

    question: str
    answer: str


@dataclass(frozen=True, slots=True)
class QuestionDraft:
    """A written question.

    `answer` is a whole sentence or more, `short_answer` the few words that answers are compared by. `wants` are the
    modalities that the cell asks for; `sources` those that the writer chose; `entity` the name that the question is
    mainly about; `expression` the sum as the writer states it ("" if nothing was computed). `hops` are in the order of
    asking: what the first gives, the second is about. `options` are the two that the question offers, as they stand in
    it. `hops`, `halves` and `options` are () where the style has none. `aliases` are other forms of the short answer,
    where it was given with them. `halvings` is how often the room of a source was halved before the writer's context
    held them all: a judge is shown no more.
    """

    question: str
    answer: str
    short_answer: str
    style: Style
    wants: Modalities
    sources: tuple[Source, ...]
    entity: str
    quotes: tuple[Quote, ...] = ()
    expression: str = ""
    hops: tuple[HopDraft, ...] = ()
    halves: tuple[Half, ...] = ()
    options: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    halvings: int = 0

    @property
    def parts(self) -> tuple[str, ...]:
        """What an answer must give, each by itself: the answers of both halves, or the short answer."""
        return tuple(half.answer for half in self.halves) or (self.short_answer,)
