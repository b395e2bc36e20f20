"""Units of measure: canonical names, the ways they are written, and how they convert. Data, not code.

A unit's `dimension` says what may be compared or subtracted; `factor` is its size in the dimension's base unit. Every
currency is a dimension of its own (no exchange rates), and so are the two temperature scales (they share no zero).
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal


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


def _unit(name: str, dimension: str, factor: str = "1", written: str = "", plural: str = "") -> Unit:
    return Unit(name, plural or f"{name}s", dimension, Decimal(factor), tuple(filter(None, written.split("|"))))


UNITS: tuple[Unit, ...] = (
    _unit("percent", "share", "1", "%|per cent|pct", "percent"),
    # length, in metres
    _unit("millimetre", "length", "0.001", "mm|millimeter|millimeters"),
    _unit("centimetre", "length", "0.01", "cm|centimeter|centimeters"),
    _unit("metre", "length", "1", "m|meter|meters|m."),
    _unit("kilometre", "length", "1000", "km|kilometer|kilometers|kms|km."),
    _unit("inch", "length", "0.0254", "in|in.|″", "inches"),
    _unit("foot", "length", "0.3048", "ft|ft.|′", "feet"),
    _unit("yard", "length", "0.9144", "yd|yds|yd."),
    _unit("mile", "length", "1609.344", "mi|mi."),
    _unit("nautical mile", "length", "1852", "nmi|nm"),
    _unit("light-year", "length", "9460730472580800", "light year|light years|ly"),
    _unit("micrometre", "length", "0.000001", "µm|μm|micrometer|micrometers|micron|microns"),
    _unit("nanometre", "length", "0.000000001", "nanometer|nanometers"),
    # area, in square metres
    _unit("square metre", "area", "1", "m2|m²|m 2|sq m|sq. m|sqm|square meter|square meters"),
    _unit(
        "square kilometre",
        "area",
        "1000000",
        "km2|km²|km 2|sq km|sq. km|sq.km|sqkm|square km|square kilometer|square kilometers|square kms|km ²",
    ),
    _unit("square mile", "area", "2589988.110336", "sq mi|sq. mi|sq. mi.|sq.mi.|sqmi|sq miles|mi2|mi²"),
    _unit("square foot", "area", "0.09290304", "sq ft|sq. ft|sq. ft.|sqft|ft2|ft²", "square feet"),
    _unit("hectare", "area", "10000", "ha"),
    _unit("acre", "area", "4046.8564224", "ac"),
    # volume, in litres
    _unit("litre", "volume", "1", "l|liter|liters"),
    _unit("millilitre", "volume", "0.001", "ml|milliliter|milliliters"),
    _unit("cubic metre", "volume", "1000", "m3|m³|cu m|cubic meter|cubic meters"),
    _unit("cubic kilometre", "volume", "1000000000000", "km3|km³|cu km|cubic kilometer|cubic kilometers"),
    # mass, in kilograms
    _unit("milligram", "mass", "0.000001", "mg"),
    _unit("gram", "mass", "0.001", "g|gramme|grammes"),
    _unit("kilogram", "mass", "1", "kg|kgs|kilogramme|kilogrammes|kg."),
    _unit("tonne", "mass", "1000", "metric ton|metric tons|t"),
    _unit("pound", "mass", "0.45359237", "lb|lbs|lb.|lbs."),
    _unit("ounce", "mass", "0.028349523125", "oz|oz."),
    _unit("ton", "mass:ton", "1", "short ton|long ton|short tons|long tons"),
    # time, in seconds; months and years have no fixed length in seconds, so they are a dimension of their own
    _unit("second", "time", "1", "s|sec|secs|sec."),
    _unit("minute", "time", "60", "min|mins|min."),
    _unit("hour", "time", "3600", "h|hr|hrs"),
    _unit("day", "time", "86400"),
    _unit("week", "time", "604800"),
    _unit("month", "months", "1"),
    _unit("year", "months", "12", "yr|yrs|years old|years of age"),
    # speed, in metres an hour
    _unit("kilometre per hour", "speed", "1000", "km/h|kmh|kph|kilometers per hour", "kilometres per hour"),
    _unit("mile per hour", "speed", "1609.344", "mph|mi/h", "miles per hour"),
    _unit("metre per second", "speed", "3600", "m/s|meters per second", "metres per second"),
    # power, energy, data
    _unit("watt", "power", "1", "W"),
    _unit("kilowatt", "power", "1000", "kW"),
    _unit("megawatt", "power", "1000000", "MW"),
    _unit("horsepower", "power:hp", "1", "hp", "horsepower"),
    _unit("kilowatt hour", "energy", "1", "kWh|kilowatt-hours"),
    _unit("hertz", "frequency", "1", "Hz", "hertz"),
    _unit("kilohertz", "frequency", "1000", "kHz", "kilohertz"),
    _unit("megahertz", "frequency", "1000000", "MHz", "megahertz"),
    # temperature: differences are fine inside one scale, nothing is converted
    _unit("degree Celsius", "temperature:C", "1", "°C|° C|degrees C", "degrees Celsius"),
    _unit("degree Fahrenheit", "temperature:F", "1", "°F|° F|degrees F", "degrees Fahrenheit"),
    # money
    _unit("dollar", "money:dollar", "1", "$"),
    _unit("US dollar", "money:US dollar", "1", "US$|USD|U.S. dollar|U.S. dollars|US $"),
    _unit("Australian dollar", "money:Australian dollar", "1", "A$|AU$|AUD"),
    _unit("Canadian dollar", "money:Canadian dollar", "1", "C$|CA$|CAD"),
    _unit("euro", "money:euro", "1", "€|EUR"),
    _unit("pound sterling", "money:pound sterling", "1", "£|GBP", "pounds sterling"),
    _unit("yen", "money:yen", "1", "¥|JPY", "yen"),
    _unit("rupee", "money:rupee", "1", "₹|INR|Rs|Rs."),
    # counted things
    _unit(
        "person",
        "count:person",
        "1",
        "inhabitant|inhabitants|resident|residents|persons|population|citizens|souls",
        "people",
    ),
    _unit("student", "count:student", "1"),
    _unit("seat", "count:seat", "1"),
    _unit("passenger", "count:passenger", "1"),
    _unit("spectator", "count:spectator", "1"),
    _unit("employee", "count:employee", "1"),
    _unit("episode", "count:episode", "1"),
    _unit("storey", "count:storey", "1", "story|stories|floor|floors", "storeys"),
    _unit("page", "count:page", "1", "pp|pp."),
)


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
