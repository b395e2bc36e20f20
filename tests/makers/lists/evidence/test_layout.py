"""How a sentence is divided: parentheses, distances and predicates."""

import pytest

from benchwright.makers.lists.evidence.layout import layout


@pytest.mark.parametrize(
    ("sentence", "predicate"),
    [
        ("X ( born in Lund ) is a Swedish actor and writer .", "a Swedish actor and writer ."),
        ("X is an actor who met a painter .", "an actor"),
        ("X is a film directed by Y .", "a film"),
        ("X is one of the largest towns in Y .", "one of the largest towns"),
        ("X is a town ; it is old .", "a town"),
    ],
)
def test_the_predicate_ends_before_what_belongs_to_it(sentence: str, predicate: str) -> None:
    parts = layout(sentence)
    assert parts.predicate is not None
    assert " ".join(parts.words.written[slice(*parts.predicate)]) == predicate.removesuffix(" .")


def test_a_sentence_without_a_copula_has_no_predicate() -> None:
    parts = layout("X went home ( it was late ) .")
    assert (parts.copula, parts.predicate) == (None, None)
    assert not parts.predicates((0, 1))


def test_names_and_parentheses_lie_between_two_words_for_nothing() -> None:
    parts = layout("stars Ada Lind ( as a young farmer ) , Bo Sand and the wooden boat")
    words = parts.words.folded
    assert parts.apart(1, words.index("bo")) == 0.0
    assert (
        parts.apart(words.index("and"), words.index("boat")) == 0.25 + 0.25 + 1.0
    )  # two words of grammar, and "wooden"
    assert parts.apart(3, 3) == 0.0


def test_a_parenthesis_that_is_never_closed_opens_nothing() -> None:
    assert not any(layout("a ( b c").inside)
    assert layout("a ( b ) c").inside == (False, True, True, True, False)
