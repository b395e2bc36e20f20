"""Answers to questions about two things: which half a value belongs to, and which side an answer takes."""

import pytest
from part_questions import LOOK_UP, SIZES, fact, question

from benchwright.evaluate.gold import Question
from benchwright.evaluate.measures.part_scores import score_parts

PEOPLE_AND_RATE = question(
    "What is the population of Norway, and what is the country's unemployment rate?",
    ["Norway has a population of 5,550,203 people. The unemployment rate of Norway is 4.1%."],
    {"op": "both", "first": {**LOOK_UP, "fact": "a"}, "second": {**LOOK_UP, "fact": "b"}},
    fact("a", "Norway", "population", "5,550,203"),
    fact("b", "Norway", "unemployment_rate", "4.1", "percent"),
    style="compound",
)
RATE_AND_HILL = question(
    "What is the death rate of Latvia, and what is the country's highest point?",
    ["The death rate of Latvia is 14.5 per 1,000 people. The highest point of Latvia is Gaizinkalns Hill."],
    {"op": "both", "first": {**LOOK_UP, "fact": "a"}, "second": {**LOOK_UP, "fact": "b"}},
    fact("a", "Latvia", "death_rate", "14.5", "per 1,000 people"),
    fact("b", "Latvia", "highest_point", "Gaizinkalns Hill"),
    style="compound",
)
TWO_LENGTHS = question(
    "How long are the coastline and the railway network of Panama?",
    ["The coastline of Panama is 2,490 kilometres long. The railway network of Panama is 77 kilometres long."],
    {"op": "both", "first": {**LOOK_UP, "fact": "a"}, "second": {**LOOK_UP, "fact": "b"}},
    fact("a", "Panama", "coastline", "2,490", "kilometre"),
    fact("b", "Panama", "railway_network", "77", "kilometre"),
    style="compound",
)


def trait(name: str, left: str, right: str) -> dict[str, object]:
    return {"name": name, "left": {**LOOK_UP, "fact": left}, "right": {**LOOK_UP, "fact": right}}


FLAGS = question(
    "How do the flags of Latvia and Gambia compare in their colours and the number and direction of their stripes?",
    [
        "Latvia's flag is red and white, whereas Gambia's is red, white, blue and green; Latvia's flag has three"
        " horizontal stripes, whereas Gambia's has five horizontal stripes."
    ],
    {"op": "compare", "traits": [trait("colours", "a", "b"), trait("number and direction of stripes", "c", "d")]},
    fact("a", "Latvia", "flag_colours", "red and white"),
    fact("b", "Gambia", "flag_colours", "red, white, blue and green"),
    fact("c", "Latvia", "flag_stripes", "three horizontal stripes"),
    fact("d", "Gambia", "flag_stripes", "five horizontal stripes"),
)
BANDS = question(
    "How do the flags of Peru and Monaco compare in the colours of their stripes?",
    ["The stripes of Peru's flag are red, white and red, whereas those of Monaco's are red and white."],
    {"op": "compare", "traits": [trait("colours of stripes", "a", "b")]},
    fact("a", "Peru", "flag_stripe_colours", "red, white and red (from left to right)"),
    fact("b", "Monaco", "flag_stripe_colours", "red and white (from top to bottom)"),
)


@pytest.mark.parametrize(
    ("asked", "answer", "score"),
    [
        (PEOPLE_AND_RATE, "Norway has 5,550,203 inhabitants and an unemployment rate of 4.1 %.", 1),
        (PEOPLE_AND_RATE, "Norway has 5,550,203 inhabitants and an unemployment rate of 4.7 %.", 0.5),
        (RATE_AND_HILL, "about 19 deaths per 1,000 people; Gaizinkalns Hill (312 m)", 0.5),
        (RATE_AND_HILL, "14.5 deaths per 1,000 people; Gaizinkalns Hill (312 m)", 1),
        (TWO_LENGTHS, "The railway network has 77 km, the other one 2,490 km.", 1),
        (
            TWO_LENGTHS,
            "The railway network has 2,490 km, the other one 77 km.",
            0.5,
        ),
        (
            FLAGS,
            "All horizontal: Latvia has three (red, white, red), Gambia's five (red, white, blue, green)",
            1,
        ),
        (
            FLAGS,
            "All horizontal: Latvia has five (red, white, red), Gambia's three (red, white, blue, green)",
            0.5,
        ),
        (FLAGS, "Latvia's is red and white, Gambia's is red, white, blue, white and green", 0.5),
        (FLAGS, "Their colours: red, white, blue, green; red, white", 0),
        (FLAGS, "Latvia's is red, green and white, Gambia's is red, white, blue, black and green", 0),
        (
            FLAGS,
            "Gambia: red, white, blue, green; Latvia: red, white. Red and white are shared, blue is only Gambia's",
            0.5,
        ),
        (BANDS, "Peru: red, white, red; Monaco: red over white", 1),
        (BANDS, "Peru: red, white, red; Monaco: red above white", 1),
        (BANDS, "Peru: red, white, red; Monaco: white above red", 0.5),
        (BANDS, "Peru: red, white, red; Monaco: blue above red above white", 0.5),
    ],
)
def test_values_of_two_halves(asked: Question, answer: str, score: float) -> None:
    assert score_parts(asked, answer) == pytest.approx(score)


@pytest.mark.parametrize(
    ("answer", "score"),
    [
        (
            "Mexico leads: its population is 130,739,927 against Panama's 4,536,008, and it has 4,389 km against 687.",
            1,
        ),
        (
            "Mexico leads: its population is 4,536,008 against Panama's 130,739,927, and it has 687 km against 4,389.",
            0,
        ),
        ("Mexico has the larger population, Panama the shorter land borders", 1),
        ("Mexico has the larger population but the longer land borders", 1),
        ("Mexico has the larger population but the shorter land borders", 0.5),
        ("Mexico has a larger population and longer land borders than Panama.", 1),
        ("Mexico has a larger population and shorter land borders than Panama.", 0.5),
        ("Mexico has the larger population (131 million against 4.4 million), Panama the shorter land borders", 0.75),
        ("Mexico has the larger population (131 million against 9.4 million), Panama the shorter land borders", 0.5),
        ("Mexico has the larger population, and its land borders are longer: 4,400 km against 690 km", 1),
        ("Mexico has the larger population, and its land borders are longer: 4,401 km against 685 km", 0.75),
        ("Mexico has the larger population, but its land borders are shorter than those of Panama", 0.5),
        ("Mexico has the larger population, and its land borders are longer than those of Panama", 1),
        ("Mexico has the larger population, but its borders are longer than those of Panama (4,389 km against 687)", 1),
        (
            "Mexico has the larger population, but its borders are longer than those of Panama (687 km against 4,389)",
            0.5,
        ),
        ("Panama has the smaller population, and its land borders are almost alike, about 4,000 km", 0.5),
        (
            "Mexico has the larger population (130,739,927, Panama 4,536,008), Mexico has longer borders (the north"
            " 4,389 km, Darien 687 km)",
            1,
        ),
        ("Mexico has the larger population, and its land borders are longer: 4,401 km against 385 km", 0.5),
        ("Their populations are similar; Mexico has longer land borders", 0.5),
        ("Mexico's population is about the same or slightly higher; Mexico has longer land borders", 0.5),
        ("Mexico has the larger population (131 million against 5 million), Panama the shorter land borders", 0.5),
        (
            "Mexico leads in both: a population of 131 million against 9 million, and 4,401 km of borders against 685",
            0.25,
        ),
    ],
)
def test_sides(answer: str, score: float) -> None:
    assert score_parts(SIZES, answer) == pytest.approx(score)


def test_an_amount_near_two_belongs_to_the_nearer_one() -> None:
    asked = question(
        "How did Colombia compare with Mexico in fertility rate?",
        ["Colombia has a higher fertility rate than Mexico (1.94 children per woman against 1.85 children per woman)."],
        {"op": "compare", "traits": [trait("fertility rate", "a", "b")]},
        fact("a", "Colombia", "fertility_rate", "1.94", "children per woman"),
        fact("b", "Mexico", "fertility_rate", "1.85", "children per woman"),
    )
    assert score_parts(asked, "It was lower in Colombia (about 1.6 children per woman) than in Mexico (about 1.8)") == 0
    assert (
        score_parts(asked, "It was higher in Colombia (about 1.9 children per woman) than in Mexico (about 1.8)") == 1
    )
