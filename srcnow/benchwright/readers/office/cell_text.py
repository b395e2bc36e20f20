"""A cell's value and number format become the text that Excel shows.

Dates come in ISO form (`1900-05-01`, with a time `1950-01-01 12:30`, of month formats `1900-05`), whatever order the
sheet shows. Percentages, decimals, thousands, exponents and literal signs (`$`, `kg`) come as formatted. Formats
beyond that (fractions, conditions) are shown_text as "General" does: up to 11 digits.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Context, Decimal
from xml.etree.ElementTree import Element

from benchwright.english.vocabulary import Vocabulary
from benchwright.readers.office.markup import child, children, number, switched

_CODES = Vocabulary.of(__package__, "number_formats").entries
_BUILT_IN = {at: code for code, places in _CODES.items() for at in places}
_QUIET = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)
_LITERAL = re.compile(r'"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]\-]*)[^\]]*\]|\[[^\]]*\]|([^"\\_*\[]+)')
_DIGITS = re.compile(r"(?P<whole>[#0?,]*[#0?])?(?P<point>\.[#0?]*)?(?P<exponent>E[+-]0+)?", re.IGNORECASE)
_SECTIONS = re.compile(r';(?=[^"]*(?:"[^"]*"[^"]*)*$)')
"""Between the parts for positive, negative, zero and text; semicolons between quotes do not separate."""

_MARK = "\x01"
_EPOCHS = {False: datetime(1899, 12, 30), True: datetime(1904, 1, 1)}
_LAST_DAY = 2_958_466  # 10000-01-01
_FIRST_DAY = -115_858  # 1582-10-15: the calendar before was another
_LONGEST_FORMAT = 255
_EXACT = Context(prec=600, rounding=ROUND_HALF_UP)
_SCALES = {1: " thousand", 2: " million", 3: " billion"}
"""What commas behind the digits of a format leave out: such a number must say what it is in."""

_MOST = Decimal(10) ** 21


@dataclass(frozen=True, slots=True)
class CellFormats:
    """Number formats by style number; `since_1904` as old Macintosh workbooks count days. `struck` are the numbers of
    the styles that strike a cell out."""

    codes: tuple[str, ...] = ()
    since_1904: bool = False
    struck: frozenset[int] = frozenset()

    def strikes(self, style: str | None) -> bool:
        return number(style, 0) in self.struck

    def text(self, raw: str, style: str | None) -> str:
        """What a number cell shows."""
        at = number(style, -1)
        return shown_text(raw, self.codes[at] if 0 <= at < len(self.codes) else "", self.since_1904)


def read_formats(root: Element | None, since_1904: bool) -> CellFormats:
    """The formats of `styles.xml`."""
    own = {
        number(one.get("numFmtId"), -1): (one.get("formatCode") or "")[: _LONGEST_FORMAT + 1]
        for one in children(child(root, "s:numFmts"), "s:numFmt")
    }
    lookup: Mapping[int, str] = _BUILT_IN | own
    fonts = enumerate(children(child(root, "s:fonts"), "s:font"))
    struck = {at for at, font in fonts if switched(font, "s:strike", key="val")}
    styles = list(children(child(root, "s:cellXfs"), "s:xf"))
    return CellFormats(
        tuple(lookup.get(number(one.get("numFmtId"), 0), "") for one in styles),
        since_1904,
        frozenset(at for at, one in enumerate(styles) if number(one.get("fontId"), 0) in struck),
    )


def shown_text(raw: str, code: str, since_1904: bool = False) -> str:
    """The text of a number under a format code; `raw` itself if it is no number."""
    raw = raw.strip()
    if len(raw) > 40 or "_" in raw:
        return raw
    try:
        amount = float(raw)
    except ValueError:
        return raw
    if amount != amount or abs(amount) == float("inf"):
        return raw
    if not code or len(code) > _LONGEST_FORMAT or code.strip().lower() == "general":
        return _general(amount)
    bare = _QUIET.sub("", code.split(";")[0]).lower()
    if any(letter in bare for letter in "ymdhs") and not any(sign in bare for sign in "0#?"):
        return _date(amount, bare, since_1904) or _general(amount)
    if re.search(r"s\.0+|ss,0+", bare):
        return _date(amount, bare, since_1904) or _general(amount)
    words = _number(amount, code)
    return _general(amount) if words is None else words


def _general(amount: float) -> str:
    if amount == int(amount) and abs(amount) < 1e15:
        return str(int(amount))
    return format(amount, ".11g").replace("e", "E")


def _date(amount: float, bare: str, since_1904: bool) -> str | None:
    """The date, time or length of time; None outside of the calendar."""
    # Excel knows no days before 1900; LibreOffice writes them as negative numbers.
    if not (_FIRST_DAY if "d" in bare and not since_1904 else 0) <= amount < _LAST_DAY:
        return None
    if "[" in bare:
        seconds = round(amount * 86_400)
        return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
    days = amount
    if not since_1904 and 0 < days < 60 and ("y" in bare or "d" in bare):
        days += 1  # Excel counts a 29 February 1900 that never was
    moment = _EPOCHS[since_1904] + timedelta(seconds=round(days * 86_400))
    clock = moment.strftime("%H:%M:%S" if moment.second or "s" in bare else "%H:%M")
    timed = "h" in bare or "s" in bare
    if not ("y" in bare or "d" in bare or ("m" in bare and not timed)):
        return clock
    if "d" in bare:
        day = f"{moment.year:04}-{moment.month:02}-{moment.day:02}"
        return f"{day} {clock}" if timed else day
    return f"{moment.year:04}-{moment.month:02}" if "m" in bare else f"{moment.year:04}"


def _number(amount: float, code: str) -> str | None:
    """The number in decimal form with the signs around it; None for formats that are not understood."""
    sections = _SECTIONS.split(code)
    if any(one in code for one in ("[<", "[>", "[=", _MARK)):
        return None
    section = sections[0]
    sign = "-" if amount < 0 else ""
    if len(sections) > 1 and amount < 0:
        # A colour alone ("0.0;[Red]0.0") shows that a number is negative, but is no text.
        signs = set(_QUIET.sub(_literals, sections[1])) - set(_QUIET.sub(_literals, sections[0]))
        section, sign = sections[1], "" if signs - set("#0?,.% ") or not sections[1] else "-"
    elif len(sections) > 2 and amount == 0:
        section = sections[2]
    literals: list[str] = []

    def keep(match: re.Match[str]) -> str:
        if match[4] is not None:
            return match[4]
        literals.append(match[1] or match[2] or match[3] or "")
        return _MARK

    plain = _LITERAL.sub(keep, section)
    spots = [match for match in _DIGITS.finditer(plain) if match[0]]
    if "/" in plain or "@" in plain or "general" in plain.lower():
        return None
    words = iter(literals)
    if not spots:  # words stand for the number, such as "zero"
        if any(one.isalpha() for one in plain):
            return None
        return "".join(next(words) if one == _MARK else one for one in plain).strip() or None
    if not amount and not any("0" in spot[0] for spot in spots):
        # Accounting shows "$ -", whose dash stands for the zero; a dash alone would be no value, and "-0" a negative.
        literals = [word.strip("-–— ") for word in literals]
        words = iter(literals)
    before, after = plain[: spots[0].start()], plain[spots[-1].end() :]
    scale = len(after) - len(after.lstrip(","))
    value = _EXACT.create_decimal(format(abs(amount), ".15g")).scaleb(2 * plain.count("%") - 3 * scale, _EXACT)
    wording = _digits(abs(amount), value, spots[0]) if len(spots) == 1 else _spread(value, plain, spots)
    if wording is None:
        return None
    visible = "".join(next(words) if one == _MARK else one for one in before + wording + after[scale:])
    if scale and not any(map(str.isalpha, visible)):
        visible += _SCALES.get(scale, f" ×10^{3 * scale}")
    if sign and not any(one in "123456789" for one in wording):
        sign = ""
    return f"{sign}{visible}".strip()


def _literals(match: re.Match[str]) -> str:
    """The characters that a part of a format shows as they are."""
    quoted = match[0]
    return quoted.strip('"') if quoted[0] == '"' else quoted[1:] if quoted[0] == "\\" else ""


def _digits(amount: float, value: Decimal, spot: re.Match[str]) -> str | None:
    """The digits of `value`, which is `amount` with percent and thousands taken into account, rounded as Excel does:
    halves go up, and only 15 digits are believed."""
    whole, point = spot["whole"] or "", (spot["point"] or "")[1:]
    most, least = len(point), len(point.rstrip("#?"))
    if spot["exponent"]:
        front, _, power = format(amount, f".{most}E").partition("E")
        return f"{front}E{power[0]}{power[1:].lstrip('0').zfill(len(spot['exponent']) - 2)}"
    if value >= _MOST:
        return None
    words = format(value.quantize(Decimal(1).scaleb(-most), context=_EXACT), f"{',' if ',' in whole else ''}f")
    if most > least:
        remaining = len(words) - (most - least)
        words = (words[:remaining] + words[remaining:].rstrip("0")).rstrip(".")
    zeros = whole.replace(",", "").count("0")
    front, dot, rest = words.partition(".")
    if front == "0" and not zeros and dot:
        front = ""
    return f"{front.zfill(zeros) if ',' not in front else front}{dot}{rest}"


def _spread(value: Decimal, plain: str, spots: Sequence[re.Match[str]]) -> str | None:
    """A whole number over several groups of digits, from the right: `000-00-0000`. None if they are not all zeros."""
    if value >= _MOST or any(set(spot[0]) != {"0"} for spot in spots):
        return None
    digits = str(int(value.quantize(Decimal(1), context=_EXACT))).zfill(sum(len(spot[0]) for spot in spots))
    parts: list[str] = []
    for at in range(len(spots) - 1, -1, -1):
        size = len(spots[at][0]) if at else len(digits)
        parts += [digits[len(digits) - size :], plain[spots[at - 1].end() : spots[at].start()] if at else ""]
        digits = digits[: len(digits) - size]
    return "".join(reversed(parts))
