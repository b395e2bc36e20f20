"""BM25 against a hand count, against brute force and against bm25s; its index on disk."""

from __future__ import annotations

from math import log
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lexicon import corpus_of, source_of

from benchwright.corpus.store import write_corpus
from benchwright.errors import CorpusError
from benchwright.records import Modality
from benchwright.retrieval import bm25 as module
from benchwright.retrieval.bm25 import BM25, BM25Settings, texts_of

KINDS = list(Modality)
WORDS = ["ape", "bee", "cat", "dog", "elk", "fox"]


def index_of(texts: list[str], ids: list[str] | None = None, **settings: float) -> BM25:
    kinds = [KINDS[row % 3] for row in range(len(texts))]
    wanted = BM25Settings(language="plain", **settings)
    return BM25.over(texts, ids or [f"s{row:03}" for row in range(len(texts))], kinds, wanted)


def pairs(index: BM25, query: str, k: int, modality: Modality | None = None) -> list[tuple[str, float]]:
    found = index.search([query], k, modality)
    listed = zip(found.rows[0].tolist(), found.scores[0].tolist(), strict=True)
    return [(index.ids[row], score) for row, score in listed if row >= 0]


def test_a_hand_count() -> None:
    # Lengths 3 and 1, mean 2. "cat" stands in both: ln(1 + 0.5 / 2.5); in the first twice.
    index = index_of(["cat cat dog", "cat"], ["one", "two"])
    weight = log(1 + 0.5 / 2.5)
    one = weight * 2 / (2 + 0.9 * (0.6 + 0.4 * 3 / 2))
    two = weight * 1 / (1 + 0.9 * (0.6 + 0.4 * 1 / 2))
    assert pairs(index, "cat", 5) == [("one", pytest.approx(one, rel=1e-6)), ("two", pytest.approx(two, rel=1e-6))]
    assert pairs(index, "cat cat", 1) == [("one", pytest.approx(2 * one, rel=1e-6))]
    assert pairs(index, "zebra", 5) == pairs(index, "", 5) == pairs(index, "cat", 0) == []


def test_texts_of_a_corpus_are_title_and_text_unless_the_text_begins_so(tmp_path: Path) -> None:
    sources = [
        source_of("a", "Cats sleep.", title="Cat"),
        source_of("b", "They sleep.", title="Dog"),
        source_of("c", "x"),
    ]
    assert texts_of(write_corpus(tmp_path / "corpus", sources)) == ["Cats sleep.", "Dog\nThey sleep.", "x"]


@st.composite
def corpora(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    texts = draw(st.lists(st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join), max_size=25))
    ids = draw(st.permutations([f"s{row:03}" for row in range(len(texts))]))
    return texts, list(ids)


@given(
    corpora(),
    st.lists(st.sampled_from([*WORDS, "gnu"]), max_size=4),
    st.integers(0, 27),
    st.sampled_from([None, *KINDS]),
    st.sampled_from([(0.9, 0.4), (0.0, 0.4), (1.2, 1.0), (2.0, 0.0)]),
)
def test_search_is_that_of_brute_force(
    corpus: tuple[list[str], list[str]],
    query: list[str],
    k: int,
    modality: Modality | None,
    constants: tuple[float, float],
) -> None:
    texts, ids = corpus
    k1, b = constants
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_BATCH", 4)
        index = index_of(texts, ids, k1=k1, b=b)
    split = [text.split() for text in texts]
    mean = sum(map(len, split)) / max(1, len(split))
    expected = []
    for row, words in enumerate(split):
        score = 0.0
        for word in query:
            having = sum(word in other for other in split)
            if (count := words.count(word)) > 0:
                weight = log(1 + (len(split) - having + 0.5) / (having + 0.5))
                score += weight * count / (count + k1 * (1 - b + b * len(words) / mean))
        if score > 0 and (modality is None or index.modalities[row] is modality):
            expected.append((-round(score, 5), ids[row]))
    found = pairs(index, " ".join(query), k, modality)
    assert [score for _, score in found] == pytest.approx([-score for score, _ in sorted(expected)[:k]], abs=1e-5)
    # Scores that differ in the last bits only may stand in either order: ids are compared by score, not by place.
    whole = pairs(index, " ".join(query), len(texts), modality)
    assert dict(whole) == pytest.approx({id: -score for score, id in expected}, abs=1e-4)
    assert found == whole[:k]
    assert whole == sorted(whole, key=lambda pair: (-pair[1], pair[0]))


@settings(max_examples=15)
@given(corpora(), st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))
def test_scores_are_those_of_bm25s(corpus: tuple[list[str], list[str]], query: list[str]) -> None:
    import bm25s

    texts, ids = corpus
    known = [word for word in query if any(word in text.split() for text in texts)]
    if not known:
        return
    theirs = bm25s.BM25(method="lucene", k1=0.9, b=0.4)
    theirs.index([text.split() for text in texts], show_progress=False)
    ours = dict(pairs(index_of(texts, ids), " ".join(query), len(texts)))
    assert [ours.get(id, 0.0) for id in ids] == pytest.approx(theirs.get_scores(known).tolist(), rel=1e-5)


def test_ties_go_by_id_and_many_of_them_are_cut_rightly() -> None:
    index = index_of(["cat dog"] * 50 + ["cat"] * 50, [f"s{row:03}" for row in reversed(range(100))])
    assert [id for id, _ in pairs(index, "dog", 3)] == ["s050", "s051", "s052"]
    assert [id for id, _ in pairs(index, "cat", 3, Modality.TEXT)] == ["s000", "s003", "s006"]


def test_the_best_of_each_modality() -> None:
    index = index_of(["cat", "cat cat", "dog", "cat dog", "elk", "elk cat"])
    wants = {KINDS[0]: 1, KINDS[1]: 2, KINDS[2]: 3}
    assert {kind: [id for id, _ in pairs(index, "cat", k, kind)] for kind, k in wants.items()} == {
        KINDS[0]: ["s000"],
        KINDS[1]: ["s001"],
        KINDS[2]: ["s005"],
    }


def test_an_index_is_stored_and_opened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = corpus_of(tmp_path / "corpus", {"a": "red apples", "b": "green pears"}, {"t": "apple | 3"})
    told: list[tuple[int, int]] = []
    made = BM25.build(corpus, progress=lambda done, total: told.append((done, total)))
    assert told == [(3, 3)]
    assert made.language == "english"
    assert list(made.terms) == ["red", "appl", "green", "pear", "3"]

    def never(*_: object) -> None:
        raise AssertionError("built again")

    monkeypatch.setattr(module, "_postings", never)
    again = BM25.build(corpus)
    assert np.array_equal(again.rows, made.rows)
    assert pairs(again, "apples", 5) == pairs(made, "apples", 5)
    assert isinstance(again.scores, np.memmap)


@pytest.mark.parametrize("damage", ["terms.txt", "starts.npy", "rows.npy", "scores.npy", "manifest.json"])
def test_a_damaged_index_is_made_anew(tmp_path: Path, damage: str) -> None:
    corpus = corpus_of(tmp_path / "corpus", {"a": "red apples", "b": "green pears"})
    before = pairs(BM25.build(corpus), "apples", 5)
    (folder,) = (tmp_path / "corpus/bm25").iterdir()
    data = bytearray((folder / damage).read_bytes())
    data[-3] ^= 1
    (folder / damage).write_bytes(data)
    with pytest.raises(CorpusError):
        BM25.open(corpus)
    assert pairs(BM25.build(corpus), "apples", 5) == before
    assert pairs(BM25.open(corpus), "apples", 5) == before


def test_settings_and_states_of_the_corpus_have_indexes_of_their_own(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path / "corpus", {"a": "red apples"})
    BM25.build(corpus)
    with pytest.raises(CorpusError, match="no BM25 index"):
        BM25.open(corpus, BM25Settings(k1=1.2))
    changed = corpus_of(tmp_path / "corpus", {"a": "green pears"})
    with pytest.raises(CorpusError, match="no BM25 index"):
        BM25.open(changed)
    assert [id for id, _ in pairs(BM25.build(changed), "pear", 5)] == ["a"]


def test_a_corpus_without_words_finds_nothing(tmp_path: Path) -> None:
    for number, texts in enumerate(({}, {"a": "..."})):
        index = BM25.build(corpus_of(tmp_path / str(number), texts))
        assert pairs(index, "apple", 5) == []
