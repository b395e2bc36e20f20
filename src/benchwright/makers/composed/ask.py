"""How one fact is asked for and stated, by the lexicon's wordings. A closed list: what is not here is not asked.

ask        "What is the capital of Kenya?"
clause     "how many people live in the country"   the second half of a compound question
statement  "The capital of Kenya is Nairobi."
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from benchwright.facts.relations import Relation
from benchwright.makers.composed.compose import name, numeric, pick, shown, upper_first
from benchwright.makers.composed.family import RefusedError, World
from benchwright.makers.composed.pictures import WORDINGS, colours_shown
from benchwright.programs.execution import Amount, value_of
from benchwright.records import Fact

_PLURALS = frozenset({"carbon dioxide emissions", "official languages", "border countries"})
_OF_COUNTRIES = frozenset({"independence", "internet_domain", "calling_code", "currency", "national_anthem"})

_STATEMENTS: Mapping[str, str] = MappingProxyType(
    {
        "population": "{s} has a population of {v}.",
        "independence": "{s} became independent on {v}.",
        "birth_date": "{s} was born on {v}.",
        "airports": "{s} has {v}.",
        "railways": "The railway network of {s} is {v} long.",
        "coastline": "The coastline of {s} is {v} long.",
        "land_boundaries": "The land borders of {s} are {v} long.",
        "co2_emissions": "The carbon dioxide emissions of {s} amount to {v}.",
        "exports": "The exports of {s} are worth {v}.",
        "imports": "The imports of {s} are worth {v}.",
        "ships": "The merchant fleet of {s} has {v}.",
        "mobile_subscriptions": "There are {v} in {s}.",
    }
)

_COUNTED: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "population": ("person", "people"),
        "labour_force": ("person", "people"),
        "world_heritage_sites": ("World Heritage Site", "World Heritage Sites"),
        "airports": ("airport", "airports"),
        "heliports": ("heliport", "heliports"),
        "ships": ("ship", "ships"),
        "mobile_subscriptions": ("mobile phone subscription", "mobile phone subscriptions"),
        "internet_users": ("internet user", "internet users"),
        "flag_colour_count": ("colour", "colours"),
        "flag_stripe_count": ("stripe", "stripes"),
    }
)

CLAUSED: tuple[str, ...] = (
    "agricultural_land",
    "airports",
    "area",
    "birth_rate",
    "calling_code",
    "capital",
    "co2_emissions",
    "coastline",
    "currency",
    "death_rate",
    "electricity_capacity",
    "electricity_consumption",
    "flag_bottom_stripe",
    "flag_colour_count",
    "flag_colours",
    "flag_left_stripe",
    "flag_main_colour",
    "flag_middle_stripe",
    "flag_right_stripe",
    "flag_stripe_colours",
    "flag_stripe_count",
    "flag_top_stripe",
    "forest",
    "highest_elevation",
    "highest_point",
    "independence",
    "internet_domain",
    "internet_penetration",
    "labour_force",
    "land_boundaries",
    "largest_city",
    "life_expectancy",
    "lowest_point",
    "mean_elevation",
    "median_age",
    "mobile_subscriptions",
    "national_anthem",
    "population",
    "population_growth",
    "railways",
    "ships",
    "unemployment_rate",
    "urban_population",
)
"""Relations of countries that read well as a question, a clause and a statement."""


def ask(world: World, fact: Fact, rng: np.random.Generator, subject: str = "") -> str:
    """A question for the fact's value. `subject` is a description that replaces the subject's name: then only wordings
    that end with it will do, since a long one in the middle is lost on the reader."""
    if numeric(fact) and _is_zero(fact):
        raise RefusedError("zero", f"nobody asks for a {fact.relation} of nothing")
    if fact.relation in WORDINGS:
        templates: tuple[str, ...] = WORDINGS[fact.relation].ask
    else:
        relation = world.lexicon.get(fact.relation)
        if relation is None or relation.scoped:
            raise RefusedError("relation", f"{fact.relation} has no wording of its own")
        templates = wordings(relation, fact)
    if subject:
        templates = tuple(one for one in templates if one.endswith(" {s}?"))
        if not templates:
            raise RefusedError("wording", f"no question for {fact.relation} ends with its subject")
    return pick(rng, templates).format(s=subject or name(fact))


def _be(noun: str) -> str:
    return "are" if noun in _PLURALS else "is"


def _is_zero(fact: Fact) -> bool:
    value = value_of(fact)
    return isinstance(value, Amount) and value.number == 0


def wordings(relation: Relation, fact: Fact) -> tuple[str, ...]:
    """The lexicon's questions that fit the value: nobody asks on what date for a year."""
    if fact.value_type == "year":
        return tuple(one for one in relation.ask if "date" not in one)
    return relation.ask


def itself(*facts: Fact) -> str:
    """What the second half of a question calls its subject: "it" could be the value of the first half. Raises
    RefusedError
    for a subject of which nothing says what it is."""
    if any(fact.subject_type == "country" or fact.relation in _OF_COUNTRIES for fact in facts):
        return "the country"
    raise RefusedError("subject-type", f"no word for {facts[0].subject}")


def clause(world: World, fact: Fact, itself: str) -> str:
    """The second half of a compound question about the same subject, which it calls `itself`."""
    if numeric(fact) and _is_zero(fact):
        raise RefusedError("zero", f"nobody asks for a {fact.relation} of nothing")
    if fact.relation in WORDINGS:
        return WORDINGS[fact.relation].clause.format(itself=itself)
    relation = world.lexicon.get(fact.relation)
    if relation is None or relation.scoped:
        raise RefusedError("relation", f"{fact.relation} has no wording of its own")
    return relation.clause.format(
        their=f"{itself}'s", they=itself, them=itself, were="was", are="is", do="does", have="has", scope=""
    )


def value_shown(fact: Fact) -> str:
    """The value as a sentence states it: counts with what was counted."""
    if fact.value_type == "colours":
        return colours_shown(fact.value)
    return counted(shown(fact), fact)


def counted(text: str, fact: Fact) -> str:
    """A number of what the fact counts, with the word for it where the number has no unit of its own."""
    words = _COUNTED.get(fact.relation)
    return f"{text} {words[text != '1']}" if words and not fact.unit else text


def statement(world: World, fact: Fact) -> str:
    """A whole sentence that states the fact."""
    subject, value = name(fact), value_shown(fact)
    if fact.relation in WORDINGS:
        return WORDINGS[fact.relation].statement.format(s=subject, v=value)
    if fact.relation in _STATEMENTS:
        return upper_first(_STATEMENTS[fact.relation].format(s=subject, v=value))
    relation = world.lexicon.get(fact.relation)
    if relation is None:
        raise RefusedError("relation", f"{fact.relation} has no wording of its own")
    return f"The {relation.noun} of {subject} {_be(relation.noun)} {value}."
