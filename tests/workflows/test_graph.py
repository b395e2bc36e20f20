"""Published graphs, loaded as a user would."""

import os
from pathlib import Path

import pytest

from benchwright.errors import CorpusError, UsageError
from benchwright.graphs.graph import Graph
from benchwright.workflows.graph import GraphReadOptions, LoadOptions, LoadSettings, load_graph, loaded_graphs

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent"))
QUICK = LoadSettings(memory=256 << 20, threads=2)


@pytest.mark.skipif(not (DATA / "kg_fb15k237_wiki").is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_the_small_graph_of_films(tmp_path: Path) -> None:
    small = DATA / "kg_fb15k237_wiki/small"
    options = LoadOptions(sides={"entities": [small / "entities.jsonl"]})
    report = load_graph([small / "triples.tsv"], tmp_path, "films", options, settings=QUICK)
    assert report.drops == {}
    assert report.counts["triples"] == len(set((small / "triples.tsv").read_text("utf-8").splitlines()))
    graph = Graph.open(tmp_path, "films")
    code = graph.code_of("/m/011wtv")
    assert code is not None
    film = graph.entity(code)
    assert (film.label, film.page, film.types) == ("Minority Report", "/wiki/Minority_Report_(film)", ("film",))
    assert loaded_graphs(tmp_path)[0].triples == len(graph)


@pytest.mark.skipif(not (DATA / "countries").is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_records_of_countries(tmp_path: Path) -> None:
    read = GraphReadOptions(id="cca3", record_type="country", leave_out=("translations",))
    report = load_graph([DATA / "countries/countries.json"], tmp_path, options=LoadOptions(read=read), settings=QUICK)
    assert (report.name, report.drops, report.counts["entities"]) == ("countries", {}, 250)
    graph = Graph.open(tmp_path, "countries")
    code = graph.code_of("NLD")
    assert code is not None
    borders = graph.relation_ids.index("borders")
    near = graph.objects[(graph.relations == borders) & (graph.subjects == code)]
    assert graph.labels_of(near) == ["Belgium", "Germany"]


def test_a_graph_is_not_loaded_into_what_is_no_corpus(tmp_path: Path) -> None:
    (tmp_path / "triples.tsv").write_text("ann\tmother of\tbo\n")
    for name, file, text in (("bench", "manifest.json", '{"kind": "benchmark"}'), ("notes", "readme.txt", "mine")):
        (tmp_path / name).mkdir()
        (tmp_path / name / file).write_text(text)
        with pytest.raises(CorpusError) as caught:
            load_graph([tmp_path / "triples.tsv"], tmp_path / name, settings=QUICK)
        assert caught.value.hint == "choose a new folder for the corpus"
        assert [path.name for path in (tmp_path / name).iterdir()] == [file]
    (tmp_path / "empty").mkdir()
    for name in ("empty", "new", "new"):  # a graph may come before the documents, and another one beside it
        load_graph([tmp_path / "triples.tsv"], tmp_path / name, settings=QUICK)
        assert [one.name for one in loaded_graphs(tmp_path / name)] == ["triples"]


def test_a_load_that_comes_to_nothing_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "triples.tsv").write_text("one column\n")
    with pytest.raises(UsageError, match="no statement"):
        load_graph([tmp_path / "triples.tsv"], tmp_path / "kg", settings=QUICK)
    assert [path.name for path in tmp_path.iterdir()] == ["triples.tsv"]
