"""Find notes that say in what scale the figures of tables are: "in thousands of euros", "(EUR '000)", "$m"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

_NUMERAL = r"(?<!\d)(?<!\d[ -])(?<!\ba )(?<!\bone )(?<!\btwo )(?<!\bthree )(?<!\bfive )(?<!\bten )(?<!\bhalf )"
_TITLE_SCALE = re.compile(
    rf"\b(?i:thousands|millions|billions|trillions|lakhs?|crores?|in hundreds)\b"
    rf"|{_NUMERAL}\b(?i:thousand|million|billion|trillion)\b|\b(?:mn|mln|mio|bn)\b|[$€£]\s?(?:k|m|b)\b"
    rf"|(?<![\d,.])000s?(?!\w|,\d)|(?:\b(?i:in|per)\s|[x×(,])\s*1[, ]?000s?(?!\w|,\d)"
)
_FIGURES = re.compile(
    r"\b(?:figures?|numbers?|values?|data|amounts?|totals?|units?|tables?|columns?|(?:is|are) in)\b",
    re.IGNORECASE,
)
_SHORT_NOTE = 6

_ALL = re.compile(r"\b(?:all|every)\b", re.IGNORECASE)
_WHOLE_DOCUMENT = re.compile(
    r"\b(?:throughout|unless|this (?:\w+ )?"
    r"(?:annex|book|document|file|page|paper|publication|report|statement|workbook))\b",
    re.IGNORECASE,
)
_BREAK = re.compile(r"\n|(?<=[.;]) ")

Reach = Literal["section", "all", "document"]
"""How far a note reaches: of "all" figures it holds in its section or, where no table stands there, in the document."""


def states_scale(*titles: str) -> bool:
    """Whether a title or heading says that figures are in thousands, millions ...: "Exports (million euros)", not
    "Cities of over a million people"."""
    return any(map(_TITLE_SCALE.search, titles))


def passage_states_scale(text: str) -> bool:
    """Whether a passage beside a table has a line or a sentence that says in what scale its figures are."""
    return any(_notes(text))


def scale_reach(text: str) -> Reach | None:
    """How far the widest note of a passage reaches beyond the table beside it, None without a note."""
    notes = list(_notes(text))
    if any(map(_WHOLE_DOCUMENT.search, notes)):
        return "document"
    return "all" if any(map(_ALL.search, notes)) else "section" if notes else None


def _notes(text: str) -> Iterator[str]:
    """The lines and sentences of a text that name a scale, and figures or little else."""
    if states_scale(text):
        for line in _BREAK.split(text):
            if states_scale(line) and (len(line.split()) <= _SHORT_NOTE or _FIGURES.search(line)):
                yield line
