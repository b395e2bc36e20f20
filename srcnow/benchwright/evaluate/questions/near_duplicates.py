"""Find questions of a benchmark that nearly repeat another, and those that lie nearest to each other.

A question repeats another by the rule that also rejects duplicates while a benchmark is made (`checks.duplicate`). The
nearest pairs by their vectors show what the rule lets through, so that people can judge it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from benchwright.checks.duplicate import DuplicateIndex
from benchwright.records import Example, JsonRecord
from benchwright.retrieval.encoders.base import Encoder

MOST_COMPARED = 20_000
"""Questions of which all pairs are compared: the time grows with the square, some ten seconds here."""
_BLOCK = 1024


@dataclass(frozen=True, slots=True)
class QuestionPair(JsonRecord):
    """Two questions by their ids, the earlier first, and the cosine of their vectors. `repeats` says whether the rule
    for duplicates takes them for one."""

    first: str
    second: str
    cosine: float
    repeats: bool


@dataclass(frozen=True, slots=True)
class NearDuplicates(JsonRecord):
    """How many questions repeat an earlier one, and the nearest pairs: those that repeat first, then by falling cosine.
    `compared` is False where the questions were too many to compare all pairs."""

    repeated: int
    pairs: tuple[QuestionPair, ...]
    compared: bool = True


def near_duplicates(examples: Sequence[Example], encoder: Encoder, most: int = 20) -> NearDuplicates:
    """The `most` nearest pairs. Each question is paired with the nearest one before it."""
    if not examples:
        return NearDuplicates(0, ())
    vectors = encoder.encode([one.question for one in examples], "query").astype(np.float32)
    index = DuplicateIndex()
    twins: dict[str, str] = {}
    for example, vector in zip(examples, vectors, strict=True):
        twin = index.twin_of(example.question, example.answer, example.sources, vector)
        if twin is None:
            index.add(example.id, example.question, example.answer, example.sources, vector)
        else:
            twins[example.id] = twin
    place = {one.id: at for at, one in enumerate(examples)}
    pairs = [
        QuestionPair(first, second, float(vectors[place[first]] @ vectors[place[second]]), repeats=True)
        for second, first in twins.items()
    ]
    compared = len(examples) <= MOST_COMPARED
    if compared:
        known = {(one.first, one.second) for one in pairs}
        nearest = [
            QuestionPair(examples[before].id, examples[at].id, cosine, repeats=False)
            for at, before, cosine in _nearest_before(vectors)
            if (examples[before].id, examples[at].id) not in known
        ]
        pairs += sorted(nearest, key=lambda one: -one.cosine)[:most]
    ordered = sorted(pairs, key=lambda one: (not one.repeats, -one.cosine, place[one.second]))
    return NearDuplicates(len(twins), tuple(ordered[:most]), compared)


def _nearest_before(vectors: np.ndarray) -> list[tuple[int, int, float]]:
    """For each row but the first: itself, the row before it with the largest dot product, and that."""
    found = []
    for start in range(0, len(vectors), _BLOCK):
        rows = vectors[start : start + _BLOCK]
        products = rows @ vectors[: start + len(rows)].T
        for row in range(len(rows)):
            at = start + row
            if at:
                before = int(np.argmax(products[row, :at]))
                found.append((at, before, float(products[row, before])))
    return found
