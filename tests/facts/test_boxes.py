"""Infoboxes: every field that means something about the page, with the unit that wikitext writes into its name."""

from benchwright.facts.boxes import facts_of_box
from benchwright.facts.cells import LINKED
from benchwright.records import Modality, Place, Source, Table


def box(*rows: tuple[str, str], title: str = "Garth (country) — Infobox country") -> Source:
    table = Table((("Field", "Value"),), rows)
    return Source("/wiki/Garth#t0", Modality.TABLE, title, "", Place("/wiki/Garth"), table=table)


def told(source: Source) -> list[tuple[str, str, str, tuple[tuple[int, int], ...]]]:
    return [(fact.relation, fact.value, fact.unit, fact.span.cells) for fact in facts_of_box(source)]


def test_fields_tell_of_the_page() -> None:
    source = box(
        ("Common name", "Garth"),
        ("Capital", "Cold Ford"),
        ("Area km2", "53,200"),
        ("Calling code", "+991"),
        ("Largest city", "capital"),
    )
    assert told(source) == [
        ("capital", "Cold Ford", "", ((1, 1),)),
        ("area", "53,200", "square kilometre", ((2, 1),)),
        ("calling_code", "+991", "", ((3, 1),)),
    ]
    first = next(iter(facts_of_box(source)))
    assert (first.subject, first.entity, first.subject_type) == ("Garth", LINKED + "/wiki/Garth", "country")


def test_dates_of_a_life() -> None:
    source = box(("Birth date", "12 May 1901"), ("Death date", "3 June 1980"), title="Ada Lorne — Infobox scientist")
    assert told(source) == [("birth_date", "12 May 1901", "", ((0, 1),)), ("death_date", "3 June 1980", "", ((1, 1),))]


def test_what_is_no_infobox_or_is_told_twice_says_nothing() -> None:
    assert told(box(("Capital", "Cold Ford"), title="Garth — Settings")) == []
    assert told(box(("Capital", "Cold Ford"), ("Capital", "Elmwick"))) == []
    assert told(box(("Area km2", "unknown"), ("Motto", "Onward"))) == []


def test_a_decimal_comma_anywhere_makes_the_commas_of_a_box_doubtful() -> None:
    assert told(box(("Capital", "Bonn"), ("Area km2", "1,234"), ("Density", "0,5")))[1:] == []
    assert told(box(("Capital", "Bonn"), ("Area km2", "1,234"), ("Density", "0.5")))[1][:2] == ("area", "1,234")
