"""List units of measure: canonical names, the ways they are written, and how they convert.

A unit's `dimension` says what may be compared or subtracted; `factor` is its size in the dimension's base unit, and
`zero` where its scale begins there (of use for temperatures only). Every currency is a dimension of its own: there are
no exchange rates. A dimension may be a kind of another: "money:dollar:US dollar" is a kind of "money:dollar".
The `readings` of a word such as "ton" are the units that it may mean. `scale` says what may be computed of its amounts
(Stevens 1946): of an "interval" scale (degrees Celsius) differences and averages, but no sums and ratios; of a
"logarithmic" one (decibels, pH) differences only.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
from functools import lru_cache
from importlib.resources import files

EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)
"""Arithmetic that keeps every digit, where the usual one keeps 28. Not for division."""


@dataclass(frozen=True, slots=True)
class Unit:
    """`name` is the singular and the canonical form that a `Quantity` carries; `plural` is how a sentence says it."""

    name: str
    plural: str
    dimension: str
    factor: Decimal
    written: tuple[str, ...] = ()
    zero: Decimal = Decimal(0)
    readings: tuple[str, ...] = ()
    scale: str = ""

    @property
    def is_summable(self) -> bool:
        """Whether amounts of it can be added up, and one divided by another."""
        return not self.scale

    @property
    def is_averageable(self) -> bool:
        """Whether the mean of several amounts is an amount of the same thing."""
        return self.scale != "logarithmic"

    def word(self, number: Decimal) -> str:
        """The unit as it follows that number: "1 metre", "1.5 metres"."""
        return self.name if abs(number) == 1 else self.plural

    def size(self, number: Decimal) -> Decimal:
        """So many of the unit, in the base unit of its dimension."""
        return EXACT.fma(number, self.factor, self.zero)


def _read() -> tuple[Unit, ...]:
    lines = (files("benchwright.values") / "units.csv").read_text("utf-8").splitlines()
    return tuple(
        Unit(
            row["name"],
            row["plural"],
            row["dimension"],
            Decimal(row["factor"]),
            tuple(filter(None, row["written"].split("|"))),
            Decimal(row["zero"]),
            tuple(filter(None, row["readings"].split("|"))),
            row["scale"],
        )
        for row in csv.DictReader(lines, restval="")
    )


UNITS: tuple[Unit, ...] = _read()


# Of forms that two units share the first one's counts.
_FORMS = [(form, unit) for unit in reversed(UNITS) for form in (unit.name, unit.plural, *unit.written)]
_EXACT = dict(_FORMS)
# One or two letters mean different things in capitals (m and M, mw and MW): those stay exact.
_FOLDED = {form.casefold(): (form, unit) for form, unit in _FORMS if len(form) > 2}


def _either(forms: Iterable[str]) -> str:
    """A pattern for any of the forms, the longest first, however they are spaced. Forms that begin alike share their
    beginning: a row of hundreds is tried one after the other wherever a number stands."""
    behind: dict[str, list[str]] = {}
    for form in forms:
        behind.setdefault(form[:1], []).append(form[1:])
    ends = "" in behind
    rows = [re.escape(letter).replace("\\ ", r"\s+") + _either(rest) for letter, rest in behind.items() if letter]
    return f"(?:{'|'.join(rows)}){'?' if ends else ''}" if rows else ""


CURRENCY_FORMS = tuple(
    form for unit in UNITS if unit.dimension.startswith("money") for form in unit.written if not form.islower()
)
"""What may stand before a number instead of after it: signs and codes of currencies."""
CURRENCY = _either(CURRENCY_FORMS)
"""A pattern for any of them."""

UNIT = re.compile(
    rf"[\s-]?\s?(?P<unit>(?i:{_either(_FOLDED)})|{_either(form for form in _EXACT if len(form) <= 2)})"
    r"(?![\w²³])(?<!\sin(?=\s\w))(?<!\sA(?=\s\w))"
)
"""A pattern for a unit behind a number. The word "in" before another word is no inch, and "A" no ampere."""


@lru_cache(maxsize=4096)
def unit_named(text: str) -> Unit | None:
    """The unit that is written so ("km²", "sq mi", "inhabitants", "Square kilometers"), or None if unknown."""
    text = " ".join(text.split())
    exact = _EXACT.get(text)
    folded = None if exact else _FOLDED.get(text.casefold())
    return exact or (folded[1] if folded and _keeps_capitals(text, *folded) else None)


def _keeps_capitals(text: str, form: str, unit: Unit) -> bool:
    """Whether a symbol is written with the capitals that its meaning hangs on: M is mega and m milli, B a byte and b a
    bit, so that "mWh" is no megawatt hour and "MBps" no megabit per second."""
    worded = form in (unit.name, unit.plural) or unit.dimension.startswith("money")
    symbol = not worded and (not form.islower() or unit.dimension.startswith("data"))
    return not symbol or re.sub(r"[^MmBb]", "", text) == re.sub(r"[^MmBb]", "", form)
