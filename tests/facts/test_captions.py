"""What captions and alternative texts tell, on figures as a textbook has them."""

from __future__ import annotations

import pytest

from benchwright.facts.captions import facts_of_caption
from benchwright.records import Fact, Modality, Place, Source
from benchwright.records.sources import Image


def facts(caption: str, alt: str) -> list[Fact]:
    image = Image("0" * 64, "jpg", 640, 400, caption, alt)
    text = "\n".join(filter(None, (caption, alt)))
    return list(facts_of_caption(Source("fig-1", Modality.IMAGE, "", text, Place("book"), image=image)))


def test_a_credit() -> None:
    caption = "Surface tension allows a water strider (Gerris sp.) to stay afloat. (credit: Tim Vickers)"
    (fact,) = facts(caption, "Photo shows an insect with long, thin legs standing on the surface of water.")
    assert (fact.relation, fact.value) == ("credited_to", "Tim Vickers")
    assert fact.subject == "photo that shows an insect with long, thin legs standing on the surface of water"
    assert (fact.span.read, fact.span.start) == ("caption", caption.index("Tim"))


def test_a_credit_is_the_one_that_closes_the_caption() -> None:
    caption = "A water strider (credit: Tim Vickers) beside another one. (credit: Tim Vickers)"
    (fact,) = facts(caption, "Photo shows an insect with long, thin legs standing on the surface of water.")
    assert fact.span.start == caption.rindex("Tim")


@pytest.mark.parametrize(
    ("caption", "alt"),
    [
        ("Shelf fungi. (credit: modification of work by Cory Zanker)", "Photo shows a shelf fungus on a living tree."),
        ("Lions and ladybugs. (credit a: Kevin Pluck)", "Photo shows a lion that is eating its prey."),
        ("Slime mould. (credit: “thatredhead4”/Flickr)", "Photo shows a slime mould on a leaf."),
        ("Shelf fungi. (credit: Cory Zanker)", "Top photo shows a shelf fungus. Bottom photo shows a tree."),
        ("Shelf fungi. (credit: Cory Zanker)", "Photo shows a fungus on a tree. Part B shows its roots."),
        ("Shelf fungi. (credit: Cory Zanker)", "Photo shows scientist digging fossils out of the dirt."),
        ("Shelf fungi. (credit: Cory Zanker)", ""),
        ("", "Photo shows a shell-shaped shelf fungus growing on a living tree."),
    ],
)
def test_no_credit(caption: str, alt: str) -> None:
    assert facts(caption, alt) == []


def test_a_scientific_name() -> None:
    (fact,) = facts("The wild lupine (Lupinus perennis) is the host plant of a butterfly.", "")
    assert (fact.subject, fact.relation, fact.value) == ("wild lupine", "scientific_name", "Lupinus perennis")
    assert fact.span.read == "caption"


def test_text_has_no_caption() -> None:
    source = Source("p", Modality.TEXT, "", "The wild lupine (Lupinus perennis) is a plant.", Place("d"))
    assert list(facts_of_caption(source)) == []
