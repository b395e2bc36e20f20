"""Two works of one maker, and a work with its maker."""

from pathlib import Path

from tests.support.asking import asked, reasons
from tests.support.grounds import text

from benchwright.makers.composed.families.named_hop import NamedHop
from benchwright.makers.composed.families.two_works import TwoWorks
from benchwright.makers.composed.families.work_gap import WorkGap

ED_WOOD = text("ed", "Ed Wood (film)", "Ed Wood is a 1994 American film directed by Tim Burton . It won prizes .")
HANDS = text("hands", "Edward Hands", "Edward Hands is a 1990 American film directed by Tim Burton . It won prizes .")
TWINS = text("twins", "Twins", "Twins is a 1990 American film directed by Ivan Reitman . It won nothing .")
BURTON = text(
    "burton", "Tim Burton", "Tim Burton ( born August 25 , 1958 ) is an American filmmaker . He lives in London ."
)
PAIR = text("pair", "Sun and Moon", "Sun and Moon is a 1999 American film directed by Tim Burton . It won prizes .")


def test_two_dates_of_one_maker(tmp_path: Path) -> None:
    ((question, answer),) = asked(tmp_path, TwoWorks(), [ED_WOOD, HANDS, TWINS], "2text").items()
    assert "years were Tim Burton's films " in question
    assert answer in {
        "Ed Wood was released in 1994, and Edward Hands in 1990.",
        "Edward Hands was released in 1990, and Ed Wood in 1994.",
    }


def test_years_between(tmp_path: Path) -> None:
    found = asked(tmp_path, WorkGap(), [ED_WOOD, HANDS, TWINS], "2text")
    assert list(found.values()) == ["4 years"]


def test_a_title_that_looks_like_two_is_refused(tmp_path: Path) -> None:
    assert reasons(tmp_path, TwoWorks(), [HANDS, PAIR], "2text") == {"two_works:title"}


def test_a_hop_over_the_maker(tmp_path: Path) -> None:
    ((question, answer),) = asked(tmp_path, NamedHop(), [ED_WOOD, BURTON], "2text").items()
    assert question in {
        "When was the director of the film Ed Wood born?",
        "On what date was the director of the film Ed Wood born?",
    }
    assert answer == "25 August 1958"
