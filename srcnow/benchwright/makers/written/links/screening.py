"""Tells which sources carry no question: lists of references, exercises, contents, credits, icons, bare code.

By structure first: how many lines look like citations, questions or headings of the corpus; then by the headings above
a source, whose words are data (`vocabulary.yaml`). What is left out is counted by reason.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from benchwright.english.language import ENGLISH, FOREIGN
from benchwright.english.vocabulary import Vocabulary
from benchwright.records import Modality, Source
from benchwright.values import words_of

_VOCABULARY = Vocabulary.of("benchwright.makers.written.links", "screening")
_HEADINGS = _VOCABULARY.texts("headings")
_CREDIT = re.compile(rf"^\W*(?:{_VOCABULARY.pattern('credits')})$", re.IGNORECASE | re.DOTALL)

_LETTERS = 30
"""Fewer letters than a short sentence has state nothing that a question could be about."""
_ICON = 48
"""Pixels of the shorter side: what is smaller is a sign, not a picture."""
_DECORATION = 3
"""A picture that stands so often in a corpus decorates."""
_MOSTLY = 0.5
_CODE = 0.8
_RUNNING, _FEWEST = 20, 0.03
"""Of so many words of a text that says something, at least this share are function words; of a list of names none."""
_FUNCTION = ENGLISH | FOREIGN

_CITES = re.compile(
    r"\((?:19|20)\d\d[a-z]?\)|\bdoi\b|https?://"
    r"|\bet al\b|\bpp?\.\s?\d|\bvol\.|\b(?:[A-Z]\.\s?){1,3},|\bISBN\b|\beds?\.\)"
)
_PAGES = re.compile(r"(?:\.{3,}|(?:\. ){3,}|\s{2,}|,)\s*\d+(?:\s*[-–,]\s*\d+)*\s*$")
_LINK = re.compile(r"\S+\.html?\b|https?://|\S#\w")
_LINKS = 0.2
"""So large a share of links has no passage that says something."""
_QUESTION = re.compile(r"\?(?=\s|$|[\"'”)])")
_END = re.compile(r"[.!](?=\s|$|[\"'”)])")


@dataclass(frozen=True, slots=True)
class CorpusHabits:
    """What a single source cannot tell: the headings of the corpus, and how often each picture stands in it."""

    headings: frozenset[str]
    pictures: Mapping[str, int]

    @classmethod
    def of(cls, sources: Iterable[Source]) -> CorpusHabits:
        headings: set[str] = set()
        pictures: Counter[str] = Counter()
        for source in sources:
            headings.update(" ".join(words_of(one)) for one in (*source.place.headings, source.title))
            if source.image is not None:
                pictures[source.image.sha256] += 1
        return cls(frozenset(headings - {""}), pictures)


def reason_against(source: Source, habits: CorpusHabits) -> str:
    """Why the source carries no question, in a word; "" if nothing speaks against it."""
    for heading in reversed(source.place.headings):
        if (reason := _HEADINGS.get(" ".join(words_of(heading)))) is not None:
            return reason
    if source.modality is Modality.IMAGE:
        return _against_image(source, habits)
    if source.modality is Modality.TABLE:
        return _against_table(source)
    return _against_text(source, habits)


def _against_image(source: Source, habits: CorpusHabits) -> str:
    image = source.image
    assert image is not None, "an image source has an image"
    if min(image.width, image.height) < _ICON:
        return "icon"
    if habits.pictures[image.sha256] >= _DECORATION:
        return "decoration"
    words = source.text.strip()
    if not words:
        return "without words"
    return "credit" if words and _CREDIT.match(words) else ""


def _against_table(source: Source) -> str:
    """A table that says something has at least two rows of two cells."""
    rows = source.table.rows if source.table is not None else ()
    filled = [row for row in rows if sum(bool(cell.strip()) for cell in row) >= 2]
    return "" if len(filled) >= 2 else "thin table"


def _against_text(source: Source, habits: CorpusHabits) -> str:
    text = source.text
    if sum(letter.isalpha() for letter in text) < _LETTERS:
        return "short"
    code = sum(entry.body[1] - entry.body[0] for entry in source.entries if entry.kind == "code")
    if code > _CODE * len(text):
        return "code"
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) >= 3:
        if sum(bool(_CITES.search(line)) for line in lines) > _MOSTLY * len(lines) and len(_CITES.findall(text)) >= 4:
            return "references"
        if sum(bool(_PAGES.search(line)) for line in lines) > _MOSTLY * len(lines) and not any(
            _END.search(_PAGES.sub("", line)) for line in lines
        ):
            return "contents"
        if sum(" ".join(words_of(line)) in habits.headings for line in lines) > _MOSTLY * len(lines):
            return "contents"
    pieces = text.split()
    if len(_LINK.findall(text)) > _LINKS * len(pieces):
        return "contents"
    words = words_of(text)
    if len(words) >= _RUNNING and text.isascii() and sum(word in _FUNCTION for word in words) < _FEWEST * len(words):
        return "names only"
    asked, told = len(_QUESTION.findall(text)), len(_END.findall(text))
    return "exercises" if asked >= 2 and asked > told else ""
