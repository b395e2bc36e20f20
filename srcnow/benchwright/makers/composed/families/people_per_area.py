"""Ask: What is the population density of a country or town? (numerical, one table with population and area in one row).

    How many people live per square kilometre in Poland, rounded to the nearest whole number?  124 people per square ...
    What was the population density of Mpumalanga in 2016 in people per square kilometre, ...?  57 people per square ...
    How many people lived per square kilometre in Diamer District in 1998, rounded to ...?      12 people per square ...

Gates: One row gives a population and an area in square kilometres, for the same year. The density is at least three
people per square kilometre, because lower densities need decimals.
"""

from __future__ import annotations

from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import pick, year_of
from benchwright.makers.composed.row_questions import cells_of, gate, name_row
from benchwright.programs.execution import execute
from benchwright.programs.operations import LookUp, Ratio
from benchwright.records import Fact, Modalities
from benchwright.values import Quantity

_SPARSEST = 3
_ROUNDED = "rounded to the nearest whole number"
_QUESTIONS = (
    "How many people {live} per square kilometre in {s}{when}, {rounded}?",
    "What {is} the population density of {s}{when} in people per square kilometre, {rounded}?",
    "On average, how many people {live} on a square kilometre in {s}{when}, {rounded}?",
)


class PeoplePerArea(Family):
    """See the module."""

    name = "people_per_area"
    style = "numerical"
    combinations = (Modalities(table=1),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        areas: dict[tuple[str, int, str], Fact] = {}
        for area in cells_of(world, ("area",)):
            if area.unit == "square kilometre":
                areas.setdefault((area.source, area.span.cells[-1][0], area.entity), area)
        for people in cells_of(world, ("population",)):
            area_of_row = areas.get((people.source, people.span.cells[-1][0], people.entity))
            if area_of_row is not None:
                yield Seed((people.id, area_of_row.id), people.subject_type, world.document(people))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        people, area = (world.fact(fact) for fact in seed.facts)
        gate(world, people)
        table = world.source(people.source).table
        if table is None or any("densit" in cell.lower() for row in table.header for cell in row):
            raise SeedRefusedError("printed", "the table tells the density itself")
        if people.subject[:1].isdigit():
            raise SeedRefusedError("name", "a number of the row stands in the name")
        year = people.qualifier("year") if not area.qualifier("year") else year_of((people, area))
        program = Ratio(LookUp(people.id), LookUp(area.id), 0)
        density = execute(program, world.fact)
        if not isinstance(density, Quantity) or density.number < _SPARSEST:
            raise SeedRefusedError("sparse", "less than a few people per square kilometre")
        when = f" in {year}" if year else ""
        words = {"live": "lived", "is": "was"} if year else {"live": "live", "is": "is"}
        question = pick(rng, _QUESTIONS).format(s=name_row(world, people), when=when, rounded=_ROUNDED, **words)
        return ComposedDraft(
            question=question,
            answer=f"{density} people per square kilometre",
            aliases=(str(density),),
            program=program,
            entity=people.entity,
        )
