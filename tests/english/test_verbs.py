"""Verbs behind "it"."""

from __future__ import annotations

import pytest

from benchwright.english.verbs import third_person


@pytest.mark.parametrize(
    ("verb", "form"),
    [("play", "plays"), ("try", "tries"), ("veto", "vetoes"), ("pass", "passes"), ("buy", "buys"), ("owe", "owes")],
)
def test_the_third_person(verb: str, form: str) -> None:
    assert third_person(verb) == form
