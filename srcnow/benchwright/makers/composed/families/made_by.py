"""Ask: Who created a work, a game or an organisation? (information-extraction, one passage).

    Who directed the film Ed Wood?                                  Tim Burton
    Which company developed the video game Alan Wake?               Remedy Entertainment
    On which label was Sarah Connor's song "Vincent" released?    Polydor Records

Gates: The question names the kind of work, such as a film or a video game. The answer lists every maker in the passage.
The question contains none of these makers.
"""

from __future__ import annotations

import re

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.article_openings import ArticleOpening
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import pick, show
from benchwright.makers.composed.naming import after, before, opening_of, thing, with_comma, work
from benchwright.programs.operations import LookUp
from benchwright.records import Fact, Modalities

_VOCABULARY = Vocabulary.of("benchwright.makers.composed", "made_by")
_QUESTIONS = _VOCABULARY.rows("questions")
_MANY = _VOCABULARY.texts("many")


_MORE_WRITERS = re.compile(
    r"\b(?:story|himself|herself|themselves|along with|together with|co-?wr|additional|rewritten|revised)\b|\bco-",
    re.IGNORECASE,
)
_MORE_LABELS = re.compile(
    r"\boriginally\b|\bre-?(?:released|issued)\b|\bin (?:Japan|Europe|North America|the (?:US|UK|U\.S|U\.K|United))|"
    r"\band (?:by|on|in|through)\b|\bvia\b",
    re.IGNORECASE,
)


class MadeBy(Family):
    """See the module."""

    name = "made_by"
    style = "information-extraction"
    combinations = (Modalities(text=1),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        return world.text_seeds(sorted(_QUESTIONS), lambda fact: True)

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        fact = world.fact(seed.facts[0])
        lead = opening_of(world, fact)
        subject = work(world, fact) if fact.subject_type == "work" else with_comma(thing(world, fact)).removesuffix(",")
        template = pick(rng, _QUESTIONS[fact.relation])
        if " and " in fact.value or "&" in fact.value:
            template = _MANY.get(template, template)
        self._check(world, fact, lead)
        return ComposedDraft(template.format(s=subject), show(fact), LookUp(fact.id), fact.entity)

    def _check(self, world: World, fact: Fact, lead: ArticleOpening) -> None:
        if lead.verb in ("are", "were"):
            raise SeedRefusedError("several")
        if fact.relation == "record_label" and _MORE_LABELS.search(before(world, fact, 120) + after(world, fact, 120)):
            raise SeedRefusedError("several", "another label released it elsewhere or before")
        if fact.relation == "writer" and _MORE_WRITERS.search(before(world, fact, 60) + after(world, fact, 120)):
            raise SeedRefusedError("several", "others wrote the story, or wrote along")
        if fact.relation == "founder" and lead.noun in ("band", "group", "duo"):
            raise SeedRefusedError("band")
        if after(world, fact, 12).lstrip(" ,").startswith(("and ", "& ", "with ")) and fact.relation in (
            "writer",
            "artist",
        ):
            follows = after(world, fact, 24).lstrip(" ,").split(" ")
            if len(follows) > 1 and follows[1][:1].isupper():
                raise SeedRefusedError("several", "another maker may follow")
