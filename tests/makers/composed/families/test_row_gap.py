"""`row_gap`: how much more one row of a table has than another."""

from pathlib import Path

from tests.support.drafting import accepted, drafts
from tests.support.grounds import cell, ground, table

from benchwright.makers.composed.families.row_gap import RowGap
from benchwright.programs.operations import Difference, LookUp

GOALS = table(
    "goals",
    "2008 Korea National League — Top scorers",
    ["Player", "Goals"],
    [["Kim Jin-Il", "18"], ["Yang Dong-Chul", "9"], ["Cho Joo-Young", "9"]],
)
SCOPE = (("scope", "the 2008 Korea National League"),)


def test_a_worked_example(tmp_path: Path) -> None:
    facts = [cell(GOALS, row, 1, "goals", subject_type="person", qualifiers=SCOPE) for row in range(2)]
    (example,) = accepted(RowGap(), ground(tmp_path, [GOALS], facts), "table")
    assert example.question == (
        "How many more goals did Kim Jin-Il score than Yang Dong-Chul in the 2008 Korea National League?"
    )
    assert example.answers[0].text == "9 goals"
    (draft,) = drafts(RowGap(), ground(tmp_path / "again", [GOALS], facts), "table")
    assert not isinstance(draft, str)
    assert draft.program == Difference(LookUp("goals#r0c1"), LookUp("goals#r1c1"))


def test_a_hedged_cell_is_no_count(tmp_path: Path) -> None:
    hedged = (*SCOPE, ("approximate", "yes"))
    facts = [cell(GOALS, row, 1, "goals", subject_type="person", qualifiers=(SCOPE, hedged)[row]) for row in range(2)]
    assert drafts(RowGap(), ground(tmp_path, [GOALS], facts), "table") == []


def test_equal_values_are_refused(tmp_path: Path) -> None:
    facts = [cell(GOALS, row, 1, "goals", subject_type="person", qualifiers=SCOPE) for row in (1, 2)]
    assert drafts(RowGap(), ground(tmp_path, [GOALS], facts), "table") == ["equal"]


def test_without_a_scope_nothing_is_asked(tmp_path: Path) -> None:
    facts = [cell(GOALS, row, 1, "goals", subject_type="person") for row in range(2)]
    assert drafts(RowGap(), ground(tmp_path, [GOALS], facts), "table") == []
