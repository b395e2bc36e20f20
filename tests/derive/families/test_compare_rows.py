"""`compare_rows`: two rows of one table in two traits, woven into one answer."""

from pathlib import Path

from tests.support.drafting import accepted, drafts
from tests.support.grounds import cell, ground, table

from benchwright.derivation.ground import Ground
from benchwright.derive.families.compare_rows import CompareRows


def league(folder: Path, rows: list[list[str]]) -> Ground:
    clubs = table("clubs", "2011 Malaysia Premier League — Teams", ["Team", "Head coach", "Kit maker"], rows)
    scope = (("scope", "the 2011 Malaysia Premier League"),)
    facts = [
        cell(clubs, row, column, relation, "name", subject_type="team", qualifiers=scope)
        for row in range(2)
        for column, relation in ((1, "head_coach"), (2, "kit_maker"))
    ]
    return ground(folder, [clubs], facts)


def test_a_worked_example(tmp_path: Path) -> None:
    known = league(tmp_path, [["Johor", "Azmi Mohamed", "Joma"], ["MP Muar", "Jacob Joseph", "Kappa"]])
    (example,) = accepted(CompareRows(), known, "table")
    assert "2011 Malaysia Premier League" in example.question
    assert "head coach and kit manufacturer" in example.question
    assert example.answers[0].text in (
        "Johor was coached by Azmi Mohamed and wore kits made by Joma, "
        "while MP Muar was coached by Jacob Joseph and wore kits made by Kappa.",
        "MP Muar was coached by Jacob Joseph and wore kits made by Kappa, "
        "while Johor was coached by Azmi Mohamed and wore kits made by Joma.",
    )


def test_one_trait_may_be_shared(tmp_path: Path) -> None:
    known = league(tmp_path, [["Johor", "Azmi Mohamed", "Kappa"], ["MP Muar", "Jacob Joseph", "Kappa"]])
    (draft,) = drafts(CompareRows(), known, "table")
    assert not isinstance(draft, str)
    assert draft.answer.startswith("Both wore kits made by Kappa, but ")


def test_nothing_to_contrast(tmp_path: Path) -> None:
    known = league(tmp_path, [["Johor", "Azmi Mohamed", "Kappa"], ["MP Muar", "Azmi Mohamed", "Kappa"]])
    assert drafts(CompareRows(), known, "table") == ["equal"]
