"""Read numbers and quantities: "approximately 4.5 million inhabitants (2011 census)".

One grammar reads a whole text (`parse_quantity`) and finds amounts in prose (`find_quantities`), so that a number means
the same wherever it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from benchwright.values.quantities import A_YEAR, HEDGES, Hedge, Quantity, convert
from benchwright.values.units import CURRENCY, CURRENCY_FORMS, EXACT, UNIT, unit_named
from benchwright.values.word_rows import read_rows


class Numeral(NamedTuple):
    """A number as a text writes it, between `start` and `end`, its scale word included: `digits` of "4.5 million" are
    4.5, its `scale` is 6, and `step` (what the last digit counts, before the scale) is 0.1."""

    digits: Decimal
    scale: int
    step: Decimal
    currency: str
    start: int
    end: int

    @property
    def number(self) -> Decimal:
        """What it amounts to."""
        return EXACT.scaleb(self.digits, self.scale) if self.scale else self.digits


_VOCABULARY = read_rows("numbers.yaml")
_SMALL, _TENS = _VOCABULARY["small"], _VOCABULARY["tens"]
_WORD_VALUES = {word: at for at, word in enumerate(_SMALL)} | {word: 10 * at for at, word in enumerate(_TENS, 2)}
SCALES: Mapping[str, int] = {word: int(zeros) for word, zeros in map(str.split, _VOCABULARY["scales"])}
"""Words for powers of ten, with their exponents."""
MONEY_SCALES: Mapping[str, int] = {"k": 3, "m": 6, "b": 9}
"""Letters that scale an amount of money only: behind another number an m is metres."""

_TEXTS_HELD = 4096
"""Texts whose amounts are kept: of a table's column first the type is told and then each value."""

_SPACES = "\u00a0\u2009\u202f"
_MOST_LAKHS = 8
"""Groups of two digits in one number, "12,34,56,789": a longer row is a list, which is not read again at each item."""
# A group after a leading zero ("0,125") is a decimal comma: it is refused rather than guessed.
_DIGITS = (
    rf"(?:[1-9]\d{{0,2}}(?:,\d{{3}})+(?!\d)|[1-9]\d{{0,2}}(?:[{_SPACES}]\d{{3}})+(?!\d)"
    rf"|[1-9]\d?(?:,\d{{2}}){{1,{_MOST_LAKHS}}},\d{{3}}(?!\d)|\d+)(?:\.\d+)?|(?<!\d)\.\d+"
)
_BELOW_100 = rf"(?:(?:{'|'.join(_TENS)})(?:[-\s](?:{'|'.join(_SMALL[9:0:-1])})\b)?|(?:{'|'.join(_SMALL[::-1])}))\b"
_BELOW_1000 = rf"{_BELOW_100}(?:\s+hundred\b(?:\s+(?:and\s+)?{_BELOW_100})?)?"
_IN_WORDS = rf"{_BELOW_1000}(?:\s+(?:thousand|million|billion),?\s+(?:and\s+)?{_BELOW_1000})*"
_NUMERAL = re.compile(
    # Behind a capital and a hyphen it is a code (B-52), between stops a version (1.2.3).
    rf"(?<![\w.^])(?-i:(?<![A-Z]-))(?:(?P<sign>[-−+](?=[\d.$€£¥₹])|(?<!\d\s)(?:–|minus\s)(?=[\d.$€£¥₹]))?(?:(?P<currency>(?-i:{CURRENCY}))\s?)?"
    rf"(?P<minus>[-−](?=[\d.]))?(?P<digits>{_DIGITS})(?!\d|\.\d)|(?P<words>{_IN_WORDS}))"
    rf"(?P<scale>[\s-]?(?:{'|'.join(SCALES)})(?!\w))?",
    re.IGNORECASE,
)
_LEAD_ENDS = frozenset("-−+–.sS").union(form[-1] for form in CURRENCY_FORMS)
"""What may stand before the first digit of a numeral: the end of a sign, of "minus" or of a currency, and a point."""
_GROUP_SIGNS = re.compile(rf"[,{_SPACES}]")
_DIGIT, _WORDS = re.compile(r"\d"), re.compile(r"[a-z]+")
_MONEY_SCALE = re.compile(r"\s?([kmb])(?!\w)", re.IGNORECASE)
_NO_AMOUNT = re.compile(r"(?:st|nd|rd|th)\b|(?<=\d0)['’]?s\b|[\^\u00b2\u00b3\u00b9\u2070-\u2079]", re.IGNORECASE)
"""Behind digits: an ordinal (19th), a decade (1990s), a power (10²)."""
_POWER_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−–", "0123456789-+--")
_TIMES = re.compile(r"\s?[x×·*]\s?10(?=[\^⁻⁺¹²³⁴-⁹])", re.IGNORECASE)
_FACTOR_SIGNS = frozenset("xX×·*")
_POWER = re.compile(r"\^[-−–+]?[1-9]\d?(?!\d)|[⁻⁺]?[¹²³⁴-⁹][⁰¹²³⁴-⁹]?(?![⁰¹²³⁴-⁹⁻⁺])")
_LARGEST_POWER, _SMALLEST_POWER = 15, -9
"""A number with more zeros is not written out, but kept as its text is."""
_GOES_ON = re.compile(r"\s?[x×·*]\s?10(?:\^|[\u00b2\u00b3\u00b9\u2070-\u2079])|\s?dozen\b", re.IGNORECASE)
"""Behind a number: a factor that is not read."""
_NO_UNIT = frozenset(["", *",.;:)]"])
"""Behind a number: what begins no unit."""
_RATE = re.compile(r"\s?/\s?[^\W\d_]")
"""Behind a unit: another one (kg/m3)."""
_PER = re.compile(r"\s+per\s+[^\W\d_]")
"""Behind a unit: what it is counted for (people per household)."""
_JOINTS = frozenset(",.:/–—-")
_JOINED_BEFORE, _JOINED_AFTER = re.compile(r"\d[,.:/–—-]$"), re.compile(r"[,.:/–—-]*\d")

_HEDGE_PATTERNS = {hedge: re.compile(rf"(?<!\w)(?:{pattern})", re.IGNORECASE) for hedge, pattern in HEDGES.items()}
_HEDGE_BEFORE = re.compile(rf"(?:(?<!\w)(?:{'|'.join(HEDGES.values())})\s*)+$", re.IGNORECASE)
_OR_MORE = re.compile(r"\+(?!\w)|\s+or (more|over|above|less|fewer|under|below)\b", re.IGNORECASE)
_TO = re.compile(r"\s?[-–—]\s?|\s+(?:to|and)\s+")
_OPENING = re.compile(r"(?<!\w)(?:between|from)\s+$", re.IGNORECASE)
_HEDGE_ENDS = tuple({re.sub(r"\\.\??", "", row).split()[-1] for rows in HEDGES.values() for row in rows.split("|")})
"""What the words of every hedge end with, but for a point."""
_FIRST_LETTERS = re.compile(r"\s*([^\W\d_]+)")
_FIRST_WORDS = {"between", "from", "minus", *_WORD_VALUES} | {
    letters[1].casefold()
    for form in (*CURRENCY_FORMS, *(row for rows in HEDGES.values() for row in rows.split("|")))
    if (letters := _FIRST_LETTERS.match(form))
}
"""Words that an amount may begin with: of a number, a hedge, a range or a currency."""
_HEDGED_BEFORE = 40
"""Characters before a number in which its hedge is looked for."""
_FEET_INCHES = re.compile(
    r"(\d{1,2})\s*(?:ft\.?|feet|foot|′|')\s*(\d{1,2}(?:\.\d+)?)\s*(?:in\.?|inch(?:es)?|″|\")(?!\w)"
)

# What a trailing parenthesis may say without changing the number: when and how it was counted, or the same again in
# other units. Anything else (an "(tie)", a "(3 penalties)") is not ours to drop.
_ASIDE = re.compile(
    r"\s*\(\s*(?:(?:as of|in|at)\s+)?(?:the\s+)?(?:[A-Z][a-z]+\.?\s+)?(?:\d{4})?"
    r"\s*(?:,?\s*(?:est\.?|estimate|census))?\s*\)\s*$"
)
_CONVERSION = re.compile(r"\s*\(\s*([^()]*\d[^()]*)\)\s*$")
_REPEATS_WITHIN = Decimal("0.05")
"""How far a repetition in another unit may be off: people round it ("640 km (400 mi)")."""
# A hard space is a space, except between the thousands of a number.
_HARD_SPACE = re.compile(rf"(?<!\d)[{_SPACES}]|[{_SPACES}](?!\d{{3}}(?!\d))")
_OTHER_GROUPS = re.compile(r"(?<![\w.,'’] )(?<![\w.,'’])[1-9]\d{0,2}(?:(?: \d{3})+|(?:['’]\d{3})+)(?![\d'’]| \d)")
"""Thousands parted by plain spaces or apostrophes: read in a whole text, while in prose two numbers may stand so."""
_GROUP_AFTER = re.compile(r"[ '’]\d{3}(?!\d)")
_GROUP = re.compile(r"\d{3}(?!\d)")
_GROUP_PARTERS = frozenset(" '’\n")
_GROUPS_BEFORE = re.compile(r"(?<![\w.,])[1-9]\d{0,2}(?:[ '’]\d{3})*[ '’]$")
_FOOTNOTES = re.compile(r"(?:\s*\[\s*[^\[\]]{1,12}\s*\])+\s*$")


def may_have_number(text: str) -> bool:
    """Whether a text has a digit or a word for a number: false for most words, and quicker than reading them."""
    return not text.isascii() or _DIGIT.search(text) is not None or _has_number_word(text)


def _has_number_word(text: str) -> bool:
    """Whether a text may have a word for a number."""
    return not text.isascii() or not _WORD_VALUES.keys().isdisjoint(_WORDS.findall(text.casefold()))


def find_numbers(text: str) -> Iterator[Numeral]:
    """All numbers of a text, left to right, in digits or words, with the scale word behind them. Ordinals, decades,
    powers and digits that are part of a code or a version are none."""
    return (numeral for match in _NUMERAL.finditer(text) if (numeral := _numeral(text, match)) is not None)


def _numeral(text: str, match: re.Match[str], *, raised: bool = False) -> Numeral | None:
    digits, end, scale = match["digits"], match.end(), 0
    if match["scale"]:
        scale = SCALES[match["scale"].strip("-").strip().casefold()]
    if digits:
        first, last = match.span("digits")
        if _may_go_on(text, first, last):
            return None
        if match["currency"] and not scale and (letter := _MONEY_SCALE.match(text, end)):
            scale, end = MONEY_SCALES[letter[1].casefold()], letter.end()
        if not _is_plain_behind(text, last):
            if not scale and (power := _power_of_ten(text, match, raised=raised)):
                (scale, end), digits = power, digits if _TIMES.match(text, last) else "1"
            elif _NO_AMOUNT.match(text, last):
                return None
        if not digits.isdecimal():
            digits = _GROUP_SIGNS.sub("", digits)
    elif scale and len(match["words"].split()) > 2:
        scale = 0  # "one million two hundred thousand": the last scale is not all of the number's
    number = Decimal(digits) if digits else _of_words(match[0] if not scale else match["words"])
    step = _step(len(digits.partition(".")[2]) if digits else 0)
    if match["minus"] or (match["sign"] or "+") != "+":
        number = EXACT.minus(number)
    return Numeral(number, scale, step, match["currency"] or "", match.start(), end)


@lru_cache(maxsize=64)
def _step(decimals: int) -> Decimal:
    """What the last digit of a number with so many decimals counts."""
    return Decimal(1).scaleb(-decimals)


def _is_plain_behind(text: str, at: int) -> bool:
    """Whether what stands behind digits is no factor, power or ending of theirs, which most signs tell."""
    behind = text[at : at + 1]
    return not behind or behind in ",.;:)" or (behind.isspace() and text[at + 1 : at + 2] not in _FACTOR_SIGNS)


def _power_of_ten(text: str, match: re.Match[str], *, raised: bool) -> tuple[int, int] | None:
    """The exponent of the power of ten that scales a number (2.5 × 10³), or that it is (10^6), and its end. Plainly
    `raised` digits behind a bare ten may be the mark of a note."""
    times = _TIMES.match(text, match.end("digits"))
    power = _POWER.match(text, times.end() if times else match.end("digits"))
    if power is None or (not times and (match["digits"] != "10" or match["currency"])):
        return None
    if not times and not raised and power[0][0] not in "^⁻":
        return None
    exponent = int(power[0].strip("^").translate(_POWER_DIGITS))
    return (exponent, power.end()) if _SMALLEST_POWER <= exponent <= _LARGEST_POWER else None


def _may_go_on(text: str, start: int, end: int) -> bool:
    """Whether digits may be some of the thousands of one number that plain spaces or apostrophes part."""
    is_first = end - start <= 3 and text[start] != "0" and text[end : end + 1] in _GROUP_PARTERS
    if is_first and _GROUP_AFTER.match(text, end):
        return True
    is_next = start > 1 and text[start - 1] in _GROUP_PARTERS and text[start - 2].isdigit()
    return is_next and bool(_GROUP.match(text, start) and _GROUPS_BEFORE.search(text, max(0, start - 20), start))


def _of_words(words: str) -> Decimal:
    total = group = 0
    for word in _WORDS.findall(words.casefold()):
        if word == "hundred":
            group *= 100
        elif word in SCALES:
            total, group = total + group * 10 ** SCALES[word], 0
        else:
            group += _WORD_VALUES.get(word, 0)
    return Decimal(total + group)


def find_quantities(text: str) -> Iterator[tuple[int, int, Quantity]]:
    """All amounts in a text as (start, end, quantity), hedge and unit included. Digits that touch other digits (dates,
    scores, fractions) are no amounts, unless they make a range with a unit ("3–4 km")."""
    at, in_digits = 0, not _has_number_word(text)
    while match := _next_numeral(text, at, in_digits=in_digits):
        numeral = _numeral(text, match, raised=True)
        place = _amount(text, numeral) if numeral is not None else None
        at = max(place[1] if place else match.end(), match.start() + 1)
        if place is not None:
            yield place


def _next_numeral(text: str, at: int, *, in_digits: bool) -> re.Match[str] | None:
    """The next numeral of a text; digits are quicker to find, where a text has no words for numbers."""
    if in_digits:
        digit = _DIGIT.search(text, at)
        if digit is None:
            return None
        lead = text[max(at, digit.start() - 2) : digit.start()].rstrip()
        at = at if lead and lead[-1] in _LEAD_ENDS else digit.start()
    return _NUMERAL.search(text, at)


@lru_cache(maxsize=256)
def quantities_in(text: str) -> tuple[tuple[int, int, Quantity], ...]:
    """All amounts in a text, as `find_quantities` finds them; those of the last texts are kept."""
    return tuple(find_quantities(text))


def quantity_at(text: str, at: int) -> tuple[Quantity, int] | None:
    """The number that begins at a place, with its currency or unit, and where it ends; whatever stands around it."""
    match = _NUMERAL.match(text, at)
    numeral = _numeral(text, match) if match else None
    return None if numeral is None else _with_unit(text, numeral)


def _amount(text: str, first: Numeral) -> tuple[int, int, Quantity] | None:
    """The amount that begins with that number, its hedge before it and its unit behind it included."""
    start = first.start
    if first.end - start <= 2 and (feet := _FEET_INCHES.match(text, start)):
        amount, end = Quantity(Decimal(feet[1]) * 12 + Decimal(feet[2]), "inch", step=Decimal(1)), feet.end()
    else:
        amount, end = _with_unit(text, first)
        if extent := _range(text, first, amount, end):
            return extent
        if _JOINED_AFTER.match(text, first.end):
            return None
        if text[max(0, start - 1) : start] in _JOINTS and _JOINED_BEFORE.search(text, max(0, start - 2), start):
            return None
        if text[end : end + 1].isalnum() and text[end - 1].isalnum():
            return None  # "5x", "747B": part of a code
        if _GOES_ON.match(text, end) or (end > first.end and _RATE.match(text, end)):
            return None
        if end > first.end and _PER.match(text, end):
            amount, end = Quantity(amount.number, step=amount.step), first.end
    hedge: Hedge = ""
    lead = text[max(0, start - _HEDGED_BEFORE) : start]
    if _may_end_with_hedge(lead) and (before := _HEDGE_BEFORE.search(text, start - len(lead), start)):
        start, hedge = before.start(), _hedge(before[0])
    if hedge in ("", "about") and (bound := _OR_MORE.match(text, end)):
        end, hedge = bound.end(), ">=" if (bound[1] or "more").casefold() in ("more", "over", "above") else "<="
    return start, end, Quantity(amount.number, amount.unit, hedge, step=amount.step) if hedge else amount


def _may_end_with_hedge(text: str) -> bool:
    """Whether a text may end with a hedge, which is quicker to tell than which."""
    return text.rstrip().rstrip(".").casefold().endswith(_HEDGE_ENDS) or not text.isascii()


def _hedge(words: str) -> Hedge:
    return next((hedge for hedge, pattern in _HEDGE_PATTERNS.items() if pattern.search(words)), "about")


def _with_unit(text: str, numeral: Numeral) -> tuple[Quantity, int]:
    """A number with its currency or the unit behind it, and where it ends."""
    end, unit = numeral.end, unit_named(numeral.currency)
    behind = None if text[end : end + 1] in _NO_UNIT else UNIT.match(text, end)
    other = unit_named(behind["unit"]) if behind else None
    if behind and other and (unit is None or unit.dimension.startswith(other.dimension)):
        unit, end = unit or other, behind.end()  # both: "US$5 million dollars"
    step = numeral.step.scaleb(numeral.scale) if numeral.scale else numeral.step
    return Quantity(numeral.number, unit.name if unit else "", step=step), end


def _range(text: str, first: Numeral, low: Quantity, end: int) -> tuple[int, int, Quantity] | None:
    """Two numbers that a dash or a word joins, if both are years, or a unit or "between" says that they are an amount.
    A scale or a unit behind the second is the first's as well."""
    to = _TO.match(text, end)
    match = _NUMERAL.match(text, to.end()) if to else None
    second = _numeral(text, match) if match else None
    if to is None or second is None or _JOINED_AFTER.match(text, second.end):
        return None
    high, end = _with_unit(text, second)
    opening = _OPENING.search(text, max(0, first.start - 10), first.start)
    years = all(A_YEAR.fullmatch(text, numeral.start, numeral.end) for numeral in (first, second))
    if not opening and (not (high.unit or low.unit or years) or to[0].strip() == "and"):
        return None
    number = EXACT.scaleb(first.digits, first.scale or second.scale)
    if number >= high.number or (low.unit and high.unit and low.unit != high.unit):
        return None
    start = opening.start() if opening else first.start
    return start, end, Quantity(number, high.unit or low.unit, upper=high.number, step=high.step)


def parse_number(text: str) -> Decimal | None:
    """A bare number, in digits or in words; None for anything else (ranges, codes, fractions)."""
    match = _NUMERAL.fullmatch(text.strip())
    numeral = _numeral(text.strip(), match) if match else None
    return None if numeral is None or numeral.currency or numeral.scale else numeral.number


def parse_quantity(text: str, decimal: str = ".") -> Quantity | None:
    """Read a whole text as one number with at most one unit, or None.

    Understands thousands separators, "4.5 million", signs of percent and currency, feet with inches (given in inches),
    hedges, and ignores footnote marks, "(2025 est.)" and a repetition in another unit "(220 mi)". A word that is no
    known unit, a range, two numbers, or a repetition that does not agree refuse: a guessed quantity is worse than none.
    `decimal` is "," for texts that write 1.234,5.
    """
    quantity = parse_amount(text, decimal)
    return None if quantity is None or quantity.upper is not None else quantity


@lru_cache(_TEXTS_HELD)
def parse_amount(text: str, decimal: str = ".") -> Quantity | None:
    """As `parse_quantity`, and ranges as well: "3–4 km", "between 11 and 13"."""
    if not _may_begin_amount(text) or not may_have_number(text):
        return None
    if decimal == ",":
        text = text.translate({ord(","): ".", ord("."): ","})
    text = _HARD_SPACE.sub(" ", _FOOTNOTES.sub("", text)).strip().rstrip(".;,")
    text = _OTHER_GROUPS.sub(lambda match: re.sub(r"[ '’]", ",", match[0]), _ASIDE.sub("", text).strip())
    aside = _CONVERSION.search(text)
    if aside is None:
        return _whole(text)
    other, main = _whole(aside[1].strip()), _whole(text[: aside.start()].strip())
    return main if main and other and _repeats(other, main) else None


def _may_begin_amount(text: str) -> bool:
    """Whether an amount may begin as a text does: most names and sentences do not, and need no reading."""
    letters = _FIRST_LETTERS.match(text)
    return letters is None or letters[1].casefold() in _FIRST_WORDS or not letters[1].isascii()


def _whole(text: str) -> Quantity | None:
    match = _NUMERAL.search(text)
    if match is None or match.start() > _HEDGED_BEFORE:
        return None  # what stands before it is no hedge alone
    numeral = _numeral(text, match)
    place = _amount(text, numeral) if numeral is not None else None
    return place[2] if place is not None and place[:2] == (0, len(text)) else None


def _repeats(other: Quantity, main: Quantity) -> bool:
    """Is it the same amount in another unit, as people round it?"""
    same, step = convert(other, main.unit), convert(Quantity(other.number + (other.step or 0), other.unit), main.unit)
    if same is None or step is None or other.unit == main.unit:
        return False
    return abs(same.number - main.number) <= max(abs(step.number - same.number), _REPEATS_WITHIN * abs(main.number))
