"""Ask: When did two works by one maker come out? (compound, two passages).

    When were Tim Burton's films Ed Wood and Mars Attacks! released?
        Ed Wood was released in 1994, and Mars Attacks! in 1996.
    In what years were Roald Dahl's books Matilda and The Twits published?
        Matilda was published in 1988, and The Twits in 1980.

Gates: Both passages name the same maker and no other. The two works are of the same kind. Both dates are equally
precise.
"""

from __future__ import annotations

from benchwright.makers.composed.family import ComposedDraft, Rng, Seed, World
from benchwright.makers.composed.grammar import pick, possessive, show
from benchwright.makers.composed.works_by_maker import WorksByMaker, maker_of, two_titles
from benchwright.programs.operations import Both, LookUp
from benchwright.records import Modalities

_DAY = ("When were {maker's} {kind}s {a} and {b} {verb}?", "On what dates were {maker's} {kind}s {a} and {b} {verb}?")
_YEAR = (
    "In what years were {maker's} {kind}s {a} and {b} {verb}?",
    "In which years were {maker's} {kind}s {a} and {b} {verb}?",
)


class TwoWorks(WorksByMaker):
    """See the module."""

    name = "two_works"
    style = "compound"

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        first, second, maker, _ = (world.fact(fact) for fact in seed.facts)
        kind, a, b = two_titles(world, first, second)
        verb = "published" if first.relation == "published" or kind in ("novel", "book") else "released"
        templates, on = (_DAY, "on") if first.value_type == "date" else (_YEAR, "in")
        question = pick(rng, templates).replace("{maker's}", possessive(maker_of(maker)))
        return ComposedDraft(
            question=question.format(kind=kind, a=a, b=b, verb=verb),
            answer=f"{a} was {verb} {on} {show(first)}, and {b} {on} {show(second)}.",
            program=Both(LookUp(first.id), LookUp(second.id)),
            entity=first.entity,
        )
