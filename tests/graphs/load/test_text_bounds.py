"""What an id may be, and which ids are words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchwright.graphs.load.text_bounds import fault_of_id, is_unicode, label_of_id

WORDS = (
    "Buenos Aires",
    "Ōsaka",
    "film",
    "city/town",
    "fecal–oral route",
    "20th-century classical music",
    "3D film",
    "TDP-43 Proteinopathies",
    "Olympic event (2008)",
    "Dr. No",
    "O'Brien",
    "東京",
)
CODES = (
    "Q42",
    "/m/027rn",
    "m.027rn",
    "https://example.org/Ann Other",
    "http://example.org/x",
    "",
    " ",
    "_dog_",
    "concept:city:rome",
    "1984",
    "12 34",
    "a",
    "TDP-43",
    "x" * 1_001,
    "#fragment here",
    "<New York>",
    "00001740",
)


@pytest.mark.parametrize("id", WORDS)
def test_ids_that_are_words(id: str) -> None:
    assert label_of_id(id) == id
    assert label_of_id(id.replace(" ", "_")) == id


@pytest.mark.parametrize("id", CODES)
def test_ids_that_are_none(id: str) -> None:
    assert label_of_id(id) == ""


@given(st.text(st.characters(), max_size=30))
def test_a_sound_id_can_be_written_down(id: str) -> None:
    if not fault_of_id(id):
        assert id
        assert is_unicode(id)
        assert label_of_id(id) == " ".join(label_of_id(id).split())
