"""Shows an attempt's candidates to models, with one label for each source and less of each if the context is small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchwright.errors import ContextError
from benchwright.makers.written.reply_fields import WriterRefusedError
from benchwright.models import Reply
from benchwright.prompts.asking import Asker
from benchwright.prompts.fence import HALVINGS, PictureOf, ShownSource, show_candidates
from benchwright.prompts.prompt import prompt
from benchwright.records import Source


@dataclass(frozen=True, slots=True)
class SheetReply:
    """A reply, the sources as they were shown for it, and how often their room was halved until they fitted."""

    reply: Reply
    shown: tuple[ShownSource, ...]
    halvings: int

    @property
    def cut(self) -> dict[str, int]:
        """How many characters of which source were left out."""
        return {one.id: one.cut for one in self.shown if one.cut}


@dataclass(frozen=True, slots=True)
class CandidateSheet:
    """The candidates of one attempt, labelled S1, S2 ... in their order. `about` names what is kept first of a source
    that is too long; `site` is the site or manual that the first of them is of, "" if nothing names it; `halvings` is
    how often the room of each is halved before anything is asked."""

    sources: tuple[Source, ...]
    picture_of: PictureOf
    about: str
    site: str = ""
    halvings: int = 0

    def labelled(self) -> dict[str, Source]:
        """The sources by label."""
        return {f"S{number}": source for number, source in enumerate(self.sources, 1)}

    def shown(self, ids: Sequence[str] | None = None, halvings: int = 0) -> tuple[ShownSource, ...]:
        """Those of these ids (or all), as models are shown them."""
        return tuple(
            one
            for number, source in enumerate(self.sources, 1)
            if ids is None or source.id in ids
            for one in show_candidates((source,), self.picture_of, self.about, halvings, number)
        )

    async def ask(
        self,
        asker: Asker,
        name: str,
        values: Mapping[str, object],
        *,
        ids: Sequence[str] | None = None,
        halvings: int = 0,
    ) -> SheetReply:
        """The writer's reply to the prompt of that name about some of the sources, with so many halvings or more.

        Raises WriterRefusedError `context` if they do not fit at their shortest, and what models raise.
        """
        halvings = max(halvings, self.halvings)
        while True:
            sources = self.shown(ids, halvings)
            try:
                return SheetReply(await asker.ask("writer", prompt(name), values, sources), sources, halvings)
            except ContextError as error:
                if halvings >= HALVINGS:
                    raise WriterRefusedError("context", error.line()) from error
                halvings += 1
