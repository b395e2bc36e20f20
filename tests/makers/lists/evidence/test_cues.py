"""Cues in sentences: stars, phrases, weak cues and rivals."""

import pytest
from tests.makers.lists.evidence.statements import BOOK, BORN, DIRECTED

from benchwright.makers.lists.evidence.cues import CueBook, matcher_of
from benchwright.makers.lists.evidence.tokens import tokens


@pytest.mark.parametrize(
    ("cue", "sentence", "places"),
    [
        ("star*", "she starred and started with stars", [(1, 2), (5, 6)]),
        ("direct*", "the director directed a direct film", [(1, 2), (2, 3), (4, 5)]),
        ("born", "he was Born , not reborn", [(2, 3)]),
        ("his film*", "of his films this is his filming", [(1, 3), (5, 7)]),
        ("Ph.D.*", "he took his Ph.D. there", [(3, 5)]),
        ("*", "a b c", []),
    ],
)
def test_a_cue_is_found_as_whole_words(cue: str, sentence: str, places: list[tuple[int, int]]) -> None:
    assert [(hit.first, hit.end) for hit in matcher_of((cue,)).find(tokens(sentence))] == places


def test_words_of_grammar_are_weak() -> None:
    matcher = matcher_of(("is a", "in", "is the home of"))
    assert [hit.weak for hit in matcher.find(tokens("it is a boat in a house and is the home of all"))] == [
        True, True, False,
    ]  # fmt: skip


def test_rivals_are_the_cues_of_relations_with_the_same_ends() -> None:
    words = tokens("written , directed , starring , born")
    book = CueBook(BOOK)
    assert [words.folded[hit.first] for hit in book.rivals(DIRECTED).find(words)] == ["written", "starring"]
    assert [(hit.first, hit.end) for hit in book.against(BORN).find(tokens("he died there"))] == [(1, 2)]
