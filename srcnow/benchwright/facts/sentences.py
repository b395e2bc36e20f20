"""Read facts from the prose of encyclopaedias, one passage at a time.

The passage must open with a sentence about its own title ("X ( ... ) is a NOUN ..."); what kind of thing the noun names
decides which reader goes on. Everything else is refused: a missing fact costs one question, a wrong one costs trust.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from benchwright.facts.article_openings import ArticleOpening, opening
from benchwright.facts.events import facts_of_event
from benchwright.facts.organisations import facts_of_building, facts_of_organisation
from benchwright.facts.people import facts_of_person
from benchwright.facts.places import facts_of_place
from benchwright.facts.works import facts_of_work
from benchwright.records import Fact, Modality, Source

Reader = Callable[[Source, ArticleOpening], Iterator[Fact]]

READERS: dict[str, tuple[Reader, ...]] = {
    "person": (facts_of_person,),
    "place": (facts_of_place, facts_of_building),
    "country": (facts_of_place,),
    "organisation": (facts_of_organisation,),
    "team": (facts_of_organisation,),
    "work": (facts_of_work,),
    "event": (facts_of_event,),
}


def facts_of_text(source: Source) -> Iterator[Fact]:
    """The facts of one text source. Pure, and English only; a source of another modality has none."""
    if source.modality is not Modality.TEXT:
        return
    lead = opening(source.text, source.title)
    if lead is None:
        return
    for reader in READERS.get(lead.kind, ()):
        yield from reader(source, lead)
