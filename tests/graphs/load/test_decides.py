"""Which of several things that are told of an id stands, what counts, and where bounds lie."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pytest
from toygraph import feed

from benchwright.errors import UsageError
from benchwright.graphs.graph import Graph, GraphEntity
from benchwright.graphs.items import GraphValue, Item, Node, Position, Triple
from benchwright.graphs.load.journal import LoadJournal
from benchwright.graphs.load.load import LoadSettings, load
from benchwright.graphs.load.row_joins import each_once, first_told
from benchwright.graphs.load.text_bounds import LONGEST_ID, LONGEST_LABEL, LONGEST_PAGE, beginning, fault_of_id
from benchwright.records import Json

QUICK = LoadSettings(memory=256 << 20, threads=2)


def loaded(folder: Path, *inputs: Sequence[Item]) -> tuple[Graph, Json]:
    given = [feed(items, f"input-{number}") for number, items in enumerate(inputs)]
    manifest, _ = load(given, folder, "g", {}, settings=QUICK)
    return Graph.open(folder, "g"), manifest


def entity(graph: Graph, id: str) -> GraphEntity:
    code = graph.code_of(id)
    assert code is not None
    return graph.entity(code)


@pytest.mark.parametrize("turned", [False, True])
def test_a_unit_is_called_as_the_first_input_calls_it(tmp_path: Path, turned: bool) -> None:
    inputs = [
        [Triple("a", "high", GraphValue("number", "12", "12", "m")), Node("m", name)] for name in ("zoll", "metre")
    ]
    graph, _ = loaded(tmp_path, *(inputs[::-1] if turned else inputs))
    assert entity(graph, "number:12|m").unit == ("metre" if turned else "zoll")


def test_what_is_only_a_type_is_counted_apart(tmp_path: Path) -> None:
    graph, manifest = loaded(tmp_path, [Node("a", "Ann", types=("painter",)), Triple("a", "knows", "b")])
    counted = {name: manifest["counts"][name] for name in ("entities", "only_types", "values")}
    assert counted == {"entities": 2, "only_types": 1, "values": 0}
    assert entity(graph, "painter").label == "painter"
    assert manifest["notices"] == {"undescribed": 1, "label-from-id": 1}  # b; painter


@pytest.mark.parametrize(
    ("named", "labels", "notices"),
    [
        (False, ["Buenos Aires", "", "", "art school"], {"undescribed": 3, "label-from-id": 2}),
        (True, ["Buenos Aires", "/m/0 1", "Q5", "art school"], {"undescribed": 3, "label-from-id": 4}),
    ],
)
def test_a_label_made_of_an_id_is_words(
    tmp_path: Path, named: bool, labels: list[str], notices: dict[str, int]
) -> None:
    told = [Triple("Buenos_Aires", "r", "Q5"), Triple("/m/0_1", "r", "b"), Node("b", "Bee")]
    given = [feed([*told, Node("b", types=("art_school",))], "input")]
    manifest, _ = load(given, tmp_path, "g", {}, named=named, settings=QUICK)
    graph = Graph.open(tmp_path, "g")
    assert [entity(graph, id).label for id in ("Buenos_Aires", "/m/0_1", "Q5", "art_school")] == labels
    assert entity(graph, "b") == GraphEntity("b", "Bee", types=("art_school",))
    assert manifest["notices"] == notices


def test_the_id_of_a_value_is_no_label(tmp_path: Path) -> None:
    graph, _ = loaded(tmp_path, [Triple("a", "r", GraphValue("text", "film star", ""))])
    assert entity(graph, "text:film star").label == ""


def test_triples_stand_by_relation_object_and_subject(tmp_path: Path) -> None:
    told = [("a", "r", "z"), ("b", "r", "y"), ("c", "r", "y"), ("a", "q", "z"), ("b", "r", "y")]
    graph, _ = loaded(tmp_path, [Triple(*one) for one in told])
    rows = zip(graph.ids_of(graph.subjects), graph.relations.tolist(), graph.ids_of(graph.objects), strict=True)
    assert [(s, graph.relation_ids[r], o) for s, r, o in rows] == [
        ("a", "q", "z"),
        ("b", "r", "y"),
        ("c", "r", "y"),
        ("a", "r", "z"),
    ]


def test_files_beside_are_read_whole_whatever_the_limit(tmp_path: Path) -> None:
    beside = feed([Triple("a", "types", f"b{n}") for n in range(4)], "beside", bounded=False)
    own = feed([Triple("a", "knows", f"c{n}") for n in range(4)], "own")
    manifest, _ = load([own, beside], tmp_path, "g", {}, limit=2, settings=QUICK)
    assert manifest["counts"]["statements"] == 6


def test_what_has_just_the_length_of_a_bound_stands(tmp_path: Path) -> None:
    id, label, page = "i" * LONGEST_ID, "l" * LONGEST_LABEL, "p" * LONGEST_PAGE
    graph, manifest = loaded(tmp_path, [Node(id, label, "", page), Triple(id, "r", "b")])
    assert manifest["drops"] == {}
    assert entity(graph, id) == GraphEntity(id, label, page=page)


@pytest.mark.parametrize("id", ["number:1", "date:1999", "text:words"])
def test_an_id_that_begins_like_a_value_is_refused(id: str) -> None:
    assert fault_of_id(id) == "id-like-a-value"
    assert fault_of_id(id.replace(":", " ")) == ""


@pytest.mark.parametrize(("most", "cut"), [(4, "town"), (6, "town"), (7, "town in"), (8, "town in"), (3, "tow")])
def test_a_beginning_holds_each_word_that_fits(most: int, cut: str) -> None:
    assert beginning("town in Holland", most) == cut


def batch(**columns: Sequence[object]) -> pa.RecordBatch:
    return pa.record_batch([pa.array(column) for column in columns.values()], names=list(columns))


def test_rows_that_repeat_the_last_of_the_batch_before_are_one() -> None:
    batches = [batch(a=[1, 1, 2], b=[5, 6, 6]), batch(a=[], b=[]), batch(a=[2, 2, 3], b=[6, 7, 7]), batch(a=[3], b=[7])]
    found = [row for table in each_once(batches) for row in table.to_pylist()]
    assert [(row["a"], row["b"]) for row in found] == [(1, 5), (1, 6), (2, 6), (2, 7), (3, 7)]


def test_an_id_that_two_batches_tell_of_is_one_row_with_what_was_said_first() -> None:
    batches = [
        batch(id=["a", "b"], label=["Ann", ""], rank=[0, 0]),
        batch(id=["b", "b"], label=["Bo", "Bob"], rank=[1, 2]),
        batch(id=["c"], label=[""], rank=[3]),
    ]
    found = [tuple(row.values()) for table in first_told(batches, ("label",)) for row in table.to_pylist()]
    assert found == [("a", "Ann", 0), ("b", "Bo", 0), ("c", "", 3)]


@pytest.mark.parametrize(
    "value",
    [
        GraphValue("number", "1", "1", "u" * (LONGEST_ID + 1)),
        GraphValue("text", "words", "l" * (LONGEST_LABEL + 1)),
        GraphValue("text", "c" * (LONGEST_ID + 1), "words"),
    ],
)
def test_a_value_is_bounded_in_all_of_its_parts(tmp_path: Path, value: GraphValue) -> None:
    graph, manifest = loaded(tmp_path, [Triple("a", "r", "b"), Triple("a", "r", value)])
    assert (len(graph), manifest["drops"]) == (1, {"value-too-long": 1})


def test_a_graph_whose_file_was_cut_is_loaded_again(tmp_path: Path) -> None:
    inputs = [feed([Triple("a", "r", "b")])]
    first, _ = load(inputs, tmp_path, "g", {}, settings=QUICK)
    file = tmp_path / "graphs/g/triples.parquet"
    whole = file.read_bytes()
    file.write_bytes(whole[:-1])
    assert load(inputs, tmp_path, "g", {}, settings=QUICK) == (first, True)
    assert file.read_bytes() == whole


def test_the_least_memory_is_enough_and_less_is_not(tmp_path: Path) -> None:
    inputs, least = [feed([Triple("a", "r", "b")])], 128 << 20
    with pytest.raises(UsageError, match=r"128 MiB is too little memory .*; it takes at least 128MiB") as caught:
        load(inputs, tmp_path, "g", {}, settings=LoadSettings(memory=least - 1))
    assert caught.value.hint == "give it more: --memory 128MiB"
    assert load(inputs, tmp_path, "g", {}, settings=LoadSettings(memory=least, threads=1))[1]


def test_a_part_ends_at_the_first_position_behind_its_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    items: list[Item] = []
    for number in range(6):
        items += [Triple(f"a{number}", "r", "b"), Position(number, number)]
    ended: list[int | None] = []
    write = LoadJournal.write_part

    def told(self: LoadJournal, *args: object) -> None:
        position = args[1]
        ended.append(position.line if isinstance(position, Position) else None)
        write(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(LoadJournal, "write_part", told)
    load([feed(items)], tmp_path, "g", {}, settings=LoadSettings(memory=256 << 20, threads=1, part_rows=2))
    assert ended == [1, 3, 5, None]


def test_other_statements_of_the_same_things_are_another_graph(tmp_path: Path) -> None:
    told: list[Item] = [Triple("a", "r", "b"), Triple("b", "r", "a")]
    prints = [loaded(tmp_path / str(number), told[:number])[1]["fingerprint"] for number in (1, 2)]
    assert prints[0] != prints[1]
