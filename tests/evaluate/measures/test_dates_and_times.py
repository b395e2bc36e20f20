"""Dates of digits and times of day: one value in any writing, and unscored where day and month are undecided."""

import pytest
from part_questions import question

from benchwright.evaluate.measures.part_scores import UNDECIDED_DATE, part_score, score_parts
from benchwright.values.dates import Date
from benchwright.values.digit_dates import undecided_dates, with_dates_in_words
from benchwright.values.times_of_day import time_of_day, with_times_of_day


@pytest.mark.parametrize(
    ("gold", "answer", "score"),
    [
        ("17/01/2022", "17 January 2022", 1),
        ("17/01/2022", "2022-01-17", 1),
        ("17/01/2022", "It ends on 17.01.2022.", 1),
        ("17/01/2022", "18 January 2022", 0),
        ("17/01/2022", "17 January 2022 or 18 January 2022", 0),
        ("15 June 2023", "15.06.2023", 1),
        ("15 June 2023", "06/15/2023", 1),
        ("15 June 2023", "15.07.2023", 0),
        ("17:05", "5:05 p.m.", 1),
        ("17:05", "17:05h", 1),
        ("17:05", "5:05 a.m.", 0),
        ("17:05", "17:06", 0),
        ("09:40", "9:40", 1),
        ("09:40", "9:40 AM", 1),
        ("09:40", "At 9.40.", 1),
        ("09:40", "9:40 p.m.", 0),
        ("9 a.m.", "9:00", 1),
        ("9 a.m.", "At 9 AM.", 1),
        ("9 a.m.", "9 p.m.", 0),
        ("12 a.m.", "00:00", 1),
        ("5:05", "5:05", 1),
    ],
)
def test_one_value_in_any_writing(gold, answer, score):
    assert score_parts(question("When does it end?", [gold]), answer) == score


@pytest.mark.parametrize(
    ("gold", "answer", "expected"),
    [
        ("03/04/2024", "3 April 2024", (0.0, UNDECIDED_DATE)),
        ("03/04/2024", "4 March 2024", (0.0, UNDECIDED_DATE)),
        ("03/04/2024", "03/04/2024", (1.0, "")),
        ("03/04/2024", "5 April 2024", (0.0, "")),
        ("3 April 2024", "03/04/2024", (0.0, UNDECIDED_DATE)),
        ("3 April 2024", "03/05/2024", (0.0, "")),
    ],
)
def test_an_undecided_date_is_unscored(gold, answer, expected):
    assert part_score(question("When does it end?", [gold]), (answer,)) == expected


def test_dates_of_digits():
    assert with_dates_in_words("15/06/2023, 06-15-2023 and 5.5.2020") == "15 June 2023, 15 June 2023 and 5 May 2020"
    assert with_dates_in_words("31/02/2023, 1.15.06.2023 and 3/4/2024") == "31/02/2023, 1.15.06.2023 and 3/4/2024"
    assert undecided_dates("3/4/2024 and 15/06/2023") == (Date(2024, 4, 3), Date(2024, 3, 4))


def test_times_of_day():
    assert [time_of_day(text) for text in ("5:05", "12:30", "9", "13 p.m.", "", "0.54", "17.05")] == [""] * 7
    assert time_of_day("12 p.m.") == "12:00"
    assert with_times_of_day("5:05 p.m., 9 am, 17:05 h; 9 tickets, 1:2:3") == "17:05, 09:00, 17:05; 9 tickets, 1:2:3"
