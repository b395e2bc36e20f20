"""The ceiling and the floor."""

from __future__ import annotations

from pathlib import Path

from lexicon import ask, corpus_of, gold_over, listed, opened

from benchwright.evaluate.retrievers.base import Query
from benchwright.records import Modality


def test_the_oracle_gives_the_first_gold_set_by_grade_and_nothing_else(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path / "corpus", {"a": "x", "b": "x", "c": "x"}, {"t": "y"})
    gold = gold_over({"q": [["a", "b", "t"], ["c"]], "lost": [["gone"]]}, {"t": 3, "b": 2})
    retriever = opened("oracle", corpus, gold)
    run = ask(retriever, [Query("q", ""), Query("lost", ""), Query("unknown", "")], 10)
    assert listed(run) == {"q": ["t", "b", "a"], "lost": [], "unknown": []}
    assert run.scores.tolist() == [1.0, 1 / 2, 1 / 3]
    assert listed(ask(retriever, [Query("q", "")], 2)) == {"q": ["t", "b"]}
    assert listed(ask(retriever, [Query("q", "", (Modality.TEXT,))], 9)) == {"q": ["b", "a"]}


def test_random_draws_by_seed_and_question_alone(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path / "corpus", {f"s{number:02}": "x" for number in range(40)}, {"t0": "y", "t1": "y"})
    alone = listed(ask(opened("random", corpus), [Query("q", "one")], 5))["q"]
    beside = listed(ask(opened("random", corpus), [Query("p", "two"), Query("q", "one")], 5))
    assert len(set(alone)) == 5
    assert beside["q"] == alone != beside["p"]
    assert listed(ask(opened("random", corpus, seed=14), [Query("q", "one")], 5))["q"] != alone
    assert sorted(listed(ask(opened("random", corpus), [Query("q", "", (Modality.TABLE,))], 5))["q"]) == ["t0", "t1"]
    assert listed(ask(opened("random", corpus), [Query("q", "", (Modality.IMAGE,))], 5)) == {"q": []}


def test_random_finds_every_source_equally_often(tmp_path: Path) -> None:
    corpus = corpus_of(tmp_path / "corpus", dict.fromkeys("abcd", "x"))
    run = ask(opened("random", corpus), [Query(f"q{number}", "") for number in range(2000)], 1)
    counts = {id: run.sources.tolist().count(id) for id in "abcd"}
    assert sum(counts.values()) == 2000
    assert all(abs(count - 500) < 5 * (2000 * 0.25 * 0.75) ** 0.5 for count in counts.values())
