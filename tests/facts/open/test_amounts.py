"""Amounts and days are read from plain sentences only."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.open.amounts import facts_of_amounts
from benchwright.records import Fact, Modality, Place, Source
from benchwright.records.sources import Entry


def _read(text: str) -> list[Fact]:
    return list(facts_of_amounts(Source("a#p0", Modality.TEXT, "A", text, Place("a"))))


@pytest.mark.parametrize(
    ("text", "subject", "predicate", "value", "unit", "kind"),
    [
        ("Returns are accepted within 30 days of delivery.", "returns", "accepted within", "30 days", "day",
         "quantity"),
        ("The warranty lasts two years.", "the warranty", "lasts", "two years", "year", "quantity"),
        ("Version 3.2 was released on 4 May 2021.", "Version 3.2", "released on", "4 May 2021", "", "date"),
        ("The maximum length is 63 bytes.", "the maximum length", "is", "63 bytes", "byte", "quantity"),
        ("The service costs £140 and includes new gaskets.", "the service", "costs", "£140", "pound sterling", "money"),
        ("The hopper has a capacity of 350 g.", "the hopper", "has a capacity of", "350 g", "gram", "quantity"),
        ("The door is 95 cm wide.", "the door", "is", "95 cm", "centimetre", "quantity"),
        ("Damage must be reported within 48 hours of delivery so that we can claim.", "Damage",
         "must be reported within", "48 hours", "hour", "quantity"),
        ("Full-time employees have 25 days of leave a year, and holidays come on top.", "Full-time employees", "have",
         "25 days", "day", "quantity"),
        ("The project was founded in 1993.", "the project", "founded in", "1993", "", "year"),
        ("Registering\n\nThe form takes about ten minutes.", "the form", "takes", "about ten minutes", "minute",
         "quantity"),
    ],
)  # fmt: skip
def test_plain_sentences(text: str, subject: str, predicate: str, value: str, unit: str, kind: str) -> None:
    (fact,) = _read(text)
    assert (fact.subject, fact.relation, fact.value) == (subject, f"amount:{predicate}", value)
    assert (fact.unit, fact.value_type) == (unit, kind)
    assert text[fact.span.start : fact.span.end] == value


@pytest.mark.parametrize("label", ["3.1", "3.1.", "2.", "12)", "(a)", "a)", "(iv)", "(2)"])
def test_the_number_of_a_clause_is_no_part_of_its_subject(label: str) -> None:
    text = f"{label} The monthly fee is £900."
    (fact,) = _read(text)
    assert (fact.subject, fact.value) == ("the monthly fee", "£900")
    assert text[fact.span.start : fact.span.end] == "£900"
    assert [fact.subject for fact in _read(f"Fees\n\n{text}\n\nThe lease was signed on 4 May 2024.")] == [
        "the monthly fee",
        "the lease",
    ]


def test_items_of_a_list_are_read_without_their_numbers() -> None:
    text = "1. Rent is £1,250.\n2. The deposit must be paid within 14 days of signature.\n3. Heating is checked in May."
    assert [(fact.subject, fact.value) for fact in _read(text)][:2] == [("Rent", "£1,250"), ("the deposit", "14 days")]


@pytest.mark.parametrize(
    "text",
    [
        "1. Hanover Racing was founded on 4 May 1948.",  # the number may be a part of the name
        "If the tenant leaves early:\n(a) The deposit is £75.\n(b) The fee is £20.",
        "Where the lease ends in summer:\n\n1. The deposit is £75.",
    ],
)
def test_numbers_that_may_be_of_a_name_and_items_behind_a_colon_are_refused(text: str) -> None:
    assert _read(text) == []


def test_what_an_item_says_later_holds_for_the_item_only() -> None:
    text = "The ustar format. The file size is 8 GB.\nThe warranty lasts two years."
    source = Source("a#p0", Modality.TEXT, "A", text, Place("a"))
    assert [fact.value for fact in facts_of_amounts(source)] == ["two years"]
    apart = replace(source, text=text.replace("\n", "\n\n"))
    assert [fact.value for fact in facts_of_amounts(apart)] == ["8 GB", "two years"]
    defined = replace(apart, entries=(Entry("definition", (0, 17), (18, len(text))),))
    assert list(facts_of_amounts(defined)) == []


def test_what_follows_the_value_and_the_verb_as_written_are_kept() -> None:
    (fact,) = _read("Returns are accepted within 30 days of delivery.")
    assert dict(fact.qualifiers) == {"predicate": "are accepted within", "tail": "of delivery", "scope": "a"}
    (fact,) = _read("The form takes about ten minutes.")
    assert fact.qualifier("approximate") == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "It lasts two years.",  # what?
        "The default is 31 days.",  # of what?
        "Returns are not accepted within 30 days.",
        "Returns are accepted within 30 days if the box is unopened.",
        "Machines are covered for 12 months or 20,000 cups.",
        "The G40 keeps less than 0.3 g.",
        "The book weighs more than 3 kg.",
        "The stay lasts between two and five days.",
        "After five years of service the entitlement rises to 28 days.",
        "A tasting costs £28 a person.",
        "The pressure is 100 mm of mercury.",
        "The dust mask (class 2) lasts two days.",
        "The house has 3 kg.",
        "The page has 12.",
        "Is the warranty valid for two years?",
        "The shop opens at 3 days. The shop opens at 4 days.",  # two values
        "Figure 3 is 20 cm wide.",
        "In winter, the lake is frozen. The temperature at the bottom is 4 °C.",
    ],
)
def test_what_gives_no_fact(text: str) -> None:
    assert _read(text) == []


_WORDS = (
    "The",
    "shop",
    "is",
    "was",
    "lasts",
    "within",
    "opened",
    "30",
    "days",
    "£5",
    "in",
    "1993",
    ".",
    "and",
    "\n",
    "of",
)


@given(st.lists(st.sampled_from(_WORDS), max_size=12))
def test_every_value_stands_at_its_span(words: list[str]) -> None:
    text = " ".join(words).replace(" .", ".")
    for fact in _read(text):
        assert text[fact.span.start : fact.span.end] == fact.value
