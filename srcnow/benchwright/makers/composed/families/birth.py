"""Ask: When and where was a person born, and when and where did they die? (information-extraction, one passage).

    When was Lance Cairns born?                     ( born 10 October 1949 )     10 October 1949
    Where was Amy Yoder Begley born?                born in Topeka , Indiana     Topeka, Indiana
    When did the American jockey Lloyd Hughes die?  ( ... - December 1925 )      1925

Gates: The name has a first name and a surname. If several people share the name, the question adds nationality and
occupation. A place is more specific than a country.
"""

from __future__ import annotations

from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import pick, possessive, show
from benchwright.makers.composed.naming import other_order, person
from benchwright.makers.composed.whole_years import date_of
from benchwright.programs.operations import LookUp
from benchwright.records import Fact, Modalities
from benchwright.values.nations import COUNTRIES

_QUESTIONS = Vocabulary.of("benchwright.makers.composed", "birth").rows("questions")


class Birth(Family):
    """See the module."""

    name = "birth"
    style = "information-extraction"
    combinations = (Modalities(text=1),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        relations = sorted({key.split()[0] for key in _QUESTIONS})
        return world.text_seeds(relations, lambda fact: fact.subject_type == "person")

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        fact = world.fact(seed.facts[0])
        subject = person(world, fact)
        exact = date_of(fact).precision if fact.value_type in ("date", "year") else ""
        templates = _QUESTIONS.get(f"{fact.relation} {exact}".strip())
        if templates is None:
            raise SeedRefusedError("precision")
        if not exact:
            self._check_place(fact)
        question = pick(rng, templates).replace("{s's}", possessive(subject)).format(s=subject)
        return ComposedDraft(question, show(fact), LookUp(fact.id), fact.entity, aliases=_aliases(fact))

    def _check_place(self, fact: Fact) -> None:
        place = fact.value.removeprefix("the ")
        if place in COUNTRIES or place in ("England", "Scotland", "Wales", "Georgia", "Northern Ireland"):
            raise SeedRefusedError("country", "a country is no exact place")
        if (
            any(word in place for word in ("County", "University", "Hospital", "Empire", "Province"))
            and "," not in place
        ):
            raise SeedRefusedError("place", f"{place} is no town")


def _aliases(fact: Fact) -> tuple[str, ...]:
    """The same date as the source writes it; the place without what it lies in."""
    if fact.value_type in ("date", "year"):
        return other_order(fact)
    town = fact.value.split(",")[0]
    return (town,) if town != fact.value else ()
