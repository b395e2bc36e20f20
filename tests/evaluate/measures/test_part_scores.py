"""Answers scored by the values that they state: what is right in other words scores 1, what is wrong scores 0."""

from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from part_questions import FLAGS, LOOK_UP, RAILWAY, SIZES, fact, question
from rankings import gold as gold_

from benchwright.evaluate.answer_parts import PairPart, SidePart, ValuePart
from benchwright.evaluate.gold import Question
from benchwright.evaluate.measures.answers import listed_answers, set_scores
from benchwright.evaluate.measures.part_scores import AnswerReading, QuestionForms, part_measure, score_parts
from benchwright.evaluate.measures.sides import NEAR, _SideReading, _states, _Tolerance, side_share
from benchwright.evaluate.systems.base import SystemReply
from benchwright.records import Answer
from benchwright.values import show_quantity

TWO_KINDS = question(
    "How long is the coastline of Namibia, and which colours are on the country's flag?",
    ["The coastline of Namibia is 1,572 kilometres long. The colours on its flag are green, blue and white."],
    {"op": "both", "first": {**LOOK_UP, "fact": "a"}, "second": {**LOOK_UP, "fact": "b"}},
    fact("a", "Namibia", "coastline", "1,572", "kilometre"),
    fact("b", "Namibia", "flag_colours", "green, blue and white"),
    style="compound",
)
SIZES_TURNED = replace(SIZES, text=SIZES.text.replace("Mexico and Panama", "Panama and Mexico"))
BIRTHS = question(
    "Who was born earlier, Ada Lovelace or Mary Somerville?",
    ["Mary Somerville was born earlier (26 December 1780) than Ada Lovelace (10 December 1815)."],
    {
        "op": "compare",
        "traits": [{"name": "date of birth", "left": {**LOOK_UP, "fact": "a"}, "right": {**LOOK_UP, "fact": "b"}}],
    },
    fact("a", "Ada Lovelace", "birth", "10 December 1815"),
    fact("b", "Mary Somerville", "birth", "26 December 1780"),
)
STRIPES = question(
    "How do the flags of Ghana and Peru compare in the number and the colours of their stripes?",
    ["Both have three stripes, but Ghana's are red, yellow and green, whereas Peru's are red and white."],
    {
        "op": "compare",
        "traits": [
            {"name": "number", "left": {**LOOK_UP, "fact": "a"}, "right": {**LOOK_UP, "fact": "b"}},
            {"name": "colours", "left": {**LOOK_UP, "fact": "c"}, "right": {**LOOK_UP, "fact": "d"}},
        ],
    },
    fact("a", "Ghana", "stripes", "three stripes"),
    fact("b", "Peru", "stripes", "three stripes"),
    fact("c", "Ghana", "colours", "red, yellow and green"),
    fact("d", "Peru", "colours", "red and white"),
)
RATE = question(
    "What was the infant mortality rate of Madagascar in 2025?",
    ["38.4 per 1,000 live births"],
    {**LOOK_UP, "fact": "a"},
    fact("a", "Madagascar", "infant_mortality", "38.4", "per 1,000 live births"),
)
GAP = question(
    "By how many percentage points did the inflation rate of Brazil fall from 2022 to 2024?",
    [("4.9 percentage points", ("4.9%",))],
    {"op": "difference", "more": {**LOOK_UP, "fact": "a"}, "less": {**LOOK_UP, "fact": "b"}},
    fact("a", "Brazil", "inflation_rate", "9.3", "percent"),
    fact("b", "Brazil", "inflation_rate", "4.4", "percent"),
)
ALLOWED = question(
    "Which values are allowed for the --conflict option of git-checkout?",
    ['"merge" (default), "diff3", and "zdiff3"'],
    {**LOOK_UP, "fact": "a"},
    fact("a", "--conflict", "allowed", '"merge" (default), "diff3", and "zdiff3"'),
)
BANDS = question(
    "Which colours are on the flag of Germany?",
    ["black, red and yellow"],
    {**LOOK_UP, "fact": "a"},
    fact("a", "Germany", "flag_colours", "black, red and yellow"),
)
CAPITAL = question("What is the capital of Colombia?", ["Bogotá"])
LANGUAGES = question(
    "What are the languages of the press?",
    ["German, Italian"],
    {**LOOK_UP, "fact": "a"},
    fact("a", "the press", "cell:languages", "German, Italian"),
)
PLACE = question(
    "What is the site of the press?",
    ["Springfield, Illinois"],
    {**LOOK_UP, "fact": "a"},
    fact("a", "the press", "cell:site", "Springfield, Illinois"),
)
VOLTAGE = question("What is the voltage of the lathe?", ["400 V"])
UNKNOWN_UNIT = question("What is the rate of the lathe?", ["40 Qx"])
WEIGHT = question("What is the weight of the lathe?", ["1,250 kilograms"])
CITY = question("Which is the largest city of India?", ["New Delhi"])


def test_the_parts_of_a_question() -> None:
    (pair,) = FLAGS.parts
    assert isinstance(pair, PairPart)
    assert (pair.first.labels, pair.second.labels) == ({"itali"}, {"ireland"})
    people, borders = SIZES.parts
    assert isinstance(people, SidePart)
    assert isinstance(borders, SidePart)
    assert people.names == ("Mexico", "Panama")
    assert people.labels == {"popul"}
    assert [type(part) for part in STRIPES.parts] == [ValuePart, PairPart]
    assert BIRTHS.parts[0].names == ("Ada Lovelace", "Mary Somerville")  # the later date is "more"
    assert (
        question("What is a biofilm?", ["a thin coating of microorganisms that live together on a surface"]).parts == ()
    )
    told = {**LOOK_UP, "fact": "a"}
    assert question("What is -f for?", ["To force it"], told, fact("a", "-f", "purpose", "To force it")).parts == ()
    assert question("Which are the two?", ["Hull", "Leeds"]).parts == ()


@pytest.mark.parametrize(
    ("asked", "answer", "score"),
    [
        (LANGUAGES, "Italian, German", 1),
        (LANGUAGES, "The languages are Italian and German.", 1),
        (LANGUAGES, "German, Italian", 1),
        (LANGUAGES, "German and French", 0),
        (LANGUAGES, "German", 1 / 2),
        (LANGUAGES, "It is not German.", 0),
        (LANGUAGES, "German, Italian, French", 0),
        (PLACE, "Springfield, Illinois", 1),
        (PLACE, "Illinois, Springfield", 0),
        (GAP, "4.9 pp", 1),
        (GAP, "5.2 pp", 0),
        (VOLTAGE, "400V", 1),
        (VOLTAGE, "It runs at 400 volts.", 1),
        (VOLTAGE, "0.4kV", 1),
        (VOLTAGE, "400", 1),
        (VOLTAGE, "400 A", 0),
        (VOLTAGE, "400V or 230V", 0),
        (UNKNOWN_UNIT, "40Qx", 1),
        (UNKNOWN_UNIT, "It is 40Qx.", 1),
        (UNKNOWN_UNIT, "It is 140Qx.", 0),
        (WEIGHT, "1250", 1),
        (WEIGHT, "It is 1250.", 1),
        (WEIGHT, "It is 1251.", 0),
        (WEIGHT, "1250 or 1270", 0),
        (FLAGS, "red; orange", 1),
        (FLAGS, "Italy's right stripe is red; Ireland's is orange.", 1),
        (FLAGS, "Orange for Ireland and red for Italy", 1),
        (FLAGS, "Red (Italy) and orange (Ireland)", 1),
        (FLAGS, "On the flags of Italy and Ireland it is red and orange, respectively.", 1),
        (FLAGS, "orange; red", 0),
        (FLAGS, "Italy: orange, Ireland: red", 0),
        (FLAGS, "red", 0.5),
        (FLAGS, "I don't know.", 0),
        (TWO_KINDS, "1,572 km; green, blue and white", 1),
        (TWO_KINDS, "The flag is white, green and blue. The coast measures about 1572 km.", 1),
        (TWO_KINDS, "1,572 km; green, blue, white and red", 0.5),
        (TWO_KINDS, "1,572 miles; green and blue", 0),
        (SIZES, "Mexico has the larger population and the longer land borders.", 1),
        (SIZES, "Mexico, in both.", 1),
        (
            SIZES,
            "Compared with Panama, Mexico has a larger population. Unlike Panama, Mexico has longer land borders.",
            1,
        ),
        (
            SIZES,
            "Compared with Mexico, Panama has a larger population. Unlike Mexico, Panama has longer land borders.",
            0,
        ),
        (SIZES, "Mexico has a larger population and longer land borders compared to Panama.", 1),
        (SIZES, "Panama has fewer people and shorter borders than Mexico.", 1),
        (SIZES, "- Population: Mexico 130.7 million, Panama 4.54 million\n- Land borders: 4,389 km (Mexico)", 0.5),
        (
            SIZES,
            "Mexico: population 130.7 million, borders 4,389 km. Panama: population 4.5 million, borders 687 km.",
            1,
        ),
        (SIZES, "Mexico has more people (130,739,927 vs 4,536,008) but Panama's land borders are longer.", 0.5),
        (
            SIZES,
            "Panama has a larger population than Mexico (130,739,927 against 4,536,008) and longer land borders.",
            0,
        ),
        (SIZES, "Mexico has a larger population than Panama (13,739,927 against 4,536,008).", 0),
        (SIZES, "Mexico has a larger population than Panama.", 0.5),
        (SIZES, "130,739,927 and 4,536,008; 4,389 km and 687 km", 1),
        (SIZES_TURNED, "4,536,008 and 130,739,927; 687 km and 4,389 km", 1),
        (SIZES_TURNED, "130,739,927 and 4,536,008; 4,389 km and 687 km", 0),
        (SIZES, "They are equal.", 0),
        (SIZES, "Mexico leads on both:\n- People: 130,739,927 (Panama 4,536,008)\n- Borders: 4,389 km (Panama 687)", 1),
        (SIZES, "Mexico has about 131 million people and Panama 4.5 million. Borders: Mexico 4,389, Panama 687 km.", 1),
        (SIZES, "Mexico: 4,536,008 people; Panama: 130,739,927 people.", 0),
        (BIRTHS, "Mary Somerville", 0),  # which of the two was born later is not said
        (BIRTHS, "Mary Somerville was older than Ada Lovelace.", 1),
        (BIRTHS, "Ada Lovelace was born later.", 1),
        (BIRTHS, "Ada Lovelace was born earlier than Mary Somerville.", 0),
        (STRIPES, "Both have three stripes; Ghana has red, yellow and green, and Peru red and white.", 1),
        (STRIPES, "Both have three stripes; Peru has red, yellow and green, and Ghana red and white.", 1 / 3),
        (STRIPES, "Stripes: Ghana has three (red, yellow and green), and so has Peru (red and white).", 2 / 3),
        (RATE, "38.4", 1),
        (RATE, "38.4 per 1,000 (see page 3 of [2])", 1),
        (RATE, "38.4 deaths per 1,000 live births", 1),
        (RATE, "38.4%", 0),
        (RATE, "384", 0),
        (GAP, "It fell from 9.3% to 4.4%, by 4.9 points.", 1),
        (GAP, "5 percentage points", 0),
        (ALLOWED, "You can pass any of these:\n- `merge` (the default)\n- `diff3`\n- `zdiff3`", 1),
        (ALLOWED, "It takes zdiff3, merge and diff3.", 1),
        (ALLOWED, "merge and diff3", 2 / 3),
        (RAILWAY, "The railway network of Panama is 77 km long.", 1),
        (RAILWAY, "77,000 m", 1),
        (RAILWAY, "-77 km", 0),
        (RAILWAY, "77 miles", 0),
        (RAILWAY, "77 km or 80 km", 0),
        (RAILWAY, "It isn't 77 km.", 0),
        (CITY, "New Delhi, the capital", 1),
        (CITY, "It is New Delhi rather than Mumbai.", 1),
        (CITY, "Mumbai rather than New Delhi", 0),
        (CITY, "Mumbai or New Delhi", 0),
        (CITY, "Delhi", 0),
        (CAPITAL, "Bogota", 1),
        (CAPITAL, "It is Bogota, not Medellin.", 1),
        (CAPITAL, "Bogotas", 0),
        (FLAGS, "crimson (Italy) and saffron (Ireland)", 1),
        (BANDS, "Black, red and gold", 1),
        (BANDS, "Black, crimson and gold (yellow)", 1),
        (BANDS, "Black, blue and gold", 0),
        (BANDS, "Black and gold", 2 / 3),
        (BANDS, "Black, gold (yellow), red and green", 0),
    ],
)
def test_answers(asked: Question, answer: str, score: float) -> None:
    assert score_parts(asked, answer) == pytest.approx(score)


@pytest.mark.parametrize("asked", [FLAGS, TWO_KINDS, SIZES, STRIPES, RATE, GAP, RAILWAY, CITY])
def test_the_reference_scores_1_and_so_it_does_in_a_sentence(asked: Question) -> None:
    reference = asked.answers[0].text
    assert score_parts(asked, reference) == 1
    assert score_parts(asked, f"Certainly! {reference} I hope that this helps.") == 1


@given(
    st.decimals(1, 10**6, places=1),
    st.decimals(1, 10**6, places=1),
    st.sampled_from(["kilometre", "year", "dollar", ""]),
)
def test_no_wrong_number_scores(right: Decimal, other: Decimal, unit: str) -> None:
    asked = question("How much is it?", [show_quantity(right, unit)])
    assert score_parts(asked, f"It is {show_quantity(right, unit)}.") == 1
    near = abs(right - other) <= Decimal("0.001") * max(right, other) or (
        not unit and {right * 100, right} & {other, other * 100}
    )
    if right != other and not near:
        assert score_parts(asked, f"It is {show_quantity(other, unit)}.") == 0
    assert score_parts(asked, f"It is -{show_quantity(right, unit)}.") == 0


def test_a_long_answer_is_read_once() -> None:
    """Minutes where each value looks at all that stands before it."""
    assert score_parts(RAILWAY, "77 km " * 10_000) == 1
    assert score_parts(FLAGS, "Italy red Ireland orange " * 3_000) == 1


def test_a_question_without_parts_is_unscored_and_lists_are_sets() -> None:
    sentence = question("What is it?", ["a thin coating of microorganisms that live together on a wet surface"])
    several = question("Which border it?", ["Argentina", "Brazil", "Chile", "Peru"])
    replies = {"q": SystemReply(answers=("The countries are Argentina, Brazil, and Chile.",))}
    values = part_measure(gold_(sentence), replies)
    assert values.scored.tolist() == [False]
    assert values.reasons == {"the reference answer is a sentence": 1}
    np.testing.assert_allclose(part_measure(gold_(several), replies).values, [2 * 0.75 / 1.75])
    np.testing.assert_allclose(part_measure(gold_(RAILWAY), {}).values, [0.0])
    with pytest.raises(ValueError, match="without parts"):
        score_parts(sentence, "a coating")


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("Argentina, Brazil, Chile", ("Argentina", "Brazil", "Chile")),
        ("Argentina, Antigua and Barbuda", ("Argentina", "Antigua and Barbuda")),
        ("The countries are Argentina and Chile.", ("Argentina", "Chile")),
        ("- Argentina\n- Chile", ("Argentina", "Chile")),
        ("They are:\n- Argentina (in the south)\n- Chile (in the west)", ("Argentina", "Chile")),
        ("Argentina, Brazil and Chile border it.", ("Argentina", "Brazil", "Chile")),
    ],
)
def test_one_string_is_split_at_commas(text: str, items: tuple[str, ...]) -> None:
    right = [Answer(name) for name in ("Argentina", "Brazil", "Chile", "Antigua and Barbuda")]
    assert listed_answers([text], right) == items
    assert set_scores(items, right).precision == 1


@pytest.mark.parametrize("answer", ["٧٧ كيلومتر", "它长 77 km", "७७ km", "７７ km", "Es sind 77 km"])
def test_numbers_are_read_in_the_digits_of_any_script(answer: str) -> None:
    values = part_measure(gold_(RAILWAY), {"q": SystemReply(answers=(answer,))})
    assert (values.values.tolist(), values.scored.tolist()) == ([1.0], [True])


@pytest.mark.parametrize(
    ("asked", "answer", "score"),
    [
        (RAILWAY, "٧٨ كيلومتر", 0.0),  # a wrong number is wrong in any script
        (FLAGS, "красный и оранжевый", None),
        (FLAGS, "Красный, red, оранжевый", 0.5),  # it has words that can be compared
        (FLAGS, "", 0.0),
        (FLAGS, "???", 0.0),
        (TWO_KINDS, "1,572 км; зелёный, синий, белый", None),
    ],
)
def test_names_in_another_script_are_unscored_and_counted(asked: Question, answer: str, score: float | None) -> None:
    values = part_measure(gold_(asked), {"q": SystemReply(answers=(answer,) if answer else ())})
    assert values.scored.tolist() == [score is not None]
    assert values.values.tolist() == [score or 0.0]
    assert values.reasons == ({} if score is not None else {"the answer is in another script": 1})


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        ("about 6.1 litres", 1.0),
        ("roughly 6 litres", 1.0),
        ("about 6.5 litres", 0.0),
        ("about 6.2 litres", 0.0),
        ("6.1 litres", 0.0),  # it does not say that it is rounded
        ("about 6.12 litres", 1.0),
    ],
)
def test_an_answer_may_round_if_it_says_so(answer: str, score: float) -> None:
    drunk = question(
        "How much pure alcohol was consumed per person in Brazil in 2019?",
        ["6.12 litres of pure alcohol"],
        {**LOOK_UP, "fact": "a"},
        fact("a", "Brazil", "alcohol", "6.12", "litre"),
    )
    assert score_parts(drunk, answer) == score


def test_an_answer_is_scored_once_whoever_gives_it(monkeypatch: pytest.MonkeyPatch) -> None:
    gold = gold_(RAILWAY, replace(FLAGS, id="flags"))
    replies = {"q": SystemReply(answers=("77 km",)), "flags": SystemReply(answers=("красный",))}
    first = part_measure(gold, replies)
    monkeypatch.setattr("benchwright.evaluate.measures.part_scores.stated_parts", None)
    again = part_measure(gold, replies)
    assert again.values.tolist() == first.values.tolist() == [1.0, 0.0]
    assert again.scored.tolist() == first.scored.tolist() == [True, False]
    assert again.reasons == first.reasons


PIECES = st.lists(
    st.sampled_from(
        [
            "Mexico",
            "Panama",
            "has more people",
            "a longer border",
            "77 km",
            "about 78 kilometres",
            "red",
            "and",
            "or",
            "not",
            "130 million",
            "131,000,000",
            "4,536,008",
            "4.6 million",
            "4,400 km",
            "687",
            "690 kilometres",
            "than",
            ",",
            ".\n",
        ]
    ),
    max_size=9,
)


@given(st.sampled_from([RAILWAY, FLAGS, SIZES, TWO_KINDS, BIRTHS]), PIECES, st.booleans())
def test_what_is_looked_at_first_changes_no_score(asked: Question, pieces: list[str], quoted: bool) -> None:
    answer = " ".join([*pieces, *([asked.answers[0].text] if quoted else [])])
    reading = AnswerReading(QuestionForms(asked), answer)
    claimed = tuple(reading._claimed_shares())
    assert reading.shares == ((1.0,) * len(claimed) if reading.forms.is_reference(answer) else claimed)


@given(PIECES)
def test_a_side_is_read_again_only_where_an_amount_is_near(pieces: list[str]) -> None:
    for part in SIZES.parts:
        assert isinstance(part, SidePart)
        reading = _SideReading.of(SIZES, part, " ".join(pieces))
        exact, near = (_states(reading, _Tolerance(off)) for off in (Decimal(0), NEAR))
        assert side_share(SIZES, part, reading.answer) == (1.0 if exact else 0.5 if near else 0.0)
