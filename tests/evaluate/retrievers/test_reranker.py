"""Reranking with a scorer that needs no model; tests/neural has one with a model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from lexicon import ask, corpus_of, gold_over, listed, opened
from numpy.typing import NDArray

from benchwright.evaluate.retrievers.base import Query, RetrieverContext
from benchwright.evaluate.retrievers.reranker import Reranked

TEXTS = {"a": "apple", "b": "apple apple pie", "c": "apple tree", "d": "stone"}


@dataclass
class Longest:
    """The longer the text, the better; remembers what it read."""

    model: str = "longest"
    read: list[tuple[str, str]] = field(default_factory=list)

    def score(
        self, pairs: Sequence[tuple[str, str]], progress: Callable[[int, int], None] | None = None
    ) -> NDArray[np.float64]:
        self.read.extend(pairs)
        if progress is not None:
            progress(len(pairs), len(pairs))
        return np.array([len(text) // 5 for _, text in pairs], dtype=np.float64)


def test_the_hits_of_the_first_come_in_the_order_of_the_second(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path / "corpus", TEXTS)
    scorer = Longest()
    retriever = Reranked(opened("bm25", corpus), scorer, RetrieverContext(corpus, gold_over({})))
    told: list[tuple[int, int]] = []
    run = retriever.retrieve([Query("q", "apple"), Query("none", "zebra")], 2, lambda *at: told.append(at))
    assert listed(run) == {"q": ["b", "c"], "none": []}
    assert run.scores.tolist() == [3.0, 2.0]
    assert sorted(scorer.read) == [("apple", TEXTS[id]) for id in "abc"]
    assert run.name == "rerank(bm25,longest)"
    assert retriever.restricts
    assert told[-1] == (2, 2)


def test_ties_go_by_id_and_no_hit_is_read_for_nothing(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path / "corpus", {"z": "apple", "y": "apple", "x": "plum"})
    run = ask(
        Reranked(opened("bm25", corpus), Longest(), RetrieverContext(corpus, gold_over({}))), [Query("q", "apple")], 5
    )
    assert listed(run) == {"q": ["y", "z"]}
    assert (
        ask(Reranked(opened("bm25", corpus), Longest(), RetrieverContext(corpus, gold_over({}))), [], 5).questions == ()
    )
