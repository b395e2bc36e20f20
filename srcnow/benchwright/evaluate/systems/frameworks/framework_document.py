"""Hold a document that a framework's retriever returned, before it is known whether the corpus has its id."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FrameworkDocument:
    """What a framework says of a hit. `id` names the hit itself, `document` what it was cut from, where `start` and
    `end` are its place in characters."""

    text: str
    id: str = ""
    document: str = ""
    start: int | None = None
    end: int | None = None
    score: float | None = None
