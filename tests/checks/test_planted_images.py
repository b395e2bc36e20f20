"""An image question must need the image: what its title, another source or its own caption tells is found out."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.support.flags import disc, flag, ground_of_flags, striped
from tests.support.grounds import table, text, told

from benchwright.checks.candidate import Candidate
from benchwright.checks.correct import check_correct
from benchwright.checks.needed import caption_tells, check_needed
from benchwright.checks.unique import check_unique
from benchwright.demo.flags.flag_colours import FlagColours
from benchwright.makers.composed.family import World
from benchwright.makers.composed.pipeline import ComposedPipeline, ComposedTask
from benchwright.programs.operations import Both, Follow, LookUp, Reverse
from benchwright.records import Modalities, Source, Status
from benchwright.values import parse

ITALY = striped(("green", "white", "red"), "vertical")
POLAND = striped(("white", "red"))
COLOURS = Candidate(
    question="Which colours are on the flag of Italy?",
    answer="green, white and red",
    parts=(parse("green, white and red"),),
    style="information-extraction",
    wants=Modalities(image=1),
    sources=("flag-italy",),
    entity="italy",
    program=LookUp("flag-italy#flag_colours"),
)
STRIPES = replace(
    COLOURS,
    question="What are the colours of the stripes on the flag of Italy?",
    answer="green, white and red, from left to right",
    parts=(parse("green, white and red (from left to right)"),),
    program=LookUp("flag-italy#flag_stripe_colours"),
)


@pytest.mark.parametrize("candidate", [COLOURS, STRIPES])
def test_the_sound_question_needs_its_image(tmp_path: Path, candidate: Candidate) -> None:
    ground = ground_of_flags(tmp_path, {"Italy": ITALY, "Poland": POLAND}, text("p", "Italy", "The capital is Rome."))
    assert check_correct(candidate, ground).verdict == "pass"
    assert check_needed(candidate, ground).verdict == "pass"
    assert not caption_tells(candidate, ground)


@pytest.mark.parametrize("candidate", [COLOURS, STRIPES])
@pytest.mark.parametrize(
    "beside",
    [
        text("p", "Italy", "The tricolour is a flag of three vertical bands of green, white and red."),
        text("p", "Flags of Europe", "The flag of Italy is red, white and green."),
        table("t", "Flags", ["Country", "Colours"], [["Italy", "green, white and red"]]),
    ],
)
def test_a_passage_or_table_that_tells_the_colours(tmp_path: Path, candidate: Candidate, beside: Source) -> None:
    ground = ground_of_flags(tmp_path, {"Italy": ITALY}, beside)
    found = check_needed(candidate, ground)
    assert found.verdict == "fail"
    assert found.reason.startswith(f"{beside.id} ({beside.modality}) tells 'green, white and red")


def test_a_passage_on_the_colours_of_something_else(tmp_path: Path) -> None:
    beside = text("p", "Hungary", "The flag is red, white and green.")
    assert check_needed(COLOURS, ground_of_flags(tmp_path, {"Italy": ITALY}, beside)).verdict == "pass"


def test_the_caption_of_the_other_image_of_the_question(tmp_path: Path) -> None:
    poland = flag("Poland", POLAND, "The flag of Poland is red and white, unlike the green, white and red of Italy.")
    ground = ground_of_flags(tmp_path, [(flag("Italy", ITALY), ITALY), (poland, POLAND)], facts=[])
    both = replace(
        COLOURS,
        sources=("flag-italy", "flag-poland"),
        program=Both(LookUp("flag-italy#flag_colours"), LookUp("flag-poland#flag_colours")),
    )
    found = check_needed(both, ground)
    assert found.verdict == "fail"
    assert "flag-italy is not needed: flag-poland tells" in found.reason


def attempt(folder: Path, source: Source, *more: Source) -> tuple[Status, str, set[str]]:
    """Status and reason of the first question on the flag of Italy, and how those accepted were read."""
    world = World(ground_of_flags(folder, [(source, ITALY)], *more))
    pipeline = ComposedPipeline(world, [FlagColours()], 7)
    task = ComposedTask("cell", "information-extraction", Modalities(image=1))
    outcomes = [pipeline.attempt(task, at, np.random.default_rng(at)) for at in range(len(pipeline.order(task)))]
    assert outcomes
    reads = {one.example.read for one in outcomes if one.example and one.status is Status.ACCEPTED}
    return outcomes[0].status, outcomes[0].reason, reads


def test_pixels_alone_are_marked_pixels(tmp_path: Path) -> None:
    assert attempt(tmp_path, flag("Italy", ITALY)) == (Status.ACCEPTED, "", {"pixels"})


@pytest.mark.parametrize(
    ("caption", "alt"),
    [
        ("", "Three vertical stripes: a green one, a white one and a red one."),
        ("", "Three stripes. The left is green. The middle is white. The right is red."),
    ],
)
def test_its_own_alternative_text_tells(tmp_path: Path, caption: str, alt: str) -> None:
    assert attempt(tmp_path, flag("Italy", ITALY, caption, alt)) == (Status.ACCEPTED, "", {"caption"})


def test_its_own_title_tells(tmp_path: Path) -> None:
    named = replace(flag("Italy", ITALY), title="The green, white and red flag of Italy")
    found = check_needed(COLOURS, ground_of_flags(tmp_path, [(named, ITALY)]))
    assert found.reason == "the title of flag-italy tells 'green, white and red'"


@pytest.mark.parametrize("said", ["The flag has three vertical stripes.", "There are 3 stripes on the flag."])
def test_a_count_told_as_a_word_or_a_number(tmp_path: Path, said: str) -> None:
    count = replace(
        COLOURS,
        question="How many stripes are on the flag of Italy?",
        answer="3 stripes",
        parts=(parse("3"),),
        program=LookUp("flag-italy#flag_stripe_count"),
    )
    assert check_needed(count, ground_of_flags(tmp_path / "a", {"Italy": ITALY})).verdict == "pass"
    found = check_needed(count, ground_of_flags(tmp_path / "b", {"Italy": ITALY}, text("p", "Italy", said)))
    assert found.reason.startswith("p (text) tells")


RISING = {"Japan": disc("white", "red"), "Poland": POLAND, "Italy": ITALY}
HOP = Candidate(
    question="What is the capital of the country whose flag is red at the bottom: Japan, Poland or Italy?",
    answer="Warsaw",
    parts=(parse("Warsaw"),),
    style="multi-hop",
    wants=Modalities(text=1, image=1),
    sources=("flag-poland", "poland"),
    entity="poland",
    program=Follow(Reverse("flag-poland#flag_bottom_stripe"), "poland#capital@9"),
    bridges=("Poland",),
    choices=("Japan", "Poland", "Italy"),
)
WARSAW = text("poland", "Poland", "Capital: Warsaw.")
CAPITAL = told(WARSAW, "Poland", "capital", "Warsaw", subject_type="country")


def test_a_description_must_be_known_of_everything_offered(tmp_path: Path) -> None:
    ground = ground_of_flags(tmp_path, RISING, WARSAW, facts=[CAPITAL])
    assert check_unique(HOP, ground).reason == "nothing tells whether the description fits Japan"


def test_a_description_that_fits_another_of_those_offered(tmp_path: Path) -> None:
    flags = {**RISING, "Japan": striped(("blue", "red")), "Italy": striped(("green", "yellow"))}
    ground = ground_of_flags(tmp_path, flags, WARSAW, facts=[CAPITAL])
    assert check_unique(HOP, ground).reason == "the description fits Japan too"


def test_a_description_that_fits_something_not_offered(tmp_path: Path) -> None:
    flags = {
        "Japan": striped(("red", "blue")),
        "Poland": POLAND,
        "Italy": striped(("green", "yellow")),
        "Austria": striped(("white", "red")),
    }
    ground = ground_of_flags(tmp_path, flags, WARSAW, facts=[CAPITAL])
    assert check_unique(HOP, ground).verdict == "pass"
    assert check_unique(replace(HOP, choices=()), ground).reason == "the description fits Austria too"
