"""Scientific names in captions."""

from pathlib import Path

import numpy as np
from tests.support.grounds import ground, image, text

from benchwright.facts.binomials import facts_of_binomials
from benchwright.makers.composed.families.figure_caption import FigureCaption
from benchwright.makers.composed.family import World
from benchwright.makers.composed.pipeline import ComposedPipeline, ComposedTask
from benchwright.records import Modalities, Outcome, Source

SKUNK = image("fig-skunk", "Animal Defenses", "The striped skunk (Mephitis mephitis) uses smell to warn other animals.")
CONDOR = image("fig-condor", "Energy", "The California condor (Gymnogyps californianus) is a rare bird.")


def outcomes(folder: Path, figure: Source, *more: Source) -> list[Outcome]:
    """The one seed, worded by 24 different draws."""
    world = World(ground(folder, [figure, *more], list(facts_of_binomials(figure))))
    pipeline = ComposedPipeline(world, [FigureCaption()], 7)
    task = ComposedTask("cell", "information-extraction", Modalities(image=1))
    assert len(pipeline.order(task)) == 1
    return [pipeline.attempt(task, 0, np.random.Generator(np.random.PCG64(seed))) for seed in range(24)]


def test_asked_in_its_ways(tmp_path: Path) -> None:
    examples = [one.example for one in outcomes(tmp_path, SKUNK) if one.status.value == "accepted" and one.example]
    assert {(one.question, one.answers[0].text) for one in examples} == {
        ("What is the scientific name of the striped skunk?", "Mephitis mephitis"),
        ("What is the striped skunk's scientific name?", "Mephitis mephitis"),
        ("Which species has the scientific name Mephitis mephitis?", "the striped skunk"),
        ("What is the common name of Mephitis mephitis?", "the striped skunk"),
    }
    assert {one.read for one in examples} == {"caption"}


def test_a_scientific_name_of_the_same_stem_gives_itself_away(tmp_path: Path) -> None:
    found = outcomes(tmp_path, CONDOR)
    assert {one.reason for one in found} == {"leak"}
    assert all(one.example and "Gymnogyps" not in one.example.question for one in found)


def test_a_passage_that_tells_the_name_too(tmp_path: Path) -> None:
    beside = text("p", "Smells", "The striped skunk (Mephitis mephitis) is a mammal.")
    assert {one.reason for one in outcomes(tmp_path, SKUNK, beside)} == {"needed"}
