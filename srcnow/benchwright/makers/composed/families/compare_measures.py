"""Ask: How do two things compare on two measures? (compare-contrast).

    How do Mexico and Panama compare in terms of population and the length of the land borders?    table
        Mexico has a larger population than Panama (130,739,927 against 4,536,008), and it also has longer land borders
        (4,389 kilometres against 687 kilometres).
    How did Madagascar compare with Botswana in fertility rate and population growth rate in 2025?    table
        Madagascar has a higher fertility rate than Botswana (3.47 children per woman against 2.73 children per
        woman), ...
    How does Jordan compare with Panama in mean elevation and the number of World Heritage Sites?    2text
        Jordan has a higher mean elevation than Panama (812 metres against 360 metres), ...

Gates: Both subjects have the same type. For each measure, both values have the same unit and year, and they differ.
Each measure has words for "more" and "less". One table gives both rows with both measures, or each source gives one
subject with both measures.
"""

from __future__ import annotations

from itertools import combinations

from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import name, numeric, pick, show, spread_pairs, sure, upper_first, year_of
from benchwright.programs.execution import Value, is_apart, value_of
from benchwright.programs.operations import Compare, LookUp, Trait
from benchwright.records import Fact, Modalities, Modality
from benchwright.values import Quantity

_EACH = 3
_QUESTIONS = (
    "How {do} {a} and {b} compare in terms of {first} and {second}{when}?",
    "How {does} {a} compare with {b} in {first} and {second}{when}?",
    "How {does} {a} compare with {b} in terms of {first} and {second}{when}?",
)


class CompareMeasures(Family):
    """See the module."""

    name = "compare_measures"
    style = "compare-contrast"
    combinations = (Modalities(table=1), Modalities(table=2), Modalities(text=2))

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        kind = Modality.TEXT if wants.text else Modality.TABLE
        rows: dict[tuple[str, str], dict[str, Fact]] = {}
        for relation_name in world.lexicon.names:
            relation = world.lexicon[relation_name]
            if relation.scoped or not relation.more or not relation.less:
                continue
            for fact in world.facts.of_relation(relation_name):
                apart = wants.total > 1 and fact.subject_type != "country"
                if fact.subject_type == "person" or apart or not sure(fact):
                    continue  # people are compared by another family; two villages of two lists by nobody
                if world.modality(fact) is kind and numeric(fact):
                    rows.setdefault((fact.source, fact.entity), {}).setdefault(relation_name, fact)
        by_pair: dict[tuple[str, str], list[dict[str, Fact]]] = {}
        for key in sorted(rows):
            for pair in combinations(sorted(rows[key]), 2):
                by_pair.setdefault(pair, []).append(rows[key])
        for pair in sorted(by_pair):
            firsts = {row[pair[0]].id: row for row in by_pair[pair]}
            for one, two in spread_pairs([row[pair[0]] for row in by_pair[pair]], _EACH):
                same = one.source == two.source
                if same == (wants.total == 1) and one.entity != two.entity and one.subject_type == two.subject_type:
                    facts = (one, two, firsts[one.id][pair[1]], firsts[two.id][pair[1]])
                    yield Seed(tuple(fact.id for fact in facts), " ".join(pair), world.document(one))

    def _more(self, first: Value, second: Value) -> bool:
        """Is the first more (larger, later) than the second? Raises SeedRefusedError where that has no clear answer."""
        match first, second:
            case Quantity(), Quantity() if 0 in (first.number, second.number):
                raise SeedRefusedError("zero")
            case Quantity(), Quantity() if first.unit == second.unit and is_apart(first, second):
                return first.number > second.number
            case _:
                raise SeedRefusedError("equal-or-unlike")

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        facts = tuple(world.fact(fact) for fact in seed.facts)
        left, right = name(facts[0]), name(facts[1])
        traits = []
        clauses = []
        # "the population of the largest city and mean elevation" could be read as one thing: short nouns first
        pairs = sorted((facts[:2], facts[2:]), key=lambda pair: " of " in world.lexicon[pair[0].relation].noun)
        for one, two in pairs:
            relation = world.lexicon[one.relation]
            first, second = value_of(one), value_of(two)
            more = self._more(first, second)
            predicate = relation.more if more else relation.less
            traits.append(Trait(relation.noun, LookUp(one.id), LookUp(two.id)))
            clauses.append((more, predicate, f"({show(one)} against {show(two)})"))
        year = year_of(facts) if wants.table else ""
        # "How do Antigua and Barbuda and Jamaica compare" is hard to read.
        template = pick(rng, _QUESTIONS[1:2] if " and " in left + right else _QUESTIONS)
        nouns = [_with_article(trait.name) for trait in traits]
        joined = _joined(clauses[0][0] == clauses[1][0], clauses[1][1])
        answer = f"{upper_first(left)} {clauses[0][1]} than {right} {clauses[0][2]}, {joined} {clauses[1][2]}."
        return ComposedDraft(
            question=template.format(
                a=left,
                b=right,
                first=nouns[0],
                second=nouns[1],
                when=f" in {year}" if year else "",
                do="did" if year else "do",
                does="did" if year else "does",
            ),
            answer=answer,
            program=Compare(tuple(traits)),
            entity=facts[0].entity,
        )


def _with_article(noun: str) -> str:
    """ "median age", but "the length of the land borders"."""
    return f"the {noun}" if " of " in noun else noun


def _joined(agree: bool, predicate: str) -> str:
    """The second half of the answer: "and it also has ...", "and it is also ...", "but it has ..."."""
    if not agree:
        return f"but it {predicate}"
    return (
        f"and it is also {predicate.removeprefix('is ')}" if predicate.startswith("is ") else f"and it also {predicate}"
    )
