"""A cross-encoder that reranks, with a tiny random model that is made on the spot."""

from pathlib import Path

import pytest
from tests.neural.test_entails import tiny
from tests.support.lexicon import ask, corpus_of, listed, opened

from benchwright.errors import ModelUsageError
from benchwright.evaluate.retrievers.base import Query
from benchwright.retrieval.rerank import CrossEncoderScorer


def test_a_model_orders_what_was_found(tmp_path: Path) -> None:
    model = tiny(tmp_path / "model", {0: "relevant"})
    texts = {"a": "the tower", "b": "the bridge was in the years", "c": "the years", "d": "stone"}
    corpus = corpus_of(tmp_path / "corpus", texts)
    scorer = CrossEncoderScorer(model, batch=2)
    scores = dict(zip("abc", scorer.score([("tower years bridge", texts[id]) for id in "abc"]).tolist(), strict=True))
    run = ask(opened(f"rerank(bm25,{model})", corpus), [Query("q", "tower years bridge")], 2)
    assert listed(run)["q"] == sorted(scores, key=lambda id: -scores[id])[:2]
    assert run.scores.tolist() == pytest.approx(sorted(scores.values(), reverse=True)[:2], abs=1e-6)
    assert scorer.score([]).tolist() == []


def test_models_that_do_not_rank_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelUsageError, match="gives 3 scores a pair, not one"):
        CrossEncoderScorer(tiny(tmp_path / "nli", {0: "a", 1: "b", 2: "c"})).score([("the", "tower")])
    with pytest.raises(ModelUsageError, match="cannot be loaded"):
        CrossEncoderScorer(str(tmp_path / "nothing")).score([("the", "tower")])
