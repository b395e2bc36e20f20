"""Rows of any named table are read by their own headers, whatever these are."""

import random
from collections.abc import Sequence
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.open.rows import facts_of_rows, why_no_facts
from benchwright.records import Fact, Modality, Place, Source, Table
from benchwright.records.sources import Cut
from benchwright.values import detokenise

Rows = Sequence[Sequence[str]]


def _read(header: Sequence[str], rows: Rows, title: str = "Pumps 2024", cut: Cut | None = None) -> list[Fact]:
    table = Table((tuple(header),), tuple(map(tuple, rows)), cut=cut)
    return list(facts_of_rows(Source("a#t0", Modality.TABLE, title, "", Place("a"), table)))


def _said(facts: list[Fact]) -> set[tuple[str, str, str, str, str]]:
    return {(fact.subject, fact.relation, fact.value, fact.unit, fact.value_type) for fact in facts}


PUMPS = (
    ("Part number", "Model", "Power", "Price (GBP)", "In stock"),
    [
        ("BR-10", "Wharfe pump", "150 W", "249.00", "12"),
        ("BR-11", "Aire pump", "300 W", "1,429.50", "0"),
        ("BR-12", "Nidd pump", "n/a", "89", "n/a"),
        ("", "Total", "", "", "12"),
    ],
)


def test_a_row_is_known_by_its_name_and_not_by_its_number() -> None:
    facts = _read(*PUMPS)
    assert ("Wharfe pump", "cell:power", "150", "watt", "quantity") in _said(facts)
    assert ("Aire pump", "cell:price", "1,429.5", "pound sterling", "money") in _said(facts)
    assert ("Nidd pump", "cell:part number", "BR-12", "", "text") in _said(facts)
    assert ("Aire pump", "cell:in stock", "0", "", "count") in _said(facts)
    assert {fact.subject for fact in facts} == {"Wharfe pump", "Aire pump", "Nidd pump"}
    fact = next(fact for fact in facts if fact.relation == "cell:price")
    assert fact.qualifiers[:3] == (("form", "model"), ("header", "Price (GBP)"), ("key_header", "Model"))
    assert fact.qualifiers[-1] == ("scope", "a#t0")
    assert "Nidd pump" not in {fact.subject for fact in facts if fact.relation == "cell:power"}


def test_headers_of_a_reference_are_data() -> None:
    facts = _read(
        ("Option", "Default", "Meaning"),
        [("page_size", "50", "Products on a page"), ("page, p", "none", "The page"), ("sort", "name", "The order")],
    )
    assert _said(facts) == {
        ("page_size", "default", "50", "", "count"),
        ("page_size", "purpose", "Products on a page", "", "text"),
        ("page", "purpose", "The page", "", "text"),
        ("sort", "default", "name", "", "text"),
        ("sort", "purpose", "The order", "", "text"),
    }
    assert {fact.subject_type for fact in facts} == {"entry"}
    terms = _read(("Term", "Meaning"), [("Hopper", "The vessel that holds beans"), ("Burr", "The part that grinds")])
    assert {(fact.relation, fact.subject_type) for fact in terms} == {("definition", "term")}
    codes = _read(("Exit code", "Meaning"), [("0", "Success"), ("2", "Wrong use")])
    assert {(fact.subject, fact.relation) for fact in codes} == {("0", "definition"), ("2", "definition")}


def test_days_and_years_that_go_up_name_rows_and_a_property_has_values_of_any_type() -> None:
    years = _read(("", "time", "spots"), [("1", "1700", "5"), ("2", "1701", "11"), ("3", "1702", "16")])
    assert ("1701", "cell:spots", "11", "", "count") in _said(years)
    data = _read(("Property", "Value"), [("Burr", "hardened steel"), ("Power", "150 W"), ("Weight", "3.2 kg")])
    assert ("Power", "cell:value", "150", "watt", "quantity") in _said(data)


def test_columns_of_groups_have_members_where_all_rows_are_there() -> None:
    rows = [(str(row), "treated" if row < 7 else "untreated", f"{row}.5") for row in range(12)]
    (fact,) = (fact for fact in _read(("", "state", "rate"), rows) if fact.relation == "members")
    assert (fact.subject, fact.relation, fact.value) == ("state", "members", "treated; untreated")
    assert fact.span.cells == ((0, 1), (7, 1))
    assert _read(("", "state", "rate"), rows, cut=Cut(900, 3)) == []


def test_whole_columns_are_read_where_nothing_names_the_rows() -> None:
    rows = [(str(row), "treated" if row < 7 else "untreated", f"{row}.5") for row in range(12)]
    facts = [fact for fact in _read(("", "state", "rate"), rows) if fact.relation.startswith("row:")]
    assert {fact.relation for fact in facts} == {"row:state", "row:rate"}
    assert len(facts) == 24
    assert (facts[0].subject, facts[0].qualifier("form")) == ("row 1", "row")
    gap = [*rows[:-1], ("11", "untreated", "n/a")]
    assert sum(fact.relation == "row:rate" for fact in _read(("", "state", "rate"), gap)) == 11  # an empty cell
    odd = [*rows[:-1], ("11", "untreated", "4.5 or 5")]
    assert not any(fact.relation == "row:rate" for fact in _read(("", "state", "rate"), odd))
    assert not any(fact.relation == "row:number" for fact in _read(("number", "state"), [row[:2] for row in rows]))


def test_two_columns_name_the_rows_that_no_column_names() -> None:
    rows = [(state, f"{at}.5", str(1932 + 4 * at)) for at in range(6) for state in ("Ohio", "Iowa", "Utah")]
    facts = _read(("State", "Votes", "Year"), rows)
    assert ("Iowa in 1936", "cell:votes", "1.5", "", "quantity") in _said(facts)
    assert sum(fact.relation == "cell:votes" for fact in facts) == 18
    assert {fact.qualifier("key_header") for fact in facts if fact.relation == "cell:votes"} == {"State and Year"}
    twice = _read(("State", "Votes", "Year"), [*rows[:-1], rows[0]])
    assert not any(fact.relation.startswith("cell:") for fact in twice)
    crops = [
        (state, crop, f"{at}.5")
        for at, state in enumerate(("Ohio", "Iowa", "Utah", "Ohi"))
        for crop in ("Oats", "Rye", "Corn")
    ]
    assert ("Utah (Corn)", "cell:yield", "2.5", "", "quantity") in _said(_read(("State", "Crop", "Yield"), crops))
    marks = [(mark, str(at % 5), f"{at}.5") for at in range(15) for mark in ("yes", "no", "new")]
    assert not any(fact.relation.startswith("cell:") for fact in _read(("mark", "group", "rate"), marks))


@pytest.mark.parametrize(
    ("title", "header", "rows", "reason"),
    [
        ("", ("State", "Votes"), [("Ohio", "4"), ("Iowa", "5")], "without a title"),
        ("Votes", ("State", "Votes"), [("Ohio", "4")], "with fewer than two rows or columns"),
        (
            "Plants",
            ("150", "4", "setosa"),
            [("5.1", "3.5", "a"), ("4.9", "3.0", "b")],
            "whose first row is not a header",
        ),
        ("Yeast", ("", "C1", "C2"), [("R1", "2", "2"), ("R2", "3", "3")], "whose headers are codes, not words"),
        (
            "Speed",
            ("", "speed"),
            [("1", "850"), ("2", "740")],
            "with rows that no column names (10 rows are needed to ask for whole columns)",
        ),
    ],
)
def test_the_reason_is_given_where_a_table_gives_no_facts(
    title: str, header: Sequence[str], rows: Rows, reason: str
) -> None:
    table = Table((tuple(header),), tuple(map(tuple, rows)))
    source = Source("a#t0", Modality.TABLE, title, "", Place("a"), table)
    assert list(facts_of_rows(source)) == []
    assert why_no_facts(source) == reason


@pytest.mark.parametrize(
    ("header", "rows"),
    [
        (("", "x", "y"), [("1", "8.2", "4"), ("2", "7.6", "5")]),  # rows are only numbered
        (("State", "Votes", "Year"), [("Ohio", "4", "1932"), ("Ohio", "5", "1936"), ("Iowa", "6", "1932")]),  # pairs
        (("'B'", "unsigned_char(bitwise=True)"), [("'b'", "unsigned_char"), ("'c'", "char")]),  # no header
        (("apt-get update", "lists"), [("apt-get install", "packages"), ("apt-get remove", "packages")]),
        (("150", "4", "setosa"), [("5.1", "3.5", "a"), ("4.9", "3.0", "b")]),
        (("Step", "Matched"), [("1", "abc"), ("2", "abcd")]),  # a procedure
        (
            ("string", "accepts any text without a slash"),
            [
                ("int", "accepts positive integers"),
                ("path", "like string but accepts slashes"),
                ("uuid", "accepts UUID strings"),
            ],
        ),
        (
            ("pyramid", "pyramid_celery"),
            [("pylons", "celery-pylons"), ("flask", "not needed"), ("web2py", "web2py-celery")],
        ),
        (("rule", "the URL rule as string"), [("endpoint", "the endpoint"), ("options", "options of the rule")]),
        (("Description:", "Effect"), [("Syntax:", "Allow from"), ("Context:", "directory")]),  # labels of a layout
        (("Amino acids that are eaten", "Amino acids that are made"), [("valine", "serine"), ("lysine", "glycine")]),
        (("Macronutrients", "Micronutrients"), [("Carbon", "Iron"), ("Hydrogen", "Zinc")]),  # two lists
        (("Name", "Record", "Record"), [("Ann", "1", "2"), ("Bea", "3", "4")]),  # one header twice
        (("Exposure", "Rate"), [("Eyes", "15 %"), ("Skin", "about ten"), ("Nose", "none known")]),  # two types
        (("Town", "Size"), [("Ayton", "505.992"), ("Beford", "217.331")]),  # a point or thousands
        (("A sentence that is laid out in a table with two cells of the page", "b"), [("Yes", "No"), ("Up", "On")]),
    ],
)
def test_what_gives_no_facts(header: Sequence[str], rows: Rows) -> None:
    assert _read(header, rows) == []


def test_a_title_with_a_scale_and_a_table_without_a_name_say_nothing() -> None:
    header, rows = ("Town", "Exports"), [("Ayton", "505"), ("Beford", "217")]
    assert _read(header, rows)
    assert not _read(header, rows, title="")
    assert _read(header, rows, title="Exports (in thousands)") == []


@given(st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(chance: random.Random) -> None:
    header, rows = PUMPS[0], list(PUMPS[1][:3])
    chance.shuffle(rows)
    assert _said(_read(header, rows)) == _said(_read(header, PUMPS[1][:3]))


_CELL = st.text(alphabet="aB1.,%- £k(\n", max_size=9)


@given(st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(_CELL, min_size=n, max_size=n), min_size=1, max_size=6)))
def test_every_value_stands_in_its_cell(rows: list[list[str]]) -> None:
    for fact in _read(rows[0], rows[1:]):
        row, column = fact.span.cells[-1]
        cell = detokenise(" ".join(rows[1:][row][column].split()))
        values = chain.from_iterable(value.split() for value in fact.value.split("; "))
        assert fact.value_type != "text" or fact.relation == "members" or all(word in cell for word in values)
        assert any(character.isalnum() for character in cell)
