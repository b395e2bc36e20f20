"""Words and the marks between them become the text of a cell, a header or a paragraph, as a person sees it.

    "Sucre" BREAK "La Paz"          ->  Sucre; La Paz     in a cell; in a paragraph two lines
    "5379475" BORDER "2020"         ->  5379475; 2020     two blocks never make one word, nor one number
    "700000" raised("2")            ->  700000            in a cell a note is taken out; in a paragraph 700000²
    "505 km" raised("2")            ->  505 km²           no digit that is raised is read as one, nor one that is
    "1010" SUNK "2" LIFTED          ->  1010₂             sunk behind another

Readers of all formats put these marks between the words that they find. Knows no format.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise
from typing import Literal

from benchwright.values.units import unit_named

BORDER, BREAK = "\x1e", "\v"
"""Where a block begins or ends; where a line or an item of a list ends. Both are white space, if nobody looks."""

RAISED, LOWERED = "\x0e", "\x0f"
"""Before and behind a superscript."""

SUNK, LIFTED = "\x11", "\x12"
"""Before and behind a subscript."""

INVISIBLE = re.compile("[\u0000-\u0008\u000e-\u001b\u007f\u00ad\u200b\u2060\ufeff]")

_SUPERSCRIPT = re.compile(f"{RAISED}[^{LOWERED}]*+{LOWERED}(?:[^{RAISED}{LOWERED}]*+{LOWERED})*+")
_SPACE = re.compile(f"[ \t\n\r\f\xa0{BORDER}]+")
_TWO_NUMBERS = re.compile(rf"(?<=\d)[ \t\n\r\f\xa0]*{BORDER}[\s{BORDER}]*(?=[\d.,])")
_EXPONENT = re.compile(r"[-−–+]?\d{1,3}|\d?[-−–+]")  # 10^-3, Ca^2+
_SUBSCRIPT = re.compile(f"(?<=\\d){SUNK}(\\d+){LIFTED}|{SUNK}(\\d+){LIFTED}(?=[-−–+.,]?\\d)")
"""That of CO2 is a digit, but not that of a number: 1010 to the base 2."""
_ISOTOPE = re.compile("[A-Z][a-z]?(?![a-z])")  # 14 raised before C
_SUNK_DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_RAISED_DIGITS = str.maketrans("0123456789-−–+", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁻⁻⁺")
_TEN = re.compile(r"(?<![\d.,])10$")  # 10^6
_OF_UNIT = re.compile(r"[234]|[-−–][1-4]")
_SHORT_UNIT = re.compile(r"(?:^|[^a-zA-Zµμ])[a-zµμ][a-zA-Z]{0,2}$")  # m^2
_WORD = re.compile(r"[\w()\[\]]+")
_UNIT = re.compile(r"[^\W\d_]+$")
_ORDINAL = frozenset({"st", "nd", "rd", "th"})
_DECIMALS = re.compile(r"\.\d\d")
_PRICE = re.compile(r"[$€£¥]\s?\d{1,4}$|^\s*\d{1,2}$")
"""What may have cents, minutes or an exponent raised behind it: 2 with 12, 9 with 30."""
_SIGNED = re.compile(r"[-+−–±]\s?\d[\d.,]*")
_CENTS = re.compile(r"\d\d")
_POWERS = frozenset("kmnxyz")
"""Letters that are raised as powers (2^n): the marks of notes begin with a, and seldom come so far."""

_LONGEST_NOTE = 14
_CONTEXT = 40
_GOES_ON, _CONTINUES = tuple(",;:([/&–—-"), tuple(",;:()[]/&–—")
"""Ends and beginnings of lines that are one item with what stands beside them."""


def raised(text: str) -> str:
    """A superscript."""
    return f"{RAISED}{text}{LOWERED}"


def shifted(text: str, amount: int) -> str:
    """A superscript if the amount is positive, a subscript if it is negative; else the text itself."""
    return raised(text) if amount > 0 else f"{SUNK}{text}{LIFTED}" if amount < 0 else text


Form = Literal["cell", "header", "lines", "preformatted"]
"""The items of a cell are parted by "; ", those of a header by a space; those of a paragraph are lines of their own.
Preformatted text keeps its white space."""


def visible_text(marked: str, form: Form = "lines") -> str:
    """The text of what stands between the marks. Soft hyphens go."""
    text = _SUPERSCRIPT.sub(partial(_superscript, form), marked) if RAISED in marked else marked
    text = INVISIBLE.sub("", _SUBSCRIPT.sub(lambda match: (match[1] or match[2]).translate(_SUNK_DIGITS), text))
    if form == "preformatted":
        return text.replace(BREAK, "\n").replace(BORDER, "\n").strip("\n").rstrip()
    text = _TWO_NUMBERS.sub(BREAK, text)
    lines = [line for line in (_SPACE.sub(" ", line).strip(" ") for line in text.split(BREAK)) if line]
    if form != "cell":
        return ("\n" if form == "lines" else " ").join(lines)
    parts = lines[:1]
    for above, line in pairwise(lines):
        parts += [" " if above.endswith(_GOES_ON) or line.startswith(_CONTINUES) else "; ", line]
    return "".join(parts)


def _superscript(form: Form, match: re.Match[str]) -> str:
    """What a superscript says, kept apart from the digits and letters around it; "" for the mark of a note in a cell,
    or in the header of a column."""
    inside = INVISIBLE.sub("", match[0])
    around = _SUPERSCRIPT.sub("", match.string[max(0, match.start() - _CONTEXT) : match.start()])
    before, rest = INVISIBLE.sub("", around).rstrip(), match.string[match.end() : match.end() + _CONTEXT]
    after = rest[:1]
    words = _SPACE.sub(" ", inside).strip()
    prose = form in ("lines", "preformatted")
    if before or not words:
        shown = _apart(words, before, after, prose=prose) if words else words
    elif INVISIBLE.sub("", rest).strip():
        shown = _leading(words, rest, prose=prose)
    else:
        shown = words
    if after.isdigit() and (shown or before)[-1:].isdecimal():
        shown += BORDER
    left, right = " " * (inside[:1].isspace()), " " * (inside[-1:].isspace())
    return f"{left}{shown}{right}"


def _leading(words: str, rest: str, *, prose: bool) -> str:
    """A superscript before all else: raised digits, or "" for the mark of a note in a cell."""
    if prose or len(words) > _LONGEST_NOTE or (words.isdecimal() and _ISOTOPE.match(rest)):
        return words.translate(_RAISED_DIGITS) if _EXPONENT.fullmatch(words) else f"{words} "
    return ""


def _apart(words: str, before: str, after: str, *, prose: bool) -> str:
    word = _WORD.findall(before[-_CONTEXT:])[-1:] or [""]
    lettered = any(map(str.isalpha, word[0]))
    if words.isalpha() and before[-1].isalnum():
        if words.lower() in _ORDINAL or (after.isalpha() and words.islower()) or (len(words) > 1 and prose):
            return words  # 1st, McDonald, Mme
        if prose or (words in _POWERS and not lettered):
            return f"^{words}"
    if after in ("/", "⁄") and words.isdecimal() and before[-1].isdigit():
        return f" {words}"  # 5 1/2
    if _EXPONENT.fullmatch(words):
        power = words.translate(_RAISED_DIGITS)
        unit = _UNIT.search(before)
        of_unit = _OF_UNIT.fullmatch(words) and (_SHORT_UNIT.search(before) or (unit and unit_named(unit[0] + power)))
        if prose or of_unit or _TEN.search(before) or (lettered and not words[-1].isdigit()):
            return power if len(words) > 1 or words.isdigit() else words  # NAD+ as it is typed
    if _DECIMALS.fullmatch(words) and before[-1].isdigit():
        return words  # £9.95
    if not prose and _CENTS.fullmatch(words) and _PRICE.search(before):
        return f"^{words}"  # $19 and 99 cents, 2 to the power of 12, or a note: nothing is read from it
    if _SIGNED.fullmatch(words) and before[-1].isdigit():
        return f"^{words}"  # how far off the number may be
    if not prose and len(words) <= _LONGEST_NOTE:
        return ""
    return f" {words}" if words[0].isalnum() else words
