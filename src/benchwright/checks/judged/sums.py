"""Works out a stated sum such as "(1,200 - 800) / 800 * 100", exactly.

What is read: numbers with separators of thousands, decimals, `%`, currency signs, scale words (1.2 million) and known
units behind them; `+ - * /` in their usual signs, unary signs, parentheses, and a result behind `=`. Everything else is
refused. Nothing is ever handed to Python to evaluate, and length, depth and the size of numbers are bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from benchwright.values import unit_named

MOST_CHARACTERS = 600
MOST_TERMS = 60
MOST_DEPTH = 20
LARGEST = 10**30
PERCENT = "percent"
_MOST_DIGITS = 18

_SCALES = {
    "hundred": 2,
    "thousand": 3,
    "million": 6,
    "mn": 6,
    "billion": 9,
    "bn": 9,
    "trillion": 12,
}
_SIGNS = {**dict.fromkeys("+＋", "+"), **dict.fromkeys("-−–—", "-"), **dict.fromkeys("*×·⋅∙", "*")}
_SIGNS |= {**dict.fromkeys("/÷", "/"), "(": "(", ")": ")", "[": "(", "]": ")", "=": "=", "≈": "="}
_NUMBER = re.compile(
    r"(?P<currency>(?:US|AU|CA|A|C)?\s?[$€£¥₹]\s?)?"
    r"(?P<digits>(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?:[\u00a0\u2009\u202f ]\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?![\d.,]*\d)"
)
_WORD = re.compile(r"[^\W\d_][\w²³./]*|%|°\s?[CF]?")


class SumError(ValueError):
    """A sum that cannot be worked out; says why, for people."""


@dataclass(frozen=True, slots=True)
class Operand:
    """A number of the sum: `text` as it was written, with scale word, sign and unit; `shown` what it amounts to before
    a percent sign is counted (12 of 12 %); `step` what its last digit counts. `factor` says that it only multiplies or
    divides."""

    text: str
    shown: Fraction
    step: Fraction = Fraction(1)
    unit: str = ""
    factor: bool = False

    @property
    def value(self) -> Fraction:
        return self.shown / 100 if self.unit == PERCENT else self.shown


@dataclass(frozen=True, slots=True)
class Worked:
    """A sum and what it gives, in `unit` (a canonical name, "" if none is told). `operations` counts the signs between
    two operands; `stated` is what the writer put behind the equals sign (None if nothing)."""

    value: Fraction
    unit: str
    operands: tuple[Operand, ...]
    operations: int
    stated: Operand | None = None


@dataclass(frozen=True, slots=True)
class _Value:
    """`lone` is the place of the operand that this is, None for what was worked out."""

    number: Fraction
    unit: str
    lone: int | None = None


def work_out(text: str) -> Worked:
    """The sum, worked out. Raises SumError for what is no sum, for a division by zero, and for a sum or difference of
    amounts in different units."""
    if len(text) > MOST_CHARACTERS:
        raise SumError(f"is longer than {MOST_CHARACTERS} characters")
    tokens = list(_tokens(text))
    stated: Operand | None = None
    if "=" in tokens:
        at = tokens.index("=")
        tokens, behind = tokens[:at], tokens[at + 1 :]
        signed = -1 if behind[:1] == ["-"] else 1
        behind = behind[1:] if behind[:1] in (["-"], ["+"]) else behind
        if len(behind) != 1 or not isinstance(behind[0], Operand):
            raise SumError("has more than a number behind the equals sign")
        last = behind[0]
        stated = replace(last, shown=signed * last.shown)
    if sum(isinstance(token, Operand) for token in tokens) > MOST_TERMS:
        raise SumError(f"has more than {MOST_TERMS} numbers")
    reader = _SumParser(tokens)
    value = reader.whole()
    return Worked(value.number, value.unit, tuple(reader.operands), reader.operations, stated)


Token = Operand | str


def _tokens(text: str) -> Iterator[Token]:
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        match = _NUMBER.match(text, at)
        if match:
            operand, at = _operand(text, match)
            yield operand
        elif text[at] in _SIGNS:
            yield _SIGNS[text[at]]
            at += 1
        elif text[at] in "xX" and not text[at + 1 : at + 2].isalpha():
            yield "*"
            at += 1
        else:
            found = _WORD.match(text, at)
            raise SumError(f"holds {(found[0] if found else text[at])!r}, which is no number and no sign")


def _operand(text: str, match: re.Match[str]) -> tuple[Operand, int]:
    """A number with the scale word, the percent sign or the unit behind it, and where it ends."""
    digits = re.sub(r"[,\u00a0\u2009\u202f ]", "", match["digits"])
    if sum(map(str.isdigit, digits)) > _MOST_DIGITS:
        raise SumError(f"holds a number of more than {_MOST_DIGITS} digits")
    value = Fraction(digits if not digits.startswith(".") else f"0{digits}")
    step = Fraction(1, 10 ** len(digits.partition(".")[2]))
    end, unit = match.end(), ""
    if match["currency"]:
        known = unit_named(match["currency"].strip())
        unit = known.name if known else match["currency"].strip()
    word = _WORD.match(text, end + _spaces(text, end))
    while word and word[0].casefold() in _SCALES:
        scale = 10 ** _SCALES[word[0].casefold()]
        value, step = value * scale, step * scale
        end = word.end()
        word = _WORD.match(text, end + _spaces(text, end))
    found = _unit(text, word.start()) if word and not unit else None
    if found:
        unit, end = found
    return Operand(text[match.start() : end].strip(), value, step, unit), end


def _unit(text: str, start: int) -> tuple[str, int] | None:
    """The longest known unit of at most three words that stands there, and where it ends. A lone `x` multiplies."""
    ends: list[int] = []
    at = start
    while len(ends) < 3 and (word := _WORD.match(text, at)):
        ends.append(word.end())
        at = word.end() + _spaces(text, word.end())
    for end in reversed(ends):
        known = unit_named(text[start:end])
        if known is not None:
            return known.name, end
    return None


def _spaces(text: str, at: int) -> int:
    return len(text[at:]) - len(text[at:].lstrip(" \t\u00a0"))


class _SumParser:
    """Reads tokens by precedence: a sum of products of signed numbers and parentheses."""

    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._at = 0
        self._depth = 0
        self.operands: list[Operand] = []
        self.operations = 0

    def whole(self) -> _Value:
        value = self._sum()
        if self._at < len(self._tokens):
            raise SumError(f"goes on with {_said(self._tokens[self._at])} where it should end")
        return value

    def _sum(self) -> _Value:
        value = self._product()
        while self._next() in ("+", "-"):
            sign = self._take()
            other = self._product()
            if value.unit and other.unit and value.unit != other.unit:
                raise SumError(f"puts {value.unit} and {other.unit} together")
            self.operations += 1
            number = value.number + other.number if sign == "+" else value.number - other.number
            value = self._bounded(_Value(number, value.unit or other.unit))
        return value

    def _product(self) -> _Value:
        value = self._signed()
        while self._next() in ("*", "/"):
            sign = self._take()
            other = self._signed()
            if sign == "/" and other.number == 0:
                raise SumError("divides by zero")
            self.operations += 1
            for part in (value, other):
                if part.lone is not None:
                    self.operands[part.lone] = replace(self.operands[part.lone], factor=True)
            number = value.number * other.number if sign == "*" else value.number / other.number
            value = self._bounded(_Value(number, _unit_of_product(value, other, sign == "/")))
        return value

    def _signed(self) -> _Value:
        sign = 1
        while self._next() in ("+", "-"):
            sign = -sign if self._take() == "-" else sign
        value = self._single()
        return replace(value, number=sign * value.number)

    @staticmethod
    def _bounded(value: _Value) -> _Value:
        if abs(value.number) > LARGEST:
            raise SumError("gives a number that is too large")
        return value

    def _single(self) -> _Value:
        if self._at >= len(self._tokens):
            raise SumError("ends where a number should stand")
        token = self._take()
        if isinstance(token, Operand):
            self.operands.append(token)
            return self._bounded(_Value(token.value, token.unit, len(self.operands) - 1))
        if token != "(":
            raise SumError(f"has {token!r} where a number should stand")
        self._depth += 1
        if self._depth > MOST_DEPTH:
            raise SumError(f"has more than {MOST_DEPTH} parentheses inside each other")
        value = self._sum()
        if self._next() != ")":
            raise SumError("has an open parenthesis")
        self._at += 1
        self._depth -= 1
        return value

    def _next(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _take(self) -> Token:
        self._at += 1
        return self._tokens[self._at - 1]


def _unit_of_product(one: _Value, other: _Value, divided: bool) -> str:
    """A share of an amount has the amount's unit; what is multiplied by 100 % is put in percent; like divided by like
    has none."""
    if other.unit == PERCENT != one.unit:
        return PERCENT if other.number == 1 and not divided else one.unit
    if one.unit == PERCENT != other.unit:
        return other.unit if other.unit or not divided else PERCENT
    if divided:
        return "" if one.unit == other.unit else one.unit if not other.unit else ""
    return one.unit or other.unit


def _said(token: Token) -> str:
    return repr(token.text if isinstance(token, Operand) else token)
