"""Ask: What do two flags have in common, and how do they differ? (compare-contrast).

    How do the flags of Austria and Peru compare in their main colour and in the number and direction of their stripes?
        Red is the main colour of both flags, but Austria's flag has three horizontal stripes, whereas Peru's has three
        vertical stripes.
    How do the flags of Italy and Ireland compare in their colours and in the number and direction of their stripes?
        Both flags have three vertical stripes, but the flag of Italy is green, white and red, whereas that of Ireland
        is green, white and orange, so they share green and white.
    How do the flags of Japan and Sweden compare in their colours and in their main colour?    2image    (no colour
        in common: refused)

Gates: Benchwright reads two features from the pixels of both flags. The flags have something in common and also differ.
"""

from __future__ import annotations

from benchwright.demo.flags.wording import colours_in
from benchwright.english.joining import join_and
from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import name, pick, possessive, spread_pairs, upper_first
from benchwright.programs.operations import Compare, LookUp, Trait
from benchwright.records import Fact, Modalities

_EACH = 5
_VOCABULARY = Vocabulary.of("benchwright.demo.flags", "compare_flags")
_NOUNS, _PAIRS = _VOCABULARY.texts("nouns"), _VOCABULARY.texts("pairs")
_QUESTIONS = (
    "How do the flags of {a} and {b} compare in {traits}?",
    "In terms of {traits}, how do the flags of {a} and {b} compare?",
    "How do {as_} and {bs} flags compare in {traits}?",
)


class CompareFlags(Family):
    """See the module."""

    name = "compare_flags"
    style = "compare-contrast"
    combinations = (Modalities(image=2),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        for first, second in map(str.split, _PAIRS):
            seconds = {fact.source: fact for fact in world.facts.of_relation(second)}
            firsts = [fact for fact in world.facts.of_relation(first) if fact.source in seconds]
            for one, two in spread_pairs(firsts, _EACH):
                if one.entity == two.entity:
                    continue
                other, another = seconds[one.source], seconds[two.source]
                alike = [_alike(one, two), _alike(other, another)]
                if any(alike) and (one.value, other.value) != (two.value, another.value):
                    facts = (one, two, other, another)
                    yield Seed(tuple(fact.id for fact in facts), f"{first} {second}", world.document(one))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        facts = tuple(world.fact(fact) for fact in seed.facts)
        if any(" and " in name(fact) for fact in facts):
            raise SeedRefusedError("name", "two names of which one holds an and")
        if any(_two_blues(one.value, two.value) for one, two in (facts[:2], facts[2:])):
            raise SeedRefusedError("blues", "whether light blue and blue are shared is a matter of taste")
        clauses = sorted((_compared(*facts[:2]), _compared(*facts[2:])), key=lambda clause: not clause[0])
        if all(same for same, _ in clauses):
            raise SeedRefusedError("same", "the flags do not differ in these traits")
        joint = ", but " if clauses[0][0] else "; "
        a, b = name(facts[0]), name(facts[1])
        traits = _PAIRS[f"{facts[0].relation} {facts[2].relation}"]
        return ComposedDraft(
            question=pick(rng, _QUESTIONS).format(a=a, b=b, as_=possessive(a), bs=possessive(b), traits=traits),
            answer=upper_first(f"{clauses[0][1]}{joint}{clauses[1][1]}."),
            program=Compare(
                (
                    Trait(_NOUNS[facts[0].relation], LookUp(facts[0].id), LookUp(facts[1].id)),
                    Trait(_NOUNS[facts[2].relation], LookUp(facts[2].id), LookUp(facts[3].id)),
                )
            ),
            entity=facts[0].entity,
        )


def _alike(one: Fact, two: Fact) -> bool:
    """Have two flags anything in common here?"""
    if one.value_type == "colours":
        return bool(set(colours_in(one.value)) & set(colours_in(two.value)))
    return one.value == two.value


def _compared(one: Fact, two: Fact) -> tuple[bool, str]:
    """Whether two values are the same, and a clause that states both. Raises SeedRefusedError for one list of colours
    in two orders."""
    a, b = possessive(name(one)), possessive(name(two))
    left, right = one.value, two.value
    same = one.value == two.value
    match one.relation:
        case "flag_stripes":
            return same, f"both flags have {left}" if same else f"{a} flag has {left}, whereas {b} has {right}"
        case "flag_main_colour":
            if same:
                return same, f"{left} is the main colour of both flags"
            return same, f"the main colour of {a} flag is {left}, while that of {b} is {right}"
        case "flag_stripe_colours":
            if same:
                return same, f"the stripes of both are {left}"
            return same, f"the stripes of {a} flag are {left}, whereas those of {b} are {right}"
        case _:
            return same, f"both flags are {left}" if same else _lists(one, two)


def _lists(one: Fact, two: Fact) -> str:
    first, second = colours_in(one.value), colours_in(two.value)
    if set(first) == set(second):
        raise SeedRefusedError("order", "the same colours in two orders")
    common = [colour for colour in first if colour in second]
    shared = f"so they share {join_and(common)}" if common else "so they have no colour in common"
    return f"the flag of {name(one)} is {one.value}, whereas that of {name(two)} is {two.value}, {shared}"


def _two_blues(one: str, two: str) -> bool:
    """Is there blue on one flag and only light blue on the other?"""
    shades = [{colour for colour in colours_in(value) if colour in ("blue", "light blue")} for value in (one, two)]
    return bool(shades[0] and shades[1]) and shades[0] != shades[1]


FAMILY = CompareFlags()
