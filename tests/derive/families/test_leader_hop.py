"""`leader_hop`: who comes first in a whole table, then a fact of their passage."""

from pathlib import Path

from tests.support.drafting import accepted, drafts
from tests.support.grounds import cell, ground, table, text, told

from benchwright.derivation.operations import Extreme, Follow
from benchwright.derive.families.leader_hop import LeaderHop

SCOPE = (("scope", "the 2008 Korea National League"), ("kind", "player"))
GOALS = table(
    "goals",
    "2008 Korea National League — Top scorers",
    ["Player", "Goals"],
    [["Kim Jin-Il", "18"], ["Yang Dong-Chul", "9"], ["Cho Joo-Young", "10"], ["Gu Hyun-Seo", "13"]],
)
KIM = text("kim", "Kim Jin-Il", "Kim Jin-Il ( born 26 October 1985 ) is a South Korean footballer.")
BORN = told(KIM, "Kim Jin-Il", "birth_date", "26 October 1985", "date", subject_type="person")


def test_a_worked_example(tmp_path: Path) -> None:
    facts = [cell(GOALS, row, 1, "goals", subject_type="person", qualifiers=SCOPE) for row in range(4)]
    (example,) = accepted(LeaderHop(), ground(tmp_path, [GOALS, KIM], [*facts, BORN]), "text+table")
    assert example.question.endswith("was the player who scored the most goals in the 2008 Korea National League born?")
    assert example.answers[0].text == "26 October 1985"
    (draft,) = drafts(LeaderHop(), ground(tmp_path / "again", [GOALS, KIM], [*facts, BORN]), "text+table")
    assert not isinstance(draft, str)
    assert draft.program == Follow(Extreme(tuple(fact.id for fact in facts), True), BORN.id)


def test_a_row_that_is_not_known_could_come_first(tmp_path: Path) -> None:
    facts = [cell(GOALS, row, 1, "goals", subject_type="person", qualifiers=SCOPE) for row in range(3)]
    assert drafts(LeaderHop(), ground(tmp_path, [GOALS, KIM], [*facts, BORN]), "text+table") == []
