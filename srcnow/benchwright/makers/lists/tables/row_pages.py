"""Finds the page of each row of a table, and the passages of it that hold given words.

The page of a key cell is the one that it links to, else the only page with that title. Passages are searched one by
one, so that the evidence of an answer is one passage, or two where no passage holds everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import lru_cache

from benchwright.corpus.store import Corpus
from benchwright.english.sentences import sentences
from benchwright.facts.headers import clean
from benchwright.makers.lists.tables.conditions import SoughtValue
from benchwright.makers.lists.tables.vocabulary import content_words, stem
from benchwright.records import Modality, Source, Span, Table
from benchwright.retrieval.word_index import holds
from benchwright.values import Quantity, bare_name, detokenise, find_dates, name_key
from benchwright.values.numbers import find_quantities

_PLACE = re.compile(
    r"\b(?:is|was)\b.{0,80}?\b(?:state|country|city|town|county|province|territory|region|island|republic|prefecture|"
    r"district|municipality|village|borough|commonwealth|capital|nation|kingdom|department|canton)\b"
)
_FEMALE = frozenset(("female", "woman", "she", "her"))
_SPACED = re.compile(r"(?<=\d)\s*,\s*(?=\d{3}\b)")
_GROUPED = re.compile(r"\d{1,3}(?:\s*,\s*\d{3}\b)+")
"""Grouped thousands, also as tokenised text has them: "1 , 200"."""

Want = tuple[tuple[str, ...], ...]
"""Stems that a page should hold, each with others that would do as well."""

Place = tuple[int, int]
_Amounts = list[tuple[Place, Quantity]]
_Sentence = tuple[list[tuple[Place, set[str]]], _Amounts, _Amounts]
"""The words with their forms, the years, and the amounts."""


class RowPages:
    """Text passages of a corpus by page, and where they hold words. Safe to share between threads."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._passages: dict[str, list[str]] = {}
        self._titled: dict[str, set[str]] = {}
        documents = corpus.columns.strings("document")
        for id, title, document, modality in zip(corpus.ids, corpus.titles, documents, corpus.modalities, strict=True):
            if modality is not Modality.TEXT:
                continue
            self._passages.setdefault(document, []).append(id)
            for key in {name_key(title), name_key(bare_name(title))}:
                self._titled.setdefault(key, set()).add(document)
        self._words = lru_cache(maxsize=50_000)(self._read)
        self._sentences = lru_cache(maxsize=20_000)(self._split)

    def of_cell(self, table: Table, row: int, column: int) -> str:
        """The page that a cell is about, "" if none is known, or more than one could be meant."""
        text = clean(table.rows[row][column])
        linked = []
        for at_row, at_column, target in table.links:
            if (at_row, at_column) == (row, column):
                page = self._corpus.document(target) if target in self._corpus else target
                if page in self._passages and page not in linked:
                    linked.append(page)
        if len(linked) > 1:
            linked = [page for page in linked if name_key(bare_name(self.title(page))) == name_key(text)]
        if linked:
            return linked[0] if len(linked) == 1 else ""
        titled = self._titled.get(name_key(text), set())
        return next(iter(titled)) if len(titled) == 1 else ""

    def title(self, page: str) -> str:
        """The title of a page's first passage."""
        first: str = self._corpus.titles[self._corpus.position(self._passages[page][0])]
        return first

    def url(self, page: str) -> str:
        return self._corpus.source(self._passages[page][0]).url

    def is_place(self, name: str) -> bool:
        """Whether the corpus has a page of that name that begins by telling a place."""
        return any(
            _PLACE.search(self._corpus.source(self._passages[page][0]).text[:300])
            for page in self._titled.get(name_key(name), ())
        )

    def evidence(
        self, page: str, telling: Want, least: int, sought: SoughtValue | None = None, needs: Want = ()
    ) -> tuple[Span, ...]:
        """Spans of one or two passages of the page that hold at least `least` of the telling words, all that it `needs`
        and, if there is any, what is `sought`; () if the page does not. A span is the sentences from the first such
        word to the last."""
        held_words = {id: self._held(id, telling) for id in self._passages[page]}
        valued = {id: self._held_value(id, sought) if sought else () for id in held_words}
        if needs:
            needed = {id: self._held(id, needs) for id in held_words}
            held_words = {
                id: {**places, **{len(telling) + at: place for at, place in needed[id].items()}}
                for id, places in held_words.items()
                if len(needed[id]) == len(needs)
            }
            least += len(needs)
        for id, places in held_words.items():
            if len(places) >= least and (value_places := valued[id]) is not None:
                return (self._span(id, (*places.values(), *value_places)),)
        for id, places in held_words.items():
            for other, value_places in valued.items():
                if sought and value_places and other != id and len(places) >= least:
                    spans = (self._span(id, tuple(places.values())), self._span(other, value_places))
                    return tuple(sorted(spans, key=lambda span: self._corpus.position(span.source)))
        return ()

    def _held(self, id: str, wanted: Want) -> dict[int, Place]:
        """Which of the wanted stand in a passage: their place in `wanted`, and where the first of each stands."""
        words = self._words(id)
        return {
            place: min(words[form] for form in forms if form in words)
            for place, forms in enumerate(wanted)
            if any(form in words for form in forms)
        }

    def _held_value(self, id: str, sought: SoughtValue) -> tuple[Place, ...] | None:
        """Where the words that are sought stand in a passage that holds them side by side, or the number and its cue in
        a sentence that has both; None if it does not."""
        if not sought.words:
            return self._cued(id, sought)
        words, forms = self._words(id), [_form(word) for word in _TOKEN.findall(sought.words)]
        if not forms or not all(form in words for form in forms):
            return None
        if len(forms) > 1 and not holds(self._corpus.source(id).text, sought.words):
            return None
        return tuple(words[form] for form in forms)

    def _cued(self, id: str, sought: SoughtValue) -> tuple[Place, ...] | None:
        for words, dates, amounts in self._sentences(id):
            cue = next((place for place, forms in words if not sought.cues.isdisjoint(forms)), None)
            stated = dates if sought.op in ("before", "after", "in") else amounts
            valued = next((place for place, quantity in stated if sought.met(quantity)), None)
            if cue and valued:
                return (valued, cue)
        return None

    def _split(self, id: str) -> list[_Sentence]:
        text = self._corpus.source(id).text
        return [_sentence(text[begin:end], begin) for begin, end in sentences(text)]

    def _span(self, id: str, places: Sequence[Place]) -> Span:
        text = self._corpus.source(id).text
        first, last = min(start for start, _ in places), max(end for _, end in places)
        start, end = first, last
        for begin, finish in sentences(text):
            if begin <= first < finish:
                start = begin
            if begin < last <= finish:
                end = finish
        return Span(id, "text", start, end)

    def _read(self, id: str) -> dict[str, Place]:
        """Where each stem of a passage's title and text stands first in its text."""
        return stems_of(self._corpus.source(id))


_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*(?:\s?,\s?\d{3}\b)*(?:\.\d+)?")
_HARD = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d{3}(?!\d))")


def _form(token: str) -> str:
    """A word's stem, a number without commas and without zeros at its end: "1,200.0" and "1200" are one."""
    token = _SPACED.sub("", token)
    if token[:1].isdigit() and "." in token and token.replace(".", "", 1).isdigit():
        token = token.rstrip("0").rstrip(".")
    return stem(token)


def _tokens(text: str, at: int = 0) -> Iterator[tuple[Place, set[str]]]:
    """The forms of each word of a text and where it stands; `at` is where the text begins."""
    for match in _TOKEN.finditer(_HARD.sub(",", text)):
        token = _SPACED.sub("", match[0])
        yield (
            (at + match.start(), at + match.end()),
            {_form(part) for part in {token, *re.split(r"[-–]", token)} if part},
        )


def _sentence(text: str, at: int) -> _Sentence:
    """The words, the years and the amounts of a sentence with their places; `at` is where it begins."""
    joined = _GROUPED.sub(lambda match: "".join(match[0].split()).ljust(len(match[0])), text)
    years = [((at + start, at + end), Quantity(Decimal(date.year))) for start, end, date in find_dates(joined)]
    amounts = [((at + start, at + end), quantity) for start, end, quantity in find_quantities(joined)]
    return list(_tokens(text, at)), years, amounts


def stems_of(source: Source) -> dict[str, Place]:
    """The stems of a passage and where each stands first. Numbers are without commas; what only the title holds stands
    at the beginning."""
    places: dict[str, Place] = {}
    for place, forms in _tokens(source.text):
        for form in forms:
            places.setdefault(form, place)
    start = next(iter(places.values()), (0, 0))
    for word in content_words(detokenise(source.title)):
        places.setdefault(stem(word), start)
    return places


def wanted_words(telling: Sequence[str]) -> Want:
    """The stems, each with what says the same of a person."""
    return tuple(tuple(sorted(_FEMALE)) if one in _FEMALE else (one,) for one in telling)
