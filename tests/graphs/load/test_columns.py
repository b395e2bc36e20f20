"""A graph loaded by columns is the graph loaded item by item, byte by byte."""

import random
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest
from reloading import NAME, same_files

from benchwright.graphs.items import Item, ItemColumns, Node, RelationName, Triple
from benchwright.graphs.load.feed import Feed
from benchwright.graphs.load.load import LoadSettings, load
from benchwright.graphs.load.text_bounds import within_bounds
from benchwright.graphs.read import reader_of
from benchwright.graphs.read.base import GraphReadOptions
from benchwright.graphs.read.limits import GraphLimits

FILES = {
    "labels.tsv": "Q{a}\tthing {a}\n",
    "more_labels.tsv": "Q{a}\tthing {b}\n",
    "aliases.tsv": "Q{a}\tthing of {b}\n",
    "types.tsv": "Q{a}\tQ{b}\n",
    "supertypes.tsv": "Q{b}\tQ{c}\n",
    "descriptions.tsv": "Q{a}\ttold of {c}\n",
    "pages.tsv": "Q{a}\tPage {c}\n",
    "relations.tsv": "P{c}\trelation {a}\n",
    "kg.tsv": "Q{a}\tP{c}\tQ{b}\n",
    "kg.csv": '"Q{a}",P{c},"Q{b}"\n',
}
ODD = ["Q1\n", "\n", "number:3\tnumber:4\tnumber:5\n", "Q1\t" + "long " * 400 + "\tQ2\n", "Q1\t Q2\tQ3 \n", "é\tö\tü\n"]


def feeds(folder: Path, options: GraphReadOptions, rows: int) -> list[Feed]:
    draw, made = random.Random(3), []
    for name, form in FILES.items():
        path = folder / name
        with path.open("w", encoding="utf-8") as file:
            for _ in range(rows):
                numbers = {"a": draw.randrange(rows), "b": draw.randrange(50), "c": draw.randrange(9)}
                file.write(form.format(**numbers) if draw.randrange(40) else draw.choice(ODD))
        reader = reader_of(path)
        assert reader.columns is not None
        read, columns = reader.read, reader.columns
        made.append(
            Feed(
                name,
                {"file": name},
                lambda at, path=path, read=read: read(path, options, at),  # type: ignore[misc]
                columns=lambda at, path=path, columns=columns: columns(path, options, at),  # type: ignore[misc]
            )
        )
    return made


@pytest.mark.parametrize("asked", [{}, {"type_relations": ("P1", "P2"), "supertype_relations": ("P3",)}])
@pytest.mark.parametrize("rows", [60, 3_000])
def test_the_same_graph(tmp_path: Path, asked: dict[str, object], rows: int) -> None:
    options = GraphReadOptions(**asked, limits=GraphLimits(mark_lines=500))  # type: ignore[arg-type]
    given = feeds(tmp_path, options, rows)
    how = LoadSettings(memory=256 << 20, threads=1, part_rows=2_000)
    manifest, _ = load(given, tmp_path / "at once", NAME, {}, settings=how)
    load([replace(feed, columns=None) for feed in given], tmp_path / "one by one", NAME, {}, settings=how)
    assert same_files(tmp_path / "at once", tmp_path / "one by one")
    assert {"few-columns", "id-like-a-value", "long-name"} <= manifest["drops"].keys()
    assert manifest["counts"]["statements"] > rows


def test_a_limit_ends_at_the_same_statement(tmp_path: Path) -> None:
    given = feeds(tmp_path, GraphReadOptions(), 900)
    how = LoadSettings(memory=256 << 20, threads=1)
    manifest, _ = load(given, tmp_path / "at once", NAME, {}, limit=1_000, settings=how)
    load([replace(feed, columns=None) for feed in given], tmp_path / "one by one", NAME, {}, limit=1_000, settings=how)
    assert same_files(tmp_path / "at once", tmp_path / "one by one")
    assert manifest["counts"]["statements"] == 1_000


LONG = "x" * 1_001


@pytest.mark.parametrize(
    ("kind", "cells", "sound"),
    [
        ("statements", ("Q1", "P1", "Q2"), True),
        ("statements", ("Q1", "P1", "date:1999"), False),
        ("statements", ("Q1", "text:so", "Q2"), False),
        ("statements", (LONG, "P1", "Q2"), False),
        ("statements", ("Q1", "", "Q2"), False),
        ("labels", ("Q1", "number: one"), True),
        ("labels", ("Q1", LONG), False),
        ("descriptions", ("Q1", LONG), False),
        ("pages", ("Q1", LONG), True),
        ("pages", ("Q1", LONG * 2), False),
        ("relation-labels", ("number:1", "one"), False),
        ("types", ("Q1", "date:1"), False),
        ("aliases", ("Q1", "date:1"), True),
    ],
)
def test_what_would_be_dropped_or_cut_is_no_column(kind: str, cells: tuple[str, ...], sound: bool) -> None:
    columns = tuple(pa.array(["oak", cell], pa.string()) for cell in cells)
    assert within_bounds(ItemColumns(kind, columns)) is sound


def test_rows_are_items_that_are_alike() -> None:
    names = pa.array(["P1", "P2"]), pa.array(["is", "has"])
    assert list(ItemColumns("relation-labels", names).items()) == [RelationName("P1", "is"), RelationName("P2", "has")]
    made: list[Item] = [Triple("P1", "is", "P1"), Triple("P2", "has", "P2")]
    assert list(ItemColumns("statements", (names[0], names[1], names[0])).items()) == made
    assert list(ItemColumns("types", names).items()) == [Node("P1", types=("is",)), Node("P2", types=("has",))]
