"""What an open study takes and gives: annotators, their work, receipts, progress."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from benchwright.errors import UsageError
from benchwright.review.items import ShownItem, Values

AnnotatorKind = Literal["person", "model"]


class SubmissionError(UsageError):
    """A submission that cannot be taken. `faults` says by field what is wrong with it."""

    def __init__(self, message: str, faults: Mapping[str, str] | None = None) -> None:
        super().__init__(message, hint="see the fields" if faults else "load the page again")
        self.faults = dict(faults or {})


@dataclass(frozen=True, slots=True)
class Annotator:
    """A person or a model that reviews. `external` are ids of a platform that sent them."""

    id: int
    name: str
    kind: AnnotatorKind
    status: Literal["qualifying", "working", "stopped", "failed"]
    external: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class FormPlace:
    """One item in an annotator's form, with what they had filled in before they left."""

    id: int
    shown: ShownItem
    draft: Values
    comment: str
    form: int


@dataclass(frozen=True, slots=True)
class Feedback:
    """A message to an annotator, and when it was written (seconds since 1970)."""

    text: str
    at: float


@dataclass(frozen=True, slots=True)
class Work:
    """What is there to do for an annotator: a `place`, or why there is none. `done` of the `total` places of this form
    are submitted. `feedback` is what they have not worked on since."""

    state: Literal["place", "done", "stopped", "qualification failed"]
    place: FormPlace | None = None
    done: int = 0
    total: int = 0
    qualifying: bool = False
    forms_done: int = 0
    feedback: tuple[Feedback, ...] = ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """A submission that is on the disk. `repeated`: it had come before, and was stored then."""

    submission: int
    repeated: bool


@dataclass(frozen=True, slots=True)
class StudyImage:
    """A picture as it is shown."""

    bytes: bytes
    media_type: str


@dataclass(frozen=True, slots=True)
class StudyProgress:
    """How far a study is: reviews of real items that are wanted, submitted and given out, and annotators by status."""

    items: int
    wanted: int
    submitted: int
    open: int
    annotators: Mapping[str, int]
