"""Candidates by hand: how many of which modality, in what order, and what is encoded once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from benchwright.records import Modalities, Modality
from benchwright.retrieval.candidates import Candidates
from benchwright.retrieval.encoders.base import Floats, unit_rows
from benchwright.retrieval.vectors import VectorStore

TEXT, TABLE, IMAGE = Modality.TEXT, Modality.TABLE, Modality.IMAGE


@dataclass
class LetterEncoder:
    """Counts of a and b."""

    name: str = "letters"
    identity: str = "letters 1"
    dimensions: int = 2
    asked: list[str] = field(default_factory=list)

    def encode(self, texts: Sequence[str], role: str = "passage") -> Floats:
        self.asked.extend(texts)
        return unit_rows(np.array([[text.count(one) for one in "ab"] for text in texts], dtype=np.float32))


def store() -> VectorStore:
    """By id and modality, with the score against the query "a": its first component times 127."""
    listed = [
        ("t3", TEXT, [10, 0]),
        ("t1", TEXT, [10, 90]),
        ("t2", TEXT, [40, 0]),
        ("t0", TEXT, [5, 0]),
        ("t4", TEXT, [0, 0]),
        ("b1", TABLE, [3, 100]),
        ("b0", TABLE, [2, 0]),
        ("b2", TABLE, [1, 0]),
        ("i0", IMAGE, [0, 1]),
    ]
    vectors = np.array([vector for _, _, vector in listed], dtype=np.int8)
    manifest = {"identity": "letters 1", "scale": 1 / 127}
    return VectorStore(Path(), manifest, [one for one, _, _ in listed], [kind for _, kind, _ in listed], vectors)


def test_so_many_of_each_modality_nearest_first_and_ties_by_id() -> None:
    candidates = Candidates(store(), LetterEncoder(), per_source=2)
    found = asyncio.run(candidates.find("a", Modalities(text=1, table=1)))
    assert found == {TEXT: ("t2", "t1"), TABLE: ("b1", "b0")}
    found = asyncio.run(candidates.find("a", Modalities(text=2)))
    assert found == {TEXT: ("t2", "t1", "t3", "t0")}
    # "b": t1 leads, and b1 of the tables; the rest tie at 0
    assert candidates.find_now("b", Modalities(text=1, table=1)) == {TEXT: ("t1", "t0"), TABLE: ("b1", "b0")}


def test_fewer_where_the_corpus_has_fewer() -> None:
    candidates = Candidates(store(), LetterEncoder(), per_source=3)
    found = candidates.find_now("a", Modalities(table=2, image=2))
    assert found == {TABLE: ("b1", "b0", "b2"), IMAGE: ("i0",)}


def test_the_same_query_is_encoded_once() -> None:
    encoder = LetterEncoder()
    candidates = Candidates(store(), encoder)

    async def both() -> None:
        await candidates.find("a", Modalities(text=1, table=1))
        await candidates.find("a", Modalities(text=2, table=1))
        await candidates.find("b", Modalities(text=1))

    asyncio.run(both())
    assert encoder.asked == ["a", "b"]
    assert candidates.vector("b").tolist() == [0, 127]
    assert encoder.asked == ["a", "b"]
