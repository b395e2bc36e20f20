"""bm25 and hybrid as retrievers."""

from __future__ import annotations

from pathlib import Path

import pytest
from lexicon import ask, corpus_of, gold_over, listed, opened

from benchwright.errors import UsageError
from benchwright.evaluate.retrievers.base import Query
from benchwright.records import Modality

TEXTS = {"a": "the red apple falls", "b": "a green pear", "c": "apples and pears, red and green"}
TABLES = {"t": "apple | 3"}


def test_bm25_finds_by_words_and_heeds_the_modality(tmp_path: Path) -> None:
    retriever = opened("bm25", corpus_of(tmp_path / "corpus", TEXTS, TABLES))
    queries = [Query("q", "falling apples"), Query("t", "apple", (Modality.TABLE,)), Query("none", "the zebra")]
    run = ask(retriever, queries, 2)
    assert retriever.restricts
    assert listed(run) == {"q": ["a", "t"], "t": ["t"], "none": []}
    assert run.described == {"k1": 0.9, "b": 0.4, "language": "english"}


def test_bm25_takes_settings(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path / "corpus", TEXTS)
    plain = opened("bm25(language=plain)", corpus)
    assert listed(ask(plain, [Query("q", "apple"), Query("the", "the")], 5)) == {"q": ["a"], "the": ["a"]}
    for spec, message in (
        ("bm25(k=1)", "bm25 has no setting 'k=1'"),
        ("bm25(k1=much)", "bm25's k1 is 'much', not a number"),
        ("bm25(k1=nan)", "BM25's k1 is nan"),
        ("bm25(k1=1,k1=2)", "bm25's k1 is given twice"),
        ("bm25(b=2)", "BM25's b is 2.0"),
        ("bm25(language=klingon)", "bm25 knows no language 'klingon'"),
    ):
        with pytest.raises(UsageError, match="^" + message.replace("(", r"\(")):
            opened(spec, corpus)


def test_hybrid_fuses_by_ranks(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path / "corpus", TEXTS)
    gold = gold_over({"q": [["b"]]})
    hybrid = opened("hybrid( bm25, oracle )", corpus, gold)
    run = ask(hybrid, [Query("q", "red apple falls")], 3)
    # bm25: a, c; oracle: b. Ties by id: a and b are both first of one list.
    assert run.name == hybrid.name == "hybrid(bm25,oracle)"
    assert listed(run) == {"q": ["a", "b", "c"]}
    assert run.scores.tolist() == [1 / 61, 1 / 61, 1 / 62]
    assert hybrid.restricts


def test_hybrid_tells_its_progress_over_all_parts(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    hybrid = opened("hybrid(bm25,random)", corpus_of(tmp_path / "corpus", TEXTS))
    hybrid.retrieve([Query("q", "apple"), Query("p", "pear")], 2, lambda done, total: told.append((done, total)))
    assert told == [(1, 2), (2, 2)]
