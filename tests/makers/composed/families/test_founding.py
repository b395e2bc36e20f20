"""When something was founded, built, released."""

from pathlib import Path

from tests.support.asking import asked, reasons
from tests.support.grounds import text

from benchwright.makers.composed.families.founding import Founding

TAMSOFT = text(
    "tamsoft",
    "Tamsoft",
    "Tamsoft Corporation is a Japanese video game developer , founded on 26 June 1992 . It made games .",
)
HALL = text(
    "hall",
    "Old Masonic Hall (Louisville, Mississippi)",
    "The Old Masonic Hall in Louisville , Mississippi , is a historic building built in 1851 . It was listed .",
)
PRAY = text(
    "pray",
    "Pray (Rebecca St. James album)",
    "Pray is the fifth studio album from artist Rebecca St. James . It was released on October 20 , 1998 by ForeFront "
    "Records .",
)
RENAMED = text(
    "oak",
    "Oak College",
    "Oak College is a college in Leeds , England . The college was founded in 1958 as Leeds Junior College .",
)


def test_questions_and_answers(tmp_path: Path) -> None:
    found = asked(tmp_path, Founding(), [TAMSOFT, HALL, PRAY])
    assert set(found.values()) == {"26 June 1992", "1851", "20 October 1998"}
    told = " ".join(found)
    assert "Tamsoft founded?" in told
    assert "was the Old Masonic Hall in Louisville, Mississippi, built?" in told
    assert "was Rebecca St. James' album Pray released?" in told


def test_what_had_another_name_then_is_refused(tmp_path: Path) -> None:
    assert reasons(tmp_path, Founding(), [RENAMED]) == {"founding:renamed"}
