"""Figures of places."""

from pathlib import Path

from tests.support.asking import asked, reasons
from tests.support.grounds import text

from benchwright.makers.composed.families.census import Census

OAKES = text(
    "oakes",
    "Oakes, North Dakota",
    "Oakes is a city in Dickey County , North Dakota , United States . The population was 1,856 at the 2010 census . "
    "Oakes was founded in 1886 .",
)
ALBERTA = text(
    "warspite",
    "Warspite, Alberta",
    "Warspite is a hamlet in Alberta , Canada . It has an elevation of 655 metres ( 2,149 ft ) .",
)
CHELSEA = text(
    "chelsea",
    "Chelsea, Massachusetts",
    "Chelsea is a city in Suffolk County . As of 2018 , Chelsea had an estimated population of 40,160 .",
)


def test_questions_and_answers(tmp_path: Path) -> None:
    found = asked(tmp_path, Census(), [OAKES, ALBERTA])
    assert set(found.values()) == {"1,856", "655 metres"}
    for question, answer in found.items():
        assert ("2010 census" in question) == (answer == "1,856")
        assert "Oakes, North Dakota" in question or "Warspite, Alberta" in question


def test_an_estimate_is_refused(tmp_path: Path) -> None:
    assert reasons(tmp_path, Census(), [CHELSEA]) == {"census:hedged"}
