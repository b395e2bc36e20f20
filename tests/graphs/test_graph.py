"""A graph folder, opened: codes, names, types, and what is wrong with a folder."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from graph_folders import Drawn, write_graph

from benchwright.errors import CorpusError
from benchwright.files.atomic import MANIFEST
from benchwright.graphs.graph import Graph, GraphEntity, graph_names
from benchwright.graphs.graph_files import FOLDER, GRAPH_VERSION

FILMS = {
    "Q1": Drawn("The Hitch-Hiker", types=["film"], page="/wiki/The_Hitch-Hiker"),
    "Q2": Drawn("Outrage", types=["film"], description="1950 film"),
    "Q3": Drawn("Ida Lupino", aliases=["Lupino", "Ida"], types=["human"]),
    "film": Drawn("film", supertypes=["work"]),
    "number:71|minutes": Drawn("71 minutes", kind="number", unit="minutes"),
}
TRIPLES = [("Q1", "P57", "Q3"), ("Q2", "P57", "Q3"), ("Q1", "P2047", "number:71|minutes"), ("Q1", "P57", "Q3")]


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    return write_graph(tmp_path, TRIPLES, FILMS, {"P57": "director", "P2047": "duration"})


def test_triples_are_columns_of_codes_sorted_for_the_joins(graph: Graph) -> None:
    assert len(graph) == 3
    ids = [graph.ids_of(column) for column in (graph.subjects, graph.objects)]
    assert ids == [["Q1", "Q1", "Q2"], ["number:71|minutes", "Q3", "Q3"]]
    assert [graph.relation_ids[code] for code in graph.relations] == ["P2047", "P57", "P57"]
    assert graph.relation_labels == ["duration", "director"]


def test_an_entity_is_made_when_it_is_asked_for(graph: Graph) -> None:
    code = graph.code_of("Q3")
    assert code is not None
    assert graph.entity(code) == GraphEntity("Q3", "Ida Lupino", aliases=("Ida", "Lupino"), types=("human",))
    value = graph.entity(graph.code_of("number:71|minutes") or 0)
    assert (value.kind, value.label, value.unit) == ("number", "71 minutes", "minutes")
    assert graph.aliases(graph.code_of("Q1") or 0) == ()
    assert graph.code_of("Q99") is None
    with pytest.raises(IndexError):
        graph.entity(graph.size)
    with pytest.raises(IndexError):
        graph.entity(-1)


def test_types_reach_through_what_they_are_kinds_of(graph: Graph) -> None:
    work = graph.code_of("work")
    assert work is not None
    assert graph.ids_of(graph.hierarchy.members(work)) == ["Q1", "Q2"]
    assert graph.ids_of(graph.types_of(graph.code_of("Q1") or 0)) == ["film"]


def test_graphs_are_listed_by_name(graph: Graph, tmp_path: Path) -> None:
    write_graph(tmp_path, TRIPLES, FILMS, name="another")
    (tmp_path / FOLDER / "unfinished").mkdir()
    assert graph_names(tmp_path) == ["another", "made"]
    assert graph_names(tmp_path / "nowhere") == []


def test_a_folder_that_is_no_graph_is_one_line(graph: Graph, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="has no graph 'films'") as caught:
        Graph.open(tmp_path, "films")
    assert "benchwright graph load" in caught.value.hint
    (graph.path / MANIFEST).write_text(json.dumps({"version": 0}))
    with pytest.raises(CorpusError, match="another version"):
        Graph.open(tmp_path, "made")
    (graph.path / "triples.parquet").write_bytes(b"PAR1")
    with pytest.raises(CorpusError, match="cannot be read"):
        Graph(graph.path, {}).subjects  # noqa: B018
    (graph.path / "names.parquet").write_bytes((graph.path / "types.parquet").read_bytes())
    with pytest.raises(CorpusError, match="other columns"):
        Graph(graph.path, {}).aliases(0)


@pytest.mark.parametrize(
    "manifest",
    ["", "[]", "7", "{}", "[" * 100_000, json.dumps({"version": GRAPH_VERSION}), '{"version": 1, "fingerprint": 7}'],
    ids=["empty", "list", "number", "bare", "deep", "no-fingerprint", "odd-fingerprint"],
)
def test_a_damaged_manifest_is_one_line(graph: Graph, tmp_path: Path, manifest: str) -> None:
    (graph.path / MANIFEST).write_text(manifest)
    with pytest.raises(CorpusError, match="is damaged") as caught:
        Graph.open(tmp_path, "made")
    assert caught.value.hint == "load the graph again"


def test_an_opened_graph_is_not_mixed_with_one_that_was_loaded_meanwhile(graph: Graph, tmp_path: Path) -> None:
    opened = Graph.open(tmp_path, "made")
    assert len(opened.subjects) == 3
    write_graph(tmp_path, [*TRIPLES, ("Q0", "P57", "Q3")], FILMS)
    with pytest.raises(CorpusError, match="'made' was reloaded"):
        opened.labels_of(opened.subjects)
    (graph.path / MANIFEST).unlink()  # as long as a load puts its files into place
    with pytest.raises(CorpusError, match="'made' was reloaded"):
        opened.relation_ids  # noqa: B018


def test_every_id_is_found_at_its_code(graph: Graph) -> None:
    ids = graph.column("id").to_pylist()
    assert [graph.code_of(id) for id in ids] == list(range(graph.size))
    assert [graph.code_of(id) for id in ("", "A", "Q11", "zzz")] == [None] * 4


@pytest.mark.parametrize("file", [MANIFEST, "entities.parquet"])
def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(graph: Graph, file: str) -> None:
    (graph.path / file).unlink()
    os.mkfifo(graph.path / file)
    with pytest.raises(CorpusError, match=r"is damaged|cannot be read"):
        assert Graph.open(graph.path.parent.parent, graph.name).size


def test_a_small_table_of_very_many_rows_is_refused(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchwright.files.parquet._LEAST", 1 << 20)
    path = graph.path / "entities.parquet"
    schema = pq.read_schema(path)
    empty = pa.array([""]).take(pa.array([0] * 500_000))
    pq.write_table(pa.table([empty] * len(schema.names), schema=schema), path, compression="zstd")
    with pytest.raises(CorpusError, match="more than 100 times its size"):
        assert Graph.open(graph.path.parent.parent, graph.name).size
