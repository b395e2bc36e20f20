"""Who made a work or founded an organisation."""

from pathlib import Path

from tests.support.asking import asked, reasons
from tests.support.grounds import text

from benchwright.makers.composed.families.made_by import MadeBy

ED_WOOD = text(
    "ed",
    "Ed Wood (film)",
    "Ed Wood is a 1994 American biographical film directed by Tim Burton and starring Johnny Depp . It won prizes .",
)
TALL = text(
    "tall",
    "Tall Hopes",
    "Tall Hopes is an American television series created by Michael Elias and Rich Eustis . It ran on CBS .",
)
SELF = text(
    "dyn",
    "Dynamite (Taio Cruz song)",
    "Dynamite is a song recorded by English singer Taio Cruz . It was a hit .",
)


def test_questions_and_answers(tmp_path: Path) -> None:
    found = asked(tmp_path, MadeBy(), [ED_WOOD, TALL])
    assert set(found.values()) == {"Tim Burton", "Michael Elias and Rich Eustis"}
    told = " ".join(found)
    assert "the film Ed Wood" in told
    assert "the television series Tall Hopes" in told


def test_a_name_in_the_title_leaks(tmp_path: Path) -> None:
    assert reasons(tmp_path, MadeBy(), [SELF]) == {"leak"}
