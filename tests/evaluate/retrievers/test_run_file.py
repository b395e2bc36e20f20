"""A run file as a retriever, alone and fused with another."""

from __future__ import annotations

from pathlib import Path

import pytest
from lexicon import ask, corpus_of, gold_over, listed, opened

from benchwright.errors import UsageError
from benchwright.evaluate.retrievers.base import Query, Retriever, RetrieverContext
from benchwright.evaluate.retrievers.spec import open_retriever
from benchwright.evaluate.score_direction import ScoreKind
from benchwright.evaluate.systems.base import AskingOptions


def test_a_run_file_is_taken_whole_under_its_name(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path / "corpus", {"a": "x", "b": "x"})
    path = tmp_path / "mine.v2.trec"
    path.write_text("q Q0 b 1 2.5 tag\nq Q0 a 2 1.5 tag\nother Q0 a 1 1.0 tag\n")
    retriever = opened(str(path), corpus)
    run = ask(retriever, [Query("q", "")], 1)
    assert (run.name, retriever.restricts) == ("mine.v2", False)
    assert listed(run) == {"q": ["b", "a"], "other": ["a"]}
    assert ask(opened(f"best=run:{path}", corpus), [], 1).name == "best"
    fused = ask(opened(f"hybrid({path},oracle)", corpus, gold_over({"q": [["a"]]})), [Query("q", "")], 5)
    assert listed(fused) == {"q": ["a", "b"]}
    assert fused.notes == {}
    lacking = ask(opened(f"hybrid({path},oracle)", corpus, gold_over({"p": [["a"]]})), [Query("p", "")], 5)
    assert (listed(lacking), dict(lacking.notes)) == ({"p": ["a"]}, {"mine.v2: missing": 1})
    with pytest.raises(UsageError, match="there is no run file"):
        opened("run:nowhere", corpus)


def test_a_run_file_of_distances_is_not_scored_upside_down(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path / "corpus", {"a": "x", "b": "x"})
    path = tmp_path / "mine.trec"
    path.write_text("q Q0 b 1 0.1 tag\nq Q0 a 2 0.3 tag\nother Q0 a 1 1.0 tag\n")

    def retriever(scores_are: ScoreKind) -> Retriever:
        return open_retriever(
            str(path), RetrieverContext(corpus, gold_over({}), asking=AskingOptions(scores_are=scores_are))
        )

    with pytest.raises(UsageError, match="the scores of mine rise along every list"):
        ask(retriever(""), [Query("q", "")], 2)
    assert ask(retriever("distances"), [Query("q", "")], 2).scores.tolist() == [-0.1, -0.3, -1.0]
    assert ask(retriever("similarities"), [Query("q", "")], 2).scores.tolist() == [0.1, 0.3, 1.0]
    path.write_text("q Q0 b 1 0.3 tag\nq Q0 a 2 0.1 tag\n")
    with pytest.raises(UsageError, match="fall along every list"):
        ask(retriever("distances"), [Query("q", "")], 2)
