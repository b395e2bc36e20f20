"""Demonyms come from the one list of nations; a country of several words tells by one of them."""

import pytest

from benchwright.checks.leak import DEMONYMS


@pytest.mark.parametrize(
    ("word", "demonyms"),
    [
        ("spain", {"spanish"}),
        ("netherlands", {"dutch"}),
        ("argentina", {"argentine", "argentinian", "argentinean"}),
        ("states", {"american"}),
        ("kingdom", {"british"}),
    ],
)
def test_a_country_and_its_words(word: str, demonyms: set[str]) -> None:
    assert DEMONYMS[word] == demonyms


def test_a_first_name_of_a_country_tells_nothing() -> None:
    assert {"south", "new", "costa"} & DEMONYMS.keys() == set()
