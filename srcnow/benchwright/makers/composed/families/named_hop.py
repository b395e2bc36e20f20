"""Ask: A fact about the person or thing in a given role (multi-hop).

    Where was the head coach of Jeju United FC in the 2009 K League born?    text+table    Rio de Janeiro
    When did the architect of Wilmington Public Library die?                 text+table    1933
    When did the director of the film Cold Mountain die?                     2text         18 March 2008

Gates: The role comes from a closed list. The person or thing has its own title in the corpus and fits the second
question. If a role holds only within its table, the question names the table's scope.
"""

from __future__ import annotations

import re

from benchwright.english.vocabulary import Vocabulary
from benchwright.makers.composed.fact_questions import value_shown, wordings
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World, grouped
from benchwright.makers.composed.grammar import digest, name, pick, show
from benchwright.makers.composed.naming import after, thing, work
from benchwright.makers.composed.roles import describe_role
from benchwright.programs.operations import Follow, LookUp
from benchwright.records import Fact, Hop, Modalities, Modality

_PEOPLE = ("birth_date", "birth_place", "death_date")
_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "named_hop")
_SECOND = _VOCABULARY.rows("second")
_PER_ROLE = 2
_IN_PROSE = _VOCABULARY.texts("in_prose")
_TRADES = _VOCABULARY.rows("trades")
"""What somebody's own passage calls a person who may have such a role."""

_ELSEWHERE = re.compile(r"\bin (?:the )?(?:United|UK|U\.K|US\b|U\.S|Europe|North America|Japan|Canada)|\band\b", re.I)


class NamedHop(Family):
    """See the module."""

    name = "named_hop"
    style = "multi-hop"
    combinations = (Modalities(text=2), Modalities(text=1, table=1), Modalities(table=2))

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        relations = sorted({relation for row in _SECOND.values() for relation in row})
        facts = (fact for relation in relations for fact in world.facts.of_relation(relation))
        steps = grouped((fact for fact in facts if not fact.qualifier("scope")), _relation_and_entity)
        for role in sorted(_SECOND):
            for first in world.facts.of_relation(role):
                if not first.target or first.target == first.entity:
                    continue
                options = [
                    fact
                    for relation in _SECOND[role]
                    for fact in steps.get((relation, first.target), ())
                    if fact.source != first.source and world.modalities(first, fact) == wants
                ]
                options.sort(key=lambda fact: digest(first.id, fact.id))
                for fact in options[:_PER_ROLE]:
                    yield Seed((first.id, fact.id), f"{role} {fact.relation}", world.document(first))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        first, second = (world.fact(fact) for fact in seed.facts)
        relation = world.lexicon[second.relation]
        if second.qualifier("year"):
            raise SeedRefusedError("year", "a figure of one year")
        in_prose = world.modality(first) is Modality.TEXT
        if in_prose:
            _of_the_trade(world, first, second)
        who = _from_prose(world, first) if in_prose else describe_role(world, first)
        beginning = "Who" if second.relation in _PEOPLE else "What"
        return ComposedDraft(
            question=pick(rng, wordings(relation, second)).format(s=who),
            answer=value_shown(second),
            program=Follow(LookUp(first.id), second.id),
            entity=second.entity,
            hops=(
                Hop(f"{beginning} was {who}?", show(first), (first.source,)),
                Hop(
                    pick(rng, wordings(relation, second)).format(s=name(second)), value_shown(second), (second.source,)
                ),
            ),
            bridges=(second.subject,),
        )


def _relation_and_entity(fact: Fact) -> tuple[str, str]:
    return fact.relation, fact.entity


def _from_prose(world: World, fact: Fact) -> str:
    """Who is meant, by what a passage about a work or an organisation says. Raises SeedRefusedError for a role that
    has no wording, and for two makers at once."""
    template = _IN_PROSE.get(fact.relation)
    if template is None:
        raise SeedRefusedError("role", f"no wording for the {fact.relation} that a passage tells")
    return template.format(s=work(world, fact) if fact.subject_type == "work" else thing(world, fact))


def _of_the_trade(world: World, role: Fact, second: Fact) -> None:
    """Raises SeedRefusedError where a bare name may have led to a namesake (the sculptor John Hughes for the
    director): the
    person's own passage must say that they do such work. Labels and companies have no trade; several of them do."""
    words = _TRADES.get(role.relation)
    if words is None:
        if _ELSEWHERE.search(after(world, role, 80)):
            raise SeedRefusedError("several", "another one elsewhere")
        return
    trades = {one.value.lower() for one in world.facts.of_source(second.source) if one.relation == "occupation"}
    if not any(word in trade for trade in trades for word in words):
        raise SeedRefusedError("namesake", f"{second.subject} is {', '.join(sorted(trades)) or 'of no known trade'}")
