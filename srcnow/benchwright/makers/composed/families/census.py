"""Ask: What is the population, area, elevation or capacity of a place? (information-extraction, text).

    What was the population of Oakes, North Dakota, at the 2010 census?   population was 1,856 ...   1,856
    What is the capacity of the Nammo Stadion?                            capacity of 1,800          1,800 people
    What is the elevation of Warspite, Alberta?                           elevation of 655 metres    655 metres

Gates: The passage gives exactly one figure of this kind, without words such as "about". A population comes with a year.
The question mentions a census only if the passage does.
"""

from __future__ import annotations

import re

from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import pick, show
from benchwright.makers.composed.naming import after, before, opening_of, thing, with_comma
from benchwright.programs.execution import value_of
from benchwright.programs.operations import LookUp
from benchwright.records import Fact, Modalities
from benchwright.values import Quantity, format_number

_RELATIONS = ("area", "capacity", "elevation", "population")
_CENSUS = re.compile(r"\bcensus\b", re.IGNORECASE)
_HEDGE = re.compile(r"\best(?:\.|imated?)|\bprojected\b|\bapprox", re.IGNORECASE)
_PEOPLED = ("village", "town", "city", "municipality", "hamlet", "suburb", "township", "parish", "commune", "community")
_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "census")
_SEATED = _VOCABULARY.words("seated")
_ASIDES = re.compile(r"\([^()]*\)")
_AREA = re.compile(r"\d\s+(?:km ?[2²]|sq\.? ?km|square (?:kilo)?met|hectares|ha\b|acres|sq\.? ?mi|square miles)", re.I)
_SEATS = re.compile(r"\bstanding\b|\bmaximum\b|\bexpand|\bup to\b|\breduced\b|\bincreas|\bseats?\b|\bseating\b", re.I)
_RIVALS = ("area", "capacity")


class Census(Family):
    """See the module."""

    name = "census"
    style = "information-extraction"
    combinations = (Modalities(text=1),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        return world.text_seeds(_RELATIONS, lambda fact: fact.subject_type in ("place", "country"))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        fact = world.fact(seed.facts[0])
        value = value_of(fact)
        if fact.qualifier("approximate") or not isinstance(value, Quantity):
            raise SeedRefusedError("hedged", "the passage says about how much")
        if value.number < 10:
            raise SeedRefusedError("small")
        question = pick(rng, self._templates(world, fact))
        return ComposedDraft(
            question[:1].upper() + question[1:],
            format_number(value.number) if fact.relation == "population" else show(fact),
            LookUp(fact.id),
            fact.entity,
            aliases=tuple(
                dict.fromkeys(
                    form
                    for form in (fact.value, f"{format_number(value.number)} people" if fact.unit == "people" else "")
                    if form and form != (format_number(value.number) if fact.relation == "population" else show(fact))
                )
            ),
        )

    def _templates(self, world: World, fact: Fact) -> tuple[str, ...]:
        lead = opening_of(world, fact)
        subject = thing(world, fact)
        middle = with_comma(subject)
        if fact.relation in _RIVALS and _several(fact, world.source(fact.source).text):
            raise SeedRefusedError("several", f"the passage gives more than one {fact.relation}")
        if fact.relation == "area":
            return (
                f"What is the area of {subject}?",
                f"How large an area does {middle} cover?",
            )
        if fact.relation == "elevation":
            if lead.noun in ("mountain", "peak", "volcano", "hill"):
                return (f"How high is {subject}?", f"What is the elevation of {subject}?")
            return (f"What is the elevation of {subject}?", f"At what elevation does {middle} lie?")
        if fact.relation == "capacity":
            if lead.noun not in _SEATED:
                raise SeedRefusedError("kind")
            return (f"What is the capacity of {subject}?", f"How many spectators can {middle} hold?")
        year = fact.qualifier("year")
        around = before(world, fact, 90) + after(world, fact, 60)
        if not year or _HEDGE.search(around):
            raise SeedRefusedError("undated", "nobody knows of which year the figure is")
        when = f"at the {year} census" if _CENSUS.search(around) else f"in {year}"
        questions = [f"What was the population of {middle} {when}?", f"How many people lived in {middle} {when}?"]
        if _CENSUS.search(around):
            questions.append(f"According to the {year} census, what was the population of {subject}?")
        if lead.noun in _PEOPLED and "," not in subject and not subject.startswith("the "):
            questions.append(f"How many inhabitants did the {lead.noun} of {subject} have {when}?")
        return tuple(questions)


def _several(fact: Fact, text: str) -> bool:
    """Does the passage give other figures of the kind: of the land and the lakes, of seats and with standing room?
    Conversions in parentheses do not count."""
    plain = _ASIDES.sub(" ", text)
    if fact.relation == "area":
        return len(_AREA.findall(plain)) > 1
    return len(_SEATS.findall(plain)) > 1 or bool(re.search(r"\bstanding\b|\bmaximum\b", plain, re.IGNORECASE))
