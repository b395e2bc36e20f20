"""Ask: Which option, setting or function does something? (information-extraction, one passage or table).

    Which option of sort gets random bytes from FILE?                                            --random-source
    According to the Celery documentation, which setting enables client caching of results?      result_cache_max
    Which option of tar does not exit with nonzero on unreadable files?                          --ignore-failed-read

Gates: The description begins with a known verb, or names the value that an option sets. The description is one clause
without unresolved pronouns. No other entry of the same program has a similar description. The entry has at most one
short and one long name.
"""

from __future__ import annotations

from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, Seeds, World
from benchwright.makers.composed.grammar import upper_first
from benchwright.makers.composed.open_lookup import open_facts
from benchwright.makers.composed.open_questions import described_entry, entry
from benchwright.makers.composed.purposes import check_own_description
from benchwright.programs.operations import Reverse
from benchwright.records import Modalities


class NamedEntry(Family):
    """See the module."""

    name = "named_entry"
    style = "information-extraction"
    combinations = (Modalities(text=1), Modalities(table=1))
    after_lexicon = True

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        for fact in open_facts(world, "purpose"):
            if world.modalities(fact) == wants:
                yield Seed((fact.id,), fact.qualifier("form"), world.document(fact))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        fact = world.fact(seed.facts[0])
        phrase, _ = entry(world, fact)
        others = [value for key, value in fact.qualifiers if key == "alias"]
        check_own_description(world, fact)
        described, where = described_entry(world, fact)
        which = described.removeprefix("the ").replace(" that ", " ", 1)
        clause = f"which {which}"
        question = f"{upper_first(where)}, {clause}?" if where else f"{upper_first(clause)}?"
        return ComposedDraft(
            question=question,
            answer=fact.subject,
            program=Reverse(fact.id),
            entity=fact.entity,
            aliases=(phrase, *others),
        )
