import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.evaluate.match.word_overlap import holds, places, shared, words_of


def runs(chunk: str, text: str) -> list[str]:
    held = words_of(text)
    return [text[held.starts[first] : held.ends[end - 1]] for first, end in shared(words_of(chunk), held)]


TEXT = "One two three, four five (six) seven. Eight nine ten eleven twelve: thirteen fourteen fifteen sixteen!"


def test_words_are_runs_of_letters_and_digits_with_their_places():
    held = words_of("A 3.5 km² Café’s")
    assert held.words == ("a", "3", "5", "km2", "café", "s")
    assert [held.text[start:end] for start, end in zip(held.starts, held.ends, strict=True)] == [
        *("A", "3", "5", "km²", "Café", "s")
    ]


@pytest.mark.parametrize("text", ["Café Zürich", "ﬁnance", "soft\u00adware", "zero\u200bwidth", "ẞtrasse", "ＡＢＣ"])
def test_unicode_forms_are_one(text):
    other = unicodedata.normalize("NFKD", text).replace("\u00ad", "").replace("\u200b", "").upper()
    assert words_of(text).words == words_of(other).words


def test_scripts_without_spaces_are_cut_by_letters():
    assert words_of("東京は大きい").words == tuple("東京は大きい")
    assert runs("京は大きい都", "東京は大きい都市です") == ["京は大きい都"]


@pytest.mark.parametrize(
    ("chunk", "expected"),
    [
        (TEXT, [TEXT[:-1]]),
        ("ne two three four five six seven eight nin", ["two three, four five (six) seven. Eight"]),
        ("one  two\nthree four FIVE ... twelve thirteen fourteen fifteen sixteen", ["One two three, four five",
                                                                     "twelve: thirteen fourteen fifteen sixteen"]),
        ("**one** two [three](http://x.y) four five six seven eight", ["four five (six) seven. Eight"]),
        ("one two three four", ["One two three, four"]),
        ("one two three four x", []),
        ("one two four five six", []),
        ("", []),
        ("...", []),
    ],
)  # fmt: skip
def test_what_a_chunk_shares_with_a_text(chunk, expected):
    assert runs(chunk, TEXT) == expected


def test_a_text_shorter_than_a_shingle_is_held_as_a_whole():
    assert runs("See the flag of Ghana here, please now", "Flag of Ghana.") == ["Flag of Ghana"]
    assert runs("See the flag of Togo here, please now", "Flag of Ghana.") == []


def test_all_equally_long_places_count():
    assert runs("a b c d e", "a b c d e f a b c d e g") == ["a b c d e", "a b c d e"]
    assert runs("a b c d e f", "a b c d e g a b c d e f") == ["a b c d e f"]


def test_a_run_reaches_back_over_the_end_of_the_one_before():
    # "five" ends the first run and begins the second one
    text = "one two three four five x five six seven eight nine ten"
    assert runs("one two three four five six seven eight nine ten", text) == [
        "one two three four five",
        "five six seven eight nine ten",
    ]


def test_words_in_a_row():
    assert [*places("abcabc", "abc")] == [0, 3]
    assert [*places("aaaa", "aa")] == [0, 1, 2]
    assert holds("abc", "bc")
    assert not holds("abc", "")
    assert not holds("", "a")


@given(st.text(), st.text())
def test_shared_runs_are_runs_of_both(one, other):
    chunk, text = words_of(one), words_of(other)
    for first, end in shared(chunk, text):
        assert holds(chunk.words, text.words[first:end])
    if len(text):
        assert shared(text, text) == [(0, len(text))] or len(set(text.words)) < len(text)


@given(st.lists(st.sampled_from("abc"), max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_a_piece_of_a_text_is_found_where_it_was_cut(words, start, end):
    piece = words[start:end]
    text = words_of(" ".join(words))
    found = {at for first, last in shared(words_of(" ".join(piece)), text) for at in range(first, last)}
    assert found >= set(range(start, min(end, len(words))))
