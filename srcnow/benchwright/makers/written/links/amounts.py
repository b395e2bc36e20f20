"""Tells of which units a source has amounts: what a sum or difference could be worked out of.

A unit is one of `values.units`, the thing that is counted behind a bare number ("#village"), the header of a column of
numbers, or `year`. Two sources that share one may enter the same calculation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from benchwright.english.language import ENGLISH
from benchwright.english.stems import stem
from benchwright.records import Modality, Source, Table
from benchwright.values import parse_number, words_of
from benchwright.values.numbers import find_quantities

YEAR = "year"
_YEAR = re.compile(r"(?:1[0-9]|20)\d\d")
_CITED = re.compile(r"[^\W\d_]\.?,\s$")
"""What stands before the year of a citation: "(Hunter, 2007)"."""
_COUNTED = re.compile(r"\s+(?:[a-z]+ly\s+)?([^\W\d_]{3,})")
_MOST_CHARACTERS = 4000
_MOST_ROWS = 50


def units_of(source: Source) -> Counter[str]:
    """How many different amounts of each unit the source has; code has none."""
    if source.table is not None:
        return _of_table(source.table)
    text = source.text[:_MOST_CHARACTERS]
    for entry in source.entries:
        if entry.kind == "code":
            start, end = entry.body
            text = f"{text[:start]}{' ' * (min(end, len(text)) - start)}{text[end:]}"
    found = _of_text(text)
    if source.modality is Modality.IMAGE:  # a caption counts handles and names versions
        return Counter({unit: count for unit, count in found.items() if not unit.startswith("#") and unit != YEAR})
    return found


def _of_text(text: str) -> Counter[str]:
    amounts: set[tuple[str, str]] = set()
    for start, end, quantity in find_quantities(text):
        if quantity.unit:
            amounts.add((quantity.unit, str(quantity.number)))
        elif _YEAR.fullmatch(text[start:end]):
            if text[end : end + 1] in (")", ";") and _CITED.search(text[max(start - 4, 0) : start]):
                continue
            amounts.add((YEAR, text[start:end]))
        elif (
            text[start].isdigit()
            and (match := _COUNTED.match(text, end)) is not None
            and (word := match[1].casefold()) not in ENGLISH
        ):
            amounts.add((f"#{stem(word)}", str(quantity.number)))
    return Counter(unit for unit, _ in amounts)


def _of_table(table: Table) -> Counter[str]:
    found: Counter[str] = Counter()
    header = table.header[-1] if table.header else ()
    for place, cells in enumerate(zip(*table.rows[:_MOST_ROWS], strict=True)):
        if place == 0 and len(table.rows[0]) > 1:
            continue  # the keys of the rows
        amounts = _column(cells)
        if sum(amounts.values()) < max(2, len({cell for cell in cells if cell.strip()}) / 2):
            continue
        named = header[place] if place < len(header) else ""
        for unit, count in amounts.items():
            found[unit or f"#{' '.join(words_of(named))}"] += count
        for word in words_of(named):
            if word not in ENGLISH and len(word) > 2 and word.isalpha():
                found[f"#{stem(word)}"] += sum(amounts.values())
    return found


def _column(cells: Sequence[str]) -> Counter[str]:
    """Of each unit how many different cells of a column are an amount of it; "" for a bare number."""
    units: Counter[str] = Counter()
    for cell in dict.fromkeys(cells):
        text = cell.strip()
        if len(text) > 40 or not any(letter.isdigit() for letter in text):
            continue
        if _YEAR.fullmatch(text):
            units[YEAR] += 1
        elif parse_number(text) is not None:
            units[""] += 1
        elif (first := next(find_quantities(text), None)) is not None and first[0] == 0:
            units[first[2].unit] += 1
    return units
