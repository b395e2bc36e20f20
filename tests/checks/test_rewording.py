"""What a rewording of a question changes is found, and what it may change is let through."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.checks.rewording import difference

SAME = [
    ("Which bird is on the flag of Merrowland?", "Which bird is on Merrowland's flag?"),
    (
        "Into which chamber do both atria lead, as shown in the diagram of blood flow through the heart of a frog?",
        "Into which chamber of a frog's heart do both atria lead?",
    ),
    ("In the year 1931, who opened the Calder Bridge?", "Who opened the Calder Bridge in 1931?"),
    ("Which moon is it that has the larger diameter, Ariel or Rhea?", "Which moon is larger, Ariel or Rhea?"),
    ('What does the option "-v" of git push do, as it is listed?', 'What does the option "-v" of git push do?'),
    ("How many Helio 420 panels, by area, fill it?", "How many Helio 420 panels fill it by area?"),
    ("At what temperature, of 3 given ones, does it melt?", "Of three given temperatures, at which does it melt?"),
]
CHANGED = [
    ("Who opened the Calder Bridge in 1931?", "Who opened the Stennis Bridge in 1931?", "calder"),
    ("Who opened the Calder Bridge in 1931?", "Who opened the Calder Bridge?", "1931"),
    ("Who opened the Calder Bridge?", "Who opened the Calder Bridge in 1931?", "1931"),
    ("How heavy is K-7?", "How heavy is K-9?", "K-7"),
    ("How far is it at 8 km?", "How far is it at 8 miles?", ""),
    ("Which metal is not magnetic?", "Which metal is magnetic?", "not"),
    ("Which town was founded first?", "Which town was founded last?", "first"),
    ('What does "make demo" do?', 'What does "make test" do?', "make demo"),
    ("How much older is Ariel than Rhea?", "How much older is Rhea than Ariel?", "order"),
    ("By how much did it grow from 2018 to 2022?", "By how much did it grow from 2022 to 2018?", ""),
    ("Which acid makes it sour, and which salt?", "Which acid makes it sour?", "and"),
    ("Calder Bridge: when was it opened, and by whom in Lund?", "When was it opened, and by whom?", "bridge"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "reworded"), SAME)
def test_other_words_and_another_order_are_let_through(question: str, reworded: str) -> None:
    assert difference(question, reworded) == ""
    assert difference(reworded, question) == ""


@pytest.mark.parametrize(("question", "reworded", "found"), CHANGED)
def test_what_changes_is_found(question: str, reworded: str, found: str) -> None:
    assert difference(question, reworded)
    assert difference(reworded, question)
    if found:
        assert difference(question, reworded) == found


def test_names_that_the_sources_have_may_be_added() -> None:
    draft, question = "Which table holds the columns of DBSTAT?", "Which SQLite table holds the columns of DBSTAT?"
    assert difference(draft, question) == "sqlite"
    assert difference(draft, question, known="DBSTAT, a virtual table of SQLite") == ""
    assert difference(question, draft, known="DBSTAT, a virtual table of SQLite") == "sqlite"  # none may be lost
    compared = "How much older is the Lund ship Ariel than Rhea?"
    assert difference("How much older is Ariel than Rhea?", compared, known="Ships of Lund") == ""


def test_words_that_have_to_stay() -> None:
    question, reworded = "Which is older, the leaf of the elder or the ash?", "Which is older, the elder or the ash?"
    assert difference(question, reworded) == ""
    assert difference(question, reworded, ("the leaf of the elder",)) == "the leaf of the elder"


NAMES = st.sampled_from(["Lund", "Calder Bridge", "Helio 420", "K-7", "Ariel", "Port Aldous", "pH"])
NUMBERS = st.sampled_from(["1931", "12.5 %", "three", "8 km", "3 May 1931", "5 °C", "twelve"])
FRAMES = st.sampled_from(
    ["What is known of {name} and {number}?", "Who came to {name} with {number}?", "Is {number} what {name} has?"]
)


@given(FRAMES, NAMES, NUMBERS)
def test_a_question_agrees_with_itself(frame: str, name: str, number: str) -> None:
    question = frame.format(name=name, number=number)
    assert difference(question, question, (name, number)) == ""


@given(FRAMES, NAMES, NAMES, NUMBERS, NUMBERS)
def test_another_name_or_number_is_always_found(frame: str, name: str, other: str, number: str, changed: str) -> None:
    question = frame.format(name=name, number=number)
    assert bool(difference(question, frame.format(name=other, number=number))) == (name != other)
    assert bool(difference(question, frame.format(name=name, number=changed))) == (number != changed)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_two_texts_are_compared_alike_from_both_sides(one: str, other: str) -> None:
    assert bool(difference(one, other)) == bool(difference(other, one))
