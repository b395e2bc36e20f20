"""Turn figures of the World Factbook into tables of three shapes.

Each (country, measure) stands in exactly one table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from demo_prose import Figure

Profile = Mapping[str, Any]
Path = tuple[str, ...]

_VALUE = re.compile(r"(-?)\$?\s*(-?\d[\d,]*(?:\.\d+)?)\s*(thousand|million|billion|trillion)?")
_YEAR = re.compile(r"\((\d{4})(?: est\.)?\)")
_POWER = {None: 0, "thousand": 3, "million": 6, "billion": 9, "trillion": 12}


@dataclass(frozen=True, slots=True)
class Measure:
    """One column or row: its header, the unit it is shown in, where it stands in a profile, 10^power per shown unit."""

    name: str
    unit: str
    path: Path
    power: int = 0

    @property
    def header(self) -> str:
        return f"{self.name} ({self.unit})" if self.unit else self.name


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table as it is written: caption, header and rows of strings."""

    caption: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def markdown(self) -> str:
        lines = [self.header, tuple("---" for _ in self.header), *self.rows]
        return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


P, G, E, S = "People and Society", "Geography", "Economy", "Environment"
PPP = "Real GDP (purchasing power parity)"

SIZE = (
    Measure("Population", "", (P, "Population", "total")),
    Measure("Area", "sq km", (G, "Area", "total ")),
    Measure("Land boundaries", "km", (G, "Land boundaries", "total")),
    Measure("Coastline", "km", (G, "Coastline")),
)
PEOPLE = (
    Measure("Median age", "years", (P, "Median age", "total")),
    Measure("Birth rate", "per 1,000 people", (P, "Birth rate")),
    Measure("Death rate", "per 1,000 people", (P, "Death rate")),
    Measure("Population growth rate", "%", (P, "Population growth rate")),
    Measure("Fertility rate", "children per woman", (P, "Total fertility rate")),
    Measure("Infant mortality rate", "per 1,000 live births", (P, "Infant mortality rate", "total")),
)
ECONOMY = (
    Measure(
        "Real GDP",
        "billion US$",
        (E, PPP, f"{PPP} 2024"),
        9,
    ),
    Measure("Real GDP per capita", "US$", (E, "Real GDP per capita", "Real GDP per capita 2024")),
    Measure("Unemployment rate", "%", (E, "Unemployment rate", "Unemployment rate 2024")),
    Measure("Labour force", "million", (E, "Labor force"), 6),
)
LAND = (
    Measure("Agricultural land", "%", (G, "Land use", "agricultural land")),
    Measure("Arable land", "%", (G, "Land use", "agricultural land: arable land")),
    Measure("Forest", "%", (G, "Land use", "forest")),
)
REGIONAL = (
    ("area, borders and population", "latest estimates", SIZE),
    ("births, deaths and ages", "2025", PEOPLE),
    ("economy", "2024 (GDP at purchasing power parity)", ECONOMY),
    ("land use", "2023", LAND),
)

ENERGY = (
    Measure(
        "Electricity generating capacity", "million kW", ("Energy", "Electricity", "installed generating capacity"), 6
    ),
    Measure("Electricity consumption", "billion kWh", ("Energy", "Electricity", "consumption"), 9),
    Measure(
        "Share of hydropower in generating capacity",
        "%",
        ("Energy", "Electricity generation sources", "hydroelectricity"),
    ),
    Measure("Carbon dioxide emissions", "million tonnes", (S, "Carbon dioxide emissions", "total emissions"), 6),
    Measure("Railways", "km", ("Transportation", "Railways", "total")),
    Measure("Airports", "airports", ("Transportation", "Airports")),
    Measure("Merchant ships", "ships", ("Transportation", "Merchant marine", "total")),
)
LIFE = (
    Measure("Life expectancy at birth", "years", (P, "Life expectancy at birth", "total population")),
    Measure("Urban population", "%", (P, "Urbanization", "urban population")),
    Measure("Physicians", "per 1,000 people", (P, "Physician density")),
    Measure("Hospital beds", "per 1,000 people", (P, "Hospital bed density")),
    Measure("Adult obesity rate", "%", (P, "Obesity - adult prevalence rate")),
    Measure("Alcohol consumption per person", "litres of pure alcohol", (P, "Alcohol consumption per capita", "total")),
    Measure("Internet users", "% of population", ("Communications", "Internet users", "percent of population")),
    Measure(
        "Mobile telephone subscriptions",
        "million",
        ("Communications", "Telephones - mobile cellular", "total subscriptions"),
        6,
    ),
    Measure(
        "Fixed broadband subscriptions", "million", ("Communications", "Broadband - fixed subscriptions", "total"), 6
    ),
)
NATIONAL = (("energy and transport", ENERGY), ("life, health and communications", LIFE))

# (header, field of the economy chapter, power of ten per shown unit)
BY_YEAR = (
    ("Exports (billion US$)", "Exports", 9),
    ("Imports (billion US$)", "Imports", 9),
    ("Real GDP growth rate (%)", "Real GDP growth rate", 0),
    ("Inflation rate (%)", "Inflation rate (consumer prices)", 0),
)


def field(profile: Profile, path: Path) -> str:
    """The raw text at a path of a profile, "" where the Factbook tells nothing."""
    here: Any = profile
    for key in path:
        here = here.get(key, {}) if isinstance(here, Mapping) else {}
    return str(here.get("text", "")) if isinstance(here, Mapping) else ""


def number(text: str, power: int) -> Decimal | None:
    """The first amount of a field in units of 10^power: `$1.958 trillion` with power 9 is 1958."""
    match = _VALUE.search(text)
    if not match:
        return None
    size = Decimal(match[2].replace(",", "")).scaleb(_POWER[match[3]] - power)
    return -size if match[1] else size


def shown(value: Decimal) -> str:
    """With thousands separators and no trailing zeros."""
    whole = value.normalize()
    return f"{whole:,f}"


def _cell(profile: Profile, measure: Measure) -> str:
    value = number(field(profile, measure.path), measure.power)
    return "" if value is None else shown(value)


def regional(region: str, profiles: Mapping[str, Profile]) -> list[Sheet]:
    """The tables of one region, a row per country (alphabetical)."""
    sheets = []
    for topic, year, measures in REGIONAL:
        rows = tuple((name, *(_cell(profiles[name], m) for m in measures)) for name in sorted(profiles))
        header = ("Country", *(measure.header for measure in measures))
        sheets.append(Sheet(f"Countries of {region}: {topic}, {year}", header, rows))
    return sheets


def national(name: str, profile: Profile) -> list[Sheet]:
    """The tables of one country: measures with unit and year, and a few measures over three years."""
    sheets = []
    for topic, measures in NATIONAL:
        rows = []
        for measure in measures:
            raw = field(profile, measure.path)
            year = _YEAR.search(raw)
            value = _cell(profile, measure)
            if value and year:
                rows.append((measure.name, value, measure.unit, year[1]))
        sheets.append(Sheet(f"{name}: {topic}", ("Measure", "Value", "Unit", "Year"), tuple(rows)))
    series = {title: profile[E].get(title, {}) for _, title, _ in BY_YEAR}
    years = sorted({key[-4:] for key in series["Exports"] if re.search(r" \d{4}$", key)})
    by_year = []
    for year_ in years:
        cells = [number(field(profile, (E, title, f"{title} {year_}")), power) for _, title, power in BY_YEAR]
        if all(cell is not None for cell in cells):
            by_year.append((year_, *(shown(cell) for cell in cells if cell is not None)))
    if len(by_year) > 1:
        header = ("Year", *(column for column, _, _ in BY_YEAR))
        sheets.append(Sheet(f"{name}: trade, growth and prices by year", header, tuple(by_year)))
    return sheets


def told(sheets: list[Sheet], name: str) -> list[Figure]:
    """The figures that some tables tell of one country, also in full where the header says million or billion."""
    known = []
    for sheet in sheets:
        for row in sheet.rows:
            if sheet.header[0] == "Country" and row[0] != name:
                continue
            measure_value = sheet.header[0] == "Measure"
            for header, text in ((row[2], row[1]),) if measure_value else zip(sheet.header[1:], row[1:], strict=True):
                if not text:
                    continue
                value = Decimal(text.replace(",", ""))
                power = 9 if "billion" in header else 6 if "million" in header else 0
                known.append(Figure(value.scaleb(power), "%" in header))
    return known
