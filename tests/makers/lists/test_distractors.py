"""Sources that are near a question, and neither prove nor name an answer."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.listmade import passage

from benchwright.corpus.store import write_corpus
from benchwright.makers.lists.distractors import MOST, AnswerNames, Distractors


def test_neither_what_proves_nor_what_names_an_answer(tmp_path: Path) -> None:
    texts = ["Films directed by Ida.", "Films directed by Bob.", "Films that Ida directed name Old Heat.", "A recipe."]
    listed = [passage(f"p{number}", f"Page {number}", text) for number, text in enumerate(texts)]
    listed += [passage(f"q{number}", f"More {number}", f"Films directed by {number}.") for number in range(MOST + 5)]
    corpus = write_corpus(tmp_path / "corpus", listed, [])
    distractors = Distractors(corpus).of("Which films were directed by Ida?", ["p0"], ["Old Heat"])
    assert len(distractors) == MOST
    assert not {"p0", "p2"} & set(distractors)
    assert distractors == Distractors(corpus).of("Which films were directed by Ida?", ["p0"], ["Old Heat"])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("the states of North Dakota", "It is bordered by Montana and North Dakota."),
        ("North Dakota", "It is bordered by the states of North Dakota."),
        ("Heat (1995 film)", "He also directed Heat."),
        ("São Tomé", unicodedata.normalize("NFD", "The island of São Tomé.")),
        (unicodedata.normalize("NFD", "Malmö"), "A town near MALMÖ."),
        ("Côte d'Ivoire", "It exports to Côte d’Ivoire."),
        ("İzmir", "The port of Izmir."),
        ("The Hague", "The court sits in the Hague."),
        ("राम", "यह राम है"),
        ("Wallis and Futuna", "The islands of Wallis & Futuna."),
        ("Moines", "The city of Des Moines."),
        ("41,850 km2", "Its area is 41850 square kilometres."),
        ("580,367 km2", "It covers about 580,367 km²."),
    ],
)
def test_a_name_is_met_however_it_is_written(name: str, text: str) -> None:
    assert AnswerNames([name]).named_in(text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("राम", "यह रोम है"),
        ("Guinea", "The capital of Equatorial Guinea."),
        ("Sudan", "South Sudan became independent."),
        ("95", "It was built in 1957."),
        ("Roma", "A Roman road."),
        ("", "Anything."),
    ],
)
def test_another_name_is_not_met(name: str, text: str) -> None:
    assert not AnswerNames([name]).named_in(text)


WORDS = st.lists(st.text("bcáÉşİñçसकि東", min_size=2, max_size=6), min_size=1, max_size=3).map(" ".join)
NAMES = st.lists(WORDS.filter(lambda name: all(word[0].isalpha() for word in name.split())), min_size=1, max_size=5)


@given(NAMES, st.sampled_from(["NFC", "NFD"]), st.integers(0, 99), st.booleans())
def test_no_source_that_holds_the_words_of_a_name_is_passed(names: list[str], form: str, at: int, upper: bool) -> None:
    text = unicodedata.normalize(form, f"It is near {names[at % len(names)]}, they say.")  # type: ignore[arg-type]
    assert AnswerNames(names).named_in(text.upper() if upper else text)
