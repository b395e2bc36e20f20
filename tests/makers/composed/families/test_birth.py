"""When and where somebody was born or died."""

from pathlib import Path

from tests.support.asking import asked, outcomes, reasons
from tests.support.grounds import text

from benchwright.makers.composed.families.birth import Birth

CAIRNS = text(
    "cairns",
    "Bernard Cairns",
    "Bernard Lance Cairns ( born 10 October 1949 in Picton , New Zealand ) is a New Zealand cricketer . "
    "He played for Otago .",
)
EVANS = text(
    "evans",
    "George Evans (basketball)",
    "George Evans ( born January 31 , 1971 ) is an American basketball player . He played in Germany .",
)


def test_questions_and_answers(tmp_path: Path) -> None:
    found = asked(tmp_path, Birth(), [CAIRNS, EVANS])
    assert set(found.values()) == {"10 October 1949", "Picton, New Zealand", "31 January 1971"}
    (question,) = [question for question, answer in found.items() if answer == "31 January 1971"]
    assert "the American basketball player George Evans" in question


def test_the_other_order_of_a_date_is_an_alias(tmp_path: Path) -> None:
    examples = [outcome.example for outcome in outcomes(tmp_path, Birth(), [EVANS], "text")]
    assert [example.answers[0].aliases for example in examples if example] == [("January 31, 1971",)]


def test_a_stage_name_is_refused(tmp_path: Path) -> None:
    nelly = text("nelly", "Nelly", "Nelly ( born November 2 , 1974 ) is an American rapper . He lives in St. Louis .")
    assert reasons(tmp_path, Birth(), [nelly]) == {"birth:name"}


def test_a_country_is_no_birthplace(tmp_path: Path) -> None:
    sean = text("sean", "Sean Roe", "Sean Roe ( born in Ireland , 3 May 1953 ) is an Irish actor . He lives in Cork .")
    assert "Ireland" not in asked(tmp_path, Birth(), [sean]).values()
