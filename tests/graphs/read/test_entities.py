"""Entities as JSON Lines."""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from benchwright.graphs.items import Item, Loss, Node, Position, RelationName, Triple
from benchwright.graphs.read import reader_of
from benchwright.graphs.read.base import GraphReadOptions

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent"))
OAK = {
    "id": "/m/1",
    "name": "Oak",
    "label": "oak",
    "description": "a tree",
    "aliases": ["Quercus", "oak"],
    "types": ["tree", "plant", "tree"],
    "wikipedia": "https://en.wikipedia.org/wiki/Oak",
    "passage": "Oaks are old.",
}


def read(path: Path, lines: list[object], options: GraphReadOptions | None = None) -> list[Item]:
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8")
    assert reader_of(path).name == "entities"
    return list(reader_of(path).read(path, options or GraphReadOptions(), None))


def test_a_line_is_an_entity_with_its_names(tmp_path: Path) -> None:
    items = read(tmp_path / "e.jsonl", [OAK, OAK | {"passage_id": "/wiki/Oak"}, {"id": 7, "name": "Elm"}])
    oak = Node("/m/1", "oak", "a tree", "https://en.wikipedia.org/wiki/Oak", ("Oak", "Quercus"), ("tree", "plant"))
    assert items[0] == oak
    assert isinstance(items[1], Node)
    assert items[1].page == "/wiki/Oak"
    assert items[2] == Node("7", "Elm")
    assert items[3] == Position((tmp_path / "e.jsonl").stat().st_size, 3)


def test_fields_may_be_named(tmp_path: Path) -> None:
    options = GraphReadOptions(id="name", label="passage", aliases=("label", "wikipedia"), types=("description",))
    assert read(tmp_path / "e.jsonl", [OAK], options)[0] == Node(
        "Oak", "Oaks are old.", "a tree", OAK["wikipedia"], ("oak", OAK["wikipedia"]), ("a tree",)
    )


def test_bad_lines_and_fields_are_counted(tmp_path: Path) -> None:
    lines = [
        OAK,
        '{"id": "cut',
        "[]",
        {"label": "no id"},
        {"id": "1", "label": ["x"], "aliases": [None, "a", True]},
        "",
    ]
    items = read(tmp_path / "e.jsonl", lines)
    assert [item for item in items[1:] if isinstance(item, Node)] == [Node("1", aliases=("a",))]
    assert [(item.reason, item.where, item.count) for item in items if isinstance(item, Loss)] == [
        ("bad-json", "e.jsonl:2", 1),
        ("bad-entity", "e.jsonl:3", 1),
        ("bad-entity", "e.jsonl:4", 1),
        ("bad-field", "e.jsonl:5", 3),
    ]


@pytest.mark.skipif(not (DATA / "kg_fb15k237_wiki").is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_the_labelled_graph_is_read_whole() -> None:
    counts: Counter[str] = Counter()
    ends: set[str] = set()
    ids: set[str] = set()
    paged = 0
    for name, format in (
        ("entities.jsonl.gz", "entities"),
        ("relations.tsv", "relation-labels"),
        ("small/triples.tsv", "triples"),
    ):
        path = DATA / "kg_fb15k237_wiki" / name
        assert reader_of(path).name == format
        for item in reader_of(path).read(path, GraphReadOptions(), None):
            counts[type(item).__name__] += 1
            if isinstance(item, Node):
                ids.add(item.id)
                paged += item.page != ""
            if isinstance(item, Triple):
                ends |= {item.subject, str(item.object)}
    assert counts[Node.__name__] == 14_541
    assert counts[RelationName.__name__] == 237
    assert counts[Triple.__name__] == 2_268
    assert counts[Loss.__name__] == 0
    assert ends <= ids
    assert paged > 8_144
