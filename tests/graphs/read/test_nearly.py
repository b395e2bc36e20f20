"""What lies just within and just outside of what a reader takes, and which of two things it takes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from wikidata_lines import document, dump, item, quantity, text, time, unknown, value

from benchwright.errors import UsageError
from benchwright.graphs.items import GraphValue, Item, Loss, Node, Position, RelationName, Triple
from benchwright.graphs.read import reader_of
from benchwright.graphs.read.base import GraphReadOptions
from benchwright.graphs.read.file_lines import FileLine, lines_of
from benchwright.graphs.read.graph_values import ValueRefusedError, date_value, number_value, truth_value
from benchwright.graphs.read.limits import GraphLimits
from benchwright.graphs.read.wiki_pages import page_titles, title_of

RDFS = "<http://www.w3.org/2000/01/rdf-schema#"
Q1 = "<http://www.wikidata.org/entity/Q1>"
DIRECT = "<http://www.wikidata.org/prop/direct/"
XSD = "http://www.w3.org/2001/XMLSchema#"


def read(path: Path, content: str | bytes, options: GraphReadOptions | None = None) -> list[Item]:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(reader_of(path).read(path, options or GraphReadOptions(), None))


def lost(items: list[Item]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for found in items:
        if isinstance(found, Loss):
            counts[found.reason] = counts.get(found.reason, 0) + found.count
    return counts


def statements(items: list[Item]) -> list[Triple]:
    return [found for found in items if isinstance(found, Triple)]


# ------------------------------------------------------------------ lines
def test_a_line_may_have_so_many_bytes_beside_its_end(tmp_path: Path) -> None:
    (tmp_path / "a.nt").write_bytes(b"12345\n123456\nab\n")
    found = list(lines_of(tmp_path / "a.nt", GraphLimits(line_bytes=5), None))
    assert [one.text for one in found if isinstance(one, FileLine)] == [b"12345\n", b"ab\n"]
    assert [(one.where, one.reason) for one in found if isinstance(one, Loss)] == [("a.nt:2", "too-long")]


def test_a_position_comes_after_so_many_bytes_too(tmp_path: Path) -> None:
    (tmp_path / "a.nt").write_bytes(b"1234\n" * 5)
    found = list(lines_of(tmp_path / "a.nt", GraphLimits(mark_bytes=10), None))
    assert [one for one in found if isinstance(one, Position)] == [Position(10, 2), Position(20, 4), Position(25, 5)]


# ------------------------------------------------------------------ tables
def test_a_header_has_each_column_in_a_place_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "kg.tsv"
    assert statements(read(path, "tail\trelation\thead\nb\tr\ta\n")) == [Triple("a", "r", "b")]
    with pytest.raises(UsageError, match="no column is called"):
        read(path, "head\trelation\tmore\n")
    numbered = GraphReadOptions(columns=("1", "2", "3"))
    assert statements(read(path, "head\trelation\tmore\n", numbered)) == [Triple("head", "relation", "more")]


def test_columns_by_number_begin_at_one_and_leave_the_first_line_a_row(tmp_path: Path) -> None:
    path = tmp_path / "kg.tsv"
    for columns, rows in ((("1", "2", "3"), 2), (("what", "does", "whom"), 1)):
        found = statements(read(path, "what\tdoes\twhom\na\tr\tb\n", GraphReadOptions(columns=columns)))
        assert (len(found), found[-1]) == (rows, Triple("a", "r", "b"))
    with pytest.raises(UsageError, match="has no column '0'"):
        read(path, "a\tr\tb\n", GraphReadOptions(columns=("0", "1", "2")))


def test_a_csv_file_is_parted_by_the_sign_that_is_in_its_first_line_most(tmp_path: Path) -> None:
    assert statements(read(tmp_path / "kg.csv", "a;r, too;b\n")) == [Triple("a", "r, too", "b")]
    assert statements(read(tmp_path / "kg.csv", "a,r,b;c;d\n")) == [Triple("a", "r", "b;c;d")]


@pytest.mark.parametrize("row", ["\tr\tb", "a\t\tb", "a\tr\t "])
def test_a_row_without_one_of_the_three_says_nothing(tmp_path: Path, row: str) -> None:
    items = read(tmp_path / "kg.tsv", f"{row}\na\tr\tb\n")
    assert (statements(items), lost(items)) == ([Triple("a", "r", "b")], {"empty-cell": 1})


def test_rows_of_parquet_may_lack_a_cell_and_are_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "kg.parquet"
    rows = [{"head": f"a{n}", "relation": "r", "tail": None if n == 1 else n} for n in range(6)]
    pq.write_table(pa.Table.from_pylist(rows), path, row_group_size=2)
    options = GraphReadOptions(limits=GraphLimits(mark_lines=2))
    items = list(reader_of(path).read(path, options, None))
    assert statements(items) == [Triple(f"a{n}", "r", str(n)) for n in (0, 2, 3, 4, 5)]
    assert lost(items) == {"few-columns": 1}
    marks = [found for found in items if isinstance(found, Position)]
    assert marks == [Position(2, 2), Position(4, 4), Position(6, 6)]
    for mark in marks:
        assert list(reader_of(path).read(path, options, mark)) == items[items.index(mark) + 1 :]


# ------------------------------------------------------------------ entities
def entity(path: Path, options: GraphReadOptions | None = None, **told: Any) -> list[Item]:
    return read(path, json.dumps(told), options)[:-1]


def test_which_field_is_the_label_and_which_the_page(tmp_path: Path) -> None:
    path = tmp_path / "e.jsonl"
    assert entity(path, id="a", title="Oak") == [Node("a", "Oak")]
    assert entity(path, id="a", name="Elm", title="Oak") == [Node("a", "Elm")]
    assert entity(path, GraphReadOptions(label="called"), id="a", title="Oak") == [Node("a")]
    assert entity(path, id="a", label="Oak", page="P", passage_id="p7") == [Node("a", "Oak", page="p7")]


def test_a_truth_value_is_no_id(tmp_path: Path) -> None:
    assert lost(read(tmp_path / "e.jsonl", json.dumps({"id": True, "label": "x"}))) == {"bad-entity": 1, "bad-field": 1}


# ------------------------------------------------------------------ Wikidata
def of_claims(path: Path, *claims: dict[str, Any], options: GraphReadOptions | None = None) -> list[Item]:
    return read(path, dump([document("Q1", {"en": "one"}, {"P1": list(claims)})]), options)


def test_a_claim_without_a_rank_is_a_normal_one(tmp_path: Path) -> None:
    claim = {key: told for key, told in item("Q2").items() if key != "rank"}
    assert statements(of_claims(tmp_path / "a.json", claim, item("Q3"))) == [
        Triple("Q1", "P1", "Q2"),
        Triple("Q1", "P1", "Q3"),
    ]


def test_how_exactly_a_time_is_told(tmp_path: Path) -> None:
    told = {9: "1952", 10: "1952-03", 11: "1952-03-11", 12: "1952-03-11", 13: "1952-03-11", 14: "1952-03-11"}
    claims = [time("+1952-03-11T00:00:00Z", precision) for precision in told]
    found = statements(of_claims(tmp_path / "a.json", *claims))
    assert [one.object.canonical for one in found if isinstance(one.object, GraphValue)] == list(told.values())
    bare = value("time", {"time": "+1952-03-11T00:00:00Z"}, "time")
    (only,) = statements(of_claims(tmp_path / "a.json", bare))
    assert only.object == GraphValue("date", "1952-03-11", "11 March 1952")


def test_a_day_of_the_julian_calendar_keeps_its_label(tmp_path: Path) -> None:
    told = {"time": "+1616-04-23T00:00:00Z", "precision": 11}
    found = []
    for calendar in ("Q1985786", "Q1985727"):
        claim = value("time", told | {"calendarmodel": f"http://www.wikidata.org/entity/{calendar}"}, "time")
        found += [one.object for one in statements(of_claims(tmp_path / "a.json", claim))]
    assert found == [
        GraphValue("date", "1616-05-03", "23 April 1616"),
        GraphValue("date", "1616-04-23", "23 April 1616"),
    ]


def test_a_text_that_holds_in_every_language_and_a_unit_that_is_none(tmp_path: Path) -> None:
    german = GraphReadOptions(language="de", fallbacks=())
    found = of_claims(tmp_path / "a.json", text("Ada", "mul"), text("Ann", "en"), quantity("+7", "1"), options=german)
    assert [one.object for one in statements(found)] == [
        GraphValue("text", "Ada", "Ada"),
        GraphValue("number", "7", "7"),
    ]
    assert lost(found) == {"other-language": 1}


def test_nothing_of_a_kind_that_is_left_out_is_nothing(tmp_path: Path) -> None:
    claim = unknown("novalue")
    claim["mainsnak"]["datatype"] = "external-id"
    assert lost(of_claims(tmp_path / "a.json", claim)) == {"novalue": 1}


def test_a_number_is_an_item_s_only_where_it_says_so(tmp_path: Path) -> None:
    old = [value("wikibase-entityid", {"entity-type": kind, "numeric-id": 5}) for kind in ("item", "property")]
    found = of_claims(tmp_path / "a.json", *old)
    assert (statements(found), lost(found)) == ([Triple("Q1", "P1", "Q5")], {"bad-snak": 1})


def test_other_names_come_from_the_language_asked_for_and_so_many(tmp_path: Path) -> None:
    named = document("Q1", {"en": "one", "fr": "un"}, {}, {"en": ["a", "b", "c"], "fr": ["d"], "mul": ["e"]})
    (node, *_) = read(tmp_path / "a.json", dump([named]), GraphReadOptions(fallbacks=("fr",)))
    assert node == Node("Q1", "one", aliases=("a", "b", "c"))
    items = read(tmp_path / "a.json", dump([named]), GraphReadOptions(limits=GraphLimits(aliases=2)))
    assert (items[0], lost(items)) == (Node("Q1", "one", aliases=("a", "b")), {"too-many-aliases": 2})


def test_a_property_without_a_label_names_nothing(tmp_path: Path) -> None:
    items = read(tmp_path / "a.json", dump([document("P7", {"de": "Ding"}, {}), document("P8", {"en": "thing"}, {})]))
    assert [one for one in items if not isinstance(one, Position)] == [RelationName("P8", "thing")]


# ------------------------------------------------------------------ N-Triples
def test_the_first_label_and_description_stand_and_so_many_aliases(tmp_path: Path) -> None:
    alias, described = "<http://www.w3.org/2004/02/skos/core#altLabel>", "<http://schema.org/description>"
    lines = [f'{Q1} {RDFS}label> "{word}"@en .' for word in ("one", "two")]
    lines += [f'{Q1} {described} "{word}"@EN .' for word in ("first", "second")]
    lines += [f'{Q1} {alias} "{word}"@en .' for word in ("a", "b", "c")]
    items = read(tmp_path / "a.nt", "\n".join(lines), GraphReadOptions(limits=GraphLimits(aliases=2)))
    assert [one for one in items if isinstance(one, Node)] == [Node("Q1", "one", "first", aliases=("a", "b"))]
    assert lost(items) == {"too-many-aliases": 1}


def test_a_first_of_a_month_is_a_day_but_in_wikidata(tmp_path: Path) -> None:
    told = f'"1952-03-01T00:00:00Z"^^<{XSD}dateTime>'
    items = read(tmp_path / "a.nt", f"<http://x.org/a> <http://x.org/r> {told} .\n{Q1} {DIRECT}P1> {told} .\n")
    assert [one.object for one in statements(items)] == [
        GraphValue("date", "1952-03-01", "1 March 1952"),
        GraphValue("date", "1952-03", "March 1952"),
    ]


def test_truth_values_of_either_spelling(tmp_path: Path) -> None:
    lines = [f'<http://x.org/a> <http://x.org/r> "{word}"^^<{XSD}boolean> .' for word in ("true", "1", "false", "0")]
    found = [one.object for one in statements(read(tmp_path / "a.nt", "\n".join(lines)))]
    assert [one.label for one in found if isinstance(one, GraphValue)] == ["yes", "yes", "no", "no"]


@pytest.mark.parametrize(("code", "reason"), [("D800", "bad-line"), ("DFFF", "bad-line"), ("D7FF", "")])
def test_half_a_character_is_none(tmp_path: Path, code: str, reason: str) -> None:
    items = read(tmp_path / "a.nt", f'<http://x.org/a> <http://x.org/r> "\\u{code}" .\n')
    assert lost(items) == ({reason: 1} if reason else {})


def test_a_page_is_of_the_wiki_that_is_asked_for() -> None:
    assert page_titles("dewikiquote") == ("https://de.wikiquote.org/wiki/",)
    assert page_titles("zh_yuewiki") == ("https://zh-yue.wikipedia.org/wiki/",)
    begins = page_titles("enwiki")
    assert title_of("https://en.wikipedia.org/wiki/Great_Auk", begins) == "Great Auk"
    assert title_of("https://de.wikipedia.org/wiki/Alk", begins) == title_of("x", ()) == ""


# ------------------------------------------------------------------ records
def records(path: Path, *told: dict[str, Any], **options: Any) -> list[Item]:
    return read(path, json.dumps(list(told)), GraphReadOptions(id="id", **options))


@pytest.mark.parametrize(("keys", "relations"), [(4, ["by.aa", "by.ab", "by.ac", "by.ad"]), (5, ["by"])])
def test_five_keys_of_a_map_are_codes(tmp_path: Path, keys: int, relations: list[str]) -> None:
    told = {f"a{letter}": "word" for letter in "abcdefgh"[:keys]}
    items = records(tmp_path / "a.json", {"id": "one", "by": told})
    assert [found.id for found in items if isinstance(found, RelationName)] == relations


@pytest.mark.parametrize(("strange", "refers"), [(1, True), (2, False)])
def test_nineteen_of_twenty_strings_refer(tmp_path: Path, strange: int, refers: bool) -> None:
    told = [{"id": f"k{n}", "next": f"k{n + 1}" if n >= strange else "nobody"} for n in range(20)]
    items = records(tmp_path / "a.json", *told, {"id": "k20"})
    assert (Triple("k5", "next", "k6") in items) is refers
    assert lost(items) == ({"dangling": strange} if refers else {})


def test_what_names_a_record_itself_refers_to_nothing(tmp_path: Path) -> None:
    told = [{"id": f"k{n}", "code": f"k{n}", "other": f"k{1 - n}"} for n in range(2)]
    found = statements(records(tmp_path / "a.json", *told))
    assert Triple("k0", "other", "k1") in found
    assert Triple("k0", "code", GraphValue("text", "k0", "k0")) in found


def test_a_path_is_left_out_with_what_is_below_it_and_no_longer_word(tmp_path: Path) -> None:
    told = {"id": "one", "on": {"x": "1"}, "only": "2", "flag": True, "blank": " "}
    items = records(tmp_path / "a.json", told, leave_out=("on",))
    assert [(one.relation, one.object) for one in statements(items)] == [
        ("only", GraphValue("text", "2", "2")),
        ("flag", GraphValue("text", "yes", "yes")),
    ]
    assert lost(items) == {"empty-field": 1}


def test_a_truth_value_is_no_id_of_a_record(tmp_path: Path) -> None:
    items = records(tmp_path / "a.json", {"id": True, "a": "x"}, {"id": 7, "a": "y"})
    assert [found.id for found in items if isinstance(found, Node)] == ["7"]
    assert lost(items) == {"no-id": 1}


# ------------------------------------------------------------------ values
def test_bounds_of_numbers_and_years() -> None:
    assert [number_value(one).label for one in ("9999", "10000", "-10000")] == ["9999", "10,000", "-10,000"]
    assert date_value("+9998-00-00T00:00:00Z", "year").canonical == "9998"
    with pytest.raises(ValueRefusedError) as caught:
        date_value("+9999-00-00T00:00:00Z", "year")
    assert caught.value.reason == "far-date"
    assert number_value("5", "Q11573").unit == "Q11573"
    assert (truth_value(True).label, truth_value(False).label) == ("yes", "no")


def test_the_calendar_changed_on_a_day() -> None:
    days = ["1582-10-14", "1582-10-15"]
    assert [date_value(f"{day}T00:00:00Z", astronomical=True).label for day in days] == [
        "4 October 1582",
        "15 October 1582",
    ]


def test_years_of_three_digits_say_their_era_and_other_languages_no_words() -> None:
    labels = [date_value(f"+{year}-03-11T00:00:00Z").label for year in ("0999", "1000")]
    assert labels == ["11 March AD 999", "11 March 1000"]
    for written, precision, label in (("1952-03-11", "day", "1952-03-11"), ("1952-03-11", "month", "1952-03")):
        assert date_value(f"+{written}T00:00:00Z", precision, language="de").label == label
    assert date_value("+1952-03-11T00:00:00Z", "year").canonical == "1952"
