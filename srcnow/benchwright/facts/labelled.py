"""Read facts from labelled lines: "Capital: Nairobi", "- **Highest point**: Mount Kenya, 5,199 m".

    (Kenya, capital, "Nairobi")
    (Kenya, highest_point, "Mount Kenya"), (Kenya, highest_elevation, "5,199 m")
    (Kenya, independence, "12 December 1963"), (Kenya, independent_from, "the United Kingdom")

The subject is the source's title, the relation what the lexicon says the label means, the value what the relation's
type allows: a date must be a date, a name a name. A line that does not fit gives nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchwright.english.vocabulary import Vocabulary
from benchwright.facts.keys import is_empty
from benchwright.facts.phrases import fact_at
from benchwright.facts.relations import Lexicon, Relation, label_key, lexicon
from benchwright.facts.types import NUMERIC_TYPES, SUBJECT_TYPES
from benchwright.records import Fact, Modality, Source
from benchwright.values import Quantity, find_dates, parse_date, parse_quantity
from benchwright.values.decimal_signs import decimal_sign, numbers_in, quantity_as_written

# A label opens a line (with or without a list mark), or follows "; " or ". " in a line.
_LABEL = re.compile(
    r"(?:^[ \t]*|(?<=[;.]) +)(?:[-*•·–] +)?(?:\*\*|__)?"
    r"(?P<label>[^\W\d_][^\n:;.*|]{0,40}?)[ \t]?(?:\*\*|__)?:(?:\*\*|__)?[ \t]+(?=\S)",
    re.MULTILINE,
)
_QUOTED = re.compile(r"[\"“„«](?P<inner>[^\"“”„«»]+)[\"”»](?:\s*\([^()]*\))?")
_ASIDE = re.compile(r"\s*\((?P<aside>[^()]*)\)$")
_FROM = re.compile(r"from (?P<name>[^,;()]+)")
_SPLIT = re.compile(r",\s+(?=[-−]?[\d.])")
_YEAR = re.compile(r"\b(1\d{3}|20\d{2})\b")
_NAME_WORD = re.compile(
    r"[^\W\d_a-z][\w'’.\-/]*|\.[a-z]{2,3}|\+\d[\d\- ]*|[dl]['’][^\W\d_a-z][\w'’\-]*|al-[^\W\d_a-z]\w*"
)
_VOCABULARY = Vocabulary.of("benchwright.facts", "labelled")
_SMALL = _VOCABULARY.words("small")
_NEUTRAL = _VOCABULARY.words("neutral")
# The other half of "Mount Kenya, 5,199 m".
_MEASURE_OF = {
    "highest_point": "highest_elevation",
    "lowest_point": "lowest_elevation",
    "largest_city": "largest_city_population",
}
_PLACE_OF = {"birth_date": "birth_place", "death_date": "death_place"}
_JOINT = re.compile(r"(?: in|,(?: in)?) ")
# Relations whose name is a common noun or a code: words in small letters are fine.
_COMMON = frozenset({"currency", "internet_domain", "calling_code", "national_symbol", "demonym"})
_TITLE_JOINT = re.compile(r"\s+[—–›>|-]\s+|:\s+")

_OWN_LINE = re.compile(rf"(?:\A|\n[ \t]*\n)(?P<name>[^\n:]+)\n+(?={_LABEL.pattern})", re.MULTILINE)
# "Appendix B", "Chapter 4": parts of a document are counted, places are not.
_NUMBERED = re.compile(r" (?:\d+|[IVXLC]+|[A-Z])$")
_PLACES = ("country", "place")

LONGEST_NAME, LONGEST_TEXT = 8, 120
"""Longest name in words, longest other text in characters."""


@dataclass(frozen=True, slots=True)
class LabelledLine:
    """One labelled line: the label's relation and where its value stands in the source's text."""

    relation: Relation
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class LabelReading:
    """What a value says: the span that is shown, its unit, and what narrows it."""

    relation: Relation
    start: int
    end: int
    unit: str = ""
    qualifiers: tuple[tuple[str, str], ...] = ()


def facts_of_labels(source: Source) -> Iterator[Fact]:
    """The facts of a passage's labelled lines, in order. None if the passage has no title, or stands under a heading
    that may be about something else ("Nairobi" inside "Kenya")."""
    subject = _subject(source)
    if source.modality is not Modality.TEXT or not subject:
        return
    end = _other_subject(source.text, subject)
    lines = [(source.text, line) for line in labelled_lines(source.text, lexicon()) if line.start < end]
    kind, readings = read_once(lines, decimal_sign(numbers_in(source.text)))
    if kind in _PLACES and _NUMBERED.search(subject):
        return
    for _, reading in readings:
        yield _fact(source, subject, kind, reading)


def read_once(lines: Sequence[tuple[str, LabelledLine]], decimal: str) -> tuple[str, list[tuple[int, LabelReading]]]:
    """The subject's type, and what the lines of a text say, each with its line's number. Two lines with one label are a
    list, or are about two things: neither is one fact. `decimal` is the decimal sign of the text's numbers."""
    # Of several types that most lines allow the most general: a wrong narrow one would word it wrongly.
    votes = Counter(kind for _, line in lines for kind in line.relation.subjects)
    kind = max(votes, key=lambda kind: (votes[kind], SUBJECT_TYPES.index(kind)), default="")
    readings = [
        (number, reading)
        for number, (text, line) in enumerate(lines)
        if kind in line.relation.subjects
        for reading in line_readings(text, line, lexicon(), decimal)
        if kind in reading.relation.subjects
    ]
    times = Counter(reading.relation.name for _, reading in readings)
    read = {number for number, _ in readings}
    times.update(line.relation.name for number, (_, line) in enumerate(lines) if number not in read)
    return kind, [pair for pair in readings if times[pair[1].relation.name] == 1]


def labelled_lines(text: str, words: Lexicon) -> Iterator[LabelledLine]:
    """The labelled lines whose label the lexicon knows. An unknown label still ends the value before it."""
    labels = list(_LABEL.finditer(text))
    for index, match in enumerate(labels):
        relation = words.by_label(label_key(match["label"]))
        if relation is None:
            continue
        stop = labels[index + 1].start() if index + 1 < len(labels) else len(text)
        newline = text.find("\n", match.end(), stop)
        start, end = _trimmed(text, match.end(), stop if newline < 0 else newline)
        if start < end and not is_empty(text[start:end]):
            yield LabelledLine(relation, start, end)


def labels_in(text: str) -> Iterator[tuple[str, str]]:
    """Every label of a text's lines, known or not, with the rest of its line."""
    for match in _LABEL.finditer(text):
        start, end = _trimmed(text, match.end(), len(text) if (at := text.find("\n", match.end())) < 0 else at)
        yield match["label"], text[start:end]


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Without white space, marks of emphasis, and the stop at the end."""
    while start < end and (text[start].isspace() or text[start] in "*_"):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in ".;,*_"):
        end -= 1
    return start, end


def _subject(source: Source) -> str:
    title = " ".join(source.title.split())
    parts = _TITLE_JOINT.split(title)
    if len(parts) > 1:
        if any(part.casefold() not in _NEUTRAL for part in parts[1:]):
            return ""
        title = parts[0]
    for heading in source.place.headings:
        words = " ".join(heading.split()).casefold()
        if words not in _NEUTRAL and words != title.casefold():
            return ""
    return title if len(title.split()) <= LONGEST_NAME else ""


def _other_subject(text: str, subject: str) -> int:
    """Where the lines are no longer about the subject: behind a blank line or first stands a name by itself, and labels
    follow it. The end of the text if nowhere."""
    for match in _OWN_LINE.finditer(text):
        words = match["name"].strip()
        if _is_name(words) and words.casefold() not in (*_NEUTRAL, subject.casefold()):
            return match.start()
    return len(text)


def line_readings(text: str, line: LabelledLine, words: Lexicon, decimal: str) -> Iterator[LabelReading]:
    """What one line says, by the value type of its relation."""
    value = text[line.start : line.end]
    kind = line.relation.value
    if kind not in NUMERIC_TYPES and line.relation.name not in _PLACE_OF and _is_limited(value):
        return
    if kind in ("date", "year"):
        yield from _dates(text, line, words)
    elif kind in ("quantity", "count", "money", "percent"):
        reading = _measure(text, line.relation, line.start, line.end, decimal)
        if reading:
            yield reading
    elif kind == "name":
        yield from _names(text, line, words, decimal)
    elif kind == "text" and len(value) <= LONGEST_TEXT and ";" not in value:
        yield LabelReading(line.relation, line.start, _without_aside(text, line.start, line.end))


def _is_limited(value: str) -> bool:
    """Whether words in brackets may take a value back: "Mombasa (until 1907)". A code or a translation does not."""
    aside = _ASIDE.search(value)
    return aside is not None and aside["aside"][:1].islower() and not _FROM.fullmatch(aside["aside"])


def _without_aside(text: str, start: int, end: int) -> int:
    """Where the value ends when a parenthesis behind it is left off."""
    aside = _ASIDE.search(text[start:end])
    return start + aside.start() if aside and aside.start() else end


def _dates(text: str, line: LabelledLine, words: Lexicon) -> Iterator[LabelReading]:
    end = _without_aside(text, line.start, line.end)
    if parse_date(text[line.start : end]) is None:
        yield from _date_and_place(text, line, end, words)
        return
    yield LabelReading(line.relation, line.start, end)
    aside = _ASIDE.search(text[line.start : line.end])
    ruler = _FROM.fullmatch(aside["aside"]) if aside else None
    other = words.get("independent_from")
    if aside and ruler and other and line.relation.name == "independence" and _is_name(ruler["name"]):
        start = line.start + aside.start("aside") + ruler.start("name")
        yield LabelReading(other, start, start + len(ruler["name"]))


def _date_and_place(text: str, line: LabelledLine, end: int, words: Lexicon) -> Iterator[LabelReading]:
    """ "12 May 1820, Florence, Italy" or "12 May 1820 in Florence" of a birth or death: two facts, or none."""
    dates = find_dates(text[line.start : end])
    place = words.get(_PLACE_OF.get(line.relation.name, ""))
    if place is None or len(dates) != 1 or dates[0][0] != 0:
        return
    joint = _JOINT.match(text, line.start + dates[0][1], end)
    if joint and all(_is_name(part) for part in text[joint.end() : end].split(", ")):
        yield LabelReading(line.relation, line.start, line.start + dates[0][1])
        yield LabelReading(place, joint.end(), end)


def _measure(text: str, relation: Relation, start: int, end: int, decimal: str) -> LabelReading | None:
    """A number with the unit that the relation asks for, but not a bound ("at least 536 km"). What its parenthesis says
    of the year narrows it, and so does "about"."""
    quantity = quantity_as_written(text[start:end], decimal)
    if quantity is None or quantity.hedge not in ("", "about") or not _fits(relation, quantity):
        return None
    aside = _ASIDE.search(text[start:end])
    years = _YEAR.findall(aside["aside"]) if aside else []
    year = [("year", years[0])] if len(years) == 1 else []
    narrowed = [*year, ("approximate", "yes")] if quantity.approximate else year
    return LabelReading(relation, start, _without_aside(text, start, end), quantity.unit, tuple(narrowed))


def _fits(relation: Relation, quantity: Quantity) -> bool:
    if relation.value == "count":
        return quantity.unit in ("", "person") and quantity.number >= 0
    if relation.value == "percent":
        return quantity.unit == "percent"
    return bool(quantity.unit) if relation.unit == "required" else relation.unit in ("", quantity.unit)


def _names(text: str, line: LabelledLine, words: Lexicon, decimal: str) -> Iterator[LabelReading]:
    """A name, bare, in quotation marks or with a translation or code behind it; then perhaps its measure."""
    start, end = line.start, line.end
    quoted = _QUOTED.fullmatch(text, start, end)
    if quoted:
        yield LabelReading(line.relation, quoted.start("inner"), quoted.end("inner"))
        return
    cut = _SPLIT.search(text, start, end)
    measured = None
    if cut and parse_quantity(text[cut.end() : end]):
        other = words.get(_MEASURE_OF.get(line.relation.name, ""))
        measured = _measure(text, other, cut.end(), end, decimal) if other else None
        end = cut.start()
    end = _without_aside(text, start, end)
    name = text[start:end]
    phrase = measured is not None or line.relation.name in _COMMON
    if not (_is_name(name) or (phrase and _is_phrase(name))):
        return
    yield LabelReading(line.relation, start, end)
    if measured:
        yield measured


def _is_name(value: str) -> bool:
    """Whether every word is capitalised, or one of the small words that names hold, and none is a year."""
    listed = value.split()
    if not 0 < len(listed) <= LONGEST_NAME or listed[-1] in _SMALL:
        return False
    if listed[0] == "the":
        listed = listed[1:]
    return bool(listed and _NAME_WORD.fullmatch(listed[0])) and all(
        word in _SMALL or _NAME_WORD.fullmatch(word) for word in listed
    )


def _is_phrase(value: str) -> bool:
    """Whether it is a few words without any punctuation that a sentence or a list would have."""
    return len(value.split()) <= 4 and not re.search(r"[,;:/()\"]", value) and not _YEAR.search(value)


def _fact(source: Source, subject: str, kind: str, reading: LabelReading) -> Fact:
    relation = reading.relation
    return fact_at(
        source,
        relation.name,
        reading.start,
        reading.end,
        subject,
        value=" ".join(source.text[reading.start : reading.end].split()),
        unit=reading.unit,
        subject_type=kind,
        value_type=relation.value,
        qualifiers=reading.qualifiers,
    )
