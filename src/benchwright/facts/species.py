"""Read the family and the genus in which an article places a species.

The X is a species of beetle in the family Cerambycidae .  ->  family Cerambycidae
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.facts.article_openings import ArticleOpening
from benchwright.facts.phrases import FactMaker
from benchwright.records import Fact, Source

_FAMILY = re.compile(
    r" (?:in|of|from|belonging to)(?: the)?(?: [a-z]+){0,2} family (?P<taxon>[A-Z][a-z]+idae|[A-Z][a-z]+aceae)\b"
)
_GENUS = re.compile(r" (?:in|of|from|belonging to) the genus (?P<taxon>[A-Z][a-z]+)\b")


def facts_of_species(source: Source, lead: ArticleOpening) -> Iterator[Fact]:
    """Family and genus, from the first sentence."""
    if lead.noun not in ("species", "genus") or lead.verb in ("are", "were"):
        return
    maker = FactMaker(source, lead)
    for pattern, relation in ((_FAMILY, "family"), (_GENUS, "genus")):
        match = pattern.search(lead.blanked, lead.noun_end)
        if match and not (relation == "genus" and lead.noun == "genus"):
            yield maker.fact(relation, *match.span("taxon"))
