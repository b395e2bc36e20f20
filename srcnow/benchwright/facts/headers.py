"""Take a table's header apart into its name, its unit and its year, without footnote marks.

Knows no relations: it only separates what a person reads as one word from what is said about it in parentheses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from benchwright.english.vocabulary import Vocabulary
from benchwright.values import detokenise, unit_named
from benchwright.values.scale_notes import states_scale

_MARK = r"\[\s*(?:\d{1,3}|[a-f]{1,2}|[A-F]|[ivx]{1,4}|(?i:note|nb|fn|n|ref)\.? ?\w{1,3}|[*†‡§#^]+)\s*\]"
_FOOTNOTE = re.compile(rf"\s*(?:{_MARK}|[*†‡§^]+)\s*$")
_BRACKETED = re.compile(r"\[([^\[\]]*)\]")
_MARK_ENDS = ("]", "*", "†", "‡", "§", "^")
_LEADING_MARK = re.compile(r"^[*†‡§^]++(?![(./\[])\s*")  # but "*(integer)", "*.txt"
_PARENTHESIS = re.compile(r"\(([^()]*)\)")
_YEAR = re.compile(r"(?:as of |in )?(?:\w+ )?((?:18|19|20)\d{2})(?:\s*(?:census|estimate|est\.?))?$", re.IGNORECASE)
_SCALE = re.compile(r"(thousand|million|billion|trillion|mn|bn)\b\s*(?:of\s+)?(.*)$", re.IGNORECASE)
_WHOLE = frozenset({"s", "es", "ies", "seated", "overall"})  # "Director ( s )" is no director in seconds

_UNIT_COLUMN = re.compile(r"(?:units?|scale|multiplier|magnitude)(?: of .+| code)?|(?:measure|scale) unit")

_VOCABULARY = Vocabulary.of("benchwright.facts", "headers")
_GROUP_LETTERS = _VOCABULARY.words("group_letters")
_CELLS_HELD = 4096
"""Cells whose words are kept: several readers look at each cell of a table in turn."""
UNIT_PHRASES = _VOCABULARY.texts("unit_phrases")
"""Units that a header may carry beside those of `values.units`: rates, which nothing converts, and counted things."""


@dataclass(frozen=True, slots=True)
class Header:
    """`name` is the normal form by which the lexicon knows it; `unit` is canonical, None where none was given; `scale`
    multiplies ("million"); `year` is when the column's figures hold. `odd` holds what stood in parentheses and was
    not understood: such a header means nothing to us."""

    raw: str
    name: str
    unit: str | None = None
    scale: str = ""
    year: str = ""
    odd: str = ""


@lru_cache(_CELLS_HELD)
def clean(text: str) -> str:
    """A cell's or header's words without footnote marks, detokenised, on one line."""
    text = detokenise(" ".join(text.split()))
    text = _LEADING_MARK.sub("", text)
    before = ""
    while before != text and text.endswith(_MARK_ENDS):
        before, text = text, _FOOTNOTE.sub("", text)
    return text.strip()


def parse_unit(text: str) -> tuple[str, str] | None:
    """(scale, canonical unit) of "million kWh", "km²", "% of population"; None for what is no unit."""
    text = " ".join(text.split()).strip()
    scale = ""
    match = _SCALE.match(text)
    if match:
        scale, text = match[1].lower(), match[2].strip()
        if not text:
            return scale, ""
    if text.casefold() in UNIT_PHRASES:
        return scale, UNIT_PHRASES[text.casefold()]
    text = re.sub(r"^in ", "", text, flags=re.IGNORECASE)
    # "KM" and "Km" are kilometres. One capital is no unit, nor is what begins with M: "Users (MM)" are in millions.
    spelt = len(text) == 2 and text[0].isupper() and text[0] != "M"
    known = unit_named(text) or (unit_named(text.lower()) if spelt else None)
    return None if known is None else (scale, known.name)


def rows_state_scale(headers: Sequence[Header], rows: Sequence[Sequence[str]]) -> bool:
    """Whether a table's rows say that its figures are in thousands, millions ...: in a column of units, or in a row
    with nothing but a note."""
    notes = (cells.pop() for row in rows if len(cells := set(filter(None, map(str.strip, row)))) == 1)
    return any(_UNIT_COLUMN.fullmatch(header.name) for header in headers) or states_scale(*notes)


def is_unit_alone(cell: str) -> bool:
    """Whether a cell holds no value but the unit or the scale of those below it: "thousands", "(km²)"."""
    text = clean(cell).strip("()[] ")
    bare = not text[:1].isdigit() or text in ("000", "000s", "'000")
    return bare and bool(text) and (states_scale(text, f"({text})") or bool(parse_unit(text)))


def lacks_scale(unit: str | None, scale: str) -> bool:
    """Whether numbers with this unit and scale may be in the thousands or millions that their table's title names."""
    return not scale and not is_measure(unit)


def is_measure(unit: str | None) -> bool:
    """Whether a unit is known and neither counts things nor is money."""
    known = unit_named(unit) if unit else None
    return known is not None and not known.dimension.startswith(("count", "money"))


def read_header(raw: str) -> Header:
    """Take a column's header apart. "Area [km²]" is area in square kilometres, "Director ( s )" is director."""
    text = _BRACKETED.sub(r"(\1)", clean(raw))
    unit: str | None = None
    scale = year = odd = ""
    for match in _PARENTHESIS.finditer(text):
        inside = match[1].strip()
        found_year = _YEAR.fullmatch(inside)
        found_unit = parse_unit(inside)
        if inside.casefold() in _WHOLE:
            continue
        if found_unit is not None:
            scale, unit = found_unit
        elif found_year:
            year = found_year[1]
        else:
            odd = inside
    name = _PARENTHESIS.sub(" ", text)
    tail = re.search(r"\s((?:19|20)\d{2})$", name.strip())
    if tail and not year:
        year, name = tail[1], name.strip()[: tail.start()]
    name = re.sub(r"\s+", " ", name.casefold()).strip(" .:")
    name = re.sub(r"\s*/\s*", "/", name)
    return Header(" ".join(raw.split()), re.sub(r"\s+([,'])", r"\1", name), unit, scale, year, odd)


def read_headers(header: Sequence[Sequence[str]]) -> list[Header]:
    """The header of each column. Its rows add up: a year or a unit that has a row of its own is none of the name."""
    return [_together(list(dict.fromkeys(filter(None, parts)))) for parts in zip(*header, strict=True)]


def _together(parts: Sequence[str]) -> Header:
    if len(parts) < 2:
        return read_header("".join(parts))
    rows = [_read_part(part) for part in parts]
    years = {row.year for row in rows if row.year}
    units = {(row.unit, row.scale) for row in rows if row.unit is not None}
    unit, scale = next(iter(units), (None, ""))
    odd = "".join(row.odd for row in rows) or ("several" if len(years) > 1 or len(units) > 1 else "")
    name = " ".join(dict.fromkeys(row.name for row in rows if row.name))
    return Header(" ".join(parts), name, unit, scale, "".join(years), odd)


def _read_part(part: str) -> Header:
    """One row of a header: a year, a unit of measure, or words. "Day" under "Rent" is no unit but what is paid for."""
    text = clean(part).strip("()[]")
    if year := _YEAR.fullmatch(text):
        return Header(part, "", year=year[1])
    unit = parse_unit(text) if text not in _GROUP_LETTERS else None
    known = unit_named(unit[1]) if unit else None
    one = known is not None and text == clean(part) == known.name.capitalize() and known.plural != known.name
    if unit and known and not one and not known.dimension.startswith("count"):
        return Header(part, "", unit[1], unit[0])
    return read_header(part)
