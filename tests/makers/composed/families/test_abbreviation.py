"""What an abbreviation stands for is asked where the whole corpus agrees on it."""

from pathlib import Path

from tests.support.asking import asked, reasons
from tests.support.grounds import text

from benchwright.makers.composed.families.abbreviation import Abbreviation

LOG = text("a", "Logs", "Every change goes to the write-ahead log (WAL) before it is made.", document="logs")
AGAIN = text(
    "b", "More logs", "The Write Ahead Log (WAL) is flushed first, and read when the server starts.", document="more"
)
OTHER = text("c", "Walls", "A wooden arched lintel (WAL) holds the wall above a door or window.", document="walls")


def test_spellings_of_one_long_form_are_aliases(tmp_path: Path) -> None:
    found = asked(tmp_path, Abbreviation(), [LOG, AGAIN])
    ((question, answer),) = found.items()
    assert "WAL" in question
    assert answer == "write-ahead log"


def test_an_abbreviation_of_two_things_is_not_asked_for(tmp_path: Path) -> None:
    assert reasons(tmp_path, Abbreviation(), [LOG, OTHER]) == {"abbreviation:ambiguous"}
