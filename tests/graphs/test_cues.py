"""A cue is words, each with a star at most at its end."""

from __future__ import annotations

import pytest

from benchwright.graphs.cues import is_cue


@pytest.mark.parametrize(
    "cue", ["direct*", "filmmaker", "born in", "co-star*", "alma mater", "Ph.D.", "film* by", "né"]
)
def test_words_are_cues(cue: str) -> None:
    assert is_cue(cue)


@pytest.mark.parametrize("cue", ["", "*", "dir*ect", "a  b", " a", "(a)", "a|b", "[a-z]", "direct**", "x" * 61])
def test_other_things_are_not(cue: str) -> None:
    assert not is_cue(cue)
