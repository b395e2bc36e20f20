"""Common names before scientific ones: where the name begins, and where it can't be told."""

from __future__ import annotations

import pytest

from benchwright.facts.binomials import binomials_in, facts_of_binomials
from benchwright.records import Modality, Place, Source


def names(text: str) -> list[tuple[str, str]]:
    return [(pair.common, text[pair.start : pair.end]) for pair in binomials_in(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The wild lupine (Lupinus perennis) is the host plant.", ("wild lupine", "Lupinus perennis")),
        (
            "The Karner blue butterfly (Lycaeides melissa samuelis)",
            ("Karner blue butterfly", "Lycaeides melissa samuelis"),
        ),
        ("The leaf of the grass carp ( Ctenopharyngodon idella )", ("grass carp", "Ctenopharyngodon idella")),
        ("include (a) purple loosestrife (Lythrum salicaria), the", ("purple loosestrife", "Lythrum salicaria")),
        ("the Bedford’s flatworm (Pseudobiceros bedfordi)", ("Bedford’s flatworm", "Pseudobiceros bedfordi")),
    ],
)
def test_common_names(text: str, expected: tuple[str, str]) -> None:
    assert names(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "wallaby (Wallabia bicolor)",  # one word: one wallaby of many
        "Invertebrates, including this sea star (Astropecten articulates)",
        "resembled the modern horse (Equus ferus)",
        "the other species of orangutan (Pongo abelii)",
        "infection of Pinus radiata (Monterey pine) roots",
        "its habitat now overlaps polar bear (Ursus maritimus) habitat",
        "the squash seedling (Cucurbita maxima)",
        "the capital of the region (Old town)",
        "the title track (Terra Nova)",
    ],
)
def test_where_no_common_name_can_be_told(text: str) -> None:
    assert names(text) == []


def test_facts_need_life_and_one_name() -> None:
    def found(text: str) -> list[tuple[str, str]]:
        source = Source("p1", Modality.TEXT, "", text, Place("d"))
        return [(fact.subject, fact.value) for fact in facts_of_binomials(source)]

    assert found("The grey heron (Ardea cinerea) is a bird.") == [("grey heron", "Ardea cinerea")]
    assert found("The long march (Via latina) ended in Rome.") == []
    assert found("A bird, the grey heron (Ardea cinerea); the grey heron (Ardea herodias).") == []
    assert found("A bird, the grey heron (Ardea cinerea); the grey heron (Ardea cinerea).") == [
        ("grey heron", "Ardea cinerea")
    ]
