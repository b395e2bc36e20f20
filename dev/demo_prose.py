"""Turn fields of the World Factbook into readable English without markup, flags and table figures.

Knows nothing of files or folders. A *field* is the raw string of one Factbook entry; *prose* is what a reader sees.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from decimal import Decimal

# Words that the Factbook writes in capitals because they are initials. All others in capitals are surnames or cities.
INITIALS = frozenset(
    re.findall(
        r"\w+",
        "AIDS ANZAC ANZUS BRICS COVID CPN EDSA EEC FARC FIFA FRG GDP GDR HAMAS HIV III IMF KANU MEC MMD MORENA NAFTA "
        "NARC NATO NPP OAS OECD PAN PJD PLO PRI RNI SWAPO TPP UML USD USMCA",
    )
)

_TAG = re.compile(r"<[^>]*>")
_BREAK = re.compile(r"<br\s*/?>|</?p[^>]*>", re.IGNORECASE)
_NOTE = re.compile(r"^\s*note(?:\s+\d+)?\s*:\s*", re.IGNORECASE)
_CAPITALS = re.compile(r"\b[^\W\d_a-z]{3,}\b")
_YEAR_NOTE = re.compile(r"\s*\((?:\d{4}(?:-\d{2,4})?)(?: est\.)?\)")
_SENTENCE_END = re.compile(r"(?<=[a-z0-9)\]%\"”'’])([.!?]['\"”’]?)\s+(?=[\"“'‘(]?[A-Z])")
_ABBREVIATION = re.compile(r"(?:\b(?:U\.S|St|Mt|Dr|Mr|ca|est|approx|vs|No|Jr|Sr|[A-Z])|B\.C|A\.D)$")
FLAG = re.compile(r"\b(?:flag|flags|banner|national colou?rs?|coat of arms)\b", re.IGNORECASE)
FLAG_COLOURS = re.compile(
    r"\b(?:red|white|blue|green|yellow|black|gold|orange)\b[^.;]{0,25}\b(?:stripes?|bands?|stars?|crescent|disks?|tricolou?r|"
    r"emblem)\b",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(r"distribution map|reference guide|\bsee (?:note|\")")
_NUMBER = re.compile(
    r"(?P<money>\$)?(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?:\s*(?P<scale>million|billion|trillion))?"
    r"\s*(?P<percent>%|percent\b)?"
)
_SCALE = {"million": Decimal(10) ** 6, "billion": Decimal(10) ** 9, "trillion": Decimal(10) ** 12}


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as a reader would recognise it again: its size, and whether it is a percentage."""

    number: Decimal
    percent: bool

    @property
    def telling(self) -> bool:
        """Three significant digits or more: two equal numbers of that kind are hardly chance."""
        return len(self.number.normalize().as_tuple().digits) >= 3


def figures(text: str) -> list[tuple[Figure, bool]]:
    """The numbers in a text, each with whether it could be a calendar year."""
    found = []
    for match in _NUMBER.finditer(text):
        number = Decimal(match["number"].replace(",", "")) * _SCALE.get(match["scale"] or "", Decimal(1))
        bare = not (match["money"] or match["scale"] or match["percent"] or "," in match["number"])
        year = bare and number == int(number) and 1000 <= number <= 2100
        found.append((Figure(number, bool(match["percent"])), year))
    return found


def repeats(sentence: str, told: list[Figure]) -> bool:
    """Whether a sentence tells one of the figures that the tables hold: the same to half a percent, and either long
    enough to be no accident or a percentage in both places."""
    for figure, year in figures(sentence):
        for known in told:
            if known.number == 0 or year:
                continue
            near = abs(figure.number - known.number) <= abs(known.number) / 200
            if near and ((figure.telling and known.telling) or (figure.percent and known.percent)):
                return True
    return False


def ordinary_capitals(text: str) -> str:
    """`Jomo KENYATTA` -> `Jomo Kenyatta`; initials stay."""

    def lower(match: re.Match[str]) -> str:
        word = match[0]
        return word if word in INITIALS else word.capitalize()

    return _CAPITALS.sub(lower, text)


def plain(field: str) -> str:
    """One field on one line, without tags, entities, dates of survey and doubled blanks."""
    text = html.unescape(_TAG.sub("", _BREAK.sub(" ", field))).replace("\xa0", " ")
    text = _YEAR_NOTE.sub("", text.replace("’", "'").replace("‘", "'"))
    text = re.sub(r"\s+", " ", text)
    text = text.replace(" -- ", " – ")
    return ordinary_capitals(re.sub(r"\s+([,;.])", r"\1", text)).strip(" ;,")


def paragraphs(field: str) -> list[str]:
    """The parts of a field that line breaks set apart, cleaned, numbered notes without their number."""
    parts = [plain(part) for part in _BREAK.split(field)]
    return [_NOTE.sub("", part) for part in parts if part]


def sentences(paragraph: str) -> list[str]:
    """Cut after a full stop that a capital follows, but not after an abbreviation or an initial."""
    pieces, start = [], 0
    for match in _SENTENCE_END.finditer(paragraph):
        if match[1].startswith(".") and _ABBREVIATION.search(paragraph[start : match.start(1)]):
            continue
        pieces.append(paragraph[start : match.end(1)])
        start = match.end()
    pieces.append(paragraph[start:])
    return [piece for piece in (piece.strip() for piece in pieces) if piece]


def clauses(sentence: str) -> list[str]:
    """The parts of a Factbook note, which strings statements together with semicolons outside brackets."""
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(sentence):
        depth += (letter == "(") - (letter == ")")
        if letter == ";" and depth == 0:
            parts.append(sentence[start:place])
            start = place + 1
    parts.append(sentence[start:])
    return [part.strip() for part in parts if part.strip()]


def allowed(text: str, told: list[Figure]) -> bool:
    """Whether a sentence may stand in the prose: nothing about flags, no figure of the tables, no map to look at."""
    if (
        FLAG.search(text)
        or FLAG_COLOURS.search(text)
        or re.search(r"distribution map|reference guide|\bsee (?:note|\")", text)
    ):
        return False
    return not repeats(text, told)


def closed(text: str) -> str:
    """Begin with a capital, end with a full stop (before a closing quotation mark, one is enough)."""
    text = text.strip(" ;,:")
    if not text:
        return ""
    text = text[0].upper() + text[1:]
    return text if re.search(r"[.!?]['\"”’)]?$", text) else text + "."


def prose(field: str, told: list[Figure]) -> list[str]:
    """The paragraphs of a field, rid of every sentence (or clause of a note) that may not stand."""
    kept = []
    for paragraph in paragraphs(field.replace(", as shown in this population distribution map", "")):
        lines = []
        for sentence in sentences(paragraph):
            parts = clauses(sentence)
            good = [part for part in parts if allowed(part, told)]
            if good:
                lines.append(sentence if len(good) == len(parts) else "; ".join(good))
        text = " ".join(closed(line) for line in lines)
        if text:
            kept.append(text)
    return kept
