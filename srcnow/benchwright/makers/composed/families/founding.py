"""Ask: When was an organization founded, a place built, or a work released? (information-extraction, one passage).

    When was Tamsoft founded?                           founded on 26 June 1992            26 June 1992
    In what year was Patcham Place built?               Built in 1558 as part of ...       1558
    When was Rebecca St. James' album Pray released?   released on October 20 , 1998      20 October 1998

Gates: The question uses the passage's verb: a band that was "formed" wasn't "founded". The name is unambiguous and
doesn't contain the date. The clause with the date doesn't use another name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from benchwright.facts.article_openings import ArticleOpening
from benchwright.makers.composed.family import ComposedDraft, Family, Rng, Seed, SeedRefusedError, Seeds, World
from benchwright.makers.composed.grammar import pick, show
from benchwright.makers.composed.naming import (
    after,
    before,
    came_out_once,
    opening_of,
    other_order,
    thing,
    with_comma,
    work,
)
from benchwright.makers.composed.whole_years import date_of
from benchwright.programs.operations import LookUp
from benchwright.records import Fact, Modalities

_RELATIONS = ("built", "event_date", "founded", "opened", "published", "release_date")
_LAST_VERB = re.compile(r"\b(built|constructed|completed|erected|opened)\b", re.IGNORECASE)
_UNDER_A_NAME = re.compile(r"^ ?,? (?:as|under|from|by merging|with the merger|through the)\b")
_NAMED_SO = re.compile(r"\b(?:as|under the name|under)\b", re.IGNORECASE)
_WHEN = ("When {be} {s} {verb}?", "On what date {be} {s} {verb}?")
_YEAR = ("In what year {be} {s} {verb}?", "In which year {be} {s} {verb}?")
_YEARS_OF: Mapping[str, re.Pattern[str]] = MappingProxyType(
    {
        "built": re.compile(r"\b(?:built|constructed|completed)\b[^.]{0,30}?\b(?:1[5-9]|20)\d\d\b", re.IGNORECASE),
        "founded": re.compile(
            r"\b(?:founded|established|formed|founding)\b[^.]{0,30}?\b(?:1[5-9]|20)\d\d\b", re.IGNORECASE
        ),
        "opened": re.compile(r"\bopen(?:ed|ing)\b[^.]{0,30}?\b(?:1[5-9]|20)\d\d\b", re.IGNORECASE),
    }
)


class Founding(Family):
    """See the module."""

    name = "founding"
    style = "information-extraction"
    combinations = (Modalities(text=1),)

    def seeds(self, world: World, wants: Modalities) -> Seeds:
        return world.text_seeds(_RELATIONS, lambda fact: fact.value_type in ("date", "year"))

    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        fact = world.fact(seed.facts[0])
        precision = date_of(fact).precision
        if precision == "month":
            raise SeedRefusedError("precision")
        if fact.subject_type == "work":
            came_out_once(world, fact)
        years = _YEARS_OF.get(fact.relation)
        if years is not None and len(years.findall(world.source(fact.source).text)) > 1:
            raise SeedRefusedError("several", "the passage gives two such years")
        lead = opening_of(world, fact)
        subject = work(world, fact) if fact.subject_type == "work" else with_comma(thing(world, fact))
        many = subject.startswith("the ") and subject.endswith("s") and fact.subject_type in ("team", "organisation")
        templates = _WHEN if precision == "day" else _YEAR
        question = pick(rng, templates).format(
            be="were" if lead.verb in ("are", "were") or many else "was", s=subject, verb=self._verb(world, fact, lead)
        )
        return ComposedDraft(question, show(fact), LookUp(fact.id), fact.entity, aliases=other_order(fact))

    def _verb(self, world: World, fact: Fact, lead: ArticleOpening) -> str:
        """What happened on that date, in the passage's own word."""
        words = before(world, fact)
        if fact.relation in ("founded", "built", "opened"):
            clause = words[max(words.rfind(" . "), words.rfind(" , ")) + 1 :]
            if _UNDER_A_NAME.match(after(world, fact)) or _NAMED_SO.search(clause):
                raise SeedRefusedError("renamed", "it was something else then")
        if fact.relation == "founded":
            return fact.qualifier("verb") or "founded"
        if fact.relation in ("built", "opened"):
            verbs = _LAST_VERB.findall(words)
            if not verbs:
                raise SeedRefusedError("verb")
            return str(verbs[-1]).lower()
        if fact.relation == "event_date":
            return {"battle": "fought", "match": "played"}.get(lead.noun, "held")
        if fact.relation == "published" or lead.noun in ("novel", "book", "novella", "memoir"):
            return "published"
        return "released"
