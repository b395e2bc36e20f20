"""Derived questions with models behind them: reworded only where nothing is lost, judged by the plan's verifier."""

from __future__ import annotations

import pytest

from benchwright.makers.composed.refined import strays


@pytest.mark.parametrize(
    ("reworded", "fault"),
    [
        ("In which year was the Kestrel pump of Vinton Works first sold?", ""),
        ("In which year was the pump of Vinton Works first sold?", "leaves out 'Kestrel'"),
        ("In which year, 1987 or not, was the Kestrel pump of Vinton Works first sold?", "tells the answer"),
        ("In which year was the Kestrel pump of Vinton Works first sold", "does not end with a question mark"),
    ],
)
def test_a_rewording_keeps_names_and_does_not_tell(reworded: str, fault: str) -> None:
    assert strays("When was the Kestrel pump of Vinton Works first sold?", reworded, "1987") == fault


def test_numbers_and_quoted_words_stay_too() -> None:
    composed = 'By how much did "Rill 2" sell more than 1,200 pieces?'
    assert strays(composed, "How far beyond 1,200 pieces did the sales of Rill 2 go?", "80") == ""
    assert strays(composed, "How far beyond 1,300 pieces did the sales of Rill 2 go?", "80") == "leaves out '1,200'"
