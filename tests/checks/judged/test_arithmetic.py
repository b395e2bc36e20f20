"""Numbers that sources tell, and sums over them."""

from dataclasses import replace
from fractions import Fraction

import pytest
from tests.support.grounds import cell, image, table, text

from benchwright.checks.judged.arithmetic import check_arithmetic
from benchwright.checks.judged.draft import QuestionDraft, Quote
from benchwright.checks.judged.figures import figures_of, places_of
from benchwright.checks.judged.quotes import check_quotes
from benchwright.facts.store import FactTable, rows_of
from benchwright.prompts import styles
from benchwright.records import Modalities, Source, Span


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("built in 1889 and 1.5 m wide", [1889, Fraction(3, 2)]),
        ("1,234,567 people", [1234567]),
        ("12\u00a0345 people", [12345]),
        ("about 1.2 million", [1200000, Fraction(6, 5)]),
        ("$5bn of debt", [5000000000, 5]),
        ("£3m", [3000000, 3]),
        ("3 m high", [3]),
        ("twenty-five horses and three mules", [25, 3]),
        ("the 19th century", []),
        ("1959–63", [1959, 63, 1963]),
        ("1959-10-23", [1959, 10, 23]),
        ("-5 °C", [-5]),
        ("a 5-4 win", [5, 4]),
        ("A4 paper, B-52", []),
        ("23 October 1959", [23, 1959]),
        ("12%", [12]),
        ("someone", []),
        ("1.2.3", []),
    ],
)
def test_the_numbers_of_a_text(words: str, values: list[int | Fraction]) -> None:
    assert [figure.value for figure in figures_of(words)] == values


def test_what_the_last_digit_counts() -> None:
    assert [figure.step for figure in figures_of("1.25 million")] == [10000, Fraction(1, 100)]


AREAS = table(
    "areas", "Areas", ["Country", "Population (millions)", "Share"], [["Kenya", "53.8", "12%"], ["Ghana", "31", "7%"]]
)
BRIDGE = text(
    "bridge", "Birch Bridge", "It was opened on 3 May 1832 at a cost of £1.2 million. In 1912 it was 80 years old."
)
CHART = replace(image("chart", "Sales", "Sales by year"), text="Sales by year")


def test_where_a_number_stands() -> None:
    assert list(places_of(Fraction(1832), BRIDGE)) == [Span("bridge", "text", 23, 27)]
    assert list(places_of(Fraction(1200000), BRIDGE)) == [Span("bridge", "text", 41, 53)]
    assert list(places_of(Fraction(53800000), AREAS)) == [Span("areas", "cell", cells=((0, 1),))]
    assert list(places_of(Fraction(31), AREAS)) == [Span("areas", "cell", cells=((1, 1),))]
    assert list(places_of(Fraction(99), AREAS)) == []


def draft(expression: str, answer: str, *sources: Source, quotes: tuple[Quote, ...] = ()) -> QuestionDraft:
    return QuestionDraft(
        "How many?", f"It is {answer}.", answer, replace(styles()["numerical"], checks=("arithmetic",)),
        Modalities(text=1), sources or (BRIDGE, AREAS), "Birch Bridge", quotes, expression,
    )  # fmt: skip


def reason(*given: str | Source, **more: tuple[Quote, ...]) -> str:
    check, derivation = check_arithmetic(draft(*given, **more))  # type: ignore[arg-type]
    assert (derivation is None) == (check.verdict == "fail")
    return f"{check.verdict}: {check.reason}"


@pytest.mark.parametrize(
    ("expression", "answer"),
    [
        ("1912 - 1832", "80 years"),
        ("1912 - 1832", "eighty years"),
        ("1832 - 1912", "80 years earlier"),
        ("53.8 - 31", "22.8 million"),
        ("53,800,000 - 31,000,000", "22.8 million"),
        ("53.8 / 31", "1.74"),
        ("53.8 / 31", "about 1.7 times"),
        ("(53.8 - 31) / 31 * 100", "73.5%"),
        ("(53.8 - 31) / 31", "73.5 percent"),
        ("12% - 7%", "5 percentage points"),
        ("12 - 7", "5 percentage points"),
        ("0.12 * 53.8", "6.456 million"),
        ("1.2 million / 80", "£15,000"),
        ("1912 - 1832 = 80", "80"),
    ],
)
def test_sums_that_give_the_answer(expression: str, answer: str) -> None:
    assert reason(expression, answer).startswith("pass")


@pytest.mark.parametrize(
    ("expression", "answer", "why"),
    [
        ("", "80", "states no sum: reading one number off a source is not arithmetic"),
        ("1832", "1832", "the sum has no operation: reading one number off a source is not arithmetic"),
        ("(1832)", "1832", "the sum has no operation: reading one number off a source is not arithmetic"),
        ("1912 - 1832", "90 years", "the sum gives 80, which the answer does not state"),
        ("1912 - 1832", "a long time", "the sum gives 80, which the answer does not state"),
        ("1912 - 1832 = 90", "90", "the sum gives 80, not 90"),
        ("1913 - 1832", "81", "the operand 1913 does not stand in the sources"),
        ("1912 - 100", "1812", "the operand 100 does not stand in the sources"),
        ("1912 * 24", "45,888", "the sum has fewer than two operands from the sources"),
        ("3 * 1832 * 11", "60,456", "the operand 11 does not stand in the sources"),
        ("53.8 / 31", "1.76", "the sum gives 1.735484, which the answer does not state"),
        ("1912 - x", "80", "the sum cannot be read: its numbers, signs and parentheses do not fit together"),
        ("53.8 - 31", "22 million", "the sum gives 22.8, which the answer does not state"),
    ],
)
def test_sums_that_fail(expression: str, answer: str, why: str) -> None:
    assert reason(expression, answer) == f"fail: {why}"


CREW = text("crew", "Crew", "20 of the 40 men were ill at -5 °C, 12 more at 5 °C; 30 % of 50 % left.")


@pytest.mark.parametrize(
    ("expression", "answer", "verdict"),
    [
        ("20 / 40", "50 %", "pass"),
        ("20 / 40", "0.5 %", "fail"),
        ("20 / 40 * 100", "50%", "pass"),
        ("20 / 40 * 100", "5000 %", "fail"),
        ("50 - 30", "20 percentage points", "pass"),
        ("50 - 30", "2000 %", "fail"),
        ("12 - -5", "17", "pass"),
        ("40 - -12", "52", "fail"),
        ("40 - 20", "-20", "fail"),
        ("100 - 30", "70 percent", "pass"),
        ("100 - 30 - 50", "20 %", "pass"),
        ("100 - 30", "7000 %", "fail"),
        ("100 - 40", "60 %", "fail"),  # men, and no percentage
        ("100 - 5", "95 %", "fail"),
        ("100 - 100", "0 %", "fail"),
        ("90 - 30", "60 %", "fail"),
    ],
)
def test_a_percentage_has_one_size_and_a_number_one_sign(expression: str, answer: str, verdict: str) -> None:
    assert reason(expression, answer, CREW).startswith(verdict)


def test_constants_are_named() -> None:
    check, derivation = check_arithmetic(draft("(1832 + 1912) / 2", "1872"))
    assert check.reason == "(1832 + 1912) / 2 gives 1872; not from the sources: 2"
    assert derivation is not None
    assert derivation["constants"] == ["2"]
    assert [operand["span"]["start"] for operand in derivation["operands"]] == [23, 58]


def test_what_was_quoted_comes_first() -> None:
    twice = text("twice", "Years", "Made in 1832. Opened in 1832. Closed in 1912.")
    given = draft(
        "1912 - 1832", "80", twice, quotes=(Quote("twice", "Opened in 1832"), Quote("twice", "Closed in 1912"))
    )
    _, spans = check_quotes(given)
    _, derivation = check_arithmetic(given, spans)
    assert derivation is not None
    assert [operand["span"]["start"] for operand in derivation["operands"]] == [40, 24]


def test_facts_confirm_operands() -> None:
    areas = table("lakes", "Lakes", ["Lake", "Depth (m)"], [["Long", "310"], ["Round", "95"]])
    facts = FactTable(rows_of([cell(areas, 0, 1, "depth", "quantity", unit="metre")]))
    _, derivation = check_arithmetic(draft("310 - 95", "215 m", areas), (), facts)
    assert derivation is not None
    assert [operand.get("fact") for operand in derivation["operands"]] == ["lakes#r0c1", None]


def test_what_an_image_is_said_to_show() -> None:
    seen = (Quote("chart", "The bar of 2019 stands at 40"), Quote("chart", "The bar of 2020 stands at 52"))
    assert reason("52 - 40", "12", CHART, quotes=seen).startswith("pass")
    assert reason("52 - 41", "11", CHART, quotes=seen) == "fail: the operand 41 does not stand in the sources"


def test_a_count_rests_on_what_was_quoted() -> None:
    rows = (Quote("areas", "Kenya | 53.8"), Quote("areas", "Ghana | 31"))
    for expression, answer, expected in [
        ("1 + 1", "two countries", "pass: counts 2 of the things that are quoted"),
        ("1 + 1 + 1", "three countries", "fail: counts 3 things, and quotes 2"),
        ("1 + 1", "three countries", "fail: the count is 2, which the answer does not state"),
        ("2 * 1", "two", "fail: the operand 1 does not stand in the sources"),
    ]:
        given = draft(expression, answer, AREAS, quotes=rows)
        check, _ = check_arithmetic(given, check_quotes(given)[1])
        assert f"{check.verdict}: {check.reason}" == expected
    listed = text("list", "Rivers", "The Ash, the Elm and the Oak flow through it.")
    given = draft("1 + 1 + 1", "3", listed, quotes=(Quote("list", "The Ash, the Elm and the Oak"),))
    assert check_arithmetic(given, check_quotes(given)[1])[0].verdict == "pass"
    seen = draft("1 + 1 + 1", "3", CHART, quotes=(Quote("chart", "three white stars"),))
    assert check_arithmetic(seen, check_quotes(seen)[1])[0].verdict == "pass"
