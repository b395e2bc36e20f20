"""Give every value one meaning: amounts, dates, names and lists are read, compared and found in texts here only.

    parse("about 4.5 million people")        Quantity(4500000, "person", "about"); or Date, NameValue, ListValue
    same("US$5m", "$5 million")              Sameness("yes"); "no" and "undecided" come with a reason
    occurs_in(parse("5"), "5.3 or -5")       [], for neither is 5; else (start, end) of each place

- `parse(text, kind=None)` reads a text as one value. Name the kind ("number", "money", "date", "name", "list") where
  you know it: a fact has a value type. It never fails: what is nothing else is a `NameValue`.
- `same(one, other)` takes values or texts. The result is true only for "yes". Treat "undecided" as the case demands: a
  check that a value is right wants "yes", a check that nothing contradicts it wants anything but "no". `sameness` lists
  the rules and the reasons.
- `occurs_in(value, text, allow=(), longer=())` finds a value on its own boundaries. `allow=LOOSELY` takes what a reader
  would take as well ("about 580,367" for 580,367 km²); `longer` are known names that the value may be a part of.
- `key_of(value)` is for dictionaries: equal keys are the same value.

All are pure functions of strings and frozen values, so that two places that compare values can only agree.
`parse_quantity` and `parse_date` read one exact form, and refuse ranges and decades.
"""

from benchwright.values.dates import Date, find_dates, parse_date, years_between
from benchwright.values.names import bare_name, detokenise, name_key, normalise, words_of
from benchwright.values.numbers import parse_number, parse_quantity
from benchwright.values.occurrences import LOOSELY, occurs_in
from benchwright.values.quantities import Quantity, convert, format_number, show_quantity
from benchwright.values.sameness import Sameness, same
from benchwright.values.typed import ListValue, NameValue, TypedValue, key_of, parse
from benchwright.values.units import Unit, unit_named

__all__ = [
    "LOOSELY",
    "Date",
    "ListValue",
    "NameValue",
    "Quantity",
    "Sameness",
    "TypedValue",
    "Unit",
    "bare_name",
    "convert",
    "detokenise",
    "find_dates",
    "format_number",
    "key_of",
    "name_key",
    "normalise",
    "occurs_in",
    "parse",
    "parse_date",
    "parse_number",
    "parse_quantity",
    "same",
    "show_quantity",
    "unit_named",
    "words_of",
    "years_between",
]
