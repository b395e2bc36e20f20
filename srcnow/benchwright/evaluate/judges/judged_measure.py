"""Define judged measures: what a judge is asked about an answer, and how its replies become a score. Knows no models.

A measure is a function that is called again and again: given a case and the replies so far, it says what to ask next,
or the score. Measures that ask the same share the call.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from benchwright.evaluate.judges.judge_case import LONGEST, JudgeCase
from benchwright.prompts.prompt import prompt
from benchwright.records import Json, Source

Fault = Callable[[Any], str]
"""Says in a line what is wrong with a reply that the schema allows; "" for nothing."""


def _no_fault(data: Any) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class JudgeCall:
    """One question to a judge: a prompt, its values by name, the sources that are shown. `about` are the words whose
    neighbourhood is kept where a source has to be shortened; `temperature` is the prompt's own if None."""

    prompt: str
    values: tuple[tuple[str, str | int], ...]
    sources: tuple[Source, ...] = ()
    about: str = field(default="", compare=False)
    fault: Fault = field(default=_no_fault, compare=False)
    temperature: float | None = None


@dataclass(frozen=True, slots=True)
class JudgedScore:
    """`score` is in 0..1, None where there is none: then `reason` says why. A score that a rule gives without asking
    has a reason as well. `details` are what it was computed from: claims, grades, nuggets."""

    score: float | None
    reason: str = ""
    details: Json = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.score is None and not self.reason:
            raise ValueError("a case without a score needs a reason")
        if self.score is not None and not 0 <= self.score <= 1:
            raise ValueError(f"{self.score} is no score of 0 to 1")


Replies = Mapping[JudgeCall, Any]
"""The data of replies that could be read."""

Step = Callable[[JudgeCase, Replies], JudgeCall | JudgedScore]

LabelContexts = Literal["gold", "retrieved", "none"]
"""What a person who labelled an answer saw beside it: the gold sources, what the system retrieved, or neither."""

Need = Literal["sources", "references", "contexts", "citations"]
"""What a measure needs beside question and answer."""


@dataclass(frozen=True, slots=True)
class JudgedMeasure:
    """A measure of answers that a judge decides. `name` is its name without the judge's; `calls` says in a few words
    how many calls an answer takes. Where a second call follows the reply to the first, `second` says what it is likely
    to be before that reply is there: estimates count it."""

    name: str
    prompts: tuple[str, ...]
    needs: tuple[Need, ...]
    step: Step
    calls: str = "1"
    second: Callable[[JudgeCase], JudgeCall] | None = None

    @property
    def comparable(self) -> frozenset[LabelContexts]:
        """What people must have seen for their labels to be about what this measure's judge decides."""
        if "contexts" in self.needs or "citations" in self.needs:
            return frozenset({"retrieved"})
        return frozenset({"gold"}) if "sources" in self.needs else frozenset({"gold", "none"})

    @property
    def sha256(self) -> str:
        """The hash of its prompts: scores by other prompts are other scores."""
        hashes = [prompt(name).sha256 for name in self.prompts]
        return hashes[0] if len(hashes) == 1 else hashlib.sha256("\n".join(hashes).encode()).hexdigest()


def unscored(reason: str) -> JudgedScore:
    """No score, and why."""
    return JudgedScore(None, reason)


def unanswered(case: JudgeCase) -> JudgedScore | None:
    """0 for a question that the system failed on or did not answer; None for one with an answer. An answer that is too
    long is not scored."""
    if case.failure:
        return JudgedScore(0.0, "failed")
    if not case.answer.strip():
        return JudgedScore(0.0, "no answer")
    return too_long("answer", case.answer)


def too_long(what: str, text: str) -> JudgedScore | None:
    """No score for a text that no judge is shown; None for any other."""
    return unscored(f"the {what} has more than {LONGEST:,} characters") if len(text) > LONGEST else None
