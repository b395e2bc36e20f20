"""What a system outside is to us, and what it said, as values. A failure is a value too: it counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from benchwright.evaluate.runs import RunHit, TextChunk
from benchwright.records import Json

FailureKind = Literal["", "unreachable", "timeout", "torn", "busy", "status", "redirect", "page", "malformed", "raised"]
"""What went wrong, "" for nothing: no connection; no answer in time; the connection closed in between; asked to come
later (429, 502, 503, 504); another error status; a redirect; a web page; no reply of the form asked for; an exception
of the callable."""

PASSING: frozenset[FailureKind] = frozenset({"unreachable", "timeout", "torn", "busy"})
"""Failures that may pass: the same command asks again. The others are what the system answered."""


@dataclass(frozen=True, slots=True)
class RawReply:
    """What came back: a value not yet looked at, or a failure in one line that follows the system's name ("did not
    answer within 60 s"). `seconds` is the time that the answering took: of the last try, without waiting for a turn."""

    value: object = None
    seconds: float = 0.0
    kind: FailureKind = ""
    failure: str = ""


class System(Protocol):
    """Something outside that is put a question as a JSON object. For one event loop. `ask` raises nothing of theirs,
    and StoppedError if the run stops while it waits to try again."""

    @property
    def name(self) -> str:
        """What may be shown and written of its address: no password, no key."""
        ...

    def heeds(self, key: str) -> bool:
        """Whether it takes this member of what is asked; the others need not be sent."""
        ...

    async def ask(self, asked: Mapping[str, Any]) -> RawReply: ...

    async def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class SystemReply:
    """What a system said to a question. `answers` are the answers it gave: one, several of a list, or none where it
    abstained; `text` is the same in one text. `citations` are places in `contexts` from 0, None where it does not cite;
    a place behind the last stands for something cited that is not among the contexts. `failure` says what went wrong:
    then there is nothing else but `seconds`, the time that answering took."""

    answers: tuple[str, ...] = ()
    text: str = ""
    contexts: tuple[RunHit, ...] = ()
    citations: tuple[int, ...] | None = None
    seconds: float = 0.0
    failure: str = ""

    def to_json(self) -> Json:
        return {
            "answers": list(self.answers),
            "text": self.text,
            "contexts": [_hit_to_json(hit) for hit in self.contexts],
            "citations": None if self.citations is None else list(self.citations),
            "seconds": self.seconds,
            "failure": self.failure,
        }

    @classmethod
    def from_json(cls, data: Json) -> SystemReply:
        """The reply that `to_json` was of."""
        return cls(
            tuple(data["answers"]),
            data["text"],
            tuple(_hit_of_json(one) for one in data["contexts"]),
            None if data["citations"] is None else tuple(data["citations"]),
            data["seconds"],
            data["failure"],
        )


def _hit_to_json(hit: RunHit) -> Json:
    """The hit in the form in which systems tell it; members that say nothing are left out."""
    chunk = hit.chunk or TextChunk()
    told: Json = {
        "source": hit.source or None,
        "document": chunk.document or None,
        "start": chunk.start,
        "end": chunk.end,
        "page": chunk.page,
        "text": chunk.text or None,
        "score": hit.score,
    }
    return {key: value for key, value in told.items() if value is not None}


def _hit_of_json(data: Json) -> RunHit:
    source, score = data.get("source", ""), data.get("score")
    if source:
        return RunHit(source, score)
    chunk = TextChunk(
        data.get("text", ""), data.get("document", ""), data.get("start"), data.get("end"), data.get("page")
    )
    return RunHit("", score, chunk)
