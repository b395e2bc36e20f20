"""A line that the quick exit of `claims` lets pass has no clause that claims nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from benchwright.evaluate.measures import claims
from benchwright.evaluate.measures.answer_text import answer_lines

_PIECES = (
    *("it", "is", "was", "has", "not", "n't", "no", "cannot", "don't", "isn’t", "Oslo", "(Oslo)", "(", ")", "[", "]"),
    *(":", ";", ",", ".", "—", "-", "but", "and", "that", "unclear", "unknown", "whether", "rather", "than", "perhaps"),
    *("might", "mentions", "the", "list", "lists", "a", "myth", "candidates", "are", "possible", "answers", "never"),
    *("neither", "failed", "to", "way", "none", "of", "information", "instead", "untrue", "false", "say", "other"),
    *("except", "for", "knot", "note", "nonot"),
)
texts = st.lists(st.sampled_from(_PIECES), max_size=12).flatmap(
    lambda pieces: st.sampled_from((" ", "", "\n")).map(lambda join: join.join(pieces))
)


@given(texts)
def test_a_line_that_passes_has_no_void_clause(text: str) -> None:
    for line in answer_lines(text):
        found = [one for one in claims._clauses(0, line, "", ()) if one.void or one.guesses]
        assert not found or claims._may_be_void(line.text)


def test_most_lines_pass() -> None:
    assert not claims._may_be_void("The knot is known in Norway (Oslo): notable.")
    assert claims._may_be_void("It isn't known.")
    assert claims._may_be_void("It is (not really) known.")
