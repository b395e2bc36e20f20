"""Decide whether two values are the same: yes, no, or undecided with the reason.

The stated rules:
- A sign, an era, a hedge, a comparison and a unit kind are part of a value. What differs in one of them is never "yes".
- Amounts in two units of one dimension are the same if they agree within a thousandth.
- A number is a rounding of another if it is within half of its own last digit. With three significant digits that is
  "yes", with fewer it is undecided.
- "About" says that a number is rounded to as many significant digits as it shows; zeros at its end are none ("about 620
  billion" of 618.039 billion). It is no further off than a tenth of the smaller of the two, or half of that if it has
  such zeros ("about 60 million" is not 64 million, which has as many digits). That is undecided as well.
  A number that is finer than the other one is no rounding of it ("about 43.5" of 44).
- A unit that is a kind of another is the same ("US$5m" and "$5m", "50 passengers" and "50 people"); two kinds of one
  are not ("US$5m" and "A$5m"). "Pounds" are weight or money, as the other value says.
- A word that may mean several units ("tons", "hp") is any one of them: "5 tons" is "5 tonnes" or "5 short tons", and
  never "5 kg".
- An amount of something in a known unit is the same without what it is of ("4.85 litres of milk" and "4.85 litres").
- An amount without a unit beside one with a unit is undecided. So is a year: "1250" may be a number as well.
- A less exact date is undecided beside a more exact one that it holds.
- Two names that differ in more than case, punctuation and articles are undecided: a name has variants. "accents" is the
  reason where nothing but accents differs ("Bogotá" and "Bogota").

Reasons for "undecided": "no unit" (one has none), "kinds of unit" (passengers and students, or an unknown unit),
"share" (one may be a share of 1, the other of 100), "rounding", "hedge" (one is hedged or bounded, and the number is
the same), "rounded" (one is hedged, and a rounding of the other), "bound" (it is another number, which may fit),
"range" (the other lies in it), "exactness" (the less exact date may be the other), "order" (one list tells one),
"accents" (names that differ in accents alone), "names differ", "lists differ", and "kind" (a number and a name).
For "no": what differs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from benchwright.values.dates import Date
from benchwright.values.names import name_form, without_accents, words_of
from benchwright.values.quantities import Quantity, convert
from benchwright.values.typed import ListValue, NameValue, TypedValue, key_of, parse
from benchwright.values.units import Unit, unit_named


@dataclass(frozen=True, slots=True)
class Sameness:
    """Whether two values are the same, and why it is not certain, or not so."""

    verdict: Literal["yes", "no", "undecided"]
    reason: str = ""

    def __bool__(self) -> bool:
        return self.verdict == "yes"


YES = Sameness("yes")
_NUMBERS_DIFFER, _DATES_DIFFER = Sameness("no", "numbers differ"), Sameness("no", "dates differ")
_CLOSE = Decimal("0.001")
_HEDGED = Decimal("0.1")
"""How far off a number may be for "about" to hold of it."""
_LEAST_DIGITS = 100  # a number of three significant digits counts at least so many of its last digit's steps
_MONEY = {"pound": "pound sterling"}
"""Words that are a weight, or money where the other value is."""


def same(one: TypedValue | str, other: TypedValue | str) -> Sameness:
    """Compare two values, or texts read by `parse`. Symmetric, and "yes" for a value and itself."""
    one = parse(one) if isinstance(one, str) else one
    other = parse(other) if isinstance(other, str) else other
    if isinstance(one, Quantity) and isinstance(other, Quantity):
        if one.unit == other.unit:
            return _numbers(one, other)  # with one unit equal keys are equal numbers
        if _may_have_one_key(one, other) and key_of(one) == key_of(other):
            return YES
        return _amounts(one, other) if one.unit <= other.unit else _amounts(other, one)
    if _may_have_one_key(one, other) and key_of(one) == key_of(other):
        return YES
    match one, other:
        case Date(), Date():
            return _dates(one, other)
        case (Quantity() as number, Date() as date) | (Date() as date, Quantity() as number):
            if number.unit and date.precision == "year" and date.year > 0:
                return _beside_year(number, date)
            year = as_year(number)
            compared = _dates(year, date) if year else _DATES_DIFFER
            return Sameness("undecided", "hedge") if number.hedge and compared.verdict != "no" else compared
        case NameValue(), NameValue():
            signs = words_of(one.text) == words_of(other.text) != []
            if signs:
                return Sameness("no", "signs differ")
            alike = name_form(without_accents(one.text)) == name_form(without_accents(other.text))
            return Sameness("undecided", "accents" if alike else "names differ")
        case ListValue(), ListValue():
            return _lists(one, other)
        case (ListValue() as several, NameValue() as name) | (NameValue() as name, ListValue() as several):
            items = parse(name.text, "list")  # of "Hull, Leeds" alone it is not known whether it is one name
            return _lists(several, items) if isinstance(items, ListValue) else Sameness("undecided", "kind")
    return Sameness("undecided", "kind")


def _may_have_one_key(one: TypedValue, other: TypedValue) -> bool:
    """Whether the keys need comparing: those of two kinds differ, but for a year and a number, and so do those of lists
    of two lengths and of amounts whose hedges differ or of which one alone has a unit."""
    if isinstance(one, ListValue) and isinstance(other, ListValue):
        return len(one.items) == len(other.items)
    if isinstance(one, Quantity) and isinstance(other, Quantity):
        return one.hedge == other.hedge and bool(one.unit) == bool(other.unit)
    if type(one) is type(other):
        return True
    number = one if isinstance(one, Quantity) else other if isinstance(other, Quantity) else None
    return number is not None and not number.unit and (isinstance(one, Date) or isinstance(other, Date))


def as_year(value: TypedValue) -> Date | None:
    """The year that a date or a bare number is, None if it is none."""
    if isinstance(value, Date):
        return value if value.precision == "year" else None
    if not isinstance(value, Quantity) or value.unit or value.upper is not None:
        return None
    return Date(int(value.number)) if 0 < value.number <= 9999 and value.number % 1 == 0 else None


def _beside_year(amount: Quantity, year: Date) -> Sameness:
    """An amount with a unit beside a year: its digits may be the same number without the unit ("1250" of "1,250 kg").
    No year is a share or a rounding of an amount."""
    compared = _amounts(Quantity(Decimal(year.year), step=Decimal(1)), amount)
    return compared if compared.reason in ("no unit", "hedge") else _DATES_DIFFER


def _amounts(one: Quantity, other: Quantity) -> Sameness:
    """Two amounts; the first has the unit that comes first in the alphabet, and the second is put in it."""
    first, second = unit_named(one.unit), unit_named(other.unit)
    if (first is None) != (second is None):
        one, other = (quantity if unit else _unit_alone(quantity) for quantity, unit in ((one, first), (other, second)))
        first, second = unit_named(one.unit), unit_named(other.unit)
    if one.unit == other.unit or _is_kind(first, second) or _MONEY.get(one.unit) == other.unit:
        return _numbers(one, other)
    for ambiguous, beside, unit in ((one, other, first), (other, one, second)):
        if unit and unit.readings:
            pairs = ((replace(ambiguous, unit=reading), beside) for reading in unit.readings)
            read = [_amounts(*sorted(pair, key=lambda quantity: quantity.unit)) for pair in pairs]
            return max(read, key=lambda sameness: sameness.verdict)  # "yes" before "undecided" before "no"
    if not one.unit or not other.unit:
        bare = _numbers(one, other)
        if bare.verdict == "no" and _is_share(one.number, other.number):
            return Sameness("undecided", "share")
        return Sameness("undecided", "no unit") if bare else bare
    converted = convert(other, one.unit)
    if converted is not None:
        return _numbers(one, converted, converted=True)
    if first and second and not (_counts_people(first) and _counts_people(second)):
        return Sameness("no", "units differ")
    bare = _numbers(one, other)
    return Sameness("undecided", "kinds of unit") if bare else bare


def _unit_alone(quantity: Quantity) -> Quantity:
    """An amount in a known unit without the words that say what it is of: "litres of pure alcohol"."""
    unit = unit_named(quantity.unit.partition(" of ")[0])
    return replace(quantity, unit=unit.name) if unit else quantity


def _counts_people(unit: Unit) -> bool:
    return unit.dimension.startswith("count:person")


def _is_kind(one: Unit | None, other: Unit | None) -> bool:
    if one is None or other is None or one.readings or other.readings:
        return False
    return one.dimension.startswith(f"{other.dimension}:") or other.dimension.startswith(f"{one.dimension}:")


def _is_share(one: Decimal, other: Decimal) -> bool:
    """Whether one number may be a share of 1 and the other the same of 100."""
    if one and other and not 1 <= abs(one.adjusted() - other.adjusted()) <= 3:
        return False
    return _near(one * 100, other, _CLOSE) or _near(other * 100, one, _CLOSE)


def _near(one: Decimal, other: Decimal, share: Decimal) -> bool:
    return abs(one - other) <= share * max(abs(one), abs(other))


def _numbers(one: Quantity, other: Quantity, *, converted: bool = False) -> Sameness:
    """Two amounts in one unit."""
    if one.hedge != other.hedge or (one.upper is None) != (other.upper is None):
        return _bounds(one, other)
    if one.upper is not None and other.upper is not None:
        upper = _numbers(replace(one, number=one.upper, upper=None), replace(other, number=other.upper, upper=None))
        return min(upper, _numbers(replace(one, upper=None), replace(other, upper=None)), key=lambda s: s.verdict)
    if one.number == other.number:
        return YES
    if (one.number < 0) != (other.number < 0) or not one.number or not other.number:
        return _NUMBERS_DIFFER
    if converted and _near(one.number, other.number, _CLOSE):
        return YES
    steps = one.step or Decimal(0), other.step or Decimal(0)
    coarse = max(steps)
    if steps[0] == steps[1] or abs(one.number - other.number) > coarse / 2:
        return _NUMBERS_DIFFER
    digits = min(abs(one.number), abs(other.number)) / coarse
    return YES if digits >= _LEAST_DIGITS else Sameness("undecided", "rounding")


def _bounds(one: Quantity, other: Quantity) -> Sameness:
    """Two amounts of which one is hedged, bounded or a range, and the other is not so."""
    hedges = {one.hedge, other.hedge}
    if hedges & {"<", "<="} and hedges & {">", ">="}:
        return Sameness("no", "comparisons differ")
    for bounded, plain in ((one, other), (other, one)):
        if bounded.upper is not None and plain.upper is None:
            inside = bounded.number <= plain.number <= bounded.upper
            return Sameness("undecided", "range") if inside else _NUMBERS_DIFFER
        if bounded.hedge in ("<", "<=", ">", ">=") and not plain.hedge:
            fits = plain.number <= bounded.number if "<" in bounded.hedge else plain.number >= bounded.number
            return _hedged(one, other) if fits else _NUMBERS_DIFFER
    near = _near(one.number, other.number, _HEDGED)
    return _hedged(one, other) if near else _NUMBERS_DIFFER


def _hedged(one: Quantity, other: Quantity) -> Sameness:
    """Whether it is the hedge alone that differs: "about 5" may be 5, and 4.9 as well, but it does not state 4.9.

    "About 13" rounds 13.04, and says so.
    """
    if _numbers(replace(one, hedge="", upper=None), replace(other, hedge="", upper=None)):
        return Sameness("undecided", "hedge")
    hedged, plain = (one, other) if one.hedge == "about" else (other, one)
    says_so = hedged.hedge == "about" and hedged.upper is plain.upper is None
    is_rounding = says_so and _shows_rounding(hedged, plain.number)
    return Sameness("undecided", "rounded" if is_rounding else "bound")


def _shows_rounding(rounded: Quantity, number: Decimal) -> bool:
    """Whether an amount is a number, rounded to as many significant digits as it shows, and not far off."""
    last = Decimal(1).scaleb(int(rounded.number.normalize().as_tuple().exponent))
    off, smaller = abs(rounded.number - number), min(abs(rounded.number), abs(number))
    share = _HEDGED if rounded.step == last else _HEDGED / 2
    return off <= min(last / 2, smaller * share) or off <= smaller * _CLOSE


def _dates(one: Date, other: Date) -> Sameness:
    if one == other:
        return YES
    if one.decade != other.decade and one.year // 10 == other.year // 10 and one.year * other.year > 0:
        return Sameness("undecided", "exactness")
    pairs = ((one.year, other.year), (one.month, other.month), (one.day, other.day))
    apart = any(a is not None and b is not None and a != b for a, b in pairs)
    return _DATES_DIFFER if apart else Sameness("undecided", "exactness")


def _pair_off(one: tuple[TypedValue, ...], other: tuple[TypedValue, ...]) -> bool:
    """Whether each item is as often in one list as in the other: 5, 5, 6 is not 5, 6, 6."""
    return all(sum(bool(same(each, a)) for a in one) == sum(bool(same(each, b)) for b in other) for each in one + other)


def _lists(one: ListValue, other: ListValue) -> Sameness:
    if len(one.items) == len(other.items):
        if one.ordered and other.ordered and all(map(same, one.items, other.items)):
            return YES
        if _pair_off(one.items, other.items):
            if one.ordered != other.ordered:
                return Sameness("undecided", "order")
            return Sameness("no", "order") if one.ordered else YES
    return Sameness("undecided", "lists differ")
