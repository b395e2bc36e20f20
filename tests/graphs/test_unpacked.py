"""Tables in mapped files are the tables of the Parquet files that they were unpacked from."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.graph_folders import Drawn, write_graph

from benchwright.errors import CorpusError
from benchwright.graphs import graph as graphs
from benchwright.graphs import unpacked as unpacking
from benchwright.graphs.graph import Graph
from benchwright.graphs.unpacked import unpacked

ROWS = [(3, "a"), (1, ""), (2, "żółw"), (9, "漢字"), (4, "a b")]


def written(path: Path, rows: list[tuple[int, str]]) -> Path:
    table = pa.table({"code": pa.array([one for one, _ in rows], pa.int32()), "name": [name for _, name in rows]})
    pq.write_table(table.cast(pa.schema([("code", pa.int32()), ("name", pa.string())])), path)
    return path


@pytest.mark.parametrize("rows", [ROWS, [], [(1, "")]])
@pytest.mark.parametrize("batch", [1, 2, 65_536])
def test_a_table_comes_back(
    rows: list[tuple[int, str]], batch: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpacking, "_BATCH", batch)
    path = written(tmp_path / "some.parquet", rows)
    for _ in range(2):
        table = unpacked(path, "1")
        assert table.schema.types == [pa.int32(), pa.large_string()]
        assert [tuple(row.values()) for row in table.to_pylist()] == rows
    assert table.column("code").num_chunks == 1  # whole, so that NumPy needs no copy
    table.validate(full=True)


def test_another_fingerprint_is_another_table(tmp_path: Path) -> None:
    unpacked(written(tmp_path / "some.parquet", ROWS), "1")
    written(tmp_path / "some.parquet", ROWS[:2])
    assert unpacked(tmp_path / "some.parquet", "2").num_rows == 2


def test_what_cannot_be_written_beside_is_put_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert unpacked(written(tmp_path / "some.parquet", ROWS), "1").column("name").to_pylist() == [n for _, n in ROWS]
    assert [path.name for path in tmp_path.iterdir()] == ["some.parquet"]


def told(graph: Graph) -> list[object]:
    every = [graph.entity(code) for code in range(graph.size)]
    codes = [graph.subjects.tolist(), graph.relations.tolist(), graph.objects.tolist()]
    return [*every, *codes, graph.code_of("b"), graph.labels_of(graph.subjects), graph.hierarchy.types.tolist()]


def test_a_large_graph_is_mapped_and_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = {"a": Drawn("Ä", aliases=["x", "y"], types=["t"]), "b": Drawn("B", description="a b", page="p")}
    names["t"] = Drawn("T", supertypes=["u"])
    graph = write_graph(tmp_path, [("a", "r", "b"), ("b", "r", "a"), ("a", "s", "c")], names)
    before = told(graph)
    assert not (graph.path / "columns").exists()
    monkeypatch.setattr(graphs, "MAPPED", 0)
    again = Graph.open(tmp_path, graph.name)
    assert told(again) == before
    assert not again.subjects.flags.owndata
    made = sorted(path.name for path in (graph.path / "columns").iterdir())
    assert made == ["entities", "names", "supertypes", "triples", "types"]


def test_a_graph_that_was_loaded_anew_meanwhile_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphs, "MAPPED", 0)
    graph = write_graph(tmp_path, [("a", "r", "b")], {})
    write_graph(tmp_path, [("a", "r", "b"), ("b", "r", "a")], {})
    with pytest.raises(CorpusError, match="was loaded anew meanwhile"):
        _ = graph.subjects


def test_a_damaged_file_is_told_as_such(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphs, "MAPPED", 0)
    graph = write_graph(tmp_path, [("Q1", "P1", "Q2")], {"Q1": "a" * 99, "Q2": "b" * 99})
    path = graph.path / "entities.parquet"
    raw = bytearray(path.read_bytes())
    raw[4:400] = bytes(396)
    path.write_bytes(raw)
    with pytest.raises(CorpusError, match=r"entities\.parquet cannot be read: .*"):
        Graph.open(tmp_path, graph.name).entity(0)
    assert not list(tmp_path.rglob("*.bin"))


def test_a_file_of_another_load_is_not_kept_as_one_of_this(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphs, "MAPPED", 0)
    first = write_graph(tmp_path, [("a", "r", "b")], {"a": "one"})
    before = {path: path.read_bytes() for path in first.path.iterdir()}
    second = write_graph(tmp_path, [("a", "r", "b")], {"a": "two"})
    assert first.path == second.path
    with pytest.raises(CorpusError, match="loaded anew meanwhile"):
        first.entity(0)
    for path, raw in before.items():
        path.write_bytes(raw)
    assert Graph.open(tmp_path, first.name).entity(0).label == "one"
