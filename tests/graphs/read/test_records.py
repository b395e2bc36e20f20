"""JSON records: what refers, which keys are codes, what damage costs."""

import json
import os
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import UsageError
from benchwright.graphs.items import GraphValue, Item, Loss, Node, Position, RelationName, Triple
from benchwright.graphs.read import reader_of
from benchwright.graphs.read.base import GraphReadOptions
from benchwright.graphs.read.limits import GraphLimits
from benchwright.graphs.read.records import read_records

DATA = Path(os.environ.get("BENCHWRIGHT_TEST_DATA", "/nonexistent"))
LANDS: list[dict[str, Any]] = [
    {
        "cca3": "NLD",
        "ioc": "NED",
        "name": {"common": "Netherlands", "native": {"nld": "Nederland", "fry": "Nederlân"}},
        "capital": ["Amsterdam"],
        "borders": ["BEL", "DEU"],
        "languages": {"nld": "Dutch", "fry": "Frisian"},
        "place": {"lat": 52.5, "lng": 5.75},
        "area": 41850,
        "landlocked": False,
        "since": "1815-03-16",
        "code": "1999-99-99",
        "motto": None,
    },
    {
        "cca3": "BEL",
        "ioc": "BEL",
        "name": {"common": "Belgium"},
        "borders": ["NLD", "DEU"],
        "languages": {"fra": "French"},
    },
    {
        "cca3": "DEU",
        "ioc": "NLD",
        "name": {"common": "Germany"},
        "borders": ["NLD", "BEL"],
        "languages": {"deu": "German"},
    },
    {"cca3": "GBR", "ioc": "GBR", "name": {"common": "Britain"}, "borders": [], "languages": {"eng": "English"}},
]
OPTIONS = GraphReadOptions(id="cca3", record_type="country", aliases=("name.native",))


def text(words: str) -> GraphValue:
    return GraphValue("text", words, words)


def read(path: Path, data: object, options: GraphReadOptions = OPTIONS) -> list[Item]:
    path.write_text(json.dumps(data, indent=1, ensure_ascii=False), encoding="utf-8")
    assert reader_of(path).name == "records"
    return list(read_records(path, options))


def test_every_leaf_is_a_statement(tmp_path: Path) -> None:
    items = read(tmp_path / "lands.json", LANDS)
    assert [item for item in items if isinstance(item, Node | Triple)][:16] == [
        Node("NLD", "Netherlands", aliases=("Nederland", "Nederlân"), types=("country",)),
        Triple("NLD", "ioc", text("NED")),
        Triple("NLD", "capital", text("Amsterdam")),
        Triple("NLD", "borders", "BEL"),
        Triple("NLD", "borders", "DEU"),
        Triple("NLD", "languages", text("Dutch")),
        Triple("NLD", "languages", text("Frisian")),
        Triple("NLD", "place.lat", GraphValue("number", "52.5", "52.5")),
        Triple("NLD", "place.lng", GraphValue("number", "5.75", "5.75")),
        Triple("NLD", "area", GraphValue("number", "41850", "41,850")),
        Triple("NLD", "landlocked", text("no")),
        Triple("NLD", "since", GraphValue("date", "1815-03-16", "16 March 1815")),
        Triple("NLD", "code", text("1999-99-99")),
        Node("BEL", "Belgium", types=("country",)),
        Triple("BEL", "ioc", text("BEL")),
        Triple("BEL", "borders", "NLD"),
    ]
    assert Triple("DEU", "ioc", text("NLD")) in items  # a code of another system that looks like an id
    assert [item for item in items if isinstance(item, Loss)] == [Loss("lands.json:1", "empty-field", "NLD motto ")]
    names = [item.id for item in items if isinstance(item, RelationName)]
    assert names == sorted({item.relation for item in items if isinstance(item, Triple)} | {"motto"})


def test_what_refers_may_be_told_and_what_dangles_is_counted(tmp_path: Path) -> None:
    options = GraphReadOptions(
        id="cca3", references=("borders", "ioc"), leave_out=("place", "name", "languages", "motto")
    )
    items = read(tmp_path / "lands.json", LANDS, options)
    assert Triple("DEU", "ioc", "NLD") in items
    assert Loss("lands.json:1", "dangling", "NLD ioc NED") in items
    assert not any(isinstance(item, Triple) and item.relation.startswith("place") for item in items)


@pytest.mark.parametrize(("word", "kept"), [("N/A", 0), ("–", 0), ("unknown", 0), ("??", 0), ("$", 1), ("no", 1)])
def test_a_word_for_no_value_is_no_value(tmp_path: Path, word: str, kept: int) -> None:
    items = read(tmp_path / "a.json", [{"cca3": "NLD", "motto": word}])
    assert len([item for item in items if isinstance(item, Triple)]) == kept
    lost = {item.reason for item in items if isinstance(item, Loss)}
    assert lost == (set() if kept else {"empty-field"})


def test_the_names_of_relations_are_their_words(tmp_path: Path) -> None:
    items = read(tmp_path / "a.json", [{"id": "1", "unRegionalGroup": {"long_name": "x"}}], GraphReadOptions())
    assert items[0] == RelationName("unRegionalGroup.long_name", "un regional group long name")


def test_without_ids_the_user_is_asked(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no field of the records in .* is known to hold ids"):
        read(tmp_path / "a.json", [{"what": "x"}], GraphReadOptions())


def test_bad_records_cost_themselves(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(
        '[{"id": "1", "a": "}{"},\n {"id": "2", "a": bad},\n 17, {"a": "no id"},\n {"id": "3", "a": "open},\n'
        ' {"id": "4", "a": "\\"{"},\n {"id": "5", "a": "cut',
        encoding="utf-8",
    )
    items = list(read_records(path, GraphReadOptions()))
    assert [item.id for item in items if isinstance(item, Node)] == ["1", "4"]
    assert [(item.reason, item.where) for item in items if isinstance(item, Loss)] == [
        ("bad-json", "a.json#2"),
        ("stray", "a.json#3"),
        ("no-id", "a.json#4"),
        ("bad-json", "a.json#5"),
        ("cut-record", "a.json#7"),
    ]


def test_an_overlong_record_is_passed_over(tmp_path: Path) -> None:
    lands = [{"id": "1"}, {"id": "2", "a": "x" * 3_000_000}, {"id": "3"}]
    items = read(tmp_path / "a.json", lands, GraphReadOptions(limits=GraphLimits(line_bytes=1000)))
    assert [item.id for item in items if isinstance(item, Node)] == ["1", "3"]
    assert [item.reason for item in items if isinstance(item, Loss)] == ["too-long"]


def test_going_on_at_a_mark_gives_the_rest(tmp_path: Path) -> None:
    options = GraphReadOptions(id="cca3", limits=GraphLimits(mark_lines=1))
    items = read(tmp_path / "lands.json", LANDS, options)
    marks = [item for item in items if isinstance(item, Position)]
    assert [mark.line for mark in marks] == [1, 2, 3, 4]
    for mark in marks:
        assert list(read_records(tmp_path / "lands.json", options, mark)) == items[items.index(mark) + 1 :]


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text(max_size=4), part, max_size=4),
    max_leaves=10,
)


@given(st.lists(st.dictionaries(st.sampled_from(["id", "label", "a", "b"]), JSONS), min_size=1, max_size=5), st.data())
def test_no_json_stops_the_reading_nor_does_a_cut(
    tmp_path_factory: pytest.TempPathFactory, records: list[dict[str, Any]], data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("json") / "a.json"
    whole = json.dumps(records)
    path.write_text(whole)
    options = GraphReadOptions(id="id")
    nodes = [item for item in read_records(path, options) if isinstance(item, Node)]
    named = [each for each in records if isinstance(each.get("id"), str | int) and not isinstance(each["id"], bool)]
    assert len(nodes) >= sum(str(each["id"]).strip().isprintable() and str(each["id"]).strip() != "" for each in named)
    path.write_text(whole[: data.draw(st.integers(0, len(whole)))])
    cut = [item.id for item in read_records(path, options) if isinstance(item, Node)]
    assert cut == [node.id for node in nodes][: len(cut)]


@pytest.mark.skipif(not (DATA / "countries").is_dir(), reason="needs BENCHWRIGHT_TEST_DATA")
def test_the_countries_of_the_world() -> None:
    options = GraphReadOptions(id="cca3", record_type="country", leave_out=("translations", "idd", "latlng"))
    items = list(read_records(DATA / "countries/countries.json", options))
    counts = Counter(item.relation for item in items if isinstance(item, Triple))
    assert sum(isinstance(item, Node) for item in items) == 250
    assert (counts["borders"], counts["languages"], counts["capital"], counts["area"]) == (649, 412, 249, 250)
    borders = [item for item in items if isinstance(item, Triple) and item.relation == "borders"]
    assert all((Triple(str(each.object), "borders", each.subject)) in borders for each in borders[:50])
    assert Triple("BHR", "cioc", text("BRN")) in items  # Bahrain's Olympic code is Brunei's id
    assert Triple("CHE", "languages", text("Italian")) in items
