"""Descriptions as a layer: what was there stays in its place, and what was computed without them stays apart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from toymaker import toy_sources

from benchwright.corpus.descriptions import (
    Coverage,
    SourceDescription,
    coverage,
    described,
    file_name,
    layer_path,
    models_of,
    read_descriptions,
    write_descriptions,
)
from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import CorpusError
from benchwright.records import Modality
from benchwright.retrieval.encoders.base import Floats, unit_rows
from benchwright.retrieval.vectors import VectorStore

MODEL = "openai/eye-1"


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    sources, images = toy_sources()
    return write_corpus(tmp_path / "c", sources, (), images)


def said(corpus: Corpus, name: str, text: str) -> SourceDescription:
    image = corpus.source(name).image
    assert image is not None
    return SourceDescription(name, image.sha256, text, MODEL, "f" * 64, "eye-1-of-may")


class LetterEncoder:
    name, identity, dimensions = "letters", "letters 1", 3

    def encode(self, texts: Sequence[str], role: str = "passage") -> Floats:
        counts = [[text.count(letter) for letter in "abc"] for text in texts]
        return unit_rows(np.array(counts, dtype=np.float32).reshape(-1, 3))


def test_a_layer_comes_back_as_it_was_in_whatever_order_it_came(corpus: Corpus) -> None:
    written = [said(corpus, "i2", "A red field."), said(corpus, "i0", "A black field.")]
    layer = write_descriptions(corpus, MODEL, written)
    again = read_descriptions(corpus, MODEL)
    assert again.descriptions() == [written[1], written[0]]
    assert again.fingerprint == layer.fingerprint == write_descriptions(corpus, MODEL, written[::-1]).fingerprint
    assert again.prompts == {"f" * 64: 2}
    assert models_of(corpus) == [MODEL]
    assert layer_path(corpus, MODEL).name == "openai-eye-1.parquet"
    assert write_descriptions(corpus, MODEL, written[:1]).fingerprint != layer.fingerprint


def test_the_words_stand_behind_the_caption_and_nothing_else_changes(corpus: Corpus) -> None:
    layer = write_descriptions(corpus, MODEL, [said(corpus, "i1", "A brown field.")])
    over = described(corpus, layer)
    assert over.source("i1").text == "Flag 1\nA brown field."
    assert over.source("i1").image == corpus.source("i1").image
    assert [one for one in over.sources() if one.id != "i1"] == [one for one in corpus.sources() if one.id != "i1"]
    assert (over.ids, over.titles, len(over.documents)) == (corpus.ids, corpus.titles, 0)
    assert coverage(corpus, layer) == coverage(over, layer) == Coverage(1, 4)
    assert str(Coverage(1, 4)) == "1 of 4 images described, 3 without"


def test_the_fingerprint_changes_with_the_layer(corpus: Corpus) -> None:
    one = described(corpus, write_descriptions(corpus, MODEL, [said(corpus, "i1", "A brown field.")]))
    other = described(corpus, write_descriptions(corpus, MODEL, [said(corpus, "i1", "A field.")]))
    assert len({corpus.fingerprint, one.fingerprint, other.fingerprint}) == 3
    with pytest.raises(ValueError, match="described already"):
        described(one, read_descriptions(corpus, MODEL))


def test_another_picture_under_the_same_id_is_not_described(corpus: Corpus, tmp_path: Path) -> None:
    sources, images = toy_sources()
    layer = write_descriptions(corpus, MODEL, [said(corpus, "i1", "A brown field.")])
    flags = {one.id: one.image for one in sources if one.modality is Modality.IMAGE}
    changed = [replace(one, image=flags["i3"]) if one.id == "i1" else one for one in sources]
    other = write_corpus(tmp_path / "d", changed, (), images)
    assert described(other, layer).source("i1").text == "Flag 1"
    assert coverage(other, layer) == Coverage(0, 4)


def test_vectors_with_and_without_the_layer_stand_side_by_side(corpus: Corpus) -> None:
    plain = VectorStore.build(corpus, LetterEncoder())
    over = described(corpus, write_descriptions(corpus, MODEL, [said(corpus, "i1", "bbb ccc")]))
    mixed = VectorStore.build(over, LetterEncoder())
    assert plain.folder == corpus.path / "vectors" / "letters"
    assert mixed.folder == corpus.path / "descriptions" / "openai-eye-1" / "vectors" / "letters"
    row = plain.position["i1"]
    assert plain.vectors[row].tolist() != mixed.vectors[row].tolist()
    assert VectorStore.open(corpus, "letters").manifest == plain.manifest
    assert VectorStore.open(over, "letters").manifest == mixed.manifest


def test_no_layer_is_told_with_those_that_there_are(corpus: Corpus) -> None:
    with pytest.raises(CorpusError, match=r"no descriptions by 'google/x'$") as error:
        read_descriptions(corpus, "google/x")
    assert error.value.hint == f"make it with: benchwright describe {corpus.path} --model google/x"
    write_descriptions(corpus, MODEL, [])
    with pytest.raises(CorpusError, match=r"it has those of openai/eye-1$"):
        read_descriptions(corpus, "google/x")


def test_damage_and_another_models_file_are_refused(corpus: Corpus) -> None:
    write_descriptions(corpus, MODEL, [said(corpus, "i1", "A brown field.")])
    with pytest.raises(CorpusError, match="holds the descriptions by 'openai/eye-1', not by 'openai-eye/1'"):
        read_descriptions(corpus, "openai-eye/1")
    path = layer_path(corpus, MODEL)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(CorpusError, match="is damaged"):
        read_descriptions(corpus, MODEL)
    assert models_of(corpus) == []


def test_a_source_has_one_description_of_this_model(corpus: Corpus) -> None:
    with pytest.raises(ValueError, match="two descriptions"):
        write_descriptions(corpus, MODEL, [said(corpus, "i1", "a"), said(corpus, "i1", "b")])
    with pytest.raises(ValueError, match="not by google/x"):
        write_descriptions(corpus, "google/x", [said(corpus, "i1", "a")])


def test_file_names_hold_no_path() -> None:
    assert file_name("openai-compatible/org/name:7b") == "openai-compatible-org-name-7b"
    assert file_name("../../etc") == "etc"
    long = file_name("openai/" + "x" * 300)
    assert (len(long), long[:9]) == (100, "openai-xx")
