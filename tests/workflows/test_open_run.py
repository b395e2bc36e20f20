"""What a corpus folder is asked for where graphs stand beside its documents."""

from __future__ import annotations

from pathlib import Path

import benchwright.workflows.generate  # noqa: F401 - registers the makers
from benchwright.corpus.store import write_corpus
from benchwright.records import Modality, Place, Source, Table
from benchwright.run.makers import MAKERS
from benchwright.workflows.graph import load_graph
from benchwright.workflows.open_run import open_corpus_run

ROWS = tuple((name, f"{area:,}") for area, name in enumerate(["Kenya", "Chad", "Mali", "Niger", "Peru", "Cuba"], 5000))


def test_graphs_that_cannot_be_asked_leave_the_rest(tmp_path: Path) -> None:
    table = Table((("Country", "Area (sq km)"),), ROWS)
    land = Source("land", Modality.TABLE, "Countries of Africa: area, 2024", "", Place("land"), table=table)
    corpus = write_corpus(tmp_path / "corpus", [land]).path
    (tmp_path / "one.tsv").write_text("a\tx12\tb\n")
    load_graph([tmp_path / "one.tsv"], corpus)
    said: list[str] = []
    assert open_corpus_run(corpus, 3, MAKERS, said.append).plan.cells()
    assert len(said) == 1
    assert said[0].startswith("no lists are asked of a graph: no built-in relations fit the graph 'one'")
    load_graph([tmp_path / "one.tsv"], corpus, "two")
    assert open_corpus_run(corpus, 3, MAKERS, said.append).plan.cells()
    assert "has 2 graphs" in said[1]
