"""Texts that hold a term, against looking into each text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from benchwright.publish.browse.text_search import MOST_TERMS, TextSearch, search_terms, searched_form

_LETTERS = st.text(st.sampled_from("abAB éÉİßｱ漢\n\x00\"'"), max_size=8)


@given(st.lists(_LETTERS, max_size=8), _LETTERS)
def test_a_term_is_found_in_the_texts_that_hold_it(texts: list[str], query: str) -> None:
    search = TextSearch(texts)
    assert len(search) == len(texts)
    for term in search_terms(query):
        assert search.holding(term).tolist() == [term in searched_form(text) for text in texts]


def test_case_accents_and_spaces_make_no_difference() -> None:
    search = TextSearch(["The Bogotá\n  harbour", "BOGOTA", "Bogor"])
    assert search.holding(search_terms("bogotá")[0]).tolist() == [True, True, False]
    assert search.holding(search_terms('"bogota harbour"')[0]).tolist() == [True, False, False]


def test_scripts_without_spaces_are_searched_too() -> None:
    search = TextSearch(["東京都の人口", "大阪府"])
    assert search.holding("人口").tolist() == [True, False]


def test_no_term_reaches_over_the_end_of_a_text() -> None:
    search = TextSearch(["one", "two"])
    assert search_terms("one\n\x00\ntwo") == ("one", "two")
    assert not search.holding("etwo").any()
    assert not search.holding("e t").any()


def test_a_query_has_words_and_phrases() -> None:
    assert search_terms('Peak "mount  Orr" peak  ') == ("peak", "mount orr")
    assert search_terms("") == ()
    assert len(search_terms(" ".join("abcdefghijkl"))) == MOST_TERMS
