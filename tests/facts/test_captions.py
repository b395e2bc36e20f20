"""What captions tell, on figures as a textbook has them."""

from __future__ import annotations

from pathlib import Path

from benchwright.facts.extract import facts_of_source
from benchwright.records import Fact, Modality, Place, Source
from benchwright.records.sources import Image


def facts(caption: str, alt: str) -> list[Fact]:
    image = Image("0" * 64, "jpg", 640, 400, caption, alt)
    text = "\n".join(filter(None, (caption, alt)))
    source = Source("fig-1", Modality.IMAGE, "", text, Place("book"), image=image)
    return facts_of_source(Path("nowhere"), source)


def test_a_scientific_name() -> None:
    (fact,) = facts("The wild lupine (Lupinus perennis) is the host plant of a butterfly.", "")
    assert (fact.subject, fact.relation, fact.value) == ("wild lupine", "scientific_name", "Lupinus perennis")
    assert fact.span.read == "caption"
