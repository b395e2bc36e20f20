"""Read facts from infoboxes, the tables of field and value beside a wiki page.

    Kenya — Infobox country
    Field | Value
    Capital | Nairobi          ->  (Kenya, capital, "Nairobi")
    Area km2 | 580,367         ->  (Kenya, area, "580,367" square kilometres)

A field means what the label of a line means (`facts/labelled.py`), and its value is read as strictly. Wikitext names
its fields with their units, which the values then lack. Repeated fields, and those that no relation has, say nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchwright.facts.cells import LINKED
from benchwright.facts.keys import is_empty
from benchwright.facts.labelled import LabelledLine, LabelReading, read_once
from benchwright.facts.relations import lexicon
from benchwright.records import Fact, Source, Span
from benchwright.values import bare_name
from benchwright.values.decimal_signs import decimal_sign, numbers_in

HEADER = (("Field", "Value"),)
"""What the readers of wikis write above an infobox."""

_UNIT = re.compile(r"^(?P<label>.+?)(?: total)? (?P<unit>km2|km|m)$", re.IGNORECASE)
_NUMBER = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?")
_SAME = {"birth date": "born", "death date": "died", "government type": "government"}


def facts_of_box(source: Source) -> Iterator[Fact]:
    """The facts of an infobox, in order; none of any other table."""
    page, _, kind_of_box = source.title.partition(" — ")
    if source.table is None or source.table.header != HEADER or "box" not in kind_of_box.casefold():
        return
    lines = [(row, cells[1], *line) for row, cells in enumerate(source.table.rows) if (line := _line(*cells))]
    numbers = [number for _, value in source.table.rows for number in numbers_in(value)]
    kind, readings = read_once([(text, line) for *_, text, line in lines], decimal_sign(numbers))
    for number, reading in readings:
        row, cell, text, _ = lines[number]
        yield _fact(source, page.strip(), kind, row, cell, text, reading)


def _line(field: str, value: str) -> tuple[str, LabelledLine] | None:
    """The value with its unit, and what the field makes of it; None if it means nothing."""
    words = " ".join(field.split()).casefold()
    unit = _UNIT.match(words)
    if unit and _NUMBER.fullmatch(value):
        words, value = unit["label"], f"{value} {unit['unit'].replace('2', '²')}"
    relation = lexicon().by_label(_SAME.get(words, words))
    return None if relation is None or is_empty(value) else (value, LabelledLine(relation, 0, len(value)))


def _fact(source: Source, page: str, kind: str, row: int, cell: str, text: str, reading: LabelReading) -> Fact:
    relation = reading.relation
    value = " ".join(text[reading.start : min(reading.end, len(cell))].split())
    return Fact(
        id=f"{source.id}#r{row}c1@{relation.name}",
        subject=bare_name(page),
        entity=LINKED + source.document,
        relation=relation.name,
        value=value,
        span=Span(source.id, "cell", cells=((row, 1),)),
        unit=reading.unit,
        subject_type=kind,
        value_type=relation.value,
        qualifiers=(*reading.qualifiers, ("header", relation.noun)),
    )
