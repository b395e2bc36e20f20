"""Ask: A fact about an option that its use describes, or about a row that another cell describes (multi-hop).

    What is the default value of the option of ssh-keygen that specifies the hash algorithm used when    sha256
        displaying key fingerprints?
    In the table "price list 2026", what is the warranty of the product with the part number BR-3001?    12 months
    In the table in the section "The G range at a glance" of "G40 burr grinder: data sheet", what is     £695
        the price of the model with the highest weight?

Gates: The description fits only one thing: an option's use as in `named_entry`, a cell value that no other row has, or
the first rank in a column. Benchwright has read every row of the table. The question doesn't contain the thing's name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from benchwright.english.nouns import is_plural
from benchwright.makers.composed.cell_questions import amount_noun, extreme, header_noun, row_noun
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World, grouped
from benchwright.makers.composed.grammar import digest, numeric, upper_first
from benchwright.makers.composed.open_lookup import numbers_of, open_facts, whole_columns
from benchwright.makers.composed.open_questions import ATTRIBUTES, described_entry, question_for
from benchwright.makers.composed.table_names import table_name
from benchwright.programs.execution import execute
from benchwright.programs.operations import Extreme, Follow, Reverse
from benchwright.records import Fact, Hop, Modalities
from benchwright.values import name_key

_PER_ROW, _MOST_WORDS, _LONGEST = 2, 4, 32
_MOST_NAMED = 200
"""A name that more facts bear leads to those of its own thing only: it does not tell things apart."""


class OpenHop(Family):
    """See the module."""

    name = "open_hop"
    style = "multi-hop"

    def covers(self, wants: Modalities) -> bool:
        return wants.total <= 2 and not wants.image

    after_lexicon = True

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        targets = list(open_facts(world, *ATTRIBUTES, "cell:", "row:"))
        own = grouped(targets, lambda fact: fact.entity)
        named = {
            name: group
            for name, group in grouped(targets, lambda fact: fact.subject).items()
            if len(group) <= _MOST_NAMED
        }
        for note, hop in self._hops(world):
            leader = hop[0]
            options = [
                fact
                for fact in named.get(leader.subject, own.get(leader.entity, ()))
                if fact.relation != leader.relation
                and fact.subject == leader.subject
                and (note != "does" or fact.entity == leader.entity or fact.relation.startswith("cell:"))
                and (fact.entity == leader.entity or not fact.relation.startswith("row:"))
                and self._sources(world, fact, *hop) == wants
            ]
            for fact in sorted(options, key=lambda fact: digest(leader.id, fact.id))[:_PER_ROW]:
                facts = (*(one.id for one in sorted(hop, key=lambda one: one.id)), fact.id)
                yield Seed(facts, f"{note} {leader.relation}", world.document(leader), note)

    def _sources(self, world: World, *facts: Fact) -> Modalities:
        return Modalities.of(world.ground.modality(source) for source in {fact.source for fact in facts})

    def _hops(self, world: World) -> Iterator[tuple[str, list[Fact]]]:
        """("does", purpose), ("is", cell), ("highest" or "lowest", the whole column): what leads to a name, the fact
        about it first."""
        for fact in open_facts(world, "purpose"):
            yield "does", [fact]
        for column in whole_columns(world):
            counts = Counter(name_key(fact.value) for fact in column)
            for fact in column if column[0].relation.startswith("cell:") and not numeric(column[0]) else ():
                if counts[name_key(fact.value)] == 1 and len(fact.value.split()) <= _MOST_WORDS:
                    yield "is", [fact]
            numbers = numbers_of(column)
            for note, best in (("highest", max(numbers)), ("lowest", min(numbers))) if numbers else ():
                leader = column[numbers.index(best)]
                yield note, [leader, *(fact for fact in column if fact is not leader)]

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        *hop, target = (world.fact(fact) for fact in seed.facts)
        first, where = hop[0], ""
        program: Reverse | Extreme = Reverse(first.id)
        if seed.note == "does":
            described, where = described_entry(world, first)
        elif seed.note == "is":
            noun = header_noun(first)
            if is_plural(noun) or not first.value[-1].isalnum() or '"' in first.value:
                raise SeedRefusedError("header", f"{noun!r} is no single value")
            value = first.value if " " not in first.value or first.value.istitle() else f'"{first.value}"'
            told = f"described as {value}" if noun == "description" else f"with the {noun} {value}"
            described = f"the {row_noun(first, 'row')} {told}"
        else:
            program = Extreme(tuple(seed.facts[:-1]), seed.note == "highest")
            described = f"the {row_noun(first)} with the {extreme(amount_noun(first), largest=seed.note == 'highest')}"
        bridge = str(execute(program, world.fact))
        if seed.note != "does":
            where = f"in {table_name(world, world.source(first.source))}"
            if target.source != first.source:
                described, where = f"{described} {where}", ""
        question = question_for(world, target, rng, described)
        contexts = [one for one in dict.fromkeys((where, question.context)) if one]
        if len(contexts) > 1:
            raise SeedRefusedError("contexts", "the two hops need two contexts")
        text = f"{contexts[0]}, {question.clause}?" if contexts else f"{question.clause}?"
        if len(text.split()) > _LONGEST:
            raise SeedRefusedError("length", "nobody reads so long a question")
        return ComposedDraft(
            question=upper_first(text),
            answer=question.value,
            program=Follow(program, target.id),
            entity=target.entity,
            hops=(
                Hop(f"What is {described}?", bridge, (first.source,)),
                Hop(question_for(world, target, rng).text(rng), question.value, (target.source,)),
            ),
            bridges=(bridge,),
        )
