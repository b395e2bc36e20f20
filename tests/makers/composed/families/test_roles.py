"""The families that go from a role in a table's row to the passage of who has it."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.support.drafting import accepted, drafts
from tests.support.grounds import cell, ground, table, text, told

from benchwright.makers.composed.families.age_gap_of_roles import AgeGapOfRoles
from benchwright.makers.composed.families.named_hop import NamedHop
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.programs.operations import YearsBetween
from benchwright.records import Fact
from benchwright.values import name_key

SCOPE = (("scope", "the 2008 K League"), ("kind", "club"))
CLUBS = table(
    "clubs",
    "2008 K League — Clubs",
    ["Club", "Head coach"],
    [["Jeju United", "Arthur Bernardes"], ["Incheon Rovers", "Chang Woe-Ryong"]],
)
ARTHUR = text(
    "arthur", "Arthur Bernardes", "Arthur Bernardes ( born 15 May 1955 ) is a football manager. He lives in Rio."
)
CHANG = text("chang", "Chang Woe-Ryong", "Chang Woe-Ryong ( born 5 April 1959 ) is a football manager.")


def coach(row: int) -> Fact:
    fact = cell(CLUBS, row, 1, "head_coach", "name", subject_type="team", qualifiers=SCOPE)
    return replace(fact, target=name_key(fact.value))


def born(source_name: str, day: str, pronoun: str = "he") -> Fact:
    source = {"Arthur Bernardes": ARTHUR, "Chang Woe-Ryong": CHANG}[source_name]
    return told(
        source, source_name, "birth_date", day, "date", subject_type="person", qualifiers=(("pronoun", pronoun),)
    )


@pytest.fixture
def league(tmp_path: Path) -> CorpusFacts:
    facts = [coach(0), coach(1), born("Arthur Bernardes", "15 May 1955"), born("Chang Woe-Ryong", "5 April 1959")]
    return ground(tmp_path, [CLUBS, ARTHUR, CHANG], facts)


def test_named_hop(league: CorpusFacts) -> None:
    first, second = accepted(NamedHop(), league, "text+table")
    assert {example.answers[0].text for example in (first, second)} == {"15 May 1955", "5 April 1959"}
    asked = {example.question for example in (first, second)}
    assert any("head coach of Jeju United in the 2008 K League born?" in question for question in asked)


def test_age_gap_of_roles(tmp_path: Path, league: CorpusFacts) -> None:
    assert drafts(AgeGapOfRoles(), league, "2text+table") == ["years-counted"]  # 3 years, and 325 days
    late = replace(CHANG, text=CHANG.text.replace("5 April 1959", "5 August 1959"))
    facts = [
        coach(0),
        coach(1),
        born("Arthur Bernardes", "15 May 1955"),
        told(late, "Chang Woe-Ryong", "birth_date", "5 August 1959", "date", subject_type="person"),
    ]
    (example,) = accepted(AgeGapOfRoles(), ground(tmp_path / "late", [CLUBS, ARTHUR, late], facts), "2text+table")
    assert "2008 K League" in example.question
    assert example.answers[0].text == "4 years"
    (draft,) = drafts(AgeGapOfRoles(), ground(tmp_path / "again", [CLUBS, ARTHUR, late], facts), "2text+table")
    assert not isinstance(draft, str)
    assert isinstance(draft.program, YearsBetween)
