"""Describe a corpus' images by a model. The run can be stopped at any time: the same call continues it.

The layer's own ledger is the checkpoint: what was answered is not paid again, and equal images with equal captions are
asked for once. The layer is written from it when the run ends, however it ends; what the model refused has no words,
and stays without.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
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
from benchwright.errors import ContextError, RequestError, UsageError
from benchwright.files.locks import folder_lock
from benchwright.models import ModelSettings, Notify, Reply
from benchwright.plan import read_plan
from benchwright.prompts.asking import Actor, Actors, Asker
from benchwright.prompts.fence import show
from benchwright.prompts.prompt import prompt
from benchwright.records import Json, Source, fields_json
from benchwright.run import Ending, stop_on_interrupt
from benchwright.run.dispatch import Dispatch, choose_dispatch, session_over
from benchwright.run.model_session import CONCURRENCY, NOT_CAPPED, ModelSession, SpendingCaps
from benchwright.run.passes import ask_each
from benchwright.run.report import RunSpending

REPORT_SECONDS = 0.5
_REASON = 120  # characters of a reason that refusals are counted by


@dataclass(frozen=True, slots=True)
class DescribeProgress:
    """How far a run is: images that have an answer (words, or a refusal), of those that it set out to describe, and
    seconds."""

    done: int
    total: int
    refused: int
    seconds: float
    spent: RunSpending

    def line(self) -> str:
        """`120/400 images, 3 refused, 2.1/s, 118 calls, 240,000 tokens, $0.10, about 2 min left`."""
        rate = self.done / self.seconds if self.seconds else 0.0
        parts = [f"{self.done:,}/{self.total:,} images"]
        parts += [f"{self.refused:,} refused"] if self.refused else []
        parts += [f"{rate:.1f}/s"]
        parts += [self.spent.line()] if self.spent.calls else []
        left = (self.total - self.done) / rate if rate else 0.0
        parts += [f"about {left / 60:.0f} min left" if left >= 90 else f"about {left:.0f} s left"] if left >= 1 else []
        return ", ".join(parts)


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


def model_settings(model: str, plan: Path | None, base_url: str | None) -> dict[str, ModelSettings]:
    """How the model is reached: as a plan's `models` say, and at `base_url` if that is given. Raises PlanError."""
    found = {} if plan is None else {name: line.settings() for name, line in read_plan(plan).models.items()}
    if base_url is not None:
        found[model] = replace(found.get(model, ModelSettings()), base_url=base_url)
    return found


def describe(
    corpus: Path | str,
    model: str,
    *,
    settings: Mapping[str, ModelSettings] | None = None,
    limit: int | None = None,
    concurrency: int = CONCURRENCY,
    caps: SpendingCaps | None = None,
    batch_dir: Path | None = None,
    batch: str | None = None,
    batch_attach: str = "",
    batch_resend: bool = False,
    progress: Callable[[DescribeProgress], None] | None = None,
    notify: Notify = lambda line: None,
    stop: threading.Event | None = None,
    exchange: Dispatch | None = None,
) -> DescribeReport:
    """Describe every image source of the corpus that `model` has not described yet, or `limit` of them.

    `settings` say how models are reached; `exchange` stands for what the `batch` options choose. Ctrl-C on the main
    thread, or setting `stop`, ends the run cleanly. Raises CorpusError for a folder that is not a corpus, UsageError
    for a model that cannot be used, LockedError while another process describes, StorageError if the disk refuses.
    """
    if limit is not None and limit < 1:
        raise UsageError(f"limit must be at least 1, not {limit}", hint="leave it out to describe all images")
    if concurrency < 1:
        raise UsageError(f"concurrency must be at least 1, not {concurrency}", hint="leave it out for the default")
    opened = Corpus.open(corpus)
    way = exchange or choose_dispatch(opened.path / FOLDER, batch_dir, batch, attach=batch_attach, resend=batch_resend)
    if caps not in (None, SpendingCaps()) and not way.paced:
        notify(NOT_CAPPED)
    calling = session_over(way, settings or {}, caps=caps, concurrency=concurrency, notify=notify)
    actor = Actor(model, calling.model(model))  # a name that no provider has is told before anything is read
    with folder_lock(opened.path / FOLDER):
        run = _DescriptionRun(opened, actor, limit, progress, calling)
        stopped = stop or threading.Event()
        with stop_on_interrupt(stopped) if stop is None else nullcontext():
            return run.whole(way, stopped)


class _DescriptionRun:
    """The images that one run sets out to describe, and what came of them so far."""

    def __init__(
        self,
        corpus: Corpus,
        actor: Actor,
        limit: int | None,
        progress: Callable[[DescribeProgress], None] | None,
        calling: ModelSession,
    ) -> None:
        self._corpus = corpus
        self._actor = actor
        self._progress = progress
        self._calling = calling
        self._prompt = prompt("describe")
        images = image_hashes(corpus)
        kept = read_descriptions(corpus, actor.name).descriptions() if layer_path(corpus, actor.name).is_file() else []
        # words for other bytes than the source has now are of no use to anyone
        self._found = {one.source: one for one in kept if images.get(one.source) == one.image}
        self._images = images
        self._todo = [name for name in images if name not in self._found][:limit]
        self._refused: dict[str, str] = {}
        self._started = self._told = time.monotonic()

    def whole(self, exchange: Dispatch, stopped: threading.Event) -> DescribeReport:
        """Ask for the images, and write the layer however that ends."""
        try:
            ledger = ledger_path(self._corpus, self._actor.name)
            held, waiting = ask_each(self._todo, self._one, self._calling, exchange, ledger, stopped)
        finally:
            layer = write_descriptions(self._corpus, self._actor.name, self._found.values())
        self._tell(always=True)
        return DescribeReport(
            corpus=self._corpus.path,
            model=self._actor.name,
            layer=layer_path(self._corpus, self._actor.name),
            ending=Ending.FINISHED if not held else Ending.STOPPED if stopped.is_set() else Ending.HELD,
            images=len(self._images),
            described=len(self._found),
            asked=len(self._todo),
            fresh=self._fresh,
            refused=dict(sorted(Counter(self._refused.values()).items(), key=lambda pair: (-pair[1], pair[0]))),
            held_by=tuple(dict.fromkeys(error.line() for _, error in sorted(held.items()))),
            waiting=waiting,
            spent=self._calling.spent,
            prompts=layer.prompts,
        )

    @property
    def _fresh(self) -> int:
        return sum(name in self._found for name in self._todo)

    async def _one(self, name: str) -> None:
        """Ask for one image. Raises what it has to wait for, and what ends the run."""
        try:
            reply = await self._ask(self._corpus.source(name))
        except (RequestError, ContextError) as error:
            self._refused[name] = f"{error.kind}: {error}"[:_REASON]
        else:
            words = _words(reply)
            if words:
                self._found[name] = ImageDescription(
                    name, self._images[name], words, self._actor.name, self._prompt.sha256, reply.served_by
                )
            else:
                self._refused[name] = _reason(reply)
        self._tell()

    async def _ask(self, source: Source) -> Reply:
        assert source.image is not None
        image = source.image
        # What stands around an image helps to name what it shows, but equal images are to be asked for once: it is told
        # only where no caption names it.
        context = "" if image.caption.strip() else " > ".join(source.place.headings)
        asker = Asker(Actors(self._actor, self._actor, self._actor), "", f"describe {self._actor.name}")
        return await asker.ask("writer", self._prompt, {"context": context}, show([source], self._corpus.picture))

    def _tell(self, *, always: bool = False) -> None:
        now = time.monotonic()
        if self._progress and (always or now - self._told >= REPORT_SECONDS):
            self._told = now
            refused = len(self._refused)
            done = self._fresh + refused
            self._progress(DescribeProgress(done, len(self._todo), refused, now - self._started, self._calling.spent))


def _words(reply: Reply) -> str:
    """The description, on as many lines as it was given; "" if there is none."""
    data: Any = reply.data
    return str(data["description"]).strip() if reply.status == "ok" and isinstance(data, dict) else ""


def _reason(reply: Reply) -> str:
    """Why a reply has no words."""
    if reply.status == "ok":
        return "empty"
    return f"{reply.status}: {reply.problem}"[:_REASON] if reply.problem else reply.status
