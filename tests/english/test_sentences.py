"""Sentence ends, by example, and the invariant that nothing is lost."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.english.sentences import sentences

# A bar marks where a sentence ends.
CASES = [
    "One.| Two!| Three?| Four",
    "Dr. Smith met Mrs. Jones.| They spoke.",
    "It costs 3.5 dollars.| That is 1.000.000 too many.",
    "Many animals, e.g. Dogs and i.e. Cats, bark.| Really.",
    "J. K. Rowling wrote it.| George W. Bush read it.",
    "It was directed by I. V. Sasi and written by T. Damodaran.| He is known as A. J. Mayers.",
    "Oranges hold vitamin C.| It is good.",
    "Oranges hold vitamin C.| Fruit is good.",
    "He lives in the U.S. Virgin Islands.| She moved to the U.S.| The law changed.",
    "“I came.”| He left.",
    '"Stop!" he cried.| She did.',
    "He said “No.”| Then he left.",
    "See Fig. 3 and pp. 12 for more.| Figure 4 is next.",
    "The firm Acme Inc. made it.| Apple Inc.| The end.",
    "He was born in 1990.| 20 people came.",
    "It rained (it often does.)| We left.",
    "It is known.[1][2]| Others differ.",
    "1. Wash the pan.| 2. Dry it.",
    "What?| No!| Yes.",
    "The cell divides...| Then it rests.",
    "The search engine Yahoo! is old.| So is Ask.",
    "Born on Jan. 5 in St. Louis, Mo., he died on Dec. 1, 1950.| He was 60.",
    "Water has a pH of 7.| pH rises slowly.",
    "The pieces came from bananas, pears, etc.| Everything was eaten.",
    "Alan Turing ( 23 June 1912 ) was a mathematician .| He was born in London .",
    "The answer was no.| Nobody spoke.",
    "Washington, D.C. is a city.| Smith et al. Found nothing.",
    "Was ist das?| Ein Test.",
    "第一。|第二。|",
    "E. coli lives in the gut.| S. aureus does not.",
]


def parts(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize("marked", CASES)
def test_examples(marked: str) -> None:
    assert parts(marked.replace("|", "")) == [part.strip() for part in marked.split("|") if part.strip()]


def test_a_range_of_a_text_is_read_alone() -> None:
    text = "Zero. One. Two. Three."
    assert list(sentences(text, 5, 15)) == [(6, 10), (11, 15)]


@given(st.text(alphabet=st.sampled_from('aB3 .!?"\n…)]。é'), max_size=80))
def test_every_character_is_in_one_sentence_in_order(text: str) -> None:
    ranges = list(sentences(text))
    assert "".join("".join(text[start:end].split()) for start, end in ranges) == "".join(text.split())
    assert all(start < end for start, end in ranges)
    assert all(one[1] <= two[0] for one, two in pairwise(ranges))
