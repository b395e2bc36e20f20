"""Reject at commit a question that asks the same as an earlier one from the other direction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import numpy.typing as npt

from benchwright.checks.duplicate import BY, DuplicateIndex
from benchwright.english.stems import stem
from benchwright.records import Check, Example, Outcome, Status
from benchwright.values import normalise

Encode = Callable[[str], npt.NDArray[np.int8]]


class NoRepeats:
    """Rejects an outcome whose question duplicates a committed one (`checks.duplicate`), or rests on the same facts.

    Every maker of a run has one, and each sees all outcomes: the first says of a question that it is new, the others
    say nothing more."""

    def __init__(self, encode: Encode) -> None:
        self._encode = encode
        self._index = DuplicateIndex()
        self._facts: dict[tuple[str, ...], str] = {}
        self._parts: dict[tuple[frozenset[str], frozenset[str]], str] = {}

    def judge(self, outcome: Outcome) -> Outcome:
        example = outcome.example
        if outcome.status is not Status.ACCEPTED or example is None or _judged(example):
            return outcome
        twin = self._facts.get(_rests_on(example)) or self._parts.get(_parts_of(example))
        if not twin and not _over_column(example):  # its facts and its operation say all that it asks
            twin = self._index.twin_of(
                example.question, example.answer, example.sources, partial(self._encode, example.question)
            )
        return with_verdict(outcome, example, twin or "", BY)

    def admit(self, outcome: Outcome) -> None:
        example = outcome.example
        if example is not None:
            facts = _rests_on(example)
            if facts:  # a question without stated facts shares none with any other
                self._facts.setdefault(facts, example.id)
            parts = _parts_of(example)
            if len(parts[1]) > 1:
                self._parts.setdefault(parts, example.id)
            vector = partial(self._encode, example.question)
            self._index.add(example.id, example.question, example.answer, example.sources, vector)


def _judged(example: Example) -> bool:
    return any(check.name == "duplicate" for check in example.checks)


def with_verdict(outcome: Outcome, example: Example, twin: str, by: str) -> Outcome:
    """The outcome with the check `duplicate` on its example: rejected if the committed question `twin` is the same."""
    reason = f"asks what {twin} asks" if twin else ""
    others = tuple(check for check in example.checks if check.name != "duplicate")
    checked = replace(example, checks=(*others, Check("duplicate", "fail" if twin else "pass", reason, by=by)))
    if not twin:
        return replace(outcome, example=checked)
    return replace(outcome, status=Status.REJECTED, reason="duplicate", detail=reason, example=checked)


def _over_column(example: Example) -> tuple[str, ...]:
    """What a question asks of a whole column, () for any other question: of one column several things can be asked, its
    highest value, its average, how many rows have a value."""
    program = (example.derivation or {}).get("program") or {}
    return tuple(str(program.get(name, "")) for name in ("op", "function", "value")) if "facts" in program else ()


def _rests_on(example: Example) -> tuple[str, ...]:
    """The facts that a question rests on, by what they say: subject, relation and value, in no order; before them what
    it asks of a whole column."""
    facts = (example.derivation or {}).get("facts", ())
    return (
        *_over_column(example),
        *sorted(f"{fact['subject']}\0{fact['relation']}\0{fact['value']}" for fact in facts),
    )


def _parts_of(example: Example) -> tuple[frozenset[str], frozenset[str]]:
    """The sources of a question and the parts of its shortest answer, both in no order: who has answered two things
    has answered them the other way round."""
    answer = example.answers[0]
    shortest = min((answer.text, *answer.aliases), key=len)
    words = (frozenset(map(stem, normalise(part).split())) - {"and"} for part in shortest.split(";"))
    return frozenset(example.sources), frozenset(" ".join(sorted(part)) for part in words)
