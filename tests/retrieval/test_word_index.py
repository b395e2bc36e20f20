"""The word index against a brute-force search."""

import unicodedata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.errors import CorpusError
from benchwright.retrieval.word_index import WordIndex, holds, open_words, words_of

_TEXTS = st.lists(st.text(alphabet="ab cDé1,.-'", max_size=30), max_size=12)


@given(_TEXTS, st.lists(st.text(alphabet="abcdDé1 ", min_size=1, max_size=6), max_size=3))
def test_having_all_finds_what_a_scan_finds(texts: list[str], phrases: list[str]) -> None:
    index = WordIndex.build(texts)
    wanted = {word for phrase in phrases for word in words_of(phrase)}
    expected = [at for at, text in enumerate(texts) if wanted and wanted <= set(words_of(text))]
    assert index.having_all(phrases).tolist() == expected


def test_words_are_runs_of_letters_and_digits() -> None:
    assert words_of("St. John's, 1,234 km²: Åland–Öst") == ["st", "john", "s", "1", "234", "km²", "åland", "öst"]


def test_holds_asks_for_whole_words_side_by_side() -> None:
    assert holds("The Mount-Kenya region", "mount kenya")
    assert not holds("Mount the Kenya", "mount kenya")
    assert not holds("Kenyan highlands", "kenya")
    assert not holds("anything", "?!")


def test_a_saved_index_opens_only_over_the_same_corpus(tmp_path: Path) -> None:
    index = WordIndex.build(["red green", "green", ""])
    index.save(tmp_path, "abc")
    again = open_words(tmp_path, "abc")
    assert again is not None
    assert again.having("green").tolist() == [0, 1]
    assert np.array_equal(again.positions, index.positions)
    assert open_words(tmp_path, "other") is None
    assert open_words(tmp_path / "none", "abc") is None


def test_an_index_without_words_is_saved_too(tmp_path: Path) -> None:
    WordIndex.build(["", "?!"]).save(tmp_path, "abc")
    again = open_words(tmp_path, "abc")
    assert again is not None
    assert again.having_all(["word"]).tolist() == []


@pytest.mark.parametrize(("name", "bytes_"), [("manifest.json", b"{"), ("starts.npy", b"x"), ("words.txt", b"one")])
def test_a_damaged_index_is_named(tmp_path: Path, name: str, bytes_: bytes) -> None:
    WordIndex.build(["red green", "green"]).save(tmp_path, "abc")
    (tmp_path / name).write_bytes(bytes_)
    with pytest.raises(CorpusError, match="damaged"):
        open_words(tmp_path, "abc")


@given(st.lists(st.text(), min_size=1, max_size=3))
def test_every_text_is_found_by_its_own_words(texts: list[str]) -> None:
    """Whatever the script and the Unicode form: the index and `words_of` part texts alike."""
    index = WordIndex.build(texts)
    for at, text in enumerate(texts):
        for form in ("NFC", "NFD"):
            words = words_of(unicodedata.normalize(form, text))
            assert not words or at in index.having_all(words)


def test_other_scripts_have_words() -> None:
    index = WordIndex.build(["राम है", "रोम है", "in İzmir", "Co\u0302te"])
    places = [index.having_all([word]).tolist() for word in ("राम", "रोम", "izmir", "Côte")]
    assert places == [[0], [1], [2], [3]]
