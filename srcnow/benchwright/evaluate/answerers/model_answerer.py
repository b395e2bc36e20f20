"""Ask a chat model a benchmark's questions, with the sources that were chosen. Knows no gold answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from benchwright.corpus.store import Corpus
from benchwright.errors import ContextError
from benchwright.evaluate.gold import Question
from benchwright.evaluate.runs import RunHit
from benchwright.evaluate.systems.base import SystemReply
from benchwright.evaluate.systems.reply_format import ReplyLimits, read_reply
from benchwright.models import PromptImage, Reply
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.prompts.fence import HALVINGS, LIMIT, PictureOf, ShownSource, show
from benchwright.prompts.prompt import prompt
from benchwright.records import Source

PROMPT = "answer_sources"


@dataclass(frozen=True, slots=True)
class RejectedReply:
    """A reply that holds no answer, and why."""

    reason: str


@dataclass(frozen=True, eq=False)
class ModelAnswerer:
    """A model with its view of the sources. `vision` says whether it is shown the images, or only what is said of them;
    with `pages` it is shown the picture of each page that a source stands on."""

    actor: Actor
    corpus: Corpus
    limits: ReplyLimits
    vision: bool = True
    pages: bool = False

    async def answer(
        self, question: Question, hits: Sequence[RunHit], sources: Sequence[Source]
    ) -> SystemReply | RejectedReply:
        """The model's answer to a question. Where the sources are longer than its context, less of each is shown.

        Raises what models raise: ModelError, PendingError, UsageError."""
        asker = self._asker()
        for halvings in range(HALVINGS + 1):
            shown = self.shown(question, sources, LIMIT >> halvings)
            try:
                reply = await asker.ask("writer", prompt(PROMPT), {"question": question.text}, shown)
            except ContextError:
                if halvings == HALVINGS or not sources:
                    raise
            else:
                return read_answer(reply, hits, self.limits)
        raise AssertionError("the last try returns or raises")

    def _asker(self) -> Asker:
        return Asker(Actors(self.actor, self.actor, self.actor), "", f"{PROMPT} {self.actor.name}")

    def shown(self, question: Question, sources: Sequence[Source], limit: int = LIMIT) -> tuple[ShownSource, ...]:
        """The sources as the model sees them."""
        return show(sources, pictures_of(self.corpus, sources, self.vision, self.pages), limit, question.text)


def pictures_of(corpus: Corpus, sources: Sequence[Source], vision: bool, pages: bool) -> PictureOf:
    """What is shown of each of these sources: its own image, with `pages` else its page at the first source that stands
    on it; nothing without `vision`."""
    if not vision:
        return lambda source: None
    if not pages:
        return corpus.picture
    first: dict[tuple[str, int], str] = {}
    for one in sources:
        if one.place.page is not None and (one.document, one.place.page) in corpus.pages:
            first.setdefault((one.document, one.place.page), one.id)

    def picture(source: Source) -> PromptImage | None:
        place = (source.document, source.place.page or 0)
        if first.get(place) != source.id:
            return corpus.picture(source)
        page = corpus.pages[place]
        return PromptImage(page.sha256, corpus.page_path(*place), page.width, page.height)

    return picture


def read_answer(reply: Reply, hits: Sequence[RunHit], limits: ReplyLimits) -> SystemReply | RejectedReply:
    """What a reply answers, with the hits as its contexts and the labels of sources as its citations. A label that no
    source has counts as cited, and can't be right."""
    if reply.status != "ok" or not isinstance(reply.data, Mapping):
        status = reply.status if reply.status != "ok" else "unparsed"
        return RejectedReply(f"{status}: {reply.problem}" if reply.problem else status)
    data: Mapping[str, Any] = reply.data
    answers = [] if data["abstains"] else [one.strip() for one in data["answers"] if one.strip()]
    read = read_reply({"answer": answers or None, "contexts": []}, limits)
    if read.failure:
        return RejectedReply(f"unparsed: {read.failure}")
    labels = {f"S{number}": number - 1 for number in range(1, len(hits) + 1)}
    strange = {label: len(hits) + at for at, label in enumerate(dict.fromkeys(data["sources"])) if label not in labels}
    cited = tuple(dict.fromkeys((labels | strange)[label] for label in data["sources"]))
    return replace(
        read, contexts=tuple(hits), citations=cited if hits else None, working=str(data["working"])[: limits.characters]
    )
