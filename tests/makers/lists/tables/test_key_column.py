from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchwright.makers.lists.tables.key_column import agrees, key_column, score_columns
from benchwright.makers.lists.tables.set_names import head_of
from benchwright.records import Json, Table

LABELLED = Path(__file__).parents[3] / "data" / "list_tables" / "tables.jsonl"


def labelled(part: str) -> list[Json]:
    lines = LABELLED.read_text("utf-8").splitlines()
    return [record for record in map(json.loads, lines) if record["part"] == part]


def table_of(record: Json) -> Table:
    return Table.from_json({"header": [record["header"]], "rows": record["rows"], "links": record["links"]})


@pytest.mark.parametrize(("part", "count", "least"), [("seen", 70, 0.92), ("held-out", 43, 0.92)])
def test_the_key_column_of_labelled_tables_is_found(part: str, count: int, least: float) -> None:
    records = labelled(part)
    found = [(record, key_column(table_of(record), head_of(record["title"]))) for record in records]
    right = sum(one is not None and one.column in record["key"] for record, one in found)
    assert len(records) == count
    assert right / count >= least


def test_what_a_score_is_made_of() -> None:
    table = Table(
        (("No.", "Museum", "Town"),),
        (("1", "Ribe Art Museum", "Ribe"), ("2", "Viking Museum", "Ribe"), ("3", "Fanø Museum", "Nordby")),
        ((0, 1, "a"), (1, 1, "b"), (0, 2, "t"), (1, 2, "t")),
    )
    best, *rest = score_columns(table, "museums")
    assert (best.column, best.unique, best.text, best.links) == (1, 1.0, 1.0, pytest.approx(2 / 3))
    assert best.header == pytest.approx(1.7)  # the noun of the set, and known to facts.keys
    assert best.score == pytest.approx(1.5 + 1.5 + 2 / 3 + 0.2 + 1.7)
    assert [one.column for one in rest] == [2, 0]
    assert rest[0].unique == pytest.approx(1 / 3)


def test_a_table_of_figures_has_no_key() -> None:
    assert key_column(Table((("Rank", "Points"),), (("1", "20"), ("2", "30")))) is None
    assert score_columns(Table((), ())) == []


@pytest.mark.parametrize(
    ("header", "head", "right"),
    [
        ("name", "museums", True),
        ("museum", "museums", True),
        ("player", "winners", True),
        ("town", "museums", False),
        ("country", "champions", False),
    ],
)
def test_a_header_agrees_with_the_noun_of_the_set(header: str, head: str, right: bool) -> None:
    assert agrees(header, head) is right
