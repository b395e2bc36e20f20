"""Describe a corpus' images and tables by a model. The run can be stopped at any time: the same call continues it.

The layer's own ledger is the checkpoint: what was answered is not paid again, and equal images with equal captions are
asked for once. A table is shown with what is known of where it stands, and shortened. The layer is written from it
when the run ends, however it ends; what the model refused has no words, and stays without.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchwright.corpus.descriptions import (
    FOLDER,
    SourceDescription,
    content_hashes,
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
from benchwright.prompts.fence import CANDIDATE_LIMIT, show
from benchwright.prompts.prompt import Prompt, prompt
from benchwright.records import Json, Modality, Source, fields_json
from benchwright.run import Ending
from benchwright.run.call_forecast import use_of_requests
from benchwright.run.forecast import ResourceUse
from benchwright.run.item_run import CallOptions, ItemResult, ItemRun
from benchwright.run.report import RunSpending
from benchwright.workflows.judging_estimate import unsent

_AROUND = 600
"""Characters of a passage that refers to a table, as the model is shown it."""


@dataclass(frozen=True, slots=True)
class DescribeReport:
    """The result of `describe`.

    - `described` of `images`, `described_tables` of `tables`: how many have a description now.
    - `asked`: how many this call set out to describe. `fresh`: how many of those have a description now.
    - `refused`: those without a description, counted by reason. `held_by`: what others wait for.
    - `prompts`: the number of descriptions by prompt."""

    corpus: Path
    model: str
    layer: Path
    ending: Ending
    images: int
    described: int
    asked: int
    fresh: int
    tables: int = 0
    described_tables: int = 0
    refused: Mapping[str, int] = field(default_factory=dict)
    held_by: tuple[str, ...] = ()
    waiting: tuple[str, ...] = ()
    spent: RunSpending = field(default_factory=RunSpending)
    prompts: Mapping[str, int] = field(default_factory=dict)

    @property
    def missing(self) -> int:
        """The number of images and tables without a description."""
        return self.images + self.tables - self.described - self.described_tables

    @property
    def whole(self) -> bool:
        """Whether everything that was asked for has a description."""
        return self.ending is Ending.FINISHED and self.fresh == self.asked

    def to_json(self) -> Json:
        return {**fields_json(self), "whole": self.whole, "missing": self.missing}


def describe(
    corpus: Path | str,
    model: str,
    options: CallOptions | None = None,
    *,
    limit: int | None = None,
    tables: bool = False,
) -> DescribeReport:
    """Describe the images of a corpus that `model` hasn't described yet. With `tables`, also say what each table is
    about. With `limit`, describe at most this many. The same call continues a stopped run.

    Raises CorpusError for a folder that isn't a corpus, UsageError for a model that can't be used, LockedError while
    another process describes the corpus, and StorageError if the disk refuses a write."""
    _check_limit(limit)
    opened = Corpus.open(corpus)
    run = ItemRun(opened.path / FOLDER, options or CallOptions(), "sources" if tables else "images")
    actor = Actor(model, run.model(model))  # a name that no provider has is told before anything is read
    with folder_lock(opened.path / FOLDER):
        return _Descriptions(opened, actor, limit, tables=tables).make(run)


def estimate_descriptions(
    corpus: Path | str,
    model: str,
    options: CallOptions | None = None,
    *,
    limit: int | None = None,
    tables: bool = False,
) -> ResourceUse:
    """What `describe` would take for what this model has not described yet (`limit` of them at most), before any call
    is paid. Raises as `describe`."""
    _check_limit(limit)
    opened = Corpus.open(corpus)
    given, dispatch = unsent(options or CallOptions())
    run = ItemRun(opened.path / FOLDER, given, "sources")
    todo = _Descriptions(opened, Actor(model, run.model(model)), limit, tables=tables)
    with TemporaryDirectory() as scratch:
        ledger = ledger_path(opened, model)
        todo.ask(run, ledger if ledger.is_file() else Path(scratch) / ledger.name)
    return use_of_requests(dispatch.requests, given.settings)


def _check_limit(limit: int | None) -> None:
    if limit is not None and limit < 1:
        raise UsageError(f"limit must be at least 1, not {limit}", hint="leave it out to describe all")


class _Descriptions:
    """The images and tables that one run sets out to describe, and the words that they have so far."""

    def __init__(self, corpus: Corpus, actor: Actor, limit: int | None, *, tables: bool) -> None:
        self._corpus = corpus
        self._actor = actor
        images = content_hashes(corpus, Modality.IMAGE)
        self._tables = content_hashes(corpus, Modality.TABLE) if tables else {}
        kept = read_descriptions(corpus, actor.name).descriptions() if layer_path(corpus, actor.name).is_file() else []
        hashes = images | content_hashes(corpus, Modality.TABLE)
        # words for other content than the source has now are of no use to anyone
        self._found = {one.source: one for one in kept if hashes.get(one.source) == one.image}
        self._images = images
        self._hashes = hashes
        self._todo = [name for name in (*images, *self._tables) if name not in self._found][:limit]

    def ask(self, run: ItemRun, ledger: Path) -> ItemResult[str]:
        """Ask for what has no words."""
        return run.ask(self._todo, self._one, ledger)

    def _keep_found(self) -> None:
        if self._found:
            write_descriptions(self._corpus, self._actor.name, self._found.values())

    def make(self, run: ItemRun) -> DescribeReport:
        """Ask for the images, and write what was described, however that ends."""
        with ExitStack() as if_stopped:
            if_stopped.callback(self._keep_found)
            result = self.ask(run, ledger_path(self._corpus, self._actor.name))
            if_stopped.pop_all()
        layer = write_descriptions(self._corpus, self._actor.name, self._found.values())
        return DescribeReport(
            corpus=self._corpus.path,
            model=self._actor.name,
            layer=layer_path(self._corpus, self._actor.name),
            ending=result.ending,
            images=len(self._images),
            described=sum(name in self._found for name in self._images),
            tables=len(self._tables),
            described_tables=sum(name in self._found for name in self._tables),
            asked=len(self._todo),
            fresh=sum(name in self._found for name in self._todo),
            refused=result.refusals,
            held_by=result.held_by,
            waiting=result.waiting,
            spent=result.spent,
            prompts=layer.prompts,
        )

    async def _one(self, name: str) -> str:
        """Ask for one image or table; "", or why it has no words."""
        source = self._corpus.source(name)
        asked = prompt("describe" if source.image is not None else "describe_table")
        reply = await self._ask(source, asked)
        words = _words(reply)
        if not words:
            return _reason(reply)
        self._found[name] = SourceDescription(
            name, self._hashes[name], words, self._actor.name, asked.sha256, reply.served_by
        )
        return ""

    async def _ask(self, source: Source, asked: Prompt) -> Reply:
        asker = Asker(Actors(self._actor, self._actor, self._actor), "", f"describe {self._actor.name}")
        image = source.image
        if image is None:
            shown = show([source], self._corpus.picture, CANDIDATE_LIMIT, source.title)
            return await asker.ask("writer", asked, {"context": self._around(source)}, shown)
        # What stands around an image helps to name what it shows, but equal images are to be asked for once: it is told
        # only where no caption names it.
        context = "" if image.caption.strip() else " > ".join(source.place.headings)
        shown = show([replace(source, about="")], self._corpus.picture)
        return await asker.ask("writer", asked, {"context": context}, shown)

    def _around(self, source: Source) -> str:
        """The beginning of the passages that refer to a table."""
        texts = [self._corpus.source(name).text for name in source.referred_by if name in self._corpus]
        return "\n\n".join(text[:_AROUND] for text in texts[:2])


def _words(reply: Reply) -> str:
    """The description, on as many lines as it was given; "" if there is none."""
    data: Any = reply.data
    return str(data["description"]).strip() if reply.status == "ok" and isinstance(data, dict) else ""


def _reason(reply: Reply) -> str:
    """Why a reply has no words."""
    if reply.status == "ok":
        return "empty"
    return f"{reply.status}: {reply.problem}" if reply.problem else reply.status
