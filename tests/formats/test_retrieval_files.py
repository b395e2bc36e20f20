"""BEIR's own loader, TREC's own readers and pandas read exports with equal counts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from exported import EXAMPLES, SOURCES

Exported = Callable[..., Path]


def test_beir_loads_corpus_queries_and_qrels(exported_as: Exported) -> None:
    loader = pytest.importorskip("beir.datasets.data_loader")
    corpus, queries, qrels = loader.GenericDataLoader(str(exported_as("beir"))).load(split="test")
    assert {id: one["text"] for id, one in corpus.items()} == {one.id: one.text for one in SOURCES}
    assert queries == {one.id: one.question for one in EXAMPLES}
    assert qrels["old"] == {"ages": 1, "green": 0, "elm": 0}
    assert sum(map(len, qrels.values())) == 13


def test_trec_s_readers_read_the_judgements(exported_as: Exported) -> None:
    pytrec_eval = pytest.importorskip("pytrec_eval")
    ir_measures = pytest.importorskip("ir_measures")
    folder = exported_as("trec")
    with (folder / "qrels.test.txt").open(encoding="utf-8") as stream:
        qrels = pytrec_eval.parse_qrel(stream)
    assert len(qrels) == len(EXAMPLES)
    assert qrels["what%20ails"] == {"elm": 1, "yew": 0}
    listed = list(ir_measures.read_trec_qrels(str(folder / "qrels.test.txt")))
    assert len(listed) == sum(map(len, qrels.values())) == 13
    measured = pytrec_eval.RelevanceEvaluator(qrels, {"recip_rank"}).evaluate({"old": {"elm": 2.0, "ages": 1.0}})
    assert measured["old"]["recip_rank"] == 0.5


def test_pandas_reads_the_tables(exported_as: Exported) -> None:
    pandas = pytest.importorskip("pandas")
    folder = exported_as("csv")
    counts = {
        name: len(pandas.read_csv(folder / f"{name}.csv", dtype=str, keep_default_na=False))
        for name in ("questions", "answers", "evidence", "judgements", "sources")
    }
    assert counts == {"questions": 6, "answers": 8, "evidence": 9, "judgements": 13, "sources": 7}
