"""Captions of numbered figures are read with the figure's number."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.facts.open.captions import facts_of_captions
from benchwright.readers.checked_images import image_text
from benchwright.records import Fact, Image, Modality, Place, Source


def _read(caption: str, alt: str = "") -> list[Fact]:
    image = Image("0" * 64, "png", 30, 20, caption=caption, alt=alt)
    return list(
        facts_of_captions(Source("a#i0", Modality.IMAGE, "A", image_text(caption, alt), Place("a"), image=image))
    )


@pytest.mark.parametrize(
    ("caption", "subject", "value"),
    [
        ("Figure 3.1. Coexistence of two systems", "Figure 3.1", "Coexistence of two systems"),
        ("Fig. 2: The heat of a pump. The scale is in K.", "Figure 2", "The heat of a pump"),
        ("Figure 4 – The Plasma desktop", "Figure 4", "The Plasma desktop"),
        ("Map A2 Rivers of the north", "Map A2", "Rivers of the north"),
        ("Fig. 7 | Cells in a dish (e.g. of mice) after a day. Left: alive", "Figure 7",
         "Cells in a dish (e.g. of mice) after a day"),
    ],
)  # fmt: skip
def test_the_first_sentence_is_read(caption: str, subject: str, value: str) -> None:
    (fact,) = _read(caption, "A picture")
    assert (fact.subject, fact.relation, fact.value) == (subject, "caption", value)
    assert fact.span.read == "caption"
    assert caption[fact.span.start : fact.span.end] == value


@pytest.mark.parametrize(
    "caption",
    [
        "",
        "The Plasma desktop",
        "Figure 3",
        "Figure 3. Overview",  # says nothing
        "Figure 3 shows the Plasma desktop",  # a sentence about it
        "Figure 3. The Plasma desktop as in Figure 2, with another theme",
        "Figure 3. The Plasma desktop again, with another theme",
        "Abbildung 3. Der Fluss ist ein langer Strom im Norden des Landes und wurde kartiert.",
    ],
)
def test_what_has_no_number_or_says_nothing_is_left(caption: str) -> None:
    assert _read(caption, "Figure 9. The words of the alternative text") == []


@given(st.text(alphabet="Figure 3.1:abc \n(AB)", max_size=60), st.text(max_size=20))
def test_a_value_stands_in_the_caption(caption: str, alt: str) -> None:
    for fact in _read(caption, alt):
        text = image_text(caption, alt)
        assert text[fact.span.start : fact.span.end] == fact.value
        assert fact.value in caption
