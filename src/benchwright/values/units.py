"""List units of measure: canonical names, the ways they are written, and how they convert.

A unit's `dimension` says what may be compared or subtracted; `factor` is its size in the dimension's base unit. Every
currency is a dimension of its own (no exchange rates), and so are the two temperature scales (they share no zero).
"""

from __future__ import annotations

import csv
from dataclasses import dataclass
from decimal import Decimal
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Unit:
    """`name` is the singular and the canonical form that a `Quantity` carries; `plural` is how a sentence says it."""

    name: str
    plural: str
    dimension: str
    factor: Decimal
    written: tuple[str, ...] = ()

    def word(self, number: Decimal) -> str:
        """The unit as it follows that number: "1 metre", "1.5 metres"."""
        return self.name if abs(number) == 1 else self.plural


def _read() -> tuple[Unit, ...]:
    lines = (files("benchwright.values") / "units.csv").read_text("utf-8").splitlines()
    rows = [(row, row["written"].split("|") if row["written"] else []) for row in csv.DictReader(lines)]
    return tuple(
        Unit(row["name"], row["plural"], row["dimension"], Decimal(row["factor"]), tuple(written))
        for row, written in rows
    )


UNITS: tuple[Unit, ...] = _read()


def _written_forms() -> tuple[dict[str, Unit], dict[str, Unit]]:
    exact: dict[str, Unit] = {}
    folded: dict[str, Unit] = {}
    for unit in UNITS:
        for form in (unit.name, unit.plural, *unit.written):
            exact.setdefault(form, unit)
            # One or two letters mean different things in capitals (m and M, mw and MW): those stay exact.
            if len(form) > 2:
                folded.setdefault(form.casefold(), unit)
    return exact, folded


_EXACT, _FOLDED = _written_forms()

# What may stand before a number instead of after it, longest first.
PREFIXES: tuple[str, ...] = ("US $", "US$", "AU$", "CA$", "A$", "C$", "USD", "EUR", "GBP", "$", "€", "£", "¥", "₹")


def unit_named(text: str) -> Unit | None:
    """The unit that is written so ("km²", "sq mi", "inhabitants", "Square kilometers"), or None if unknown."""
    text = " ".join(text.split())
    return _EXACT.get(text) or _FOLDED.get(text.casefold())
