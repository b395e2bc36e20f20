"""Vectors on disk: values by hand, what is built when, and every kind of drift refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from benchwright.errors import CorpusError
from benchwright.records import Modality, Place, Source
from benchwright.retrieval.encoders.base import Floats, unit_rows
from benchwright.retrieval.encoding import described, quantise
from benchwright.retrieval.vectors import VectorStore


@dataclass
class ListedCorpus:
    path: Path
    listed: list[Source]
    fingerprint: str = "f0"

    @property
    def ids(self) -> list[str]:
        return [source.id for source in self.listed]

    @property
    def modalities(self) -> list[Modality]:
        return [source.modality for source in self.listed]

    def source(self, source_id: str) -> Source:
        return next(source for source in self.listed if source.id == source_id)

    def sources(self) -> Iterator[Source]:
        return iter(self.listed)

    def passages(self) -> Iterator[tuple[str, str]]:
        return ((source.title, source.text) for source in self.listed)

    def computed(self, kind: str) -> Path:
        return self.path / kind


@dataclass
class LetterEncoder:
    """Counts of a, b and c."""

    name: str = "letters"
    identity: str = "letters 1"
    dimensions: int = 3
    asked: list[str] = field(default_factory=list)

    def encode(self, texts: Sequence[str], role: str = "passage") -> Floats:
        self.asked.extend(texts)
        counts = [[text.count(letter) for letter in "abc"] for text in texts]
        return unit_rows(np.array(counts, dtype=np.float32).reshape(-1, 3))


def source(source_id: str, text: str, modality: Modality = Modality.TEXT, title: str = "") -> Source:
    return Source(source_id, modality, title, text, Place(source_id))


def corpus_in(path: Path) -> ListedCorpus:
    return ListedCorpus(
        path,
        [
            source("s2", "aaa"),
            source("s1", "b", Modality.TABLE),
            source("s3", "aaaabbb"),
            source("s0", "xyz", Modality.IMAGE),
        ],
    )


def test_quantise_rounds_half_to_even_and_cuts_off() -> None:
    values = np.array([[0.5, 1.5, -2.5, 126.6, 500.0, -500.0]], dtype=np.float32)
    assert quantise(values, 1.0).tolist() == [[0, 2, -2, 127, 127, -127]]
    assert quantise(values, 0.5).tolist() == [[1, 3, -5, 127, 127, -127]]


def test_build_by_hand(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    store = VectorStore.build(corpus_in(tmp_path), LetterEncoder(), lambda done, total: told.append((done, total)))
    # Unit vectors (1,0,0), (0,1,0), (0.8,0.6,0), (0,0,0); the largest component, 1, is 127.
    assert store.vectors.tolist() == [[127, 0, 0], [0, 127, 0], [102, 76, 0], [0, 0, 0]]
    assert store.scale == pytest.approx(1 / 127, rel=1e-5)
    assert told == [(4, 4)]
    assert isinstance(store.vectors, np.memmap)
    assert store.ids == ["s2", "s1", "s3", "s0"]
    assert store.rank.tolist() == [2, 1, 3, 0]
    assert store.rows(Modality.TABLE).tolist() == [1]
    assert store.rows(None).tolist() == [0, 1, 2, 3]
    assert store.query(LetterEncoder(), ["bbbaaaa"]).tolist() == [[102, 76, 0]]


def test_a_second_build_encodes_nothing(tmp_path: Path) -> None:
    VectorStore.build(corpus_in(tmp_path), LetterEncoder())
    again = LetterEncoder()
    VectorStore.build(corpus_in(tmp_path), again)
    assert again.asked == []


def test_drift_is_refused_and_built_anew(tmp_path: Path) -> None:
    corpus = corpus_in(tmp_path)
    VectorStore.build(corpus, LetterEncoder())
    corpus.fingerprint = "f1"
    with pytest.raises(CorpusError, match="another state"):
        VectorStore.open(corpus, "letters")
    encoder = LetterEncoder()
    VectorStore.build(corpus, encoder)
    assert set(encoder.asked) == {"aaa", "b", "aaaabbb", "xyz"}
    with pytest.raises(CorpusError, match="letters 1, not by letters 2"):
        VectorStore.open(corpus, "letters").query(LetterEncoder(identity="letters 2"), ["a"])


def test_missing_unfinished_and_damaged_are_refused_and_mended(tmp_path: Path) -> None:
    corpus = corpus_in(tmp_path)
    with pytest.raises(CorpusError, match="no vectors of letters"):
        VectorStore.open(corpus, "letters")
    store = VectorStore.build(corpus, LetterEncoder())
    whole = (store.folder / "vectors.npy").read_bytes()
    (store.folder / "vectors.npy").write_bytes(whole[:-5])
    with pytest.raises(CorpusError, match="cannot be read"):
        VectorStore.open(corpus, "letters")
    assert VectorStore.build(corpus, LetterEncoder()).vectors[0].tolist() == [127, 0, 0]
    (store.folder / "manifest.json").write_text('{"format": 1,')
    with pytest.raises(CorpusError, match="no vectors"):
        VectorStore.open(corpus, "letters")


def test_an_empty_corpus_has_an_empty_store(tmp_path: Path) -> None:
    assert VectorStore.build(ListedCorpus(tmp_path, []), LetterEncoder()).vectors.shape == (0, 3)


def test_the_title_is_encoded_once() -> None:
    assert described(source("a", "Its capital is Nairobi.", title="Kenya")) == "Kenya\nIts capital is Nairobi."
    assert described(source("a", "Kenya lies in Africa.", title="Kenya")) == "Kenya lies in Africa."
    assert described(source("a", "No title.")) == "No title."
