"""The fact table: what goes in comes out, by every index, in order; damaged files are refused."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import CorpusError
from benchwright.facts.store import FACTS_VERSION, FactTable, rows_of, stored_metadata
from benchwright.records import Fact, Span


def fact(source: str, local: str, **changes: object) -> Fact:
    values: dict[str, object] = {
        "id": source + local,
        "subject": "Kenya",
        "entity": "kenya",
        "relation": "area",
        "value": "580,367",
        "unit": "square kilometre",
        "span": Span(source, "cell", cells=((0, 1),)),
        "subject_type": "country",
        "value_type": "quantity",
        "qualifiers": (("scope", "Kenya: land"), ("header", "Area (km²)")),
    }
    return Fact(**{**values, **changes})  # type: ignore[arg-type]


FACTS = [
    fact("t1", "#r0c1"),
    fact("t1", "#r1c1", subject="Chad", entity="chad", value="1,284,000", span=Span("t1", "cell", cells=((1, 1),))),
    fact(
        "a#b",
        "#capital@7",
        relation="capital",
        value="Nairobi",
        target="nairobi",
        unit="",
        value_type="name",
        qualifiers=(),
        span=Span("a#b", "text", 7, 14),
        confidence=0.5,
    ),
    fact("img", "#colours", relation="colours", value="black", span=Span("img", "pixels", box=(0.0, 0.25, 1.0, 0.5))),
]


def test_facts_come_back_as_they_were(tmp_path: Path) -> None:
    FactTable(rows_of(FACTS)).save(tmp_path / "facts" / "documents.parquet", corpus="abc")
    table = FactTable.load(tmp_path / "facts" / "documents.parquet")
    assert list(table) == FACTS
    assert [table[row] for row in range(len(table))] == FACTS
    assert table[-1] == FACTS[-1]
    assert stored_metadata(tmp_path / "facts" / "documents.parquet") == {"version": FACTS_VERSION, "corpus": "abc"}


def test_every_index_finds_its_facts_in_order() -> None:
    table = FactTable(rows_of(FACTS))
    assert table.of_entity("kenya") == [FACTS[0], FACTS[2], FACTS[3]]
    assert table.of_relation("area") == FACTS[:2]
    assert table.of_source("t1") == FACTS[:2]
    assert table.of_entity("nowhere") == []
    assert table.relations() == {"area": 2, "capital": 1, "colours": 1}
    assert table.entities() == ["chad", "kenya"]
    assert table.strings("source") == ["t1", "t1", "a#b", "img"]


def test_a_fact_is_found_by_id_even_where_the_source_has_a_hash_in_its_name() -> None:
    table = FactTable(rows_of(FACTS))
    assert table.get("a#b#capital@7") == FACTS[2]
    assert table.get("t1#r1c1") == FACTS[1]
    assert table.get("t1#r9c9") is None
    assert table.get("nothing") is None


def test_an_empty_table_answers_everything_with_nothing(tmp_path: Path) -> None:
    FactTable(rows_of([])).save(tmp_path / "f.parquet")
    table = FactTable.load(tmp_path / "f.parquet")
    assert (len(table), list(table), table.relations(), table.of_entity("x"), table.get("x#y")) == (0, [], {}, [], None)
    with pytest.raises(IndexError):
        table[0]


@pytest.mark.parametrize("content", [None, b"not a parquet file"])
def test_a_file_that_holds_no_facts_is_a_users_mistake(tmp_path: Path, content: bytes | None) -> None:
    if content is not None:
        (tmp_path / "f.parquet").write_bytes(content)
    with pytest.raises(CorpusError, match="holds no facts"):
        FactTable.load(tmp_path / "f.parquet")
    assert stored_metadata(tmp_path / "f.parquet") == {}


@given(st.lists(st.tuples(st.text("abÄ#é", max_size=3), st.text("xyz", max_size=2)), max_size=20))
def test_the_indices_agree_with_a_plain_search(pairs: list[tuple[str, str]]) -> None:
    facts = [
        fact(f"s{i}", "#r0c0", entity=key, value=value, span=Span(f"s{i}", "cell"))
        for i, (key, value) in enumerate(pairs)
    ]
    table = FactTable(rows_of(facts))
    for key in {key for key, _ in pairs} | {"a", ""}:
        assert table.of_entity(key) == [one for one in facts if one.entity == key]
        assert [int(row) for row in table.rows_of_entity(key)] == [
            i for i, one in enumerate(facts) if one.entity == key
        ]
    assert all(table.get(one.id) == one for one in facts)
