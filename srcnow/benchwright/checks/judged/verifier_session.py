"""Asks the verifier about one draft; equal questions are asked once, whichever check wants them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.errors import BenchwrightError, ContextError
from benchwright.models import Reply
from benchwright.prompts.asking import Asker
from benchwright.prompts.fence import HALVINGS, PictureOf, show_candidates
from benchwright.prompts.prompt import prompt_for
from benchwright.records import Source


@dataclass(frozen=True, slots=True)
class VerifierQuestion:
    """One question to the verifier: a prompt, its values by name, the sources that are shown with it (in the draft's
    order). `sample` tells repeats apart; `temperature` None means the prompt's own; `fields` are those of the reply
    that are asked for, () for all."""

    prompt: str
    values: tuple[tuple[str, object], ...]
    sources: tuple[Source, ...] = ()
    sample: int = 0
    temperature: float | None = None
    fields: tuple[str, ...] = ()


Replies = Mapping[VerifierQuestion, Reply]


def question_to_answer(
    draft: QuestionDraft,
    sources: Sequence[Source],
    sample: int = 0,
    temperature: float | None = None,
    question: str = "",
) -> VerifierQuestion:
    """Answer a draft's question, or `question` in other words, from some sources or from none, part by part. The halves
    of a compound question are listed as its parts; other questions are taken apart by whoever answers."""
    listed = "\n".join(f"{number}. {half.question}" for number, half in enumerate(draft.halves, 1))
    values = (("question", question or draft.question), ("parts", listed))
    return VerifierQuestion("answer", values, tuple(sources), sample, temperature)


def question_to_compare(question: str, reference: str, candidate: str) -> VerifierQuestion:
    """Is a candidate the reference answer?"""
    return VerifierQuestion("same_answer", (("question", question), ("reference", reference), ("candidate", candidate)))


class VerifierSession:
    """Asks for one draft and keeps the replies. For one event loop."""

    def __init__(self, draft: QuestionDraft, asker: Asker, picture_of: PictureOf) -> None:
        self._draft = draft
        self._asker = asker
        self._picture_of = picture_of
        self._replies: dict[VerifierQuestion, Reply] = {}
        self._halvings = draft.halvings
        quoted = " ".join(quote.text for quote in draft.quotes)
        self._about = f"{draft.entity} {draft.question} {quoted}"  # of a long source, this is kept first

    @property
    def replies(self) -> Replies:
        return self._replies

    @property
    def halvings(self) -> int:
        """How often the room of a source was halved for the longest question that was answered."""
        return self._halvings

    async def ask(self, asks: Iterable[VerifierQuestion]) -> bool:
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

    async def _ask(self, ask: VerifierQuestion) -> Reply:
        """The reply. Where the sources are longer than the model's context, less of each is shown, as to the writer."""
        halvings = self._draft.halvings
        while True:
            sources = show_candidates(ask.sources, self._picture_of, self._about, halvings)
            try:
                reply = await self._asker.ask(
                    "verifier",
                    prompt_for(ask.prompt, ask.fields),
                    dict(ask.values),
                    sources,
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
