"""Take a passage of several short sections apart, so that each is read under its own heading.

Ingest joins short sections to one passage and notes each of them as an entry of kind `section`. A fact that is read
from a part stands in the whole passage: `moved` gives it its place there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from benchwright.readers.document_sources import entries_within
from benchwright.records import Fact, Source


def parts_of(source: Source) -> Iterator[tuple[Source, int]]:
    """Each section of a passage as a passage of its own, with where it begins; the passage itself if it has but one.
    The first part stands under the headings of the passage."""
    sections = [entry for entry in source.entries if entry.kind == "section"]
    if not sections:
        yield source, 0
        return
    first = len(source.text[: sections[0].name[0]].rstrip())
    if first:
        yield _part(source, 0, first, source.place.headings), 0
    for entry in sections:
        heading = " ".join(source.text[slice(*entry.name)].split())
        yield _part(source, *entry.body, (*entry.within, heading)), entry.body[0]


def moved(fact: Fact, offset: int) -> Fact:
    """A fact of a part as one of the whole passage, `offset` characters further on."""
    span = fact.span
    if not offset or span.start is None or span.end is None:
        return fact
    start = span.start + offset
    id = f"{fact.id.removesuffix(f'@{span.start}')}@{start}"
    return replace(fact, id=id, span=replace(span, start=start, end=span.end + offset))


def _part(source: Source, start: int, end: int, headings: tuple[str, ...]) -> Source:
    inside = (entry for entry in source.entries if entry.kind != "section" and start <= entry.name[0] < end)
    return replace(
        source,
        text=source.text[start:end],
        place=replace(source.place, headings=headings),
        entries=tuple(entries_within(tuple(inside), start, end)),
    )
