"""Words of names and texts, however they are written."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.makers.lists.evidence.tokens import form_of, tokens, words_of

NAMES = st.text("bcáÉşİñçसि東 ", min_size=2, max_size=12).filter(lambda name: name[:1].isalpha() and name.isprintable())


@given(NAMES, st.sampled_from(["NFC", "NFD"]))
def test_a_name_is_met_in_any_unicode_form(name: str, form: str) -> None:
    text = unicodedata.normalize(form, f"It is near {name} , they say .")  # type: ignore[arg-type]
    assert form_of(words_of(name)) in tokens(text).line


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("İzmir", "izmir", True),
        ("राम", "रोम", False),
        ("Côte d'Ivoire", "CÔTE D’IVOIRE", True),
        ("12,500", "12500", True),
        ("8-bit", "8–bit", True),
        ("C++", "C#", False),
        ("AB+", "AB-", False),
    ],
)
def test_forms_are_those_of_the_values(one: str, other: str, alike: bool) -> None:
    assert (form_of(words_of(one)) == form_of(words_of(other))) is alike
