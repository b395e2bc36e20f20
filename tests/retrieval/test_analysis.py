"""Words, stems and stop words; columns against single texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.retrieval.analysis import LONGEST, Analyser, _words, language_of


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("The Running of the bulls", ["run", "bull"]),
        ("the dog's dogs' O'Neil’s", ["dog", "dog", "o'neil"]),
        ("3.5 and 1,000, well-known (U.S.)", ["3.5", "1,000", "well", "known", "u."]),
        ("Café Ça naïve", ["café", "ça", "naïv"]),
        ("cafe\u0301", ["café"]),
        ("東京 タワー", ["東", "京", "タ", "ワ", "ー"]),
        ("snake_case C++ @you #1", ["snake_cas", "c", "you", "1"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("give us plan B 's", ["give", "us", "plan", "b", "s"]),
        ("--- ... !", []),
        ("", []),
    ],
)
def test_english_words(text: str, terms: list[str]) -> None:
    assert Analyser("english").words(text) == terms


@given(st.text(alphabet=[chr(code) for code in range(33, 127)] + list("a1.',_") * 9, max_size=12))
def test_the_short_way_for_ascii_finds_the_same_words(piece: str) -> None:
    assert _words(True).findall(piece) == _words(False).findall(piece)


def test_plain_words_are_only_lower_cased() -> None:
    assert Analyser("plain").words("The dog's Running") == ["the", "dog's", "running"]
    assert Analyser("plain").words("x" * (2 * LONGEST + 1)) == ["x" * LONGEST, "x" * LONGEST, "x"]


@given(
    st.lists(st.text(alphabet="abS'’ .,1é東\u0301_-\n\u00a0", max_size=20), max_size=6),
    st.sampled_from(["english", "plain"]),
)
def test_a_column_has_the_terms_of_its_texts(texts: list[str], language: str) -> None:
    analyser = Analyser("english" if language == "english" else "plain")
    halves = [analyser.column(texts[:2]), analyser.column(texts[2:])]
    names = list(analyser.terms)
    found: list[list[str]] = [[] for _ in texts]
    for offset, (where, terms) in zip((0, 2), halves, strict=True):
        for row, term in zip(where.tolist(), terms.tolist(), strict=True):
            found[offset + row].append(names[term])
    assert found == [analyser.words(text) for text in texts]


def test_the_language_is_that_of_most_texts_that_tell() -> None:
    english = "This is the story of a man who was born in the north and lived there with his wife."
    german = "Das ist die Geschichte von einem Mann, der im Norden geboren ist und dort mit seiner Frau lebt."
    assert language_of([english, german, english, "x"], 4) == "english"
    assert language_of([english, german, german, "x"], 4) == "plain"
    assert language_of([], 0) == language_of(["x"], 1) == "english"
