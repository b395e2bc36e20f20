"""Two people, or the two ends of one life."""

from pathlib import Path

import pytest
from tests.support.asking import asked, reasons
from tests.support.grounds import text

from benchwright.makers.composed.families.age_at_death import AgeAtDeath
from benchwright.makers.composed.families.compare_people import ComparePeople, _gap
from benchwright.makers.composed.families.date_gap import DateGap

KOFLER = text(
    "kofler",
    "Andreas Kofler",
    "Andreas Kofler ( born 17 May 1984 ) is an Austrian ski jumper . He lives in Thaur .",
)
AMMANN = text(
    "ammann",
    "Simon Ammann",
    "Simon Ammann ( born 25 June 1981 ) is a Swiss ski jumper . He lives in Unterwasser .",
)
HANNAWALD = text(
    "hannawald",
    "Sven Hannawald",
    "Sven Hannawald ( born 9 November 1984 ) is an Austrian ski jumper . He lives in Vienna .",
)
MARTI = text(
    "marti",
    "Max Marti (sailor)",
    "Max Marti ( 11 February 1877 – 21 July 1943 ) was a Swiss sailor . He lived in Bern .",
)


def test_two_of_one_trade_are_compared(tmp_path: Path) -> None:
    found = asked(tmp_path, ComparePeople(), [KOFLER, AMMANN], "2text")
    ((question, answer),) = found.items()
    assert "ski jumpers" in question
    first = (
        "Andreas Kofler is Austrian and was born on 17 May 1984, whereas Simon Ammann is Swiss and was born about three"
    )
    second = "Simon Ammann is Swiss and was born on 25 June 1981, whereas Andreas Kofler is Austrian and was born about"
    assert answer.startswith((first, second))


def test_what_they_share_is_said(tmp_path: Path) -> None:
    (answer,) = asked(tmp_path, ComparePeople(), [KOFLER, HANNAWALD], "2text").values()
    assert answer.startswith("Both are Austrian, but ")
    assert "about six months" in answer


def test_years_are_counted_only_where_everybody_counts_alike(tmp_path: Path) -> None:
    # From 25 June 1981 to 17 May 1984 are two complete years, but three by the calendar.
    assert reasons(tmp_path, DateGap(), [KOFLER, AMMANN], "2text") == {"date_gap:years-counted"}


def test_a_gap_between_two_of_one_trade(tmp_path: Path) -> None:
    lehmann = text(
        "l", "Karl Lehmann", "Karl Lehmann ( born 1 August 1983 ) is a German ski jumper . He lives in Ulm ."
    )
    ((question, answer),) = asked(tmp_path, DateGap(), [AMMANN, lehmann], "2text").items()
    assert "ski jumper Simon Ammann" in question
    assert answer == "2 years"


def test_an_age(tmp_path: Path) -> None:
    ((question, answer),) = asked(tmp_path, AgeAtDeath(), [MARTI]).items()
    assert (question, answer) in {
        ("At what age did the Swiss sailor Max Marti die?", "At the age of 66"),
        ("How old was the Swiss sailor Max Marti when he died?", "66 years old"),
    }


@pytest.mark.parametrize(
    ("days", "said"),
    [
        (1, "1 day"),
        (9, "9 days"),
        (61, "about two months"),
        (365, "about one year"),
        (546, "about a year and a half"),
        (730, "about two years"),
        (913, "about two and a half years"),
    ],
)
def test_a_gap_is_said_as_people_say_it(days: int, said: str) -> None:
    assert _gap(days) == said
