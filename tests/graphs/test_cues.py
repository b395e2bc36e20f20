"""Cues find whole words, with any ending where there is a star."""

from __future__ import annotations

import pytest

from benchwright.graphs.cues import cue_pattern, is_cue


@pytest.mark.parametrize(
    "cue", ["direct*", "filmmaker", "born in", "co-star*", "alma mater", "Ph.D.", "film* by", "né"]
)
def test_words_are_cues(cue: str) -> None:
    assert is_cue(cue)


@pytest.mark.parametrize("cue", ["", "*", "dir*ect", "a  b", " a", "(a)", "a|b", "[a-z]", "direct**", "x" * 61])
def test_other_things_are_not(cue: str) -> None:
    assert not is_cue(cue)


def test_cues_are_found_as_whole_words_in_any_case() -> None:
    pattern = cue_pattern(["direct*", "Film", "film* by", "Ph.D."])
    assert pattern is not None
    text = "Directed in\n1970, the Films\n  by her, a film and no microfilm nor filming, nor an indirect Ph.D. or Phad"
    assert pattern.findall(text) == ["Directed", "Films\n  by", "film", "Ph.D."]


def test_no_cues_are_no_pattern() -> None:
    assert cue_pattern([]) is None
