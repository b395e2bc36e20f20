"""When a rule may say that two answers are the same, or that they are not, and when it must not."""

import pytest

from benchwright.checks.judged.matching import AnswerPart, match
from benchwright.checks.judged.options import beats_chance, exchanged, options_of
from benchwright.checks.judged.pman import verdict_in
from benchwright.checks.judged.same import compare

QUESTION = "When was the Alder Tower by Ida Moss finished?"


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ("Ida Moss", "ida moss."),
        ("the Alder Tower", "Alder Tower"),
        ("8,804", "8804"),
        ("1.2 million", "1,200,000"),
        ("three", "3"),
        ("12 km", "12 kilometres"),
        ("1.5 km", "1,500 m"),
        ("33.3%", "33.33 %"),
        ("23 October 1959", "October 23, 1959"),
        ("1959-10-23", "23 Oct 1959"),
        ("1889", "The Alder Tower was finished in 1889."),
        ("Tarvik and Norby", "Norby, Tarvik"),
        ("yes", "Yes, it was."),
        ("No", "no"),
        ("tapeworm", "tapeworms"),
        ("Tapeworms", "the tapeworm"),
        ("wolves", "wolf"),
        ("Pico Cristobal", "Pico Cristóbal"),
        ("1917", "1917 (Finland)"),
        ("Maamme (Our Land)", "Maamme"),
        ("33.2 %", "33.2 % (annual average)"),
        ("34 metres", "34 metres (S2)"),
        ("1889", "It was finished in 1889 [S1, S2]."),
    ],
)
def test_certainly_the_same(reference: str, candidate: str) -> None:
    assert compare(QUESTION, reference, candidate) == "same"


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ("Ida Moss", ""),
        ("57 years", "67 years"),
        ("12 km", "12 kg"),
        ("12 km", "30 miles"),
        ("1889", "1832"),
        ("1889", "It was finished in 1832."),
        ("23 October 1959", "24 October 1959"),
        ("57", "The sources do not tell."),
        ("yes", "No, it was not."),
    ],
)
def test_certainly_different(reference: str, candidate: str) -> None:
    assert compare(QUESTION, reference, candidate) == "different"


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ("United Kingdom", "Britain"),
        ("Rolling Stone", "Rolling Stones"),
        ("Stone", "Stones"),
        ("Mercury (planet)", "Mercury (element)"),
        ("Ida Moss", "Ida Moss (or Eva Lind)"),
        ("Ida Moss", "Ida Moss (not certain)"),
        ("Ida Moss", "Eva Lind"),  # a name may be another name of the same
        ("1889", "It was not finished in 1889."),
        ("1889", "1889 or 1890"),
        ("23 October 1959", "1959"),
        ("57 years", "58 years"),  # rounded?
        ("0.25", "25"),  # a share
        ("12", "a dozen"),
        ("Ida Moss", "The tower by Ida Moss was finished by her."),  # the question says it itself
        ("12 km", "between 11 and 13 km"),
        ("red; blue", "red"),
        ("2.5 million", "2.500.000"),
        ("5 May 2020", "5.5.2020"),
        ("1,377 km²", "an area of 1 377 km²"),
    ],
)
def test_left_to_a_model(reference: str, candidate: str) -> None:
    assert compare(QUESTION, reference, candidate) == "unsure"


@pytest.mark.parametrize(
    ("question", "candidate", "verdict"),
    [
        ("Which team beat Leeds?", "Hull beat Leeds", "same"),
        ("Which team beat Leeds?", "Leeds beat Hull", "unsure"),
        ("Whom did Leeds beat?", "Leeds beat Hull", "same"),
        ("Whom did Leeds beat?", "Hull beat Leeds", "unsure"),
        ("Who is the father of Tom?", "Tom is the father of Hull", "unsure"),
    ],
)
def test_who_beats_is_not_who_is_beaten(question: str, candidate: str, verdict: str) -> None:
    assert compare(question, "Hull", candidate) == verdict


@pytest.mark.parametrize(
    ("reference", "candidate", "verdict"),
    [
        ("-5", "5", "different"),
        ("AB+", "AB-", "unsure"),
        ("p<0.05", "p>0.05", "unsure"),
        ("at least 50 %", "at most 50 %", "different"),
        ("<5 %", ">5 %", "different"),
        ("C++", "C#", "unsure"),
        ("10²", "102", "unsure"),
        ("US$5m", "$5m", "same"),
        ("£5m", "5 million pounds", "same"),
        ("50 people", "50 passengers", "same"),
        ("100 °C", "212 °F", "same"),
        ("AD 1959", "1959", "same"),
        ("1990", "1990s", "unsure"),
        ("1/2", "1-2", "unsure"),
        ("700 nm", "700 nautical miles", "different"),
        ("राम", "रोम", "unsure"),
    ],
)
def test_a_value_has_one_meaning(reference: str, candidate: str, verdict: str) -> None:
    assert compare("What was it?", reference, candidate) == verdict


def test_the_other_half_may_stand_beside_it() -> None:
    given = "Ida Moss designed it, and the bridge is 34 metres high."
    beside = ["34 metres", "How high is the bridge?"]
    assert compare("Who designed it?", "Ida Moss", given, beside) == "same"
    assert compare("Who designed it?", "Ida Moss", given) == "unsure"
    assert compare("How high is it?", "34 metres", "Ida Moss; 34 m", ["Ida Moss"]) == "same"
    assert compare("How high is it?", "34 metres", "Ida Moss; 43 m", ["Ida Moss"]) == "unsure"


@pytest.mark.parametrize(
    ("candidate", "verdict"),
    [
        ("1994; 1996", "same"),
        ("Ed Wood in 1994 and Mars Attacks! in 1996.", "same"),
        ("1996; 1994", "open"),
        ("Ed Wood in 1996 and Mars Attacks! in 1994.", "open"),
        ("1994; 1997", "open"),
    ],
)
def test_no_rule_takes_the_halves_in_another_order(candidate: str, verdict: str) -> None:
    parts = [
        AnswerPart("When was Ed Wood released?", "1994"),
        AnswerPart("When was Mars Attacks! released?", "1996"),
    ]
    assert match(parts, candidate, {}).verdict == verdict


@pytest.mark.parametrize(
    ("question", "options"),
    [
        ("Which is older, the bridge or the tower?", ("the bridge", "the tower")),
        ("Which is longest: the Rhine, the Danube, or the Po?", ("the Rhine", "the Danube", "the Po")),
        ("In 1990, who was older, Ann Lee or Bob Day?", ("Ann Lee", "Bob Day")),
        ("Is Paris larger than Rome?", ("yes", "no")),
        ("Which country, known for tea or coffee, is larger?", ()),
        ("How high is the tower?", ()),
    ],
)
def test_the_options_of_a_question(question: str, options: tuple[str, ...]) -> None:
    assert options_of(question) == options


def test_options_change_places() -> None:
    assert exchanged("Is A b or C d older?", ("A b", "C d")) == "Is C d or A b older?"
    assert exchanged("Is A b or C d older?", ("C d", "A b")) == "Is C d or A b older?"
    nested = exchanged("Which is larger, South Sudan or Sudan?", ("South Sudan", "Sudan"))
    assert nested == "Which is larger, Sudan or South Sudan?"
    for options in ((), ("A",), ("A b", "E"), ("A b", "A b")):
        assert exchanged("Is A b or C d older?", options) == "Is A b or C d older?"


def test_guessing_is_right_all_six_times_in_one_case_of_64() -> None:
    passing = [(right, asked) for asked in range(1, 9) for right in range(asked + 1) if beats_chance(right, asked, 2)]
    assert passing == [(5, 5), (6, 6), (7, 7), (7, 8), (8, 8)]
    assert beats_chance(3, 3, 3)
    assert not beats_chance(2, 2, 3)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("I think so.\nYES", True),
        ("They differ.\n**NO**", False),
        ("They agree.\nYes.", True),
        ("The reference answer is right: YES, it is.", True),
        ("YES\nThat is my verdict.", True),
        ("YES or NO is the question.\nNO", False),
        ("YES or NO?", None),
        ("I cannot say. NOT sure, YESTERDAY it was.", None),
        ("no idea", None),
        ("", None),
    ],
)
def test_the_verdict_in_a_judges_reply(text: str, verdict: bool | None) -> None:
    assert verdict_in(text) is verdict


@pytest.mark.parametrize(
    ("reference", "candidate"),
    [
        ("10 years", "a decade"),
        ("100 years", "a century"),
        ("0", "none"),
        ("$4.5 million", "four and a half million dollars"),
        ("45 min", "three quarters of an hour"),
    ],
)
def test_an_amount_in_words_is_not_certainly_another_one(reference, candidate):
    assert compare("How much is it?", reference, candidate) == "unsure"
