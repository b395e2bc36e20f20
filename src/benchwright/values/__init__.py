"""Bring values to their normal forms: names, numbers with units, dates.

Everything here is a pure function of a string or of a small frozen value, so that two places that compare values (the
blind solver, the leak check, a measure) can only agree.
"""

from benchwright.values.dates import Date, find_dates, parse_date, years_between
from benchwright.values.names import bare_name, detokenise, name_key, normalise
from benchwright.values.numbers import Quantity, convert, format_number, parse_number, parse_quantity, show_quantity
from benchwright.values.units import Unit, unit_named

__all__ = [
    "Date",
    "Quantity",
    "Unit",
    "bare_name",
    "convert",
    "detokenise",
    "find_dates",
    "format_number",
    "name_key",
    "normalise",
    "parse_date",
    "parse_number",
    "parse_quantity",
    "show_quantity",
    "unit_named",
    "years_between",
]
