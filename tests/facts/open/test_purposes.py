"""A purpose is a phrase or a predicate; a sentence with a subject of its own is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.open.purposes import VERBS, begins_with_this, is_purpose, purpose_range


@pytest.mark.parametrize(
    "text",
    [
        "Allows adding ignored files",
        "The port to listen on",
        "Number of log records to keep",  # a plural, no verb
        "Calls that are supported",
        "Return the list of roots that the polynomial has",
    ],
)
def test_phrases_and_predicates(text: str) -> None:
    assert is_purpose(text)


@pytest.mark.parametrize(
    "text",
    [
        "Calls of this form are supported",
        "Use of push('') is not recommended",
        "The list L contains the roots",
        "The function xy causes the stack to be turned",
        "If set, the port is closed",
        "True if the file exists",
        "The same as type I",
        "",
    ],
)
def test_sentences_about_something_else(text: str) -> None:
    assert not is_purpose(text)


@pytest.mark.parametrize(
    ("text", "purpose"),
    [
        ("This sets the prefix of names.", "sets the prefix of names"),
        ("This option sets the names of the tables.", "sets the names of the tables"),
        ("prefix is the start of names.", ""),
        ("This is the list of tables.", ""),
        ("Stability: 1 - Experimental", ""),
        ("Two words.", ""),
    ],
)
def test_the_first_sentence_without_what_names_the_entry(text: str, purpose: str) -> None:
    found = purpose_range(text, 0, len(text), ("prefix",))
    assert (text[slice(*found)] if found else "") == purpose


def test_this_needs_a_verb() -> None:
    assert begins_with_this("This field contains a name", "field")
    assert begins_with_this("This contains a name", "field")
    assert not begins_with_this("This field is empty", "field")


@given(st.sampled_from(sorted(VERBS)), st.text(max_size=40))
def test_any_text_is_judged(verb: str, rest: str) -> None:
    text = f"{verb} the {rest}"
    found = purpose_range(text, 0, len(text), ())
    assert found is None or 0 <= found[0] < found[1] <= len(text)
