"""Items in, a graph folder out."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from toygraph import feed

from benchwright.errors import UsageError
from benchwright.files.atomic import MANIFEST
from benchwright.graphs.graph import Graph, GraphEntity
from benchwright.graphs.graph_files import DROPS_FILE, FILES
from benchwright.graphs.items import GraphValue, Item, Loss, Node, Position, RelationName, Triple
from benchwright.graphs.load.feed import Feed
from benchwright.graphs.load.load import LoadProgress, LoadSettings, load
from benchwright.graphs.load.parts import LISTED
from benchwright.records import Json

QUICK = LoadSettings(memory=256 << 20, threads=2)

ITEMS: list[Item] = [
    Node("Q2", "Rome", aliases=("Rome", "Roma", " \n"), types=("Q5",)),
    Node("Q5", "city", supertypes=("Q6", "Q5")),
    Node("Q6", "place", supertypes=("Q5",)),
    Node("Q7", "metre"),
    Triple("Q2", "P1", GraphValue("number", "12", "12", "Q7")),
    Triple("Q2", "P1", GraphValue("number", "12", "12", "Q7")),
    Triple("Q2", "P2", "Buenos_Aires"),
    Triple("Q2", "P2", "Q9"),
    RelationName("P1", "height"),
    Loss("toy:8", "bad-line", "gibberish", 3),
]


def loaded(folder: Path, *feeds: list[Item], **options: object) -> tuple[Graph, Json]:
    limit = options.pop("limit", None)
    assert limit is None or isinstance(limit, int)
    given = [feed(items, f"input-{number}") for number, items in enumerate(feeds)]
    manifest, _ = load(given, folder, "g", dict(options), limit=limit, settings=QUICK)
    return Graph.open(folder, "g"), manifest


def named_triples(graph: Graph) -> list[tuple[str, str, str]]:
    subjects, objects = graph.ids_of(graph.subjects), graph.ids_of(graph.objects)
    relations = [graph.relation_ids[code] for code in graph.relations]
    return list(zip(subjects, relations, objects, strict=True))


def test_entities_values_triples_and_counts(tmp_path: Path) -> None:
    graph, manifest = loaded(tmp_path, ITEMS)
    assert [graph.entity(code) for code in range(graph.size)] == [
        GraphEntity("Buenos_Aires", "Buenos Aires"),
        GraphEntity("Q2", "Rome", aliases=("Roma",), types=("Q5",)),
        GraphEntity("Q5", "city"),
        GraphEntity("Q6", "place"),
        GraphEntity("Q7", "metre"),
        GraphEntity("Q9", ""),
        GraphEntity("number:12|Q7", "12", "number", unit="metre"),
    ]
    assert named_triples(graph) == [("Q2", "P1", "number:12|Q7"), ("Q2", "P2", "Buenos_Aires"), ("Q2", "P2", "Q9")]
    assert (graph.relation_ids, graph.relation_labels) == (["P1", "P2"], ["height", ""])
    assert graph.hierarchy.members(3).tolist() == [1]
    assert manifest["counts"] == {
        "statements": 4,
        "entities": 6,
        "values": 1,
        "only_types": 0,
        "without_label": 1,
        "relations": 2,
        "relations_without_label": 1,
        "names": 1,
        "types": 1,
        "supertypes": 2,
        "triples": 3,
    }
    assert manifest["drops"] == {"alias-empty": 1, "bad-line": 3}
    assert manifest["notices"] == {
        "alias-is-label": 1,
        "label-from-id": 1,
        "triple-repeated": 1,
        "type-below-itself": 1,
        "type-cycles": 1,
        "undescribed": 2,
    }
    folder = tmp_path / "graphs/g"
    assert sorted(path.name for path in folder.iterdir()) == sorted([*FILES, MANIFEST, DROPS_FILE, ".lock"])
    assert [json.loads(line) for line in (folder / DROPS_FILE).read_text().splitlines()] == [
        {"where": "Q2", "reason": "alias-empty", "detail": "", "count": 1},
        {"where": "toy:8", "reason": "bad-line", "detail": "gibberish", "count": 3},
    ]


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_lines_changes_no_byte(tmp_path: Path, seed: int) -> None:
    items = [*ITEMS, Node("Q2", "Roma", "a city"), Node("Q2", "", "capital of Italy", "Rome"), RelationName("P1", "x")]
    graph, _ = loaded(tmp_path / "a", items)
    assert graph.entity(1) == GraphEntity("Q2", "Roma", "entity", "capital of Italy", "Rome", "", ("Rome",), ("Q5",))
    shuffled = list(items)
    random.Random(seed).shuffle(shuffled)
    loaded(tmp_path / "b", shuffled)
    for name in FILES:
        assert (tmp_path / "a/graphs/g" / name).read_bytes() == (tmp_path / "b/graphs/g" / name).read_bytes()


def test_the_first_input_that_says_something_decides(tmp_path: Path) -> None:
    first: list[Item] = [Node("a", "", "first"), Node("b", "Zoë"), RelationName("r", "knows")]
    second: list[Item] = [Node("a", "Ann", "second"), Node("b", "Bea"), RelationName("r", "is aware of")]
    graph, manifest = loaded(tmp_path, first, [*second, Triple("a", "r", "b")])
    assert graph.entity(0) == GraphEntity("a", "Ann", description="first")
    assert graph.entity(1) == GraphEntity("b", "Zoë", aliases=("Bea",))
    assert graph.relation_labels == ["knows"]
    assert manifest["notices"] == {"label-differs": 1}


def test_loading_again_does_nothing_and_other_inputs_replace_only_the_graph(tmp_path: Path) -> None:
    (tmp_path / "sources.parquet").write_bytes(b"another's")
    first, fresh = load([feed(ITEMS)], tmp_path, "g", {}, settings=QUICK)
    assert fresh
    (tmp_path / "graphs/g/evidence.sqlite").write_bytes(b"computed over it")
    load([feed(ITEMS)], tmp_path, "h", {}, settings=QUICK)

    def never(_: LoadProgress) -> None:
        pytest.fail("nothing was to be done")

    assert load([feed(ITEMS)], tmp_path, "g", {}, settings=QUICK, tell=never) == (first, False)
    second, fresh = load([feed(ITEMS[:5], "other")], tmp_path, "g", {}, settings=QUICK)
    assert fresh
    assert second["fingerprint"] != first["fingerprint"]
    assert len(Graph.open(tmp_path, "g")) == 1
    assert len(Graph.open(tmp_path, "h")) == 3
    assert (tmp_path / "graphs/g/evidence.sqlite").read_bytes() == b"computed over it"
    assert (tmp_path / "sources.parquet").read_bytes() == b"another's"
    (tmp_path / "graphs/g/triples.parquet").unlink()  # a graph that lost a file is made again
    assert load([feed(ITEMS[:5], "other")], tmp_path, "g", {}, settings=QUICK) == (second, True)


def test_what_breaks_a_bound_is_counted(tmp_path: Path) -> None:
    long = "x" * 1_001
    items: list[Item] = [
        Node("a", long, long, "p" * 2_001, ("\ud800", "ok")),
        Node(long, "label"),
        Node("", "label"),
        Node("half\udc00", "label"),
        Node("number:5", "five"),
        Node("b", " ", types=("", "c")),
        Triple("a", "", "b"),
        Triple("a", "r", GraphValue("text", "", "")),
        Triple("a", "r", GraphValue("text", long, long)),
        Triple("a", "r", GraphValue("text", "fine", "fine")),
        RelationName("r", ""),
    ]
    graph, manifest = loaded(tmp_path, items)
    assert manifest["drops"] == {
        "alias-not-unicode": 1,
        "id-empty": 3,
        "id-like-a-value": 1,
        "id-not-unicode": 1,
        "id-too-long": 1,
        "label-empty": 2,
        "label-too-long": 1,
        "page-too-long": 1,
        "value-empty": 1,
        "value-too-long": 1,
    }
    assert manifest["left_out"] == {"description-cut": 1}
    assert [graph.entity(code) for code in range(graph.size)] == [
        GraphEntity("a", "", description=long[:1_000], aliases=("ok",)),
        GraphEntity("b", "", types=("c",)),
        GraphEntity("c", ""),
        GraphEntity("text:fine", "fine", "text"),
    ]


def test_drops_are_all_counted_and_some_listed(tmp_path: Path) -> None:
    items: list[Item] = [Loss(f"line {number}", "bad-line") for number in range(LISTED + 5)]
    _, manifest = loaded(tmp_path, [*items, *ITEMS])
    assert manifest["drops"]["bad-line"] == LISTED + 5 + 3
    assert len((tmp_path / "graphs/g" / DROPS_FILE).read_text().splitlines()) == LISTED


def test_so_many_drops_are_listed_however_many_parts_there_are(tmp_path: Path) -> None:
    items: list[Item] = []
    for number in range(LISTED + 5):
        items.append(Loss(f"line {number}", "bad-line"))
        if number % 4_000 == 0:
            items.append(Position(number, number))
    given = [feed([*items, *ITEMS], "input")]
    manifest, _ = load(given, tmp_path, "g", {}, settings=replace(QUICK, part_rows=1))
    assert manifest["drops"]["bad-line"] == LISTED + 5 + 3
    listed = [json.loads(line)["where"] for line in (tmp_path / "graphs/g" / DROPS_FILE).read_text().splitlines()]
    assert listed == [f"line {number}" for number in range(LISTED)]


def test_what_is_usual_in_a_format_is_no_drop(tmp_path: Path) -> None:
    items: list[Item] = [Loss("dump:9", "external-id", "P214", 700), Loss("dump:9", "bad-json", "{")]
    usual = replace(feed([*ITEMS, *items]), usual=frozenset({"external-id"}))
    manifest, _ = load([usual], tmp_path, "g", {}, settings=QUICK)
    assert manifest["left_out"] == {"external-id": 700}
    assert manifest["drops"] == {"alias-empty": 1, "bad-json": 1, "bad-line": 3}


def test_a_limit_counts_what_stands_whenever_a_load_was_stopped(tmp_path: Path) -> None:
    items: list[Item] = []
    for number in range(9):
        items += [
            Triple("number:5", "P1", "Q1"),
            Triple(f"Q{number}", "P1", "Q1"),
            Position(number, number),
        ]
    whole, _ = loaded(tmp_path / "whole", items, limit=5)
    assert [subject for subject, _, _ in named_triples(whole)] == ["Q0", "Q1", "Q2", "Q3", "Q4"]

    def stop(told: LoadProgress) -> None:
        if told.statements == 3:
            raise KeyboardInterrupt

    given = [feed(items, "input-0"), feed(items, "input-1")]
    with pytest.raises(KeyboardInterrupt):
        load(given[:1], tmp_path / "cut", "g", {}, limit=5, settings=replace(QUICK, part_rows=1), tell=stop)
    load(given[:1], tmp_path / "cut", "g", {}, limit=5, settings=QUICK)
    assert named_triples(Graph.open(tmp_path / "cut", "g")) == named_triples(whole)
    load(given, tmp_path / "two", "g", {}, limit=5, settings=QUICK)
    assert named_triples(Graph.open(tmp_path / "two", "g")) == named_triples(whole)


def test_a_limit_counts_the_statements_of_the_graphs_own_files(tmp_path: Path) -> None:
    beside = feed([Node("Q9", "nine"), Triple("Q9", "P3", "Q2")], "beside", bounded=False)
    load([beside, feed(ITEMS), feed(ITEMS, "more")], tmp_path, "g", {}, limit=4, settings=QUICK)
    graph = Graph.open(tmp_path, "g")
    assert named_triples(graph) == [
        ("Q2", "P1", "number:12|Q7"),
        ("Q2", "P2", "Buenos_Aires"),
        ("Q9", "P3", "Q2"),
    ]
    assert graph.manifest["options"] == {"limit": 4}


@pytest.mark.parametrize("folder", ["it's [a] *star?", "ünï {x,y}"])
def test_folders_with_characters_that_mean_something_elsewhere(tmp_path: Path, folder: str) -> None:
    graph, _ = loaded(tmp_path / folder, ITEMS)
    assert len(graph) == 3


def test_nothing_is_no_graph(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no statements were read"):
        loaded(tmp_path, [])


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "-a", "ä", "x" * 65, "a\n"])
def test_names_that_are_no_names(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="name of a graph"):
        load([feed(ITEMS)], tmp_path, name, {}, settings=QUICK)
    assert list(tmp_path.iterdir()) == []


def test_what_cannot_be_asked(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nothing to load"):
        load([], tmp_path, "g", {})
    with pytest.raises(UsageError, match="at least 1"):
        load([feed(ITEMS)], tmp_path, "g", {}, limit=0)
    with pytest.raises(UsageError, match="too little"):
        load([feed(ITEMS)], tmp_path, "g", {}, settings=LoadSettings(memory=1 << 20))


def test_what_cannot_be_read_as_asked_leaves_nothing_behind(tmp_path: Path) -> None:
    load([feed(ITEMS)], tmp_path, "g", {}, settings=QUICK)

    def read(at: Position | None) -> Iterator[Item]:
        yield Triple("a", "r", "b")
        raise UsageError("there is no such column")

    with pytest.raises(UsageError, match="no such column"):
        load([Feed("other", {"file": "other"}, read)], tmp_path, "g", {}, settings=QUICK)
    assert not (tmp_path / "graphs/g/loading").exists()
    assert len(Graph.open(tmp_path, "g")) == 3
