"""The lexicon: what headers and labels mean, and that every wording can be filled."""

import string

import pytest

from benchwright.facts.relations import Lexicon, Relation, label_key, lexicon
from benchwright.facts.types import NUMERIC_TYPES, SUBJECT_TYPES, VALUE_TYPES


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


@pytest.mark.parametrize(
    ("kind", "header", "relation"),
    [
        ("country", "population", "population"),
        ("country", "gdp", "gdp"),
        ("person", "pts", "points"),
        ("team", "head coach", "head_coach"),
        ("person", "country", "represents"),
        ("place", "country", "country"),
        ("species", "speed", "maximum_speed"),
        ("team", "city", "location"),
    ],
)
def test_the_type_of_the_key_decides_what_a_header_means(kind: str, header: str, relation: str) -> None:
    found = lexicon().by_header(kind, header)
    assert found is not None
    assert found.name == relation


@pytest.mark.parametrize(
    ("kind", "header"), [("person", "rank"), ("team", "year"), ("country", "seed"), ("term", "area")]
)
def test_an_unknown_header_means_nothing(kind: str, header: str) -> None:
    assert lexicon().by_header(kind, header) is None


def test_labels_ignore_case_and_the_colon() -> None:
    assert label_key("  Total  Population: ") == "total population"
    found = lexicon().by_label("Total population:")
    assert found is not None
    assert found.name == "population"
    assert lexicon().by_label("Colour") is None


@pytest.mark.parametrize("name", lexicon().names)
def test_every_wording_names_only_what_can_be_filled(name: str) -> None:
    relation = lexicon()[name]
    assert relation.value in VALUE_TYPES
    assert set(relation.subjects) <= set(SUBJECT_TYPES)
    assert relation.ask
    for ask in relation.ask:
        assert fields(ask) <= ({"s", "scope"} if relation.scoped else {"s"})
        assert "s" in fields(ask)
        assert ask.endswith("?")
    for both in relation.difference:
        assert {"a", "b"} <= fields(both) <= {"a", "b", "scope"}
    assert fields(relation.clause) <= {"their", "they", "them", "were", "are", "do", "does", "have", "scope"}
    assert fields(relation.statement) <= {"s", "v"}
    assert len(relation.counted) in (0, 2)
    comparisons = [relation.more, relation.less, relation.most, relation.least]
    assert all(comparisons) or not any(comparisons)
    compared = relation.value in NUMERIC_TYPES and not relation.scoped and not name.startswith("flag_")
    assert all(comparisons) == compared


def test_a_header_with_two_meanings_is_refused() -> None:
    one = Relation("one", ("place",), "name", "n", ("{s}?",), "c", headers={"place": ("x",)})
    two = Relation("two", ("place",), "name", "n", ("{s}?",), "c", headers={"place": ("x",)})
    with pytest.raises(ValueError, match="means both 'one' and 'two'"):
        Lexicon({"one": one, "two": two})
