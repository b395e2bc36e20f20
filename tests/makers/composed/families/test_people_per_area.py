"""`people_per_area`: a rounded ratio of two cells of one row."""

from pathlib import Path

from tests.support.drafting import accepted, drafts
from tests.support.grounds import cell, ground, table

from benchwright.makers.composed.families.people_per_area import PeoplePerArea
from benchwright.programs.operations import LookUp, Ratio
from benchwright.records import Fact

LAND = table(
    "land",
    "Countries of Africa",
    ["Country", "Population", "Area (sq km)"],
    [["Kenya", "58,246,378", "580,367"], ["Namibia", "2,803,660", "824,292"]],
)


def row(number: int) -> list[Fact]:
    return [
        cell(LAND, number, 1, "population", subject_type="country"),
        cell(LAND, number, 2, "area", "quantity", unit="square kilometre", subject_type="country"),
    ]


def test_a_worked_example(tmp_path: Path) -> None:
    (example,) = accepted(PeoplePerArea(), ground(tmp_path, [LAND], row(0)), "table")
    assert "square kilometre" in example.question
    assert "rounded to the nearest whole number" in example.question
    assert example.answers[0].text == "100 people per square kilometre"
    (draft,) = drafts(PeoplePerArea(), ground(tmp_path / "again", [LAND], row(0)), "table")
    assert not isinstance(draft, str)
    assert draft.program == Ratio(LookUp("land#r0c1"), LookUp("land#r0c2"), 0)


def test_emptier_land_is_refused(tmp_path: Path) -> None:
    land = table("l", "Land", ["Place", "Population", "Area (sq km)"], [["Wastes", "1,000", "824,292"]])
    facts = [
        cell(land, 0, 1, "population", subject_type="place"),
        cell(land, 0, 2, "area", "quantity", unit="square kilometre", subject_type="place"),
    ]
    assert drafts(PeoplePerArea(), ground(tmp_path, [land], facts), "table") == ["sparse"]
