"""The corpus folder: what is written comes back, and damage is named."""

import json
import os
from pathlib import Path

import pytest
from corpus_faults import corpus_faults

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import CorpusError
from benchwright.files.atomic import sha256_bytes
from benchwright.readers.source_columns import DocumentText
from benchwright.records import Cut, Image, Modality, Place, Source, Table

BYTES = b"not really a picture"
SOURCES = [
    Source("a#p0", Modality.TEXT, "A", "One two.", Place("a", 0, 8, 3, ("H", "I")), licence="CC BY 4.0", url="u"),
    Source(
        "a#t0",
        Modality.TABLE,
        "T",
        "T\nx | y",
        Place("a", box=(0.0, 0.25, 0.5, 1.0)),
        table=Table((("x", "y"),), (("1", "2"),), ((0, 1, "a#p0"),), Cut(9, 2)),
        referred_by=("a#p0",),
    ),
    Source(
        "a#i0", Modality.IMAGE, "I", "cap", Place("a"), image=Image(sha256_bytes(BYTES), "png", 4, 3, "cap", "an alt")
    ),
]
DOCUMENT = DocumentText("a", "A", "One two.", "CC BY 4.0", "u")


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    return write_corpus(tmp_path / "c", SOURCES, [DOCUMENT], {f"images/{sha256_bytes(BYTES)}.png": BYTES})


def test_sources_come_back_as_they_were(corpus: Corpus) -> None:
    assert corpus.ids == ["a#p0", "a#t0", "a#i0"]
    assert corpus.titles == ["A", "T", "I"]
    assert [corpus.source(i) for i in corpus.ids] == SOURCES
    assert list(corpus.sources()) == SOURCES
    assert corpus.modality("a#t0") is Modality.TABLE
    assert corpus.position("a#i0") == 2
    assert len(corpus) == 3
    assert "a#p0" in corpus
    assert "a#p1" not in corpus


def test_a_source_is_made_once(corpus: Corpus) -> None:
    assert corpus.source("a#p0") is corpus.source("a#p0")


def test_documents_and_images_come_back(corpus: Corpus) -> None:
    assert list(corpus.documents) == ["a"]
    assert corpus.documents["a"] == DOCUMENT
    place = corpus.source("a#p0").place
    assert corpus.documents["a"].text[place.start : place.end] == "One two."
    assert corpus.image_path(corpus.source("a#i0")).read_bytes() == BYTES
    with pytest.raises(ValueError, match="not an image"):
        corpus.image_path(corpus.source("a#p0"))
    with pytest.raises(KeyError):
        corpus.source("nobody")


def test_the_fingerprint_depends_on_content_alone(tmp_path: Path, corpus: Corpus) -> None:
    again = write_corpus(tmp_path / "d", SOURCES, [DOCUMENT])
    assert again.fingerprint == corpus.fingerprint
    assert write_corpus(tmp_path / "e", SOURCES[::-1], [DOCUMENT]).fingerprint != corpus.fingerprint
    assert write_corpus(tmp_path / "f", SOURCES).fingerprint != corpus.fingerprint


def test_a_repeated_id_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="same id"):
        write_corpus(tmp_path / "c", [SOURCES[0], SOURCES[0]])


def test_an_empty_corpus_opens(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path / "c", [])
    assert len(corpus) == 0
    assert corpus.ids == []
    assert list(corpus.sources()) == []


def test_verify_names_what_changed(corpus: Corpus) -> None:
    assert corpus_faults(corpus) == []
    corpus.image_path(corpus.source("a#i0")).write_bytes(b"other")
    assert corpus_faults(corpus) == [f"a#i0: images/{sha256_bytes(BYTES)}.png is missing or changed"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("manifest.json", None, "is not a corpus"),
        ("manifest.json", b"{", "cannot be read"),
        ("manifest.json", b"[]", "is not a corpus"),
        ("manifest.json", b'{"kind":"corpus","schema_version":0}', "another version"),
        ("sources.parquet", None, "missing"),
        ("sources.parquet", b"PAR1", "damaged"),
    ],
)
def test_damage_is_named(corpus: Corpus, name: str, content: bytes | None, message: str) -> None:
    if content is None:
        (corpus.path / name).unlink()
    else:
        (corpus.path / name).write_bytes(content)
    with pytest.raises(CorpusError, match=message):
        Corpus.open(corpus.path)


def test_an_unfinished_ingest_is_named(corpus: Corpus) -> None:
    manifest = json.loads((corpus.path / "manifest.json").read_text())
    manifest["fingerprint"] = "0" * 64
    (corpus.path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(CorpusError, match="not finished"):
        Corpus.open(corpus.path)


@pytest.mark.parametrize("name", ["manifest.json", "sources.parquet"])
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(corpus: Corpus, name: str) -> None:
    (corpus.path / name).unlink()
    os.mkfifo(corpus.path / name)
    with pytest.raises(CorpusError, match=r"cannot (be )?read"):
        Corpus.open(corpus.path)
