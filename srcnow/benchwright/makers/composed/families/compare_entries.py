"""Ask: How do two options, settings or functions differ in two attributes? (compare-contrast, one or two sources).

    According to the Celery documentation, how do the beat_pidfile and beat_enable_remote_control settings differ in
        default value and in the version that added them?
    According to "Trade API", how do the page_size and page parameters compare in default value and type?

Gates: Both entries are of the same kind, such as two options. The entries belong to the same program, or their names
start with the same word. The entries differ in both attributes.
"""

from __future__ import annotations

import re

from benchwright.english.nouns import plural
from benchwright.makers.composed.family import SeedRefusedError, World
from benchwright.makers.composed.open_lookup import RowComparison
from benchwright.makers.composed.open_questions import entry, owner_of
from benchwright.records import Fact, Modalities

_NOUNS = {"default": "default value", "type": "type", "since": "in the version that added them"}


class CompareEntries(RowComparison):
    """See the module."""

    name = "compare_entries"
    combinations = (Modalities(table=1), Modalities(text=2), Modalities(text=1, table=1), Modalities(table=2))
    relations = tuple(_NOUNS)

    def group(self, world: World, fact: Fact) -> tuple[str, str, str]:
        # Nobody compares a worker's setting with a database's: without an owner the names begin alike.
        kin = fact.qualifier("owner") or re.split(r"[\W_]+", fact.subject)[0]
        return kin, fact.qualifier("form"), world.document(fact)

    def names(self, world: World, one: Fact, two: Fact) -> tuple[str, str]:
        form, (_, where), owner = one.qualifier("form"), entry(world, one), owner_of(world, one)
        if not form:
            raise SeedRefusedError("alike")
        of = f" of {owner}" if owner else ""
        return f"the {one.subject} and {two.subject} {plural(form)}{of}", where

    def noun(self, fact: Fact) -> str:
        return _NOUNS[fact.relation]
