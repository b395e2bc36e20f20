"""`clip:`: pixels and words in one space, from bytes to a ranking."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pixels
from tiny_models import save_bert, save_clip

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.retrievers.base import Query, RetrieverContext
from benchwright.evaluate.retrievers.spec import open_retriever
from benchwright.records import Image, Modality, Place, Source
from benchwright.retrieval.encoders.clip import ClipEncoder
from benchwright.retrieval.pixels import PixelEncoder
from benchwright.retrieval.vectors import VectorStore


@pytest.fixture(scope="module")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_clip(tmp_path_factory.mktemp("models") / "clip")


def png(colour: str) -> bytes:
    out = io.BytesIO()
    Pixels.new("RGB", (40, 30), colour).save(out, "PNG")
    return out.getvalue()


def corpus_in(folder: Path) -> Corpus:
    sources = [
        Source("t", Modality.TEXT, "", "the old tower", Place("d")),
        Source("long", Modality.TEXT, "", "tower " * 100, Place("d")),
    ]
    images: dict[str, bytes] = {}
    for name, data in (("red", png("red")), ("blue", png("blue")), ("torn", png("green")[:40])):
        image = Image(hashlib.sha256(data).hexdigest(), "png", 40, 30)
        images[image.file] = data
        sources.append(Source(name, Modality.IMAGE, "", "a flag", Place("d"), image=image))
    return write_corpus(folder, sources, images=images)


def test_images_are_encoded_by_their_pixels(clip: Path, tmp_path: Path) -> None:
    corpus = corpus_in(tmp_path)
    inner = ClipEncoder(str(clip))
    store = VectorStore.build(corpus, PixelEncoder(inner, corpus))
    assert store.vectors.shape == (5, 12)
    assert store.manifest["counts"] == {"cut": 1, "unread": 1}
    assert not store.vectors[4].any()
    rows = np.asarray(store.vectors, dtype=np.float32) * store.scale
    seen = inner.encode_images([Pixels.new("RGB", (40, 30), colour) for colour in ("red", "blue")])
    assert rows[2:4] == pytest.approx(seen, abs=0.01)
    assert rows[:1] == pytest.approx(inner.encode(["the old tower"]), abs=0.01)
    assert not np.allclose(seen[0], seen[1], atol=0.01)
    # What is behind the 77th token is not seen.
    longer = inner.encode(["tower " * 100, "tower " * 100 + "bridge"])
    assert longer[0] == pytest.approx(longer[1], abs=1e-6)


def test_one_ranking_and_one_of_images(clip: Path, tmp_path: Path) -> None:
    corpus = corpus_in(tmp_path)
    retriever = open_retriever(f"clip:{clip}", RetrieverContext(corpus, Gold("g", "f", ())))
    queries = [Query("q", "the old tower"), Query("i", "the old tower", (Modality.IMAGE,))]
    run = retriever.retrieve(queries, 5, lambda *_: None)
    assert run.sources[run.hits("q")][0] == "t"
    assert run.scores[run.hits("q")][0] == pytest.approx(1, abs=0.02)
    assert set(run.sources[run.hits("i")]) == {"red", "blue", "torn"}


def test_a_model_without_eyes_is_refused(tmp_path: Path) -> None:
    encoder = ClipEncoder(str(save_bert(tmp_path)))
    with pytest.raises(UsageError, match="takes no images"):
        encoder.encode_images([Pixels.new("RGB", (4, 4))])
