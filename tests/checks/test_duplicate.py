"""Planted near-duplicates are caught; questions from one template, or on two facts of one thing, are not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.checks.duplicate import DuplicateIndex, Wording
from benchwright.retrieval.encoders import get_encoder

KENYA = "What is the area of Kenya?"


def are_duplicates(old: tuple[str, str, list[str]], new: tuple[str, str, list[str]]) -> bool:
    index = DuplicateIndex()
    index.add("q1", *old)
    return index.twin_of(*new) == "q1"


DUPLICATES = {
    "the same words": ((KENYA, "580,367 sq km", ["t1"]), ("What is the area of Kenya", "582,646 sq km", ["t9"])),
    "other word order": (
        ("Which has the higher birth rate, Kenya or Ghana?", "Ghana", ["t1"]),
        ("Which has the higher birth rate, Ghana or Kenya?", "Ghana", ["t1"]),
    ),
    "the difference turned round": (
        ("How many more points did Smith score than Jones in the 1982 Tour?", "7", ["t1"]),
        ("How many more points did Jones score than Smith in the 1982 Tour?", "-7", ["t1"]),
    ),
    "an inflected word": (
        ("What were the populations of Kenya and Ghana?", "56 and 35 million", ["t1"]),
        ("What was the population of Kenya and Ghana?", "56 and 35 million", ["t1"]),
    ),
    "other evidence for the same answer": (
        (KENYA, "580,367 sq km", ["t1"]),
        ("Of Kenya, what is the area?", "580,367 sq km", ["p4"]),
    ),
    "another empty word": (
        ("In which year was the club Real Madrid founded?", "1902", ["p1"]),
        ("Which year was the club Real Madrid founded in?", "1902", ["p1"]),
    ),
}
DISTINCT = {
    "one template, two countries": (
        (KENYA, "580,367 sq km", ["t1"]),
        ("What is the area of Ghana?", "238,533 sq km", ["t1"]),
    ),
    "one template, same answer by chance": (
        ("Which country is larger, Kenya or Ghana?", "Kenya", ["t1"]),
        ("Which country is larger, Kenya or Botswana?", "Kenya", ["t1"]),
    ),
    "birth and death": (
        ("Which country has the higher birth rate, Kenya or Egypt?", "Kenya", ["t1"]),
        ("Which country has the higher death rate, Kenya or Egypt?", "Kenya", ["t1"]),
    ),
    "male and female": (
        ("What is the male life expectancy at birth in Kenya?", "64 years", ["t1"]),
        ("What is the female life expectancy at birth in Kenya?", "69 years", ["t1"]),
    ),
    "western and eastern": (
        ("Which country lies at the western end of the Sahara?", "Mauritania", ["t1"]),
        ("Which country lies at the eastern end of the Sahara?", "Egypt", ["t1"]),
    ),
    "when and where": (
        ("When was Ada Lovelace born?", "10 December 1815", ["p1"]),
        ("Where was Ada Lovelace born?", "London", ["p1"]),
    ),
    "two years": (
        ("What were Kenya's exports in 2022?", "$13.954 billion", ["t1"]),
        ("What were Kenya's exports in 2023?", "$12.626 billion", ["t1"]),
    ),
    "most and least": (
        ("Which country of Africa has the most airports per inhabitant in the list?", "Namibia", ["t1"]),
        ("Which country of Africa has the fewest airports per inhabitant in the list?", "Egypt", ["t1"]),
    ),
    "two facts with one answer": (
        ("What is the capital of Kenya?", "Nairobi", ["p1"]),
        ("What is the largest city of Kenya?", "Nairobi", ["p1"]),
    ),
    "two glossary entries": (
        ("What is the term for a membrane that lets water through?", "semipermeable", ["p1"]),
        ("What is the term for a protein that speeds up a reaction?", "enzyme", ["p1"]),
    ),
    "quoted titles": (
        ('Who directed "Heat"?', "Michael Mann", ["p1"]),
        ('Who directed "Collateral"?', "Michael Mann", ["p1"]),
    ),
}


@pytest.mark.parametrize("case", DUPLICATES)
def test_planted_duplicates_are_caught(case: str) -> None:
    old, new = DUPLICATES[case]
    assert are_duplicates(old, new)
    assert are_duplicates(new, old)


@pytest.mark.parametrize("case", DISTINCT)
def test_distinct_questions_pass(case: str) -> None:
    old, new = DISTINCT[case]
    assert not are_duplicates(old, new)
    assert not are_duplicates(new, old)


def test_vectors_bring_paraphrases_together() -> None:
    one, near, far = np.array([100, 3, 0]), np.array([98, 10, 1]), np.array([70, 71, 1])  # cosines 0.997 and 0.72
    index = DuplicateIndex()
    index.add("q1", "How big is the lake on the border of Kenya?", "62,940 sq km", ["p1"], one)
    asked = "How large is the lake at the frontier of Kenya?"
    assert index.twin_of(asked, "62,940 sq km", ["p1"], near) == "q1"
    assert index.twin_of(asked, "62,940 sq km", ["p1"], far) is None
    assert index.twin_of(asked, "62,940 sq km", ["p1"]) is None
    assert index.twin_of(asked, "6,400 sq km", ["p1"], near) is None
    assert index.twin_of(asked.replace("Kenya", "Uganda"), "62,940 sq km", ["p1"], near) is None
    assert index.twin_of("How big is the lake on the border of Kenya today?", "6,400 sq km", ["p1"], near) == "q1"


PARAPHRASES = (
    ("What is the area of Kenya?", "How large is Kenya?", "580,367 sq km"),
    ("How big is the lake on the border of Kenya?", "How large is the lake at the frontier of Kenya?", "62,940 sq km"),
)
TWO_FACTS = (
    ("What is the capital of Kenya?", "What is the largest city of Kenya?", "Nairobi"),
    ("Which has the higher birth rate, Kenya or Egypt?", "Which has the higher death rate, Kenya or Egypt?", "Kenya"),
    ("Which is larger, Kenya or Egypt?", "Which is larger, Kenya or Ghana?", "Kenya"),
)


def test_thresholds_fit_the_default_encoder() -> None:
    encoder = get_encoder("wordllama")
    for pairs, expected in ((PARAPHRASES, "q1"), (TWO_FACTS, None)):
        for old, new, answer in pairs:
            index = DuplicateIndex()
            index.add("q1", old, answer, ["s1"], encoder.encode([old])[0])
            assert index.twin_of(new, answer, ["s1"], encoder.encode([new])[0]) == expected


def test_the_earliest_is_named() -> None:
    index = DuplicateIndex()
    for number in range(3):
        index.add(f"q{number}", f"What is {'really ' * number}the area of Kenya?", "580,367 sq km", ["t1"])
    assert len(index) == 3
    assert index.twin_of("What is really the area of Kenya?", "580,367 sq km", ["t1"]) == "q1"
    assert index.twin_of("What is the area of Kenya?", "580,367 sq km", ["t1"]) == "q0"


def test_wording_by_hand() -> None:
    wording = Wording.of('How many populations did "Heat" and Kenya\'s Rift Valley have in 1,200 states?')
    assert wording.asks == {"how"}
    assert wording.about == {"heat", "kenya", "rift", "valley", "1200"}
    assert wording.words == {"popul", "state"}


@given(st.text(max_size=80), st.text(max_size=20), st.lists(st.text(max_size=3), max_size=3))
def test_every_question_duplicates_itself(question: str, answer: str, sources: list[str]) -> None:
    index = DuplicateIndex()
    assert index.twin_of(question, answer, sources) is None
    index.add("q", question, answer, sources)
    assert index.twin_of(question, answer, sources) == "q"


def test_of_many_questions_from_one_template_the_earliest_twin_is_named() -> None:
    index = DuplicateIndex()
    for number in range(1_000):
        question = f"Which is larger, Land{number} or State{number % 70}?"
        answer, sources = ("yes", "no")[number % 2], [f"t{number % 90}"]
        assert index.twin_of(question, answer, sources) is None
        index.add(f"q{number}", question, answer, sources)
    assert index.twin_of("Which is larger, State7 or Land777?", "no", ["t57"]) == "q777"
