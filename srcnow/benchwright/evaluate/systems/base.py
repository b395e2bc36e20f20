"""Describe external systems and their replies as values; a failure is a value too."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePath
from typing import Any, Literal, Protocol

from benchwright.errors import UsageError
from benchwright.evaluate.runs import RunHit, TextChunk
from benchwright.evaluate.score_direction import ScoreKind
from benchwright.evaluate.systems.frameworks import SourceLookup
from benchwright.models.keys import Keys
from benchwright.records import Json, fields_json

Progress = Callable[[int, int], None]
"""Is called with the number of questions that have an answer, and with the number of all."""

FailureKind = Literal[
    "", "unreachable", "timeout", "torn", "busy", "status", "redirect", "page", "malformed", "raised", "missing",
    "rejected",
]  # fmt: skip
"""What went wrong, "" for nothing: no connection; no answer in time; the connection closed in between; asked to come
later (429, 502, 503, 504); another error status; a redirect; a web page; no reply of the form asked for; an exception
of the callable; a file without a prediction for the question; a model's reply without an answer."""

PASSING: frozenset[FailureKind] = frozenset({"unreachable", "timeout", "torn", "busy"})
"""Failures that may pass: the same command asks again. The others are what the system answered."""


@dataclass(frozen=True)
class AskingOptions:
    """How an external system is asked.

    - `folder`: where replies are saved, so that the same call asks only what is missing (None: nowhere).
    - `again`: ask everything anew. `retry_failed`: ask again where a system failed permanently.
    - `timeout`: seconds to wait for the reply to one question.
    - `key_env`: the environment variable with the key for HTTP systems.
    - `scores_are`: whether scores of hits are similarities or distances.
    - `resume`: reuse saved replies of objects, although they may have changed since.
    - `stop`: ends the run between two questions (None: Ctrl-C does).
    - `check`: is called before replies are written, and raises if they would go to the wrong place.
    - `logs`: the logs of replies that were opened with these options.
    - `corpus`: tells which ids of documents are sources."""

    folder: Path | None = None
    concurrency: int = 8
    timeout: float = 60.0
    keys: Keys = field(default_factory=lambda: Keys({}))
    key_env: str = ""
    again: bool = False
    retry_failed: bool = False
    scores_are: ScoreKind = ""
    stop: threading.Event | None = None
    progress: Progress = lambda done, total: None
    notify: Callable[[str], None] = lambda line: None
    check: Callable[[], None] = lambda: None
    logs: list[Path] = field(default_factory=list)
    resume: bool = True
    corpus: SourceLookup | None = None


@dataclass(frozen=True, eq=False)
class GivenSystem:
    """A retriever or system as a caller of the library gives it: a text as on the command line, or an object. `label`
    is what tables call it, "" for a name of its own."""

    target: object
    label: str = ""

    @property
    def name(self) -> str:
        """The label, else the text, the name of the function, or the class of the object."""
        target = self.target
        while isinstance(target, partial):
            target = target.func
        own = target if isinstance(target, str) else getattr(target, "__name__", type(target).__name__)
        return self.label or str(own).strip("<>")


def given_systems(given: object) -> list[str | GivenSystem]:
    """One retriever or system, several in a list or tuple, or a mapping of names to them, as a list. A path is the text
    that it is. UsageError for a name that is not a text."""
    if isinstance(given, Mapping):
        for label in given:
            if not isinstance(label, str) or not label.strip():
                raise UsageError(f"the name {label!r} of a system is not a text", hint="write {'name': system}")
        return [GivenSystem(_text_of_path(one), label.strip()) for label, one in given.items()]
    listed = given if isinstance(given, list | tuple) else [given]
    return [one if isinstance(one, str) else GivenSystem(one) for one in map(_text_of_path, listed)]


def _text_of_path(value: object) -> object:
    return str(value) if isinstance(value, PurePath) else value


@dataclass(frozen=True, slots=True)
class RawReply:
    """What came back: a value that is not checked yet, or a failure in one line that follows the system's name
    ("did not answer within 60 s"). `seconds` is the time of the last try, without waiting for a turn."""

    value: object = None
    seconds: float = 0.0
    kind: FailureKind = ""
    failure: str = ""


class System(Protocol):
    """An external system that takes a question as a JSON object. For one event loop. `ask` raises none of the system's
    own exceptions, UsageError for what no question can be asked with, and StoppedError if the run stops while it waits
    to try again."""

    @property
    def name(self) -> str:
        """What may be shown and written of its address: no password, no key."""
        ...

    @property
    def identity(self) -> str:
        """The name under which replies are kept: no two systems share it, and it holds no secret."""
        ...

    def heeds(self, key: str) -> bool:
        """Whether it takes this member of a request; the others need not be sent."""
        ...

    async def ask(self, request: Mapping[str, Any]) -> RawReply: ...

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class SystemReply:
    """A system's reply to a question. `answers` are the answers it gave: one, several of a list, or none where it
    abstained; `text` is the same in one text. `citations` are places in `contexts` from 0, None where it does not cite;
    a place behind the last stands for something cited that is not among the contexts. `failure` says what went wrong,
    and `kind` what sort of failure it is: then there is nothing else but `seconds`, the time that answering took. `cut`
    counts hits past the number that was asked for, which are left out. `working` is how a model came to its answer.
    `fault` is what is wrong with a malformed reply without its value, the same wherever the system makes that slip."""

    answers: tuple[str, ...] = ()
    text: str = ""
    contexts: tuple[RunHit, ...] = ()
    citations: tuple[int, ...] | None = None
    seconds: float = 0.0
    failure: str = ""
    kind: FailureKind = ""
    cut: int = 0
    working: str = ""
    fault: str = field(default="", compare=False)

    def to_json(self) -> Json:
        """Without `kind` and `cut`, which stand beside the reply in the log, and `fault`."""
        whole = fields_json(self)
        contexts = [hit_to_json(hit) for hit in self.contexts]
        left_out = ("kind", "cut", "fault") if self.working else ("kind", "cut", "fault", "working")
        return {**{name: value for name, value in whole.items() if name not in left_out}, "contexts": contexts}

    @classmethod
    def from_json(cls, data: Json) -> SystemReply:
        """The reply that `to_json` wrote."""
        lists = {name: None if data[name] is None else tuple(data[name]) for name in ("answers", "citations")}
        return cls(**{**data, **lists, "contexts": tuple(map(_hit_of_json, data["contexts"]))})


def hit_to_json(hit: RunHit) -> Json:
    """The hit in the form in which systems return it; empty members are left out."""
    members = {"source": hit.source, **(fields_json(hit.chunk) if hit.chunk else {}), "score": hit.score}
    return {key: value for key, value in members.items() if value is not None and value != ""}


def _hit_of_json(data: Json) -> RunHit:
    source, score = data.get("source", ""), data.get("score")
    chunk = {name: value for name, value in data.items() if name not in ("source", "score")}
    return RunHit(source, score, None if source else TextChunk(**chunk))
