"""Questions to models as values: what is asked, of which sources. The checks name what they want to know; equal
questions are asked once, whoever wants them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from benchwright.checks.judged.draft import Draft
from benchwright.errors import BenchwrightError, ContextError
from benchwright.models import Reply
from benchwright.prompts.fence import HALVINGS, LIMIT, PictureOf, Shown, show
from benchwright.prompts.prompt import Prompt, prompt
from benchwright.records import Source


class Asks(Protocol):
    """One attempt's way to models; `prompts.asking.Asker` is one."""

    @property
    def models(self) -> Mapping[str, str]:
        """The models that were asked so far, by role."""

    def next_round(self) -> None:
        """Begin a round of calls."""

    async def ask(
        self,
        role: Literal["verifier"],
        prompt: Prompt,
        values: Mapping[str, object],
        shown: Sequence[Shown] = (),
        *,
        sample: int = 0,
        temperature: float | None = None,
    ) -> Reply:
        """The completed reply to a prompt about the shown sources."""


@dataclass(frozen=True, slots=True)
class Ask:
    """One question to the verifier: a prompt, its values by name, the sources that are shown with it (in the draft's
    order). `sample` tells repeats apart; `temperature` None means the prompt's own."""

    prompt: str
    values: tuple[tuple[str, object], ...]
    sources: tuple[Source, ...] = ()
    sample: int = 0
    temperature: float | None = None


Replies = Mapping[Ask, Reply]


def answering(question: str, sources: Sequence[Source], sample: int = 0, temperature: float | None = None) -> Ask:
    """Answer a question from some sources, or from none; to abstain is allowed."""
    return Ask("answer", (("question", question),), tuple(sources), sample, temperature)


def comparing(question: str, reference: str, candidate: str) -> Ask:
    """Is a candidate the reference answer?"""
    return Ask("same_answer", (("question", question), ("reference", reference), ("candidate", candidate)))


class Desk:
    """Asks for one draft and keeps the replies. For one event loop."""

    def __init__(self, draft: Draft, asker: Asks, picture_of: PictureOf) -> None:
        self._draft = draft
        self._asker = asker
        self._picture_of = picture_of
        self._replies: dict[Ask, Reply] = {}
        self._halvings = draft.halvings

    @property
    def replies(self) -> Replies:
        return self._replies

    @property
    def halvings(self) -> int:
        """How often the room of a source was halved for the longest question that was answered."""
        return self._halvings

    async def ask(self, asks: Iterable[Ask]) -> bool:
        """One round: everything that was not asked before, at the same time. False if there was nothing to ask.

        All calls end before an error is raised, so that a round's calls are all sent, or all wait in the same batch
        file: one that cannot pass by itself first, else the first in order.
        """
        new = [ask for ask in dict.fromkeys(asks) if ask not in self._replies]
        if not new:
            return False
        self._asker.next_round()
        ended = await asyncio.gather(*map(self._ask, new), return_exceptions=True)
        errors = [result for result in ended if isinstance(result, BaseException)]
        if errors:
            raise min(errors, key=lambda error: isinstance(error, BenchwrightError) and error.retryable)
        for ask, reply in zip(new, ended, strict=True):
            if isinstance(reply, Reply):
                self._replies[ask] = reply
        return True

    async def _ask(self, ask: Ask) -> Reply:
        """The reply. Where the sources are longer than the model's context, less of each is shown, as to the writer."""
        halvings = self._draft.halvings
        while True:
            shown = show(ask.sources, self._picture_of, LIMIT >> halvings, self._draft.entity)
            try:
                reply = await self._asker.ask(
                    "verifier",
                    prompt(ask.prompt),
                    dict(ask.values),
                    shown,
                    sample=ask.sample,
                    temperature=ask.temperature,
                )
            except ContextError:
                if halvings >= HALVINGS or not ask.sources:
                    raise
                halvings += 1
            else:
                self._halvings = max(self._halvings, halvings)
                return reply
