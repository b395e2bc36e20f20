"""Each row of a column gets a role (heading, code, text or footnote) by size, weight, gaps and numbering."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from benchwright.readers.pdf.line_records import LineRecord, Measures
from benchwright.readers.pdf.page import Float

LOOSE = 1.28
"""Times the usual distance of baselines: rows further apart belong to two blocks."""

_NUMBERED = re.compile(
    r"^(?:(?:chapter|part|section|appendix)\s+)?((?:\d{1,2}|[A-Z]|[IVX]{1,5})(?:\.\d{1,2})*)\.?\s+\S", re.I
)
_DEEP = re.compile(r"^(\d{1,2}(?:\.\d{1,2})+|[A-Z](?:\.\d{1,2})+)\.?\s+\S")
_AUTHORS = re.compile(r"[¹²³⁴-⁹⁰∗*†‡§](?:\s*,|\s+and\b)|(?:[^,]*,){3}")
_LEADERS = re.compile(r"\.{4}|(?: \.){3}|…{2}")
_RELATIONS = frozenset("=∼≈≤≥∝∈∫∑")
_SYMBOLS = frozenset({"Sm", "Sk", "No", "Lm", "Mn"})
_LONGEST = 200
_MOST_LINES = 4
_MARK = re.compile(r"^(?:[¹²³⁴-⁹⁰]|[*∗†‡§¶])")
_BARE_MARK = re.compile(r"^(?:\d{1,3}\s|\[\d{1,3}\])")


class Role(Enum):
    """What a block of rows is."""

    HEADING = "heading"
    TEXT = "text"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class RoleRun:
    """Rows of one role that follow each other in a column. `loose` tells that a gap or the column's edge is before;
    `first` that it begins a column, or stands under a float; `right` is where the lines of the column end, and `width`
    how wide it is."""

    role: Role
    rows: tuple[LineRecord, ...]
    loose: bool = True
    first: bool = False
    right: float = 0.0
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class NoteRows:
    """The rows of a footnote, or of a margin (`aside`)."""

    rows: tuple[LineRecord, ...]
    page: int
    aside: bool = False


Step = RoleRun | NoteRows | Float
"""What a page holds, in reading order."""


def blocks(rows: Sequence[LineRecord], usual: Measures) -> list[tuple[list[LineRecord], bool]]:
    """Rows cut where a gap is wider than usual, or the looks change; each with whether a gap is before."""
    results: list[tuple[list[LineRecord], bool]] = []
    for row in rows:
        if not results:
            results.append(([row], True))
            continue
        above = results[-1][0][-1]
        step = row.spot - above.spot
        loose = not 0.3 * row.size < step <= LOOSE * max(usual.pitch(row.size), usual.pitch(above.size))
        level = abs(step) <= 0.3 * row.size  # two pieces of one line
        other = not 0.88 < row.size / max(above.size, 0.1) < 1.14 or row.bold != above.bold or row.mono != above.mono
        if (loose or other) and not level:
            results.append(([row], loose))
        else:
            results[-1][0].append(row)
    return results


def chunks(rows: Sequence[LineRecord], usual: Measures, width: float) -> list[RoleRun]:
    """The rows of a column of this width, told apart. Every row is in exactly one chunk, in order."""
    cut = blocks(rows, usual)
    result: list[RoleRun] = []
    for number, (block, loose) in enumerate(cut):
        after = cut[number + 1][1] if number + 1 < len(cut) else True
        in_code = bool(result) and result[-1].role is Role.CODE
        if all(row.mono for row in block) and (loose or len(block) > 1 or in_code):
            role = Role.CODE
        elif is_heading(block, usual, loose, after, width):
            role = Role.HEADING
        else:
            role = Role.TEXT
        last = result[-1] if result else None
        same = last is not None and last.role is role and not loose
        alike = role is Role.TEXT and last is not None and _alike(last.rows[-1], block[0])
        if last is not None and ((same and alike) or (role is Role.CODE and last.role is role and _near(last, block))):
            result[-1] = RoleRun(role, last.rows + tuple(block), last.loose)
        else:
            result.append(RoleRun(role, tuple(block), loose))
    return result


def _alike(above: LineRecord, row: LineRecord) -> bool:
    return 0.88 < row.size / max(above.size, 0.1) < 1.14


def _near(last: RoleRun, block: Sequence[LineRecord]) -> bool:
    """Whether code goes on after an empty line."""
    return 0 < block[0].spot - last.rows[-1].spot < 3.2 * block[0].size


def style_of(row: LineRecord) -> tuple[float, int]:
    """How much a row stands out: its size, then its weight."""
    return round(row.size * 2) / 2, 2 * row.bold + (not row.italic)


def is_heading(block: Sequence[LineRecord], usual: Measures, loose: bool, after: bool, width: float) -> bool:
    """Whether rows of one look are a heading. It is short, says a word, and stands out by its size, or by its weight or
    number where it stands alone."""
    text = " ".join(row.text for row in block)
    if len(text) > _LONGEST or len(block) > _MOST_LINES or not any(letter.isalpha() for letter in text):
        return False
    if _is_formula(text) or _AUTHORS.search(text) or all(row.mono for row in block) or block[0].bullet:
        return False
    if _LEADERS.search(text):
        return False  # a line of the table of contents
    first = block[0]
    numbered = bool(_NUMBERED.match(text))
    if first.size >= 1.12 * usual.body:
        return len(text) > 1
    if first.size < 0.93 * usual.body or text[0].islower() or len(text.split()) > 14:
        return False
    stop = text.rstrip()[-1]
    if stop in ",;:=" or (stop == "." and not numbered):
        return False
    if first.bold:
        return loose and (after or block[-1].rect.width < 0.75 * width)
    if len(block) > 2 or not (loose and after):
        return False
    short = block[-1].rect.width < 0.6 * width
    if first.italic and len(block) == 1 and short and text[0].isupper():
        return stop not in ".!?"
    return bool(_DEEP.match(text)) and (first.italic or text.istitle() or short)


def _is_formula(text: str) -> bool:
    """Whether a row states an equation, or has symbols and no word."""
    if any(sign in _RELATIONS for sign in text):
        return True
    words = (word.strip(".,:;()") for word in text.split())
    return not any(len(word) > 2 and word.isalpha() for word in words) and any(
        unicodedata.category(sign) in _SYMBOLS or "\u0370" <= sign < "\u0400" for sign in text
    )


def depth_of(text: str) -> int | None:
    """How deep a heading's number says it is ("2.1": 2); None without a number."""
    match = _NUMBERED.match(text)
    if match is None or (match[1].isalpha() and "." not in text[: match.end()] and len(match[1]) == 1):
        return None
    return match[1].count(".") + 1


def is_first_section(text: str) -> bool:
    """Whether a heading has the number of the first section."""
    return bool(re.match(r"^(?:1|I)\.?\s", text))


def split_notes(
    rows: Sequence[LineRecord], usual: Measures, ruled: Sequence[float]
) -> tuple[list[LineRecord], list[LineRecord]]:
    """The running text of a column, and the footnotes at its bottom. They are small, and begin with a mark; `ruled`
    tells the heights of short rules, under which a plain number is a mark too."""
    start = len(rows)
    while start and rows[start - 1].size < 0.93 * usual.body:
        start -= 1
    if start == len(rows) or (start == 0 and len(rows) > 3 and usual.body - rows[0].size < 0.5):
        return list(rows), []
    for at in range(start, len(rows)):
        row = rows[at]
        under = any(0 <= row.rect.top - height < 2.5 * row.size for height in ruled)
        if _MARK.match(row.text) or (under and (_BARE_MARK.match(row.text) or at == start)):
            return list(rows[:at]), list(rows[at:])
    return list(rows), []


def begins_note(row: LineRecord) -> bool:
    """Whether a row of footnotes begins another one."""
    return bool(_MARK.match(row.text) or _BARE_MARK.match(row.text))
