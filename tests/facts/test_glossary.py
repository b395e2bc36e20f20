"""Definitions from glossary entries. The entries are from OpenStax Biology (CC BY)."""

import pytest

from benchwright.facts.glossary import facts_of_glossary, gives_away
from benchwright.records import Fact, Modality, Place, Source


def read(text: str) -> list[Fact]:
    return list(facts_of_glossary(Source("s", Modality.TEXT, "The Cell", text, Place("book"))))


def test_an_entry() -> None:
    text = "somite : group of cells that form from the mesoderm and give rise to connective tissue ^"
    (fact,) = read(text)
    assert (fact.subject, fact.entity, fact.relation) == ("somite", "somite", "definition")
    assert fact.value == text.removeprefix("somite : ").removesuffix(" ^")
    assert (fact.span.start, fact.span.end) == (9, len(text) - 2)
    assert (fact.subject_type, fact.value_type, fact.qualifiers) == ("term", "text", ())
    assert fact.id == "s#definition@9"


def test_aliases() -> None:
    (fact,) = read("malleus : (also, hammer) first of the three bones of the middle ear ^")
    assert (fact.value, fact.qualifiers) == ("first of the three bones of the middle ear", (("alias", "hammer"),))
    (fact,) = read("tidal volume (TV) : amount of air that is inspired and expired during normal breathing ^")
    assert (fact.subject, fact.qualifiers) == ("tidal volume", (("alias", "TV"),))


def test_what_follows_a_semicolon_is_left_out() -> None:
    (fact,) = read("bile : digestive juice produced by the liver; important for digestion of lipids ^")
    assert fact.value == "digestive juice produced by the liver"


@pytest.mark.parametrize(
    "text",
    [
        "passive transport : method of transporting material through a membrane that does not require energy ^",
        "host DNA : DNA that is present in the genome of the organism of interest ^",
        "glabrous : describes the non-hairy skin found on palms and fingers of humans ^",
        "spongy bone tissue : forms the inner layer of all bones ^",
        "spiral cleavage : cells of one pole of the embryo are rotated with respect to the others ^",
        "heterozygous : having two different alleles for a given gene ^",
        "gene : unit of heredity ^",
        "glomerulus (renal) : part of the renal corpuscle that contains the capillary network ^",
        ": partial pressure of oxygen in the veins ^",
        "No colon here at all.",
        "1. Observation 2. Question 3. Hypothesis (answer) 4. Prediction 5. Experiment 6. Result ^",
    ],
)
def test_what_is_refused(text: str) -> None:
    assert read(text) == []


def test_a_repeated_stem_gives_the_term_away() -> None:
    assert gives_away("process of mutating a gene", "mutation")
    assert not gives_away("flat, triangular bone located at the girdle", "scapula")
