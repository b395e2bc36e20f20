from __future__ import annotations

import pytest

from benchwright.english.articles import article, with_article, with_the


@pytest.mark.parametrize(
    "phrase",
    """an hour|a university|an NBA team|a European city|a unit of length|an unusual name|an X-ray|an MP|a UN agency
    a UEFA cup|an SUV|a one-eyed king|an orange disc|an honest man|an heir|a Uruguayan poet|an Iranian film
    an 8-bit computer|an 11th century|an 18th century|a 12th century|an 1812 map|a 100 m race|an 80 m race
    a 2011 census""".replace("\n", "|").split("|"),
)
def test_the_article_goes_by_the_sound(phrase: str) -> None:
    expected = " ".join(phrase.split())
    assert with_article(expected.split(" ", 1)[1]) == expected


def test_quotation_marks_and_empty_phrases() -> None:
    assert article('"Alien" poster') == "an"
    assert article("") == "a"
    assert article("(?)") == "a"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Netherlands", "the Netherlands"),
        ("Central African Republic", "the Central African Republic"),
        ("Pacific Ocean", "the Pacific Ocean"),
        ("Republic of Ireland (1937)", "the Republic of Ireland (1937)"),
        ("League of Nations", "the League of Nations"),
        ("Kenya", "Kenya"),
        ("United Airlines", "United Airlines"),
        ("Bloc Party", "Bloc Party"),
        ("The Gambia", "The Gambia"),
    ],
)
def test_names_that_take_the(name: str, expected: str) -> None:
    assert with_the(name) == expected
