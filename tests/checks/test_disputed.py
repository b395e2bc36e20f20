"""A value that its own passage disputes is not asked for."""

from pathlib import Path

import pytest
from tests.support.grounds import ground, text, told

from benchwright.checks.candidate import Candidate
from benchwright.checks.disputed import disputing_value
from benchwright.checks.unique import check_unique
from benchwright.programs.operations import LookUp
from benchwright.records import Modalities
from benchwright.values import parse

INTRO = "Harwick Castle is a castle. "


@pytest.mark.parametrize(
    ("passage", "second"),
    [
        ("It was built in 1152. Some sources give 1157 as the year of construction.", "1157"),
        ("It was built in 1152 (or 1157).", "1157"),
        ("It was built in 1152 or 1157.", "1157"),
        ("It was built in 1152 (1157 according to Leland).", "1157"),
        ("It was built in 1152. According to Leland, it was built in 1157.", "1157"),
        ("It was built in 1152. Historians disagree; 1157 has also been suggested.", "1157"),
        ("It was built in 1152, although the date is disputed.", "disputed"),
        ("It was built in 1152. The chapel was built in 1310.", ""),
        ("It was built in 1152 and destroyed in 1405. The keep is 27 metres high.", ""),
        ("It was built in 1152 (see page 12).", ""),
        ("It was built in 1152. Some sources give the keep a height of 25 metres.", ""),
        ("It was built in 1152. Some sources name 1152 as well.", ""),
    ],
)
def test_a_second_year_in_the_place_of_the_first(passage: str, second: str) -> None:
    source = text("harwick", "Harwick Castle", INTRO + passage)
    assert disputing_value(told(source, "Harwick Castle", "built", "1152", "year"), source) == second


@pytest.mark.parametrize(
    ("passage", "second"),
    [
        ("It has a height of 27 metres. Other surveys put the height at 25 metres.", "25 metres"),
        ("It has a height of 27 metres (89 ft).", ""),
        ("It has a height of 27 metres, or 89 ft.", ""),
        ("It has a population of 27 people in 1990. It has a population of 35 people in 2001.", ""),
    ],
)
def test_a_second_amount_in_the_place_of_the_first(passage: str, second: str) -> None:
    source = text("harwick", "Harwick Castle", INTRO + passage)
    unit = "metre" if "metres" in passage else "person"
    assert disputing_value(told(source, "Harwick Castle", "size", "27", "quantity", unit=unit), source) == second


@pytest.mark.parametrize(("more", "verdict"), [("Some sources give 1157.", "fail"), ("The chapel is of 1310.", "pass")])
def test_a_question_for_a_disputed_value_is_not_unique(tmp_path: Path, more: str, verdict: str) -> None:
    source = text("harwick", "Harwick Castle", f"{INTRO}It was built in 1152. {more}")
    fact = told(source, "Harwick Castle", "built", "1152", "year")
    asked = Candidate(
        question="In what year was Harwick Castle built?",
        answer="1152",
        parts=(parse("1152", "date"),),
        style="information-extraction",
        wants=Modalities(text=1),
        sources=("harwick",),
        entity=fact.entity,
        program=LookUp(fact.id),
    )
    assert check_unique(asked, ground(tmp_path, [source], [fact])).verdict == verdict
