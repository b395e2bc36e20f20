"""The blind solver sees a clue in whatever writing a source tells it, and never crashes on one."""

from pathlib import Path

import pytest
from tests.support.grounds import ground, table, text, told

from benchwright.programs.execution import stated_value
from benchwright.programs.solver import Clue, Puzzle, names_in, tells, ways_round
from benchwright.records import Fact, Span
from benchwright.values import parse


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("45 years", "Ann Lee died in Hull, aged 45."),
        ("45 years", "Ann Lee died at the age of 45."),
        ("25,000", "Ann Lee led 25000 people."),
        ("25000", "Ann Lee led 25,000 people."),
        ("4,500,000", "Ann Lee led 4.5 million people."),
        ("12 May 1820", "Ann Lee was born on 12th May 1820."),
        ("12 May 1820", "Ann Lee (born 1820-05-12) was a rower."),
        ("28 January 814", "Ann Lee died on 28 January AD 814."),
        ("44 BC", "Ann Lee died in 44 BC."),
        ("green, white and red", "Ann Lee wore red, white and green."),
        ("Hull & Leeds", "Ann Lee lived in Leeds and Hull."),
    ],
)
def test_a_value_is_told_in_any_writing(tmp_path: Path, value: str, sentence: str) -> None:
    own, other = text("own", "Note", f"Ann Lee: {value}."), text("other", "Rowers", sentence)
    puzzle = Puzzle("How about Ann Lee aged?", (), ("own",), (Clue("own", "Ann Lee", parse(value), value),))
    world = ground(tmp_path, [own, other], [])
    assert tells(other, parse(value), ["Ann Lee"], frozenset({"aged", "age"}))
    assert "other" in ways_round(puzzle, world).tellers or "age" in sentence  # a weak number needs the question's word


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("95", "Ann Lee rowed in 1957."),
        ("5", "Ann Lee rowed at -5 degrees and for 5.3 hours."),
        ("44 BC", "Ann Lee rowed 44 times."),
        ("100 km", "Ann Lee rowed 100 mi."),
        ("1990", "Ann Lee rowed in the 1990s."),
    ],
)
def test_another_value_tells_nothing(value: str, sentence: str) -> None:
    assert not tells(text("other", "Rowers", sentence), parse(value), ["Ann Lee"], frozenset({"rowed"}))


def test_a_row_tells_only_of_its_own_thing() -> None:
    areas = table("areas", "Areas", ["Country", "Area"], [["Ghana", "238,533"], ["Togo", "57,000"]])
    assert tells(areas, parse("57000"), ["Togo"])
    assert not tells(areas, parse("57000"), ["Ghana"])
    assert not tells(text("s", "News", "South Sudan sold 500 goats."), parse("500"), ["Sudan"])


def test_days_of_any_era_are_values(tmp_path: Path) -> None:
    """A day before the year 1000 or before our era ended a run with a traceback."""
    source = text("charles", "Charlemagne", "He died on 28 January 814, and his cat on 3 May 44 BC.")
    for day in ("28 January 814", "3 May 44 BC"):
        fact = told(source, "Charlemagne", "death_date", day, "date", subject_type="person")
        value = stated_value(fact)
        clue = Clue("charles", "Charlemagne", value, day)
        puzzle = Puzzle("When did Charlemagne die?", (value,), ("charles",), (clue,))
        assert ways_round(puzzle, ground(tmp_path / day, [source], [fact])).shortcut == ""


def test_what_does_not_parse_is_a_name() -> None:
    fact = Fact("f", "Ann", "ann", "age", "some", Span("s", "text"), value_type="count")
    assert str(stated_value(fact)) == "some"


def test_names_of_every_script_are_seen() -> None:
    assert names_in("When was Östersund founded, and by Ívar?") == ("Östersund", "Ívar")
    assert names_in("Where was राम born?") == ("राम",)
    assert names_in("Who lived in Łódź then?") == ("Łódź",)


def test_the_header_of_a_cell_says_what_a_small_number_is() -> None:
    rows = [["Saw S5", "36", "3"], ["Saw S7", "24", "36"]]
    source = table("t", "Catalogue", ["Product", "Warranty", "Blades"], rows)
    assert tells(source, parse("36"), ["Saw S5"], frozenset({"warranty"}))
    assert not tells(source, parse("36"), ["Saw S5"], frozenset({"blades"}))
    assert not tells(source, parse("36"), ["Saw S7"], frozenset({"warranty"}))
