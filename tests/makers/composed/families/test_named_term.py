"""Terms asked for by their definitions."""

from pathlib import Path

import pytest
from tests.support.asking import asked, outcomes, reasons
from tests.support.grounds import text

from benchwright.makers.composed.definitions import describe
from benchwright.makers.composed.families.named_term import NamedTerm
from benchwright.makers.composed.family import SeedRefusedError

RHIZOME = text(
    "b1", "Stems", "rhizome : modified underground stem that grows horizontally to the soil surface ^", document="book"
)
TUBER = text(
    "b2", "Stems", "tuber : modified underground stem adapted for starch storage in many crops ^", document="book"
)
VOLUME = text(
    "b3",
    "Breathing",
    "expiratory reserve volume (ERV) : amount of additional air that can be pushed out after a normal breath ^",
    document="book",
)


def test_questions_and_answers(tmp_path: Path) -> None:
    found = asked(tmp_path, NamedTerm(), [RHIZOME, TUBER, VOLUME])
    assert set(found.values()) == {"rhizome", "tuber", "expiratory reserve volume"}


def test_an_abbreviation_is_an_alias(tmp_path: Path) -> None:
    (example,) = [outcome.example for outcome in outcomes(tmp_path, NamedTerm(), [VOLUME], "text")]
    assert example is not None
    assert example.answers[0].aliases == ("ERV",)
    assert "the amount of additional air that can be pushed out" in example.question


def test_an_adjective_is_no_term_to_ask_for(tmp_path: Path) -> None:
    endemic = text("b4", "Life", "endemic : species that is found in one small isolated area of land ^")
    assert reasons(tmp_path, NamedTerm(), [endemic]) == {"named_term:adjective"}


@pytest.mark.parametrize(
    "phrase",
    [
        "the process of breaking glucose into two small molecules without any oxygen",
        "an external structure that enables a cell to attach firmly to surfaces in running water",
        "a segment of DNA that stands at one fixed place of every chromosome",
        "a urine-bearing tube that comes out of the kidney",
        "an urgent signal that travels along every nerve at great speed",
        "tissue responsible for transport of sugars, proteins and other solutes",
        "large bones with many nuclei, found near each moving joint",
        "the middle layer of an organ like the kidney or adrenal gland",
        "bending at the ankle such that the heel is lifted high above ground",
        "the tough outermost layer that covers the central nervous system",
    ],
)
def test_articles_are_put_back(phrase: str) -> None:
    bare = phrase.removeprefix("the ").removeprefix("a ").removeprefix("an ")
    assert describe(bare).phrase == phrase
    assert describe(phrase).phrase == phrase


@pytest.mark.parametrize(
    "definition",
    [
        "possessing multiple body plans within the lifecycle of a group",
        "segment of DNA that influence the transcription of a distant gene",
        "one of the groups of mammals that includes the kangaroo and koala",
        "heritable trait or behavior of an animal that aids in its survival",
        "major constituent of the membranes",
        "hormone that is released by the pancreas after meals",
        "opening that serves as mouth and anus of some simple animals, which is termed an incomplete system",
        "slightly rounded end of one bone fits into the hollow end of another",
        "the reaction causes breakdown of larger molecules with the utilization of water",
    ],
)
def test_what_is_not_turned(definition: str) -> None:
    with pytest.raises(SeedRefusedError):
        describe(definition)


def test_a_clause_becomes_a_which_question() -> None:
    described = describe("plant hormone that promotes seed germination in several wild species")
    assert (described.kind, described.predicate) == (
        "plant hormone",
        "promotes seed germination in several wild species",
    )
