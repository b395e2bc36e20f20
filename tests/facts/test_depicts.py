"""Which captions name the picture they stand under."""

from __future__ import annotations

import pytest

from benchwright.facts.depicts import Depicted, depicted_in

NAMED = {
    "Flag of Kenya.": Depicted("flag", "Kenya"),
    "The national flag of the Netherlands": Depicted("flag", "Netherlands", "the"),
    "Flag_of_Trinidad_and_Tobago.svg": Depicted("flag", "Trinidad and Tobago"),
    "Flag of Côte d'Ivoire": Depicted("flag", "Côte d'Ivoire"),
    "Kenya's flag": Depicted("flag", "Kenya"),
    "Kenya flag": Depicted("flag", "Kenya"),
    "Logo of the World Health Organization": Depicted("logo", "World Health Organization", "the"),
    "Figure 3. Flag of Åland": Depicted("flag", "Åland"),
}

UNNAMED = (
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
def test_named(caption: str, expected: Depicted) -> None:
    assert depicted_in(caption) == expected


@pytest.mark.parametrize("caption", UNNAMED)
def test_unnamed(caption: str) -> None:
    assert depicted_in(caption) is None
