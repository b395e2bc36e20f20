"""Describe a corpus' images by a model. The run can be stopped at any time: the same call continues it.

The layer's own ledger is the checkpoint: what was answered is not paid again, and equal images with equal captions are
asked for once. The layer is written from it when the run ends, however it ends; what the model refused has no words,
and stays without.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchwright.corpus.descriptions import (
    FOLDER,
    ImageDescription,
    image_hashes,
    layer_path,
    ledger_path,
    read_descriptions,
    write_descriptions,
)
from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.files.locks import folder_lock
from benchwright.models import Reply
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.prompts.fence import show
from benchwright.prompts.prompt import prompt
from benchwright.records import Json, Source, fields_json
from benchwright.run import Ending
from benchwright.run.item_run import CallOptions, ItemRun
from benchwright.run.report import RunSpending


@dataclass(frozen=True, slots=True)
class DescribeReport:
    """What a run came to. `described` of the corpus' `images` have words now; `asked` is how many it set out to
    describe, `fresh` how many of those have words now. `refused` counts those without by the reason, `held_by` says why
    others are still waited for. `prompts` counts the layer's descriptions by the prompt that they were asked for with.
    """

    corpus: Path
    model: str
    layer: Path
    ending: Ending
    images: int
    described: int
    asked: int
    fresh: int
    refused: Mapping[str, int] = field(default_factory=dict)
    held_by: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    spent: RunSpending = field(default_factory=RunSpending)
    prompts: Mapping[str, int] = field(default_factory=dict)

    @property
    def missing(self) -> int:
        """Images without words."""
        return self.images - self.described

    @property
    def whole(self) -> bool:
        """Whether everything that was asked for has words now."""
        return self.ending is Ending.FINISHED and self.fresh == self.asked

    def to_json(self) -> Json:
        return {**fields_json(self), "whole": self.whole, "missing": self.missing}


def describe(
    corpus: Path | str, model: str, options: CallOptions | None = None, *, limit: int | None = None
) -> DescribeReport:
    """Describe every image source of the corpus that `model` has not described yet, or `limit` of them.

    Raises CorpusError for a folder that is not a corpus, UsageError for a model that cannot be used, LockedError while
    another process describes, StorageError if the disk refuses.
    """
    if limit is not None and limit < 1:
        raise UsageError(f"limit must be at least 1, not {limit}", hint="leave it out to describe all images")
    opened = Corpus.open(corpus)
    run = ItemRun(opened.path / FOLDER, options or CallOptions(), "images")
    actor = Actor(model, run.model(model))  # a name that no provider has is told before anything is read
    with folder_lock(opened.path / FOLDER):
        return _Descriptions(opened, actor, limit).make(run)


class _Descriptions:
    """The images that one run sets out to describe, and the words that they have so far."""

    def __init__(self, corpus: Corpus, actor: Actor, limit: int | None) -> None:
        self._corpus = corpus
        self._actor = actor
        self._prompt = prompt("describe")
        images = image_hashes(corpus)
        kept = read_descriptions(corpus, actor.name).descriptions() if layer_path(corpus, actor.name).is_file() else []
        # words for other bytes than the source has now are of no use to anyone
        self._found = {one.source: one for one in kept if images.get(one.source) == one.image}
        self._images = images
        self._todo = [name for name in images if name not in self._found][:limit]

    def make(self, run: ItemRun) -> DescribeReport:
        """Ask for the images, and write the layer however that ends."""
        try:
            result = run.ask(self._todo, self._one, ledger_path(self._corpus, self._actor.name))
        finally:
            layer = write_descriptions(self._corpus, self._actor.name, self._found.values())
        return DescribeReport(
            corpus=self._corpus.path,
            model=self._actor.name,
            layer=layer_path(self._corpus, self._actor.name),
            ending=result.ending,
            images=len(self._images),
            described=len(self._found),
            asked=len(self._todo),
            fresh=sum(name in self._found for name in self._todo),
            refused=result.refusals,
            held_by=result.held_by,
            waiting=result.waiting,
            spent=result.spent,
            prompts=layer.prompts,
        )

    async def _one(self, name: str) -> str:
        """Ask for one image; "", or why it has no words."""
        reply = await self._ask(self._corpus.source(name))
        words = _words(reply)
        if not words:
            return _reason(reply)
        self._found[name] = ImageDescription(
            name, self._images[name], words, self._actor.name, self._prompt.sha256, reply.served_by
        )
        return ""

    async def _ask(self, source: Source) -> Reply:
        assert source.image is not None
        image = source.image
        # What stands around an image helps to name what it shows, but equal images are to be asked for once: it is told
        # only where no caption names it.
        context = "" if image.caption.strip() else " > ".join(source.place.headings)
        asker = Asker(Actors(self._actor, self._actor, self._actor), "", f"describe {self._actor.name}")
        return await asker.ask("writer", self._prompt, {"context": context}, show([source], self._corpus.picture))


def _words(reply: Reply) -> str:
    """The description, on as many lines as it was given; "" if there is none."""
    data: Any = reply.data
    return str(data["description"]).strip() if reply.status == "ok" and isinstance(data, dict) else ""


def _reason(reply: Reply) -> str:
    """Why a reply has no words."""
    if reply.status == "ok":
        return "empty"
    return f"{reply.status}: {reply.problem}" if reply.problem else reply.status
