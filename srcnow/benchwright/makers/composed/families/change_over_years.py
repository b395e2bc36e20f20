"""Ask: How much did a figure change over the years, or how large was a trade surplus or deficit? (numerical, table).

    By how many percentage points did the inflation rate of Brazil fall from 2022 to 2024?    4.9 percentage points
    By how much did the imports of Paraguay rise from 2022 to 2024?                           US$1.289 billion
    How much more were the imports of Nigeria worth than its exports in 2024?                 US$194,000,000

Gates: One table gives both figures: one measure in two years, or exports and imports in one year. Both figures are
above zero, and they differ.
"""

from __future__ import annotations

from itertools import combinations

from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, Seeds, World, grouped
from benchwright.makers.composed.grammar import larger_first, pick, possessive
from benchwright.makers.composed.row_questions import cells_of, name_row
from benchwright.programs.execution import execute
from benchwright.programs.operations import Difference, LookUp
from benchwright.records import Modalities

_OVER_TIME = Vocabulary.of("benchwright.makers.composed", "change_over_years").rows("over_time")
_UPWARDS = ("grow", "increase", "rise")
_DOWNWARDS = ("fall", "decrease", "decline")
_BALANCE = (
    "By how much did the {more} of {s} exceed its {less} in {a}?",
    "How much more were the {more} of {s} worth than its {less} in {a}?",
)


class ChangeOverYears(Family):
    """See the module."""

    name = "change_over_years"
    style = "numerical"
    combinations = (Modalities(table=1),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        cells = (fact for fact in cells_of(world, sorted(_OVER_TIME)) if fact.qualifier("year"))
        figures = grouped(cells, lambda fact: (fact.relation, fact.source, fact.entity))
        for key, facts in figures.items():
            for one, two in combinations(sorted(facts, key=lambda fact: fact.qualifier("year")), 2):
                yield Seed((one.id, two.id), f"{key[0]} change", world.document(one))
            if key[0] == "exports":
                for one in facts:
                    for two in figures.get(("imports", *key[1:]), ()):
                        if one.qualifier("year") == two.qualifier("year"):
                            yield Seed((one.id, two.id), "balance", world.document(one), "balance")

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        one, two = (world.fact(fact) for fact in seed.facts)
        more, less, _, _ = larger_first(one, two)
        program = Difference(LookUp(more.id), LookUp(less.id))
        gap = str(execute(program, world.fact))
        subject = name_row(world, one)
        if seed.note:
            question = pick(rng, _BALANCE).format(
                s=subject, a=one.qualifier("year"), more=more.relation, less=less.relation
            )
        else:
            upwards = _UPWARDS[1:] if one.relation == "gdp_growth" else _UPWARDS
            change = pick(rng, upwards if more is two else _DOWNWARDS)
            template = pick(rng, _OVER_TIME[one.relation])
            years = {"a": one.qualifier("year"), "b": two.qualifier("year")}
            question = template.format(s=subject, p=possessive(subject), change=change, **years)
        return ComposedDraft(
            question=question,
            answer=gap,
            aliases=(f"{gap.split()[0]}%",) if one.unit == "percent" else (),
            program=program,
            entity=one.entity,
        )
