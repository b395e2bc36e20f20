"""Word the question for one fact and the sentence that states it, by the lexicon.

ask        "What is the capital of Kenya?"
clause     "how many people live in the country"   the second half of a compound question
statement  "The capital of Kenya is Nairobi."
"""

from __future__ import annotations

from benchwright.english.nouns import is_plural
from benchwright.facts.relations import Relation, lexicon
from benchwright.makers.composed.family import Rng, SeedRefusedError, World
from benchwright.makers.composed.grammar import name, numeric, pick, show, upper_first
from benchwright.programs.execution import value_of
from benchwright.records import Fact
from benchwright.values import Quantity

_OF_COUNTRIES = frozenset({"independence", "internet_domain", "calling_code", "currency", "national_anthem"})


def ask(world: World, fact: Fact, rng: Rng, subject: str = "") -> str:
    """A question for the fact's value. `subject` is a description that replaces the subject's name: then only wordings
    that end with it will do, since a long one in the middle is lost on the reader."""
    if numeric(fact) and _is_zero(fact):
        raise SeedRefusedError("zero", f"nobody asks for a {fact.relation} of nothing")
    templates = wordings(_worded(world, fact), fact)
    if subject:
        templates = tuple(one for one in templates if one.endswith(" {s}?"))
        if not templates:
            raise SeedRefusedError("wording", f"no question for {fact.relation} ends with its subject")
    return pick(rng, templates).format(s=subject or name(fact))


def _worded(world: World, fact: Fact) -> Relation:
    """The fact's relation. Raises SeedRefusedError where the lexicon has no wording that stands without a scope."""
    relation = world.lexicon.get(fact.relation)
    if relation is None or relation.scoped:
        raise SeedRefusedError("relation", f"{fact.relation} has no wording of its own")
    return relation


def _is_zero(fact: Fact) -> bool:
    value = value_of(fact)
    return isinstance(value, Quantity) and value.number == 0


def wordings(relation: Relation, fact: Fact) -> tuple[str, ...]:
    """The lexicon's questions that fit the value: nobody asks on what date for a year."""
    if fact.value_type == "year":
        return tuple(one for one in relation.ask if "date" not in one)
    return relation.ask


def itself(*facts: Fact) -> str:
    """What the second half of a question calls its subject: "it" could be the value of the first half. Raises
    SeedRefusedError
    for a subject of which nothing says what it is."""
    if any(fact.subject_type == "country" or fact.relation in _OF_COUNTRIES for fact in facts):
        return "the country"
    raise SeedRefusedError("subject-type", f"no word for {facts[0].subject}")


def clause(world: World, fact: Fact, itself: str) -> str:
    """The second half of a compound question about the same subject, which it calls `itself`."""
    if numeric(fact) and _is_zero(fact):
        raise SeedRefusedError("zero", f"nobody asks for a {fact.relation} of nothing")
    return _worded(world, fact).clause.format(
        their=f"{itself}'s", they=itself, them=itself, were="was", are="is", do="does", have="has", scope=""
    )


def value_shown(fact: Fact) -> str:
    """The value as a sentence states it: counts with what was counted."""
    if fact.value_type == "colours":
        return fact.value.replace(" (", ", ").replace(")", "")  # "green, white and red, from left to right"
    return counted(show(fact), fact)


def counted(text: str, fact: Fact) -> str:
    """A number of what the fact counts, with the word for it where the number has no unit of its own."""
    relation = lexicon().get(fact.relation)
    if relation is None or not relation.counted or fact.unit:
        return text
    return f"{text} {relation.counted[text != '1']}"


def statement(world: World, fact: Fact) -> str:
    """A whole sentence that states the fact."""
    subject, value = name(fact), value_shown(fact)
    relation = world.lexicon.get(fact.relation)
    if relation is None:
        raise SeedRefusedError("relation", f"{fact.relation} has no wording of its own")
    if relation.statement:
        return upper_first(relation.statement.format(s=subject, v=value))
    return f"The {relation.noun} of {subject} {'are' if is_plural(relation.noun) else 'is'} {value}."
