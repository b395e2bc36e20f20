"""Checks (`quotes`) that what the writer says it used stands in the source that it names.

Words are compared as `folding.fold` leaves them. A quote from a passage becomes a range of characters; a row of a table
its cells; words of a caption a range of the image's text. What an image shows can't be looked up: words that are not in
its caption are taken as a description of its pixels, and only the checks with models can tell whether it is true.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from benchwright.checks.judged.draft import QuestionDraft
from benchwright.checks.judged.text_folding import FoldedText, fold
from benchwright.english.sentences import sentences
from benchwright.records import Check, Image, Source, Span, Table
from benchwright.values import words_of

_GAP = re.compile(r"\s*(?:\[\s*(?:\.{3}|…)\s*\]|\.{3,}|…)\s*")
_PIPE = re.compile(r"\s*\|\s*")
_AROUND = " \t\r\n\"'“”‘’«»*_"
_NAME_OF_PART = re.compile(r"^(?:caption|description|title|about):\s*", re.IGNORECASE)  # as images are shown to models
_SHORTEST = 2  # letters or digits of a quote from a passage: less stands everywhere
_SMALL = 3  # letters of a word that tells no place of a quote from another
_WORDS_OF_PART = 3  # of each part of a quote with gaps, and of a part of a cell

Spans = tuple[Span, ...]


def check_quotes(draft: QuestionDraft) -> tuple[Check, Spans]:
    """Pass when every quote is found in its source and every source has one. The spans of those that are found are the
    evidence, in the order of the quotes, each once."""
    sources = {source.id: source for source in draft.sources}
    telling = frozenset(words_of(f"{draft.question} {draft.answer} {draft.short_answer}"))
    spans: dict[Span, None] = {}
    faults: list[str] = []
    for quote in draft.quotes:
        if quote.source not in sources:
            faults.append(f"quotes {quote.source}, which the question does not use")
            continue
        try:
            places = find_quote(quote.text, sources[quote.source], telling)
        except AmbiguousQuoteError:
            faults.append(f"{_short(quote.text)!r} stands several times in {quote.source}: quote more words around it")
            continue
        if places is None:
            faults.append(f"{_short(quote.text)!r} does not stand in {quote.source}")
        spans.update(dict.fromkeys(places or ()))
    proven = {span.source for span in spans}
    faults += [f"nothing is quoted from {source.id}" for source in draft.sources if source.id not in proven]
    return Check("quotes", "fail" if faults else "pass", faults[0] if faults else "", by="quotes/1"), tuple(spans)


class AmbiguousQuoteError(Exception):
    """A quote stands in several sentences or rows, and nothing tells which is meant."""


def find_quote(quote: str, source: Source, telling: frozenset[str] = frozenset()) -> Spans | None:
    """The spans of a quote, None if it does not stand in the source. Words that stand in its title alone, or in the
    line on what it is about, are found there; such a span has no range. Of several places the one is meant whose
    sentence or row has most of the `telling` words (small ones and those of the title do not count); raises
    AmbiguousQuoteError where several have as many."""
    telling = frozenset(word for word in telling if len(word) > _SMALL or word.isdigit()) - set(words_of(source.title))
    bare = quote.strip(_AROUND)
    if not any(letter.isalnum() for letter in bare):
        return None
    if source.image is not None:
        return _in_image(bare, source, source.image)
    if source.table is not None:
        lines = [line for line in bare.splitlines() if any(letter.isalnum() for letter in line)]
        places = [_in_table(line, source, source.table, telling) or _around(line, source) for line in lines]
        return None if None in places else tuple(span for spans in places if spans is not None for span in spans)
    return _in_text(bare, source, telling) or _around(bare, source)


def _around(quote: str, source: Source) -> Spans | None:
    """In the title, or in the line on what the source is about."""
    wanted = _wanted(_NAME_OF_PART.sub("", quote.strip(_AROUND)))
    if sum(letter.isalnum() for letter in wanted) < _SHORTEST:
        return None
    for read, words in (("title", source.title), ("about", source.about)):
        if fold(words).find(wanted) is not None:
            return (Span(source.id, read),)  # type: ignore[arg-type]  # both words are of `Read`
    return None


def _meant(contexts: Sequence[str], telling: frozenset[str]) -> int:
    """Which of several contexts of a quote is meant: the one with most of the `telling` words."""
    counts = [len(telling.intersection(words_of(context))) for context in contexts]
    best = [at for at, count in enumerate(counts) if count == max(counts)]
    if len({contexts[at] for at in best}) > 1:
        raise AmbiguousQuoteError
    return best[0]


def _in_text(quote: str, source: Source, telling: frozenset[str]) -> Spans | None:
    """As it stands; else in parts, if the quote marks that something is left out between them."""
    whole = fold(source.text)
    if sum(letter.isalnum() for letter in quote) < _SHORTEST:
        return None
    parts = [part for part in _GAP.split(quote) if any(letter.isalnum() for letter in part)]
    tried: list[list[str]] = [[quote]]
    if parts and (len(parts) == 1 or all(len(part.split()) >= _WORDS_OF_PART for part in parts)):
        tried.append(parts)
    places = list(_places(_wanted(quote), whole))
    if len(places) > 1:
        around = [_sentence_of(source.text, *place) for place in places]
        start, end = places[_meant(around, telling)]
        return (Span(source.id, "text", start, end),)
    for pieces in tried:
        ranges = list(_ranges(pieces, whole))
        if len(ranges) == len(pieces):
            return tuple(Span(source.id, "text", start, end) for start, end in ranges)
    return None


def _places(wanted: str, whole: FoldedText) -> Iterator[tuple[int, int]]:
    """Where words stand, each time, in code points of the original."""
    place = whole.find(wanted)
    while place is not None:
        yield whole.back(*place)
        place = whole.find(wanted, place[1])


def _sentence_of(text: str, start: int, end: int) -> str:
    """The sentences that a range touches."""
    return " ".join(text[first:last] for first, last in sentences(text) if first < end and start < last)


def _ranges(parts: Sequence[str], whole: FoldedText) -> Iterator[tuple[int, int]]:
    """Where the parts stand, one after the other, in code points of the original; ends where one is missing."""
    begin = 0
    for part in parts:
        place = whole.find(_wanted(part), begin)
        if place is None:
            return
        begin = place[1]
        yield whole.back(*place)


def _wanted(quote: str) -> str:
    """The folded quote without the stop that a writer may have put after it."""
    return fold(quote.strip(_AROUND)).text.rstrip(" .,;:")


def _in_image(quote: str, source: Source, image: Image) -> Spans:
    """In the caption or the alternative text, if these are part of the source's text, or around them; else in the
    pixels."""
    whole = fold(source.text)
    for read, words in (("caption", image.caption), ("alt", image.alt)):
        place = whole.find(fold(words))
        inner = fold(words).find(_wanted(_NAME_OF_PART.sub("", quote)))
        if place is not None and inner is not None:
            start, end = whole.back(place[0] + inner[0], place[0] + inner[1])
            return (Span(source.id, read, start, end),)  # type: ignore[arg-type]  # both words are of `Read`
    return _around(quote, source) or (Span(source.id, "pixels"),)


def _in_table(line: str, source: Source, table: Table, telling: frozenset[str]) -> Spans | None:
    """The cells of the row that holds every part of the line, each part a cell of its own."""
    parts = [part for part in _PIPE.split(line.strip(" |")) if part.strip(_AROUND)]
    rows = [*enumerate(table.rows), *((row - len(table.header), cells) for row, cells in enumerate(table.header))]
    contents = dict(rows)
    folded = [(row, [fold(cell.strip(_AROUND)) for cell in cells]) for row, cells in rows]
    for exact in (True, False):
        found = [(row, columns) for row, cells in folded if (columns := _columns(parts, cells, exact))]
        if found:
            row, columns = found[_meant([" | ".join(contents[row]) for row, _ in found], telling)]
            return (Span(source.id, "cell", cells=tuple((row, column) for column in columns)),)
    return None


def _columns(parts: Sequence[str], cells: Sequence[FoldedText], exact: bool) -> tuple[int, ...]:
    """The columns of one row in which the parts stand, a column for each; () if one of them has none. Not `exact`: a
    few words of a long cell are enough."""
    unused = list(range(len(cells)))
    columns: list[int] = []
    for part in parts:
        wanted = fold(part.strip(_AROUND)).text
        partly = not exact and len(part.split()) >= _WORDS_OF_PART
        for column in unused:
            cell = cells[column]
            if cell.text == wanted or (partly and cell.find(_wanted(part)) is not None):
                columns.append(column)
                unused.remove(column)
                break
        else:
            return ()
    return tuple(sorted(columns))


def _short(text: str, length: int = 80) -> str:
    return text if len(text) <= length else f"{text[: length - 3]}..."
