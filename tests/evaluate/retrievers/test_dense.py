"""`dense`: order and scores by hand, over the modalities that are allowed, and what cannot be searched for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.retrievers.base import Query, RetrieverContext
from benchwright.evaluate.retrievers.dense import WORDLESS, DenseRetriever
from benchwright.evaluate.retrievers.spec import open_retriever
from benchwright.evaluate.runs import Run
from benchwright.evaluate.systems.base import AskingOptions
from benchwright.records import Image, Modality, Place, Source, Table
from benchwright.retrieval.encoders.base import Floats, unit_rows


class Letters:
    """Counts a and b; a query is read backwards: what is asked of a finds b."""

    name = "letters"
    identity = "letters 1"
    dimensions = 2

    def encode(self, texts: Sequence[str], role: str = "passage") -> Floats:
        letters = "ab" if role == "passage" else "ba"
        rows = [[text.count(letter) for letter in letters] for text in texts]
        return unit_rows(np.array(rows, dtype=np.float32).reshape(-1, 2))


def corpus_in(folder: Path) -> Corpus:
    table = Table((("x",),), (("y",),))
    image = Image("0" * 64, "png", 1, 1)
    return write_corpus(
        folder,
        [
            Source("t1", Modality.TEXT, "", "a", Place("d")),
            Source("t2", Modality.TEXT, "", "aaaabbb", Place("d")),
            Source("b1", Modality.TABLE, "", "b", Place("d"), table=table),
            Source("i1", Modality.IMAGE, "", "aaabbbb", Place("d"), image=image),
            Source("i0", Modality.IMAGE, "", "b", Place("d"), image=image),
        ],
        images={image.file: b"not looked at"},
    )


def hits(run: Run, question: str) -> list[tuple[str, float]]:
    here = run.hits(question)
    return [(str(one), round(float(score), 2)) for one, score in zip(run.sources[here], run.scores[here], strict=True)]


def context(corpus: Corpus, notify: list[str] | None = None) -> RetrieverContext:
    return RetrieverContext(
        corpus, Gold("g", "f", ()), asking=AskingOptions(notify=(notify if notify is not None else []).append)
    )


def test_order_and_cosines_by_hand(tmp_path: Path) -> None:
    said: list[str] = []
    retriever = DenseRetriever("dense:letters", context(corpus_in(tmp_path), said), Letters())
    told: list[tuple[int, int]] = []
    queries = [
        Query("q1", "b"),
        Query("q2", "a"),
        Query("q3", "a", (Modality.IMAGE,)),
        Query("q4", "b", (Modality.TABLE, Modality.IMAGE)),
        Query("q5", "none of the two"[:4]),
        Query("q6", "a", ()),
    ]
    run = retriever.retrieve(queries, 3, lambda done, total: told.append((done, total)))
    assert run.questions == ("q1", "q2", "q3", "q4", "q5", "q6")
    # Unit vectors: t1 (1, 0), t2 (0.8, 0.6), b1 and i0 (0, 1), i1 (0.6, 0.8).
    assert hits(run, "q1") == [("t1", 1.0), ("t2", 0.8), ("i1", 0.6)]
    assert hits(run, "q2") == [("b1", 1.0), ("i0", 1.0), ("i1", 0.8)]
    assert hits(run, "q3") == [("i0", 1.0), ("i1", 0.8)]
    assert hits(run, "q4") == [("i1", 0.6), ("b1", 0.0), ("i0", 0.0)]
    assert hits(run, "q5") == hits(run, "q6") == []
    assert run.failed == {"q5": WORDLESS}
    assert told[-1] == (6, 6)
    assert said == ["dense:letters: 5 of 5 sources encoded"]
    assert run.described == {"encoder": "letters", "identity": "letters 1", "dimensions": 2}


def test_no_questions_and_no_sources(tmp_path: Path) -> None:
    retriever = DenseRetriever("d", context(corpus_in(tmp_path / "a")), Letters())
    assert len(retriever.retrieve([], 3, lambda *_: None)) == 0
    empty = DenseRetriever("d", context(write_corpus(tmp_path / "b", [])), Letters())
    assert hits(empty.retrieve([Query("q", "a")], 3, lambda *_: None), "q") == []


def test_by_its_name(tmp_path: Path) -> None:
    corpus = corpus_in(tmp_path)
    retriever = open_retriever("dense:wordllama", context(corpus))
    assert (retriever.name, retriever.restricts) == ("dense:wordllama", True)
    run = retriever.retrieve([Query("q", "b")], 2, lambda *_: None)
    assert hits(run, "q") == [("b1", 1.0), ("i0", 1.0)]
    with pytest.raises(UsageError, match="unknown encoder") as caught:
        open_retriever("dense:intfloat/e5-large-v2", context(corpus))
    assert "st:intfloat/e5-large-v2" in caught.value.hint
