"""Read all evidence of a benchmark again with a second, simpler reader, and list what does not state its fact.

    python perf/reread_evidence.py BENCH [BENCH ...] [--all]

Shares no code with the package: it reads the folder's JSON and Parquet itself, and has its own small ways to read
sentences, cells, numbers, dates and colours. It is an auditor, and knows less than the package: a span that it does not
understand is listed too, for a person to look at. Of every set of spans it asks three things for each stored fact:

    value       the span shows the value, or the number times the scale that its row or header names
    subject     the row, the title or the sentence names the subject
    relation    the header, the label or the sentence has a word for the relation

Lists and questions that a model wrote store no facts; they are counted and left out.
"""

from __future__ import annotations

import argparse
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
from PIL import Image

Row = Mapping[str, Any]

MONTHS = [
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
]  # fmt: skip
SMALL = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
SCALES = {"thousand": 3, "million": 6, "mn": 6, "mil": 6, "billion": 9, "bn": 9, "trillion": 12, "000": 3}
STOP = {"the", "of", "a", "an", "and", "in", "at", "to", "flag", "rate", "date", "name", "value"}

CUES: Mapping[str, str] = {
    "birth_date": r"born|birth|\([^()]*$|~-$",
    "death_date": r"died|death|[-–—]\s*$|[-–—][^()]*$",
    "birth_place": r"born|birth|native|from",
    "death_place": r"died|death|[-–—]",
    "nationality": r"\b(is|was) an? $|nation|country",
    "occupation": r"\b(is|was) an? |occupation|profession",
    "location": r"\bin\b|location|city|town|county|state|place|located",
    "country": r"\bin\b|country|nation",
    "release_date": r"\b(is|was) an? |released?|year|date|published",
    "published": r"\b(is|was) an? |published|released|year|date",
    "event_date": r"held|played|fought|contested|took place|staged|run|date",
    "founded": r"found|establish|form|creat|start|launch",
    "built": r"built|construct|complet|erect|year",
    "opened": r"open",
    "closed": r"clos",
    "listed": r"list|date|regist",
    "director": r"direct",
    "writer": r"writ|wrote",
    "author": r"\bby\b|author|writer",
    "artist": r"\bby\b|artist|singer|performer|sculptor|painter",
    "composer": r"compos|\bby\b|music",
    "creator": r"creat",
    "developer": r"develop",
    "publisher": r"publish|developed and published",
    "record_label": r"label|released|issued",
    "founder": r"found|establish|form",
    "area": r"area|cover|square|size",
    "population": r"population|pop|residents|people|inhabitants",
    "capacity": r"capacity|holds|seat|hold|accommodate",
    "elevation": r"elevation|altitude|height|elev",
    "highest_elevation": r"highest",
    "lowest_elevation": r"lowest",
    "largest_city": r"largest city",
    "largest_city_population": r"largest city",
    "mean_elevation": r"mean elevation",
    "independence": r"independen",
    "independent_from": r"independen",
    "height": r"height|elevation|feet|metres|ft",
    "head_coach": r"coach|manager",
    "manager": r"manager|coach",
    "captain": r"captain",
    "stadium": r"stadium|ground|arena|venue|home",
    "kit_maker": r"kit|manufacturer|supplier",
    "shirt_sponsor": r"sponsor",
    "represents": r"nation|country|team|represent|flag",
    "role": r"role|character|as",
    "points": r"point|pts|score|total|result",
    "goals": r"goals",
    "games_played": r"games|matches|played|gp|apps|appearances|pld",
    "attendance": r"attendance|average",
    "total_attendance": r"attendance|total",
    "architect": r"architect|designer",
    "winner": r"winner|champion|first|gold",
    "runner_up": r"runner|second|finalist|silver",
    "trainer": r"trainer",
    "jockey": r"jockey",
    "college": r"college|university|school|alma mater",
    "gross": r"gross|box",
    "floors": r"floors|storeys|stories",
    "political_party": r"party",
    "mascot": r"nickname|mascot|team name",
    "students": r"student|enrol",
    "votes": r"votes",
    "land_boundaries": r"border|boundar",
    "co2_emissions": r"carbon|co2",
    "electricity_capacity": r"generating capacity|capacity",
    "internet_penetration": r"internet",
    "mobile_subscriptions": r"mobile",
    "gdp": r"gdp|domestic product",
    "gdp_per_head": r"gdp|per head|per capita",
    "gdp_growth": r"growth",
    "ships": r"ship|merchant|vessel",
    "forest": r"forest",
    "music_director": r"music",
    "constructor": r"constructor|team|car",
    "scientific_name": r"\(",
}

OPEN: Mapping[str, str] = {
    "purpose": r"",
    "answer": r"",
    "caption": r"",
    "definition": r"[:(–—-]|\b(is|are|means?|refers?|called|defin\w+)\b|\n",
    "members": r"[:(\n]|\b(are|is|of|like|include)\b",
    "type": r"[:(\n]|\btype\b|\b(is|are) an?\b|^\s*$",
    "default": r"default|initial",
    "since": r"version|since|added|new in|available|from",
    "allowed": r"allow|valid|accept|support|one of|either|value|choice|possible|option|can be|must be|may be|[:(|=]",
    "required": r"requir|mandatory|must|optional",
    "unit": r"\bin\b|unit|[:(]",
    "long_form": r"[()]",
}
"""Facts in forms that every field shares: what has to stand between the subject and the value, or around the value."""

COLOURS: Mapping[str, tuple[int, int, int]] = {
    "red": (210, 30, 45),
    "green": (10, 130, 70),
    "blue": (20, 50, 140),
    "light blue": (110, 175, 225),
    "yellow": (252, 205, 20),
    "orange": (250, 135, 30),
    "white": (255, 255, 255),
    "black": (0, 0, 0),
    "brown": (120, 70, 30),
    "grey": (140, 140, 140),
    "maroon": (130, 20, 50),
    "purple": (110, 40, 120),
    "pink": (240, 150, 180),
}


# ---------------------------------------------------------------------- words, numbers, dates
def plain(text: str) -> str:
    """Words in small letters without accents and punctuation, between single spaces."""
    bare = "".join(one for one in unicodedata.normalize("NFD", text) if not unicodedata.combining(one))
    return " ".join(re.findall(r"[^\W_]+", bare.casefold()))


def holds(text: str, words: str) -> bool:
    """Whether the words stand in the text side by side."""
    return bool(plain(words)) and f" {plain(words)} " in f" {plain(text)} "


def numbers(text: str) -> list[Decimal]:
    """All numbers of a text, with commas as thousands."""
    found = re.findall(r"[-−]?\d{1,3}(?:[, ]\d{3})+(?:\.\d+)?|[-−]?\d+(?:\.\d+)?", text)
    return [Decimal(one.replace(",", "").replace(" ", "").replace("−", "-")) for one in found]


def powers(text: str) -> set[int]:
    """The powers of ten that words of a text name, and none."""
    return {0} | {SCALES[word] for word in plain(text).split() if word in SCALES}


def day(text: str) -> tuple[int, int, int] | None:
    """(year, month, day) of the first full date in a text."""
    low = text.casefold()
    names = "|".join(MONTHS)
    for pattern, order in (
        (rf"(\d{{1,2}})\s+({names})\s*,?\s*(\d{{3,4}})", (2, 1, 0)),
        (rf"({names})\s+(\d{{1,2}})\s*,?\s*(\d{{3,4}})", (2, 0, 1)),
    ):
        match = re.search(pattern, low)
        if match:
            year, month, number = (match.groups()[place] for place in order)
            return int(year), MONTHS.index(month) + 1, int(number)
    iso = re.search(r"\b(\d{4})-(\d\d)-(\d\d)\b", low)
    return (int(iso[1]), int(iso[2]), int(iso[3])) if iso else None


def shows(value: str, shown: str, around: str) -> bool:
    """Whether what is shown is the value; `around` may name the scale of a number."""
    if day(value):
        return day(value) == day(shown)
    own = re.fullmatch(r"[-−]?[\d,]+(?:\.\d+)?", value.strip())
    if own:
        (wanted,) = numbers(value)
        return any(number.scaleb(power) == wanted for number in numbers(shown) for power in powers(around))
    return holds(shown, value)


# ---------------------------------------------------------------------- places
def sentence(text: str, start: int, end: int) -> tuple[str, str]:
    """What stands before a span in its sentence, line or labelled item, and the whole of it."""
    first = max(text.rfind("\n", 0, start), *(text.rfind(stop, 0, start) for stop in (". ", " . ", "; "))) + 1
    stops = [place for place in (text.find(". ", end), text.find("\n", end)) if place >= 0]
    return text[max(0, first) : start], text[max(0, first) : min(stops, default=len(text))]


def cue(relation: str, text: str) -> bool:
    """Whether a text has a word for the relation."""
    pattern = CUES.get(relation)
    if pattern:
        return bool(re.search(pattern, text, re.IGNORECASE))
    words = [word for word in relation.split("_") if word not in STOP and len(word) > 2]
    return any(word[:5] in text.casefold() for word in words)


def named(subject: str, *texts: str) -> bool:
    """Whether one of the texts names the subject: all its words, in whatever order, or its last name."""
    words = set(plain(re.sub(r"\s*\([^()]*\)$", "", subject)).split()) - STOP
    return any(words <= set(plain(text).split()) for text in texts)


def told_in_text(fact: Row, span: Row, source: Row) -> str:
    """ "" if a span of text states the fact, else what is missing."""
    text, start, end = source["text"], span["start"], span["end"]
    if start is None or end is None:
        return "no place"
    before, whole = sentence(text, start, end)
    if not shows(fact["value"], text[start:end], whole):
        return "value"
    if fact["relation"] == "definition":
        head = text[:start]
        return "" if holds(head, fact["subject"]) and ":" in head else "subject"
    surname = plain(fact["subject"]).split()[-1:]
    if (
        not named(fact["subject"], source["title"], whole, text[:200])
        and surname != plain(source["title"]).split()[-1:]
    ):
        return "subject"
    behind = "~-" if re.match(r"\s*[-–—]", text[end : end + 3]) else ""  # the first of two dates: a birth
    if fact["relation"].endswith("_date"):
        before = text[max(0, start - 80) : start]  # "( born Carlsson ; 16 June 1975 )"
    return "" if cue(fact["relation"], before[-160:] + behind) else "relation"


def words(text: str) -> set[str]:
    return set(plain(text).split())


def raw(text: str) -> str:
    return " ".join(text.casefold().split())


def open_value(fact: Row, shown: str, whole: str) -> bool:
    """Whether what is shown is the value: its words, its signs where it has no words, or each item of a list."""
    items = fact["value"].split("; ") if fact["relation"] in ("members", "allowed") else [fact["value"]]
    return all(shows(one, shown, whole) or holds(shown, one) or raw(one) in raw(shown) for one in items if one)


def open_in_text(fact: Row, span: Row, source: Row) -> str:
    """ "" if a span of text states a fact of an open form, else what is missing."""
    text, start, end = source["text"], span["start"], span["end"]
    if start is None or end is None:
        return "no place"
    kind, _, words_of_kind = fact["relation"].partition(":")
    _, whole = sentence(text, start, end)
    if not open_value(fact, text[start:end], whole):
        return "value"
    above = " ".join([source["title"], *(source["headings"] or [])])
    subject = words(fact["subject"]) - STOP
    if not subject <= words(f"{above} {text[:end]} {text[end : end + 200]}"):
        return "subject"
    if kind == "amount":
        return "" if words(words_of_kind) <= words(whole) else "relation"
    around = text[max(0, start - 160) : end + 40]
    between = text[:start].rpartition(fact["subject"])[2] if fact["subject"] in text[:start] else around
    return "" if re.search(OPEN[kind], f"{between[-300:]} {around}", re.IGNORECASE) else "relation"


def row_of(cell: Sequence[int], source: Row) -> tuple[list[str], str] | None:
    """The cells of a cell's row, and the header of its column; None where the table has no such cell."""
    table = json.loads(source["table"])
    row, column = cell
    if not 0 <= row < len(table["rows"]) or not 0 <= column < len(table["rows"][row]):
        return None
    return table["rows"][row], " ".join(line[column] for line in table["header"])


def open_in_cell(fact: Row, cell: Sequence[int], source: Row) -> str:
    """ "" if a cell states a fact of an open form, else what is missing: `cell:` has the words of its column's header,
    and its subject stands in its row; `row:` is the cell of the row of that number."""
    found = row_of(cell, source)
    if found is None:
        return "no place"
    (row, column), (cells, header) = cell, found
    if not open_value(fact, cells[column], f"{cells[column]} {header}"):
        return "value"
    kind, _, name = fact["relation"].partition(":")
    if kind == "row":
        return "" if fact["subject"] == f"row {row + 1}" else "subject"
    others = " ".join(one for place, one in enumerate(cells) if place != column)
    subject = fact["subject"]
    if not words(subject) - STOP <= words(f"{others} {source['title']}") and raw(subject) not in raw(others):
        return "subject"
    stems = {one[:4] for one in words(name)}
    return "" if kind != "cell" or stems <= {one[:4] for one in words(header)} else "relation"


def told_in_cell(fact: Row, cell: Sequence[int], source: Row) -> str:
    """ "" if a cell states the fact, else what is missing."""
    found = row_of(cell, source)
    if found is None:
        return "no place"
    column, (cells, header) = cell[1], found
    if not shows(fact["value"], cells[column], " ".join([*cells, header])):
        return "value"
    others = [one for place, one in enumerate(cells) if place != column]
    if not named(fact["subject"], *others, source["title"], f"{source['title']} {' '.join(others)}"):
        return "subject"
    return "" if cue(fact["relation"], f"{header} {cells[0]}") else "relation"


def told_in_pixels(fact: Row, span: Row, source: Row, folder: Path) -> str:
    """ "" if the colours within the box are those of the fact, else what is missing."""
    if not named(fact["subject"], source["title"], source["text"]):
        return "subject"
    image = json.loads(source["image"])
    with Image.open(folder / "images" / f"{image['sha256']}.{image['extension']}") as picture:
        pixels = np.asarray(
            picture.convert("RGBA").convert("RGB").resize((120, 80), Image.Resampling.NEAREST), dtype=np.int32
        )
    left, top, right, bottom = span["box"] or (0.0, 0.0, 1.0, 1.0)
    part = pixels[round(top * 80) : max(round(bottom * 80), 1), round(left * 120) : max(round(right * 120), 1)]
    names = list(COLOURS)
    centres = np.array([COLOURS[name] for name in names])
    nearest = ((part[:, :, None, :] - centres) ** 2).sum(axis=3).argmin(axis=2)
    shares = Counter({name: float((nearest == number).mean()) for number, name in enumerate(names)})
    colours = [name for name in re.split(r", | and ", re.sub(r" \(.*", "", fact["value"])) if name in COLOURS]
    if not colours:
        return _stripes(fact["value"], nearest)
    if fact["relation"] == "flag_main_colour":
        return "" if shares.most_common(1)[0][0] == colours[0] else "value"
    return "" if all(shares[colour] > 0.005 for colour in colours) else "value"


def _stripes(value: str, nearest: np.ndarray[Any, Any]) -> str:
    """Count stripes along four lines near the edges, and colours; the value must name one of these counts."""
    lines = (nearest[:, 3], nearest[3, :], nearest[:, -4], nearest[-4, :])
    counts = {_runs(line) for line in lines} | {sum(np.mean(nearest == one) > 0.01 for one in np.unique(nearest))}
    word = value.split()[0]
    number = int(word) if word.isdigit() else SMALL.index(word) if word in SMALL else -1
    return "" if number in counts else "value"


def _runs(line: np.ndarray[Any, Any]) -> int:
    """Runs of one colour, those of one or two pixels aside: they are edges."""
    ends = np.flatnonzero(np.diff(line)).tolist()
    runs = zip([-1, *ends], [*ends, len(line) - 1], strict=True)
    wide = [int(line[last]) for first, last in runs if last - first > 2]
    return sum(one != other for one, other in zip(wide, [-1, *wide[:-1]], strict=True))


def missing(fact: Row, span: Row, source: Row | None, folder: Path) -> str:
    """ "" if the span states the fact, else the first thing that it lacks."""
    if source is None:
        return "no source"
    is_open = fact["relation"].partition(":")[0] in {*OPEN, "cell", "row", "amount"}
    if span["read"] == "cell":
        told = open_in_cell if is_open else told_in_cell
        reasons = [told(fact, cell, source) for cell in span["cells"]] or ["no place"]
        return "" if "" in reasons else min(reasons, key=("relation", "subject", "value", "no place").index)
    if span["read"] == "pixels":
        return told_in_pixels(fact, span, source, folder)
    return open_in_text(fact, span, source) if is_open else told_in_text(fact, span, source)


# ---------------------------------------------------------------------- a benchmark
def faults_of(example: Row, sources: Mapping[str, Row], folder: Path) -> Iterator[tuple[Row, Row, str]]:
    """(fact or span, span, what is missing) for each fact that a set of spans does not state, and each idle span."""
    facts = example["derivation"]["facts"]
    again = example["derivation"].get("restatements", [])
    for spans in (spans for answer in example["answers"] for spans in answer["evidence"]):
        used: set[int] = set()
        for fact in facts:
            options = [fact, *(one for one in again if one["restates"] == fact["id"])]
            reasons = [
                (missing(one, span, sources.get(span["source"]), folder), place)
                for one in options
                for place, span in enumerate(spans)
            ]
            used.update(place for reason, place in reasons if not reason)
            if all(reason for reason, _ in reasons):
                own = [(reason, place) for reason, place in reasons if fact["id"].startswith(spans[place]["source"])]
                reason, place = (own or reasons)[0]
                yield fact, spans[place], reason
                used.add(place)
        for place, span in enumerate(spans):
            if place not in used:
                yield {"relation": "-", "subject": "-", "value": "-"}, span, "no fact of the question"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", type=Path, nargs="+")
    parser.add_argument("--all", action="store_true", help="list every fault, not the first forty")
    options = parser.parse_args()
    bad = 0
    for folder in options.bench:
        sources = {row["id"]: row for row in pq.read_table(folder / "sources.parquet").to_pylist()}
        examples = [json.loads(line) for line in (folder / "examples.jsonl").read_text("utf-8").splitlines()]
        read = [one for one in examples if (one["derivation"] or {}).get("facts")]
        spans = {
            json.dumps(span) + one["id"] for one in read for a in one["answers"] for s in a["evidence"] for span in s
        }
        sets = sum(len(answer["evidence"]) for one in read for answer in one["answers"])
        faults = [(one, *fault) for one in read for fault in faults_of(one, sources, folder)]
        wrong = {one["id"] for one, *_ in faults}
        print(f"{folder}: {len(examples)} questions, {len(examples) - len(read)} without stored facts")
        print(
            f"  {len(read)} questions with {sets} sets of {len(spans)} spans read again: {len(faults)} not understood"
        )
        print(f"  questions with all evidence understood: {len(read) - len(wrong)} of {len(read)}")
        print(f"  missing: {dict(Counter(reason for *_, reason in faults).most_common())}")
        for one, fact, span, reason in faults[: None if options.all else 40]:
            place = span["cells"] or span["box"] or (span["start"], span["end"])
            print(
                f"  {reason}: {fact['relation']} of {fact['subject']!r} = {fact['value']!r} in {span['source']} {place}"
            )
            print(f"      {one['question']}")
        bad += len(faults)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
