"""Which captions say whose flag they stand under."""

from __future__ import annotations

import pytest

from benchwright.demo.flags.flag_captions import Flag, flag_in

NAMED = {
    "Flag of Kenya.": Flag("Kenya"),
    "The national flag of the Netherlands": Flag("Netherlands", "the"),
    "Flag_of_Trinidad_and_Tobago.svg": Flag("Trinidad and Tobago"),
    "Flag of Côte d'Ivoire": Flag("Côte d'Ivoire"),
    "Kenya's flag": Flag("Kenya"),
    "Kenya flag": Flag("Kenya"),
    "Figure 3. Flag of Åland": Flag("Åland"),
}

UNNAMED = (
    "Logo of the World Health Organization",
    "Map of Kenya",
    "Flag of Kenya, adopted in 1963",
    "Flag of Kenya (1963)",
    "A soldier with the flag of Kenya",
    "Flag of our union",
    "Flag",
    "The flag",
    "",
    "Photo shows a flag of Kenya on a pole.",
)


@pytest.mark.parametrize(("caption", "expected"), NAMED.items())
def test_named(caption: str, expected: Flag) -> None:
    assert flag_in(caption) == expected


@pytest.mark.parametrize("caption", UNNAMED)
def test_unnamed(caption: str) -> None:
    assert flag_in(caption) is None
