"""Works out a stated sum such as "(1,200 - 800) / 800 * 100", exactly.

What is read: numbers with separators of thousands, decimals, `%`, currency signs, scale words (1.2 million) and known
units behind them; `+ - * /` in their usual signs, unary signs, parentheses, and a result behind `=`. Everything else is
refused. Python parses the sum and never evaluates it, and length, depth and the size of numbers are bounded.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, count

from benchwright.values import Quantity
from benchwright.values.numbers import quantity_at

MOST_CHARACTERS = 600
MOST_TERMS = 60
MOST_DEPTH = 20
LARGEST = 10**30
PERCENT = "percent"
_MOST_DIGITS = 18
_NO_SUM = "cannot be read: its numbers, signs and parentheses do not fit together"

_SIGNS = {**dict.fromkeys("+＋", "+"), **dict.fromkeys("-−–—", "-"), **dict.fromkeys("*×·⋅∙", "*")}
_SIGNS |= {**dict.fromkeys("/÷", "/"), "(": "(", ")": ")", "[": "(", "]": ")", "=": "=", "≈": "="}
_OPENING = frozenset("(+-*/=")  # behind one of these a minus is a number's own sign
_GROUPED = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")
_WORD = re.compile(r"[^\W\d_]\w*")


class SumError(ValueError):
    """A sum that cannot be worked out; says why, for people."""


@dataclass(frozen=True, slots=True)
class Operand:
    """A number of the sum: `text` as it was written, with scale word, sign and unit; `number` what it amounts to before
    a percent sign is counted (12 of 12 %); `step` what its last digit counts. `negative` says that a minus before it is
    its own, `factor` that it only multiplies or divides."""

    text: str
    number: Fraction
    step: Fraction = Fraction(1)
    unit: str = ""
    negative: bool = False
    factor: bool = False

    @property
    def value(self) -> Fraction:
        return self.number / 100 if self.unit == PERCENT else self.number


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
    """`place` is that of the operand that this is, None for what was worked out."""

    number: Fraction
    unit: str
    place: int | None = None


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
        stated = replace(last, number=signed * last.number)
    operands = [token for token in tokens if isinstance(token, Operand)]
    if len(operands) > MOST_TERMS:
        raise SumError(f"has more than {MOST_TERMS} numbers")
    tree = _parse(tokens)
    operations = sum(isinstance(node, ast.BinOp) for node in ast.walk(tree))
    value = _evaluate(tree, operands)
    return Worked(value.number, value.unit, tuple(operands), operations, stated)


def _parse(tokens: Sequence[Token]) -> ast.expr:
    """The tree of a sum, by Python's own parser; the operands are the names n0, n1 ... in it. Depth is bounded, of
    signs before a number as of parentheses."""
    numbers = count()
    text = " ".join(f"n{next(numbers)}" if isinstance(token, Operand) else token for token in tokens)
    depths = accumulate(1 if token == "(" else -1 if token == ")" else 0 for token in tokens)
    if max(depths, default=0) > MOST_DEPTH:
        raise SumError(f"has more than {MOST_DEPTH} parentheses inside each other")
    if re.search(rf"(?:[-+] ){{{MOST_DEPTH + 1}}}", text):
        raise SumError(f"has more than {MOST_DEPTH} signs before a number")
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        raise SumError(_NO_SUM) from None


Token = Operand | str


def _tokens(text: str) -> Iterator[Token]:
    text = _GROUPED.sub("\u00a0", text)
    before, sign, at = "(", "", 0
    while at < len(text):
        token: Token
        place = quantity_at(text, at) if text[at] not in _SIGNS else None
        if place:
            token, at = _operand(text[at : place[1]].strip(), place[0], sign == "-" and before in _OPENING), place[1]
        elif text[at].isspace():
            at += 1
            continue
        elif text[at] in _SIGNS:
            token, at = _SIGNS[text[at]], at + 1
        elif text[at] in "xX" and not text[at + 1 : at + 2].isalpha():
            token, at = "*", at + 1
        else:
            word = _WORD.match(text, at)
            raise SumError(f"holds {(word[0] if word else text[at])!r}, which is no number and no sign")
        yield token
        before, sign = sign, token if isinstance(token, str) else "n"


def _operand(text: str, quantity: Quantity, negative: bool) -> Operand:
    if len(quantity.number.as_tuple().digits) > _MOST_DIGITS:
        raise SumError(f"holds a number of more than {_MOST_DIGITS} digits")
    return Operand(text, Fraction(quantity.number), Fraction(quantity.step or 1), quantity.unit, negative)


def _evaluate(node: ast.expr, operands: list[Operand]) -> _Value:
    """What a part of the sum gives. Operands that it multiplies or divides are marked as factors."""
    if isinstance(node, ast.Name):
        place = _place(node)
        value = _Value(operands[place].value, operands[place].unit, place)
    elif isinstance(node, ast.UnaryOp):
        value = _evaluate(node.operand, operands)
        value = replace(value, number=-value.number) if isinstance(node.op, ast.USub) else value
    elif isinstance(node, ast.BinOp):
        value = _combine(node.op, _evaluate(node.left, operands), _evaluate(node.right, operands), operands)
    else:
        raise SumError(_NO_SUM)
    if abs(value.number) > LARGEST:
        raise SumError("gives a number that is too large")
    return value


def _combine(sign: ast.operator, one: _Value, other: _Value, operands: list[Operand]) -> _Value:
    if isinstance(sign, ast.Add | ast.Sub):
        if one.unit and other.unit and one.unit != other.unit:
            raise SumError(f"puts {one.unit} and {other.unit} together")
        for part, whole in ((one, other), (other, one)):
            if part.unit == PERCENT != whole.unit and whole.number != 1:
                raise SumError("adds a percentage to a number: multiply it by what it is a share of")
        number = one.number + other.number if isinstance(sign, ast.Add) else one.number - other.number
        return _Value(number, one.unit or other.unit)
    divides = isinstance(sign, ast.Div)
    if divides and other.number == 0:
        raise SumError("divides by zero")
    for place in (one.place, other.place):
        if place is not None:
            operands[place] = replace(operands[place], factor=True)
    number = one.number / other.number if divides else one.number * other.number
    return _Value(number, _unit_of_product(one, other, divides))


def _place(name: ast.Name) -> int:
    return int(name.id.removeprefix("n"))


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
