"""Sources that answers are given from: how they are written, and what each choice gives."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import benchmark

from benchwright.errors import UsageError
from benchwright.evaluate.answerers.source_choice import MOST, SourceChoice, choose_sources
from benchwright.evaluate.retrievers.base import RetrieverContext
from benchwright.evaluate.target import EvaluationTarget


@pytest.mark.parametrize(
    ("written", "label", "spec", "k"),
    [
        ("gold", "gold", "gold", 0),
        (" none ", "no sources", "none", 0),
        ("bm25:5", "bm25:5", "bm25", 5),
        ("dense:wordllama:10", "dense:wordllama:10", "dense:wordllama", 10),
        ("mine=http://127.0.0.1:8000/search:3", "mine:3", "mine=http://127.0.0.1:8000/search", 3),
        ("hybrid(bm25,dense:wordllama):5", "hybrid(bm25,dense:wordllama):5", "hybrid(bm25,dense:wordllama)", 5),
    ],
)
def test_a_choice_is_read_as_written(written: str, label: str, spec: str, k: int) -> None:
    assert SourceChoice.of(written) == SourceChoice(label, spec, k)


@pytest.mark.parametrize("written", ["bm25", "bm25:0", f"bm25:{MOST + 1}", "bm25:five", ":5", "", "Gold"])
def test_what_says_no_number_of_sources_is_refused(written: str) -> None:
    with pytest.raises(UsageError):
        SourceChoice.of(written)


def test_a_retriever_is_asked_once_and_deeper_than_it_is_shown(tmp_path: Path) -> None:
    target = EvaluationTarget.open(benchmark(tmp_path))
    choices = [SourceChoice.of(one) for one in ("gold", "none", "bm25:1", "bm25:2")]
    asked: list[str] = []
    chosen = choose_sources(
        choices,
        target.gold.questions,
        RetrieverContext(target.corpus, target.gold),
        lambda name, done, total: asked.append(name) if done == total else None,
    )
    gold, none, one, two = (chosen[choice] for choice in choices)
    assert asked == ["bm25"]
    assert [hit.source for hit in gold.hits["both"]] == ["lake", "river"]
    assert (gold.run, none.hits["both"], none.sources["both"]) == (None, (), ())
    assert one.run is two.run is not None
    assert len(one.hits["both"]) == 1
    assert two.hits["both"][:1] == one.hits["both"]
    assert [source.id for source in two.sources["lake"]] == [hit.source for hit in two.hits["lake"]]
