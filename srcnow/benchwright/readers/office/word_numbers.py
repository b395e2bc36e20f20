"""Word's automatic numbers are worked out: `3.2` before a heading, `a)` before a list item; bullets are left out.

    <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>

A paragraph names a list (`w:num`) and a level, itself or by its style; lists that share their levels (`w:abstractNum`)
count on together, unless one says where it starts. A level begins anew behind a paragraph of a level above it. Letters,
Roman and Arabic numbers are made; a list in other signs (Chinese numbers, words) keeps none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element

from benchwright.readers.office.markup import child, children, number, switched, value

_LEVELS = 9
_LONGEST = 100
_MOST_LETTERS = 780
"""`zzz...` thirty times: Word repeats letters, and nobody counts further."""
_NUMERALS = frozenset({"lowerLetter", "upperLetter", "lowerRoman", "upperRoman"})
_WORTHS = (1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1)
_SIGNS = ("M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I")
_PLACE = re.compile(r"%([1-9])")


@dataclass(frozen=True, slots=True)
class Level:
    """`text` holds `%1` for the number of the first level; `restarts` is the level (from 1) behind whose paragraphs it
    begins anew, with those above it; 0 for never."""

    start: int = 1
    format: str = "decimal"
    text: str = ""
    restarts: int = 0
    arabic: bool = False
    style: str | None = None


@dataclass(frozen=True, slots=True)
class _List:
    """One `w:num`: the family that it counts with, its levels, and where it says that a level starts."""

    family: str
    levels: Mapping[int, Level]
    starts: Mapping[int, int]


@dataclass(slots=True)
class Numbers:
    """Counts the paragraphs of a document, in their order."""

    _lists: Mapping[str, _List] = field(default_factory=dict)
    _counts: dict[str, dict[int, int]] = field(default_factory=dict)
    _begun: set[tuple[str, int]] = field(default_factory=set)

    def label(self, identity: str | None, level: int | None, styles: tuple[str, ...], otherwise: int = 0) -> str:
        """The label of the next paragraph of a list, "" for a bullet. Where it names no `level` itself, a level may
        name one of its `styles` (its own and those that that is based on); else it is `otherwise`."""
        result = self._lists.get(identity or "")
        if result is None or identity is None:
            return ""
        if level is None:
            level = next((at for name in styles for at, one in result.levels.items() if one.style == name), otherwise)
        if level not in result.levels:
            return ""
        counts = self._counts.setdefault(result.family, {})
        if (identity, level) not in self._begun and level in result.starts:
            counts.pop(level, None)
        self._begun.add((identity, level))
        first = result.starts.get(level, result.levels[level].start)
        counts[level] = counts[level] + 1 if level in counts else first
        for deeper in [at for at in counts if at > level and level < result.levels.get(at, Level()).restarts]:
            del counts[deeper]
        return self._number_text(result, level, counts)

    def _number_text(self, found: _List, level: int, counts: dict[int, int]) -> str:
        own = found.levels[level]
        if own.format == "bullet":
            return ""
        parts = {}
        for place in _PLACE.findall(own.text):
            at = int(place) - 1
            one = found.levels.get(at, Level())
            count = counts.setdefault(at, found.starts.get(at, one.start)) if at < level else counts.get(at, one.start)
            text = _written(count, "decimal" if own.arabic and one.format in _NUMERALS else one.format)
            if text is None:
                return ""
            parts[place] = text
        return _PLACE.sub(lambda match: parts[match[1]], own.text).strip()


def _written(count: int, format: str) -> str | None:
    """A number in letters, Roman or Arabic; None for signs that are not known."""
    if format == "none":
        return ""
    if format == "decimal" or count < 1 or count > 999_999:
        return str(count)
    if format == "decimalZero":
        return f"{count:02}"
    if format in {"lowerLetter", "upperLetter"}:
        if count > _MOST_LETTERS:
            return str(count)
        text = chr(ord("A") + (count - 1) % 26) * ((count - 1) // 26 + 1)
        return text.lower() if format == "lowerLetter" else text
    if format in {"lowerRoman", "upperRoman"}:
        if count > 3999:
            return str(count)
        text = ""
        for worth, sign in zip(_WORTHS, _SIGNS, strict=True):
            text += sign * (count // worth)
            count %= worth
        return text.lower() if format == "lowerRoman" else text
    return None


def read_numbers(root: Element | None, of_styles: Mapping[str, str]) -> Numbers:
    """The lists of `numbering.xml`. `of_styles` maps the ids of styles to the lists that they name: some lists only
    say that they look like such a style."""
    abstract = {one.get("w:abstractNumId") or "": one for one in children(root, "w:abstractNum")}
    named = {one.get("w:numId") or "": one for one in children(root, "w:num")}
    lists: dict[str, _List] = {}
    for identity, one in named.items():
        family = value(one, "w:abstractNumId") or ""
        linked = value(abstract.get(family), "w:numStyleLink")
        if (other := named.get(of_styles.get(linked or "", ""))) is not None:
            family = value(other, "w:abstractNumId") or ""
        levels = dict(map(_level, children(abstract.get(family), "w:lvl")))
        starts: dict[int, int] = {}
        for over in children(one, "w:lvlOverride"):
            at = number(over.get("w:ilvl"), 0)
            start = number(value(over, "w:startOverride"), -1)
            if start >= 0:
                starts[at] = start
            if (level := child(over, "w:lvl")) is not None:
                levels[at] = _level(level)[1]
        lists[identity] = _List(
            family, {at: remaining for at, remaining in levels.items() if 0 <= at < _LEVELS}, starts
        )
    return Numbers(lists)


def _level(element: Element) -> tuple[int, Level]:
    at = number(element.get("w:ilvl"), 0)
    return at, Level(
        number(value(element, "w:start"), 0),
        value(element, "w:numFmt") or "decimal",
        (value(element, "w:lvlText") or "")[:_LONGEST],
        number(value(element, "w:lvlRestart"), at),
        switched(element, "w:isLgl"),
        value(element, "w:pStyle"),
    )
