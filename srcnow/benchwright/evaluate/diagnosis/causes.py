"""Name the causes of wrong answers, and define the finding about one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from benchwright.records import JsonRecord

Cause = Literal[
    "no-reply",
    "not-retrieved",
    "below-cut-off",
    "refused",
    "misread",
    "arithmetic",
    "contradicted",
    "part-missing",
    "not-used",
    "undecidable",
]

CAUSES: Mapping[Cause, str] = MappingProxyType(
    {
        "no-reply": "the system failed on the question",
        "not-retrieved": "evidence was not retrieved",
        "below-cut-off": "evidence was retrieved below the cut-off",
        "refused": "it abstained although the evidence was there",
        "misread": "another value of the right source was read",
        "arithmetic": "the operands were right, the result was not",
        "contradicted": "another source says what it answered",
        "part-missing": "a part of the answer is missing",
        "not-used": "evidence was there and something else was used",
        "undecidable": "the record does not decide",
    }
)
"""What each cause means, for people, in the order in which tables list them."""


@dataclass(frozen=True, slots=True)
class CauseFinding(JsonRecord):
    """Why one answer is wrong: its cause, the rule that decided, and what in the record it decided by, in a line.
    `lost` is what the answer lacks to a full score, 0..1; `answer` its beginning."""

    cause: Cause
    rule: str
    evidence: str
    lost: float
    answer: str
