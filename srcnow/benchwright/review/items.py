"""Define what people review: items, with what is shown of them and, of controls, the values that are expected.

A real item is a question of a benchmark, one of its answers, a system's reply, or a group of sources. The other roles
are controls: nothing that an annotator sees tells them from real items.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from benchwright.records import JsonRecord, Source, Span
from benchwright.review.task import ItemPart, Task

Values = Mapping[str, Any]
"""What one person filled in: a value for each field that has one, as JSON."""


class ItemRole(StrEnum):
    """What an item is for. `test` and `injected` items carry a planted fault: a form has a fixed number of the first,
    and the others are a share of all items. An `attention` item says itself what to choose."""

    REAL = "real"
    TEST = "test"
    ATTENTION = "attention"
    INJECTED = "injected"
    QUALIFICATION = "qualification"


CONTROLS = (ItemRole.TEST, ItemRole.ATTENTION, ItemRole.INJECTED)
"""The roles of items that an annotator's mark is counted by."""


@dataclass(frozen=True, slots=True)
class ItemContent(JsonRecord):
    """All that may be shown of an item. Sources are named by the keys that the study keeps them under. `notice` is the
    sentence of an attention check."""

    question: str = ""
    answer: str = ""
    answers: tuple[str, ...] = ()
    style: str = ""
    style_about: str = ""
    sources: tuple[str, ...] = ()
    evidence: tuple[Span, ...] = ()
    reply: str = ""
    candidates: tuple[str, ...] = ()
    topic: str = ""
    notice: str = ""


@dataclass(frozen=True, slots=True)
class ReviewItem(JsonRecord):
    """One thing to review. `origin` names the benchmark that it is from, `example` the question there, `part` the
    answer or the system where the item is one of several of a question. `style` and `modalities` are what results are
    told by, `document` is the one that the first source stands in: items of one document are not independent.
    `expected` has, of a control, the values that count as right, by field; `why` says so to people."""

    id: str
    role: ItemRole
    content: ItemContent
    origin: str = ""
    example: str = ""
    part: str = ""
    style: str = ""
    modalities: str = ""
    document: str = ""
    expected: Mapping[str, tuple[str | int, ...]] = field(default_factory=dict)
    why: str = ""

    @property
    def stratum(self) -> tuple[str, str, str]:
        """What an even draw is even over."""
        return self.origin, self.style, self.modalities

    def planted(
        self, role: ItemRole, content: ItemContent, expected: Mapping[str, tuple[str | int, ...]]
    ) -> ReviewItem:
        """A control made of this item."""
        name = opaque(self.id, role, str(sorted(expected)))
        return replace(self, id=name, role=role, content=content, expected=expected)

    def passed(self, values: Values) -> bool:
        """Whether the values are those that are expected of a control: in every field one of them."""
        return all(_holds(values.get(name), allowed) for name, allowed in self.expected.items())


@dataclass(frozen=True, slots=True)
class ShownItem:
    """What an annotator sees of an item: only the parts that the task shows, and nothing that tells its role or its
    origin. `parts` are those that it has, in the order in which they are shown."""

    parts: tuple[ItemPart, ...]
    question: str = ""
    answer: str = ""
    answers: tuple[str, ...] = ()
    style: str = ""
    style_about: str = ""
    sources: tuple[Source, ...] = ()
    evidence: tuple[Span, ...] = ()
    reply: str = ""
    candidates: tuple[Source, ...] = ()
    topic: str = ""
    notice: str = ""


def shown(task: Task, content: ItemContent, sources: Mapping[str, Source]) -> ShownItem:
    """What the task shows of an item. `sources` has the study's sources by key."""
    parts = tuple(part for part in task.shows if getattr(content, part))
    fields: dict[str, Any] = {part: getattr(content, part) for part in parts}
    for part in ("sources", "candidates"):
        if part in fields:
            fields[part] = tuple(sources[key] for key in fields[part])
    if "style" in fields:
        fields["style_about"] = content.style_about
    return ShownItem(parts=parts, notice=content.notice, **fields)


def opaque(*names: object) -> str:
    """An id that tells nothing about what it stands for to people who see it."""
    return hashlib.sha256("\0".join(map(str, names)).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _holds(value: Any, allowed: tuple[str | int, ...]) -> bool:
    """Whether a value is one of those allowed; of several chosen ones, whether one of them is."""
    return any(one in allowed for one in value) if isinstance(value, list | tuple) else value in allowed
