"""Abbreviations are read with what they stand for, by their letters."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.open.abbreviations import facts_of_abbreviations
from benchwright.records import Fact, Modality, Place, Source


def _read(text: str) -> list[Fact]:
    return list(facts_of_abbreviations(Source("a#p0", Modality.TEXT, "A", text, Place("a"))))


@pytest.mark.parametrize(
    ("text", "short", "long"),
    [
        ("It speaks the Hypertext Transfer Protocol (HTTP) well.", "HTTP", "Hypertext Transfer Protocol"),
        ("It is ‘free or open source software’ (FOSS).", "FOSS", "free or open source software"),
        ("The write-ahead log (WAL) grows.", "WAL", "write-ahead log"),
        ("Known to the International Union for Conservation of Nature (IUCN).", "IUCN",
         "International Union for Conservation of Nature"),
        ("Red blood cells (RBCs) carry it.", "RBCs", "Red blood cells"),
        ("NSS (Name Service Switch) is asked.", "NSS", "Name Service Switch"),
        ("made of deoxyribonucleic acid (DNA; see below)", "DNA", "deoxyribonucleic acid"),
        ("a universal unique identifier (UUID)", "UUID", "universal unique identifier"),
        ("ACPI [Advanced Configuration and Power Interface]", "ACPI", "Advanced Configuration and Power Interface"),
    ],
)  # fmt: skip
def test_both_orders_are_read(text: str, short: str, long: str) -> None:
    (fact,) = _read(text)
    assert (fact.subject, fact.relation, fact.value) == (short, "long_form", long)
    assert text[fact.span.start : fact.span.end] == long


@pytest.mark.parametrize(
    "text",
    [
        "World War (II) ended.",  # a number
        "the option (see below) is",  # no capitals
        "Use the log. Write it (WAL).",  # the clause ends before it
        "a very old house (HTTP) stands",  # other letters
        "The HTTP protocol (HTTP) is",  # it is there already
        "the process of making a big red ball (MRB)",  # words that give no letter
        "Boys (B) and girls (G)",  # one letter
        "made in Iowa (USA)",
        "Extra Packages for Enterprise Linux (EPEL)",  # its letters stand in the last two words, too
        "a transfer protocol (TP) here, and a test plan (TP) there",  # two long forms
    ],
)
def test_what_gives_no_long_form(text: str) -> None:
    assert _read(text) == []


@given(st.text(alphabet="abAB ()[],.-\n1é中", max_size=60))
def test_every_long_form_stands_in_the_text_and_gives_the_first_letter(text: str) -> None:
    for fact in _read(text):
        assert text[fact.span.start : fact.span.end] == fact.value
        assert fact.value[0].casefold() == fact.subject[0].casefold()
        assert len(fact.value) > len(fact.subject) + 2


def test_thousands_of_brackets_take_no_square_time() -> None:
    text = "a long form (ALF) (see) " * 20_000 + "write-ahead log (WAL)"
    start = time.process_time()
    assert [fact.subject for fact in _read(text)] == ["WAL"]
    assert time.process_time() - start < 10  # their square would take minutes
