"""How far a note on the scale of figures reaches is said by its words."""

import pytest

from benchwright.values.scale_notes import Reach, scale_reach


@pytest.mark.parametrize(
    ("text", "reach"),
    [
        ("All amounts in this report are given in thousands of euros unless we say so.", "document"),
        ("Figures are in millions throughout.", "document"),
        ("All figures in thousands of euros", "all"),
        ("(EUR '000)", "section"),
        ("The sales figures below are in millions of dollars.", "section"),
        ("Thousands of people have come here over the years to see all of this.", None),
        ("All figures are in euros.", None),
    ],
)
def test_the_reach_of_a_note(text: str, reach: Reach | None) -> None:
    assert scale_reach(text) == reach
