"""Scripts of letters, and digits of all scripts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.values.scripts import scripts_of, with_ascii_digits


@pytest.mark.parametrize(
    ("text", "scripts"),
    [
        ("Bern, 3000", {"LATIN"}),
        ("São Tomé", {"LATIN"}),
        ("Берн km", {"CYRILLIC", "LATIN"}),
        ("東京", {"CJK"}),
        ("Ｂｅｒｎ", set()),
        ("12.5 %", set()),
        ("", set()),
    ],
)
def test_the_scripts_of_a_text(text: str, scripts: set[str]) -> None:
    assert scripts_of(text) == scripts


def test_digits_of_other_scripts() -> None:
    assert with_ascii_digits("٢٬١٤٢٫٥ and २१ and ７７ and 10²") == "2,142.5 and 21 and 77 and 10²"


@given(st.text())
def test_digits_keep_their_places(text: str) -> None:
    read = with_ascii_digits(text)
    assert len(read) == len(text)
    assert with_ascii_digits(read) == read
