"""Decide what one chunk shows of one gold source, by its place in the document or by its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from benchwright.benchmark.render import merged
from benchwright.corpus.store import Corpus
from benchwright.evaluate.match.document_names import DocumentMatch, DocumentNames
from benchwright.evaluate.match.needed_evidence import EvidenceNeed, GoldText
from benchwright.evaluate.match.word_overlap import SHINGLE, TextWords, WordRun, holds, shared, words_of
from benchwright.evaluate.runs import TextChunk
from benchwright.readers.source_columns import DocumentText
from benchwright.readers.table_records import squeeze
from benchwright.records import Modality, Source

FEWEST = SHINGLE
"""Words that a text without a document must have; fewer stand anywhere."""
ENOUGH = 8
"""Words of a source that must be shared before half of them place a text that has no document."""
LONG_RUN = 12
"""Words in a row that place a text without a document, however much else is in it."""

_NOTHING = DocumentMatch("unknown")
_TEXTS = 4096  # chunks whose words are kept at a time
_DOCUMENTS = 64  # documents whose texts are kept at a time

Interval = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CoveredText:
    """Intervals of a source's text (ascending, apart), or all of the source, picture included."""

    intervals: tuple[Interval, ...] = ()
    whole: bool = False

    def __bool__(self) -> bool:
        return self.whole or bool(self.intervals)


NOTHING = CoveredText()
WHOLE = CoveredText(whole=True)


def both(one: CoveredText, other: CoveredText) -> CoveredText:
    """What two chunks show together."""
    return WHOLE if one.whole or other.whole else CoveredText(tuple(merged((*one.intervals, *other.intervals))))


class ChunkCoverage:
    """Asks what chunks show of the sources of one corpus."""

    def __init__(self, corpus: Corpus) -> None:
        self.names = DocumentNames(corpus)
        self._corpus = corpus
        self._words = lru_cache(maxsize=_TEXTS)(words_of)
        self._document = lru_cache(maxsize=_DOCUMENTS)(self._read)

    def document_of(self, chunk: TextChunk) -> DocumentMatch:
        """What the chunk's document is; "unknown" where none is named."""
        return self.names.meant(chunk.document) if chunk.document else _NOTHING

    def place_of(self, chunk: TextChunk) -> Interval | None:
        """Its place, where it has one that can be."""
        if chunk.start is None or chunk.start < 0:
            return None
        end = chunk.start + len(chunk.text) if chunk.end is None else chunk.end
        return (chunk.start, end) if end > chunk.start else None

    def text(self, chunk: TextChunk) -> str:
        """What stands at the place or on the page of a chunk that has no text, or all of what it names. "" where that
        is not known."""
        meant, place = self.document_of(chunk), self.place_of(chunk)
        if meant.kind == "source":
            whole = self._corpus.source(meant.name).text
        else:
            whole = self._text_of(meant.name) or "" if meant.kind == "document" else ""
        if place is not None:
            return whole[place[0] : place[1]]
        if chunk.page is None:
            return whole
        page = self._page(meant.name, chunk.page) if meant.kind == "document" else None
        return whole[page[0] : page[1]] if page is not None else ""

    def of(self, chunk: TextChunk, meant: DocumentMatch, need: EvidenceNeed, text: GoldText) -> CoveredText:
        """What the chunk shows of a gold source."""
        source = text.source
        if meant.kind not in ("document", "source"):
            return self._by_words(chunk.text, need, text, named=False) if chunk.text else NOTHING
        if meant.name != (source.id if meant.kind == "source" else source.document):
            return NOTHING
        alone = meant.kind == "source" or self.names.sources(meant.name) == 1
        if alone and source.modality is Modality.IMAGE:
            return WHOLE  # the hit names the picture itself
        place = self.place_of(chunk)
        if place is None and not chunk.text:
            return WHOLE if chunk.page is None else self._on_page(chunk.page, source)
        if place is not None:
            coverage = self._by_place(chunk, place, meant, need, text, alone=alone)
            if coverage is not None:
                return coverage
        return self._by_words(chunk.text, need, text, named=True) if chunk.text else NOTHING

    def _on_page(self, number: int, source: Source) -> CoveredText:
        """What a whole page shows: a table or picture that stands on it, of a passage the part that does."""
        page = self._page(source.document, number)
        start, end = source.place.start, source.place.end
        if page is None or start is None or end is None or end - start != len(source.text):
            return WHOLE if number == source.place.page else NOTHING
        low, high = max(page[0], start), min(page[1], end)
        return CoveredText(((low - start, high - start),)) if low < high else NOTHING

    def _by_place(
        self,
        chunk: TextChunk,
        place: Interval,
        meant: DocumentMatch,
        need: EvidenceNeed,
        text: GoldText,
        *,
        alone: bool,
    ) -> CoveredText | None:
        """What stands at that place; None if its place says nothing: the document has no text here, or other words."""
        source = text.source
        whole = self._text_of(meant.name) if meant.kind == "document" else None
        if whole is None:
            if not alone:
                return None
            whole, begin, end = source.text, 0, len(source.text)
        else:
            begin, end = source.place.start or 0, source.place.end or 0
        there = whole[place[0] : place[1]]
        if not there or (chunk.text and not self._same(chunk.text, there)):
            return None
        low, high = max(place[0], begin), min(place[1], end)
        if source.modality is Modality.IMAGE and low < high:
            return WHOLE
        if whole[begin:end] != source.text or begin == end:
            return self._by_words(chunk.text or there, need, text, named=True)
        coverage = CoveredText(((low - begin, high - begin),)) if low < high else NOTHING
        if chunk.text in ("", there):
            return coverage
        return both(coverage, self._by_words(chunk.text, need, text, named=True))

    def _same(self, words: str, there: str) -> bool:
        """Are these the words of the place? The first and the last one may be cut, and others may stand around."""
        if words == there:
            return True
        if 2 * len(self._words(there)) < len(self._words(words)):
            return False
        inner = self._words(there).words[1:-1]
        return holds(self._words(words).words, inner) if inner else squeeze(words) == squeeze(there)

    def _by_words(self, words_text: str, need: EvidenceNeed, text: GoldText, *, named: bool) -> CoveredText:
        """What the words show of the source. Without a document they must be enough to stand for its place."""
        chunk = self._words(words_text)
        if text.source.image is not None and self._pictured(chunk, words_text, text, named=named):
            return WHOLE
        runs = shared(chunk, text.words)
        if not named and not _placed(chunk, text.words, runs):
            runs = []
        words = text.words
        intervals = [_with_cut_words(run, chunk, words) for run in runs]
        if text.table is not None:
            for piece in (piece for clause in need.clauses for pieces in clause for piece in pieces):
                if piece.cell is not None and text.table.states(chunk, piece.cell, named=named):
                    intervals.extend((stretch.start, stretch.end) for stretch in piece.stretches)
        return CoveredText(tuple(merged(intervals))) if intervals else NOTHING

    def _pictured(self, chunk: TextWords, words: str, text: GoldText, *, named: bool) -> bool:
        """Does it name the picture's file, or hold its caption in full? A short caption is a mere mention, unless the
        document is named or the chunk has little else."""
        image, caption = text.source.image, text.caption
        if image is not None and image.sha256 in words:
            return True
        if len(caption) < 2 or not holds(chunk.words, caption.words):
            return False
        return named or len(caption) >= ENOUGH or 2 * len(caption) >= len(chunk)

    def _read(self, name: str) -> DocumentText | None:
        document = self._corpus.documents.get(name)
        return document if document is not None and document.text else None

    def _text_of(self, name: str) -> str | None:
        document = self._document(name)
        return None if document is None else document.text

    def _page(self, name: str, number: int) -> Interval | None:
        """Where a page stands in its document's text; None where pages are not known."""
        document = self._document(name)
        return None if document is None else document.page_range(number)


def _with_cut_words(run: WordRun, chunk: TextWords, text: TextWords) -> Interval:
    """Where a run stands in the text, with the parts of words that the chunk was cut in, before it and behind it: the
    next chunk may have the other part."""
    first, end = run
    before, behind = chunk.words[:1], chunk.words[-1:]
    low, high = text.starts[first], text.ends[end - 1]
    if first and chunk.words[1:2] == text.words[first : first + 1] and text.words[first - 1].endswith(before):
        low = text.ends[first - 1] - len(before[0])
    if end < len(text) and chunk.words[-2:-1] == text.words[end - 1 : end] and text.words[end].startswith(behind):
        high = text.starts[end] + len(behind[0])
    return low, high


def _placed(chunk: TextWords, text: TextWords, runs: Sequence[WordRun]) -> bool:
    """Do the shared words tell that the chunk was cut from around here? They must be half of the chunk or of the text,
    or many in a row, or be where a cut through both texts leaves them: the end of the one and the begin of the other.
    """
    if len(chunk) < FEWEST and chunk.words != text.words:
        return False
    inside = merged(runs)
    total = sum(end - first for first, end in inside)
    if 2 * total >= len(chunk) or (total >= ENOUGH and 2 * total >= len(text)):
        return True
    return any(end - first >= LONG_RUN or _across(chunk, text, first, end) for first, end in inside)


def _across(chunk: TextWords, text: TextWords, first: int, end: int) -> bool:
    """Is the run the begin of the text and the end of the chunk, or the reverse? The outermost word may be cut."""
    size = end - first
    ends = chunk.words[-size:], chunk.words[-size - 1 : -1]
    begins = chunk.words[:size], chunk.words[1 : size + 1]
    run = text.words[first:end]
    return (first == 0 and run in ends) or (end == len(text) and run in begins)
