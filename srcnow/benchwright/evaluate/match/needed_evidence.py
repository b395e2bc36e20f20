"""Define what a hit must show of each gold source before the source counts as found.

An answer's evidence is spans: pieces of a source's text, cells of a table, a picture. Each becomes a *piece*, and a
piece is some *stretches* of the source's text that belong together (a table's cell and the key of its row). A piece is
seen when all its stretches are; a source is found when, for each answer that it proves, the pieces of one alternative
are seen. A gold source that no evidence points into is one piece: at least `share` of all its text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.evaluate.gold import Question
from benchwright.evaluate.match.table_cells import TableCells
from benchwright.evaluate.match.word_overlap import TextWords, words_of
from benchwright.readers.table_records import squeeze
from benchwright.records import AROUND, Modality, Source, Span

SHORT = 40
"""Characters of evidence that must be seen as a whole: half a number is another number."""

_KEPT = 4096  # gold sources whose words are kept at a time


@dataclass(frozen=True, slots=True)
class Stretch:
    """`start:end` of a source's text, of which `share` (over letters and digits) must be seen."""

    start: int
    end: int
    share: float


@dataclass(frozen=True, slots=True)
class EvidencePiece:
    """Stretches that belong together; none where only the source as a whole will do (a picture)."""

    stretches: tuple[Stretch, ...] = ()
    cell: tuple[int, int] | None = None


Alternative = tuple[EvidencePiece, ...]
Clause = tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class EvidenceNeed:
    """One gold source of one question: of every clause (an answer that it proves) one alternative must be seen."""

    source: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, eq=False)
class GoldText:
    """A gold source with its words, and for a table where its cells stand in its text."""

    source: Source

    @cached_property
    def words(self) -> TextWords:
        return words_of(self.source.text)

    @cached_property
    def caption(self) -> TextWords:
        """The words that stand for a picture: its caption, else its alternative text, else all of its text."""
        image = self.source.image
        return words_of((image.caption or image.alt if image else "") or self.source.text)

    @cached_property
    def cells(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Where each cell stands; nothing where the text is not the table's rows in order."""
        table = self.source.table
        if table is None:
            return {}
        heads = [(at - len(table.header), row) for at, row in enumerate(table.header) if any(row)]
        rows = [*heads, *enumerate(table.rows)]
        lines = self.source.text.split("\n")
        before = len(lines) - len(rows)
        at = sum(len(line) + 1 for line in lines[: max(before, 0)])
        intervals: dict[tuple[int, int], tuple[int, int]] = {}
        for number, row in rows:
            for column, cell in enumerate(map(squeeze, row)):
                if self.source.text[at : at + len(cell)] != cell:
                    return {}
                intervals[number, column] = (at, at + len(cell))
                at += len(cell) + (1 if column == len(row) - 1 else len(" | "))
        return intervals

    @cached_property
    def table(self) -> TableCells | None:
        return None if self.source.table is None else TableCells(self.source.table, self.source.title)

    def covered(self, stretch: Stretch, intervals: Iterable[tuple[int, int]]) -> bool:
        """Do the intervals (ascending, apart) show enough of the stretch? Only letters and digits count; where it has
        none, all its characters do."""
        first, end = self.words.within(stretch.start, stretch.end)
        parts = [
            (max(self.words.starts[at], stretch.start), min(self.words.ends[at], stretch.end))
            for at in range(first, end)
        ] or [(stretch.start, stretch.end)]
        whole = sum(end - start for start, end in parts)
        length = 0
        for low, high in intervals:
            length += sum(max(0, min(end, high) - max(start, low)) for start, end in parts)
        return length >= stretch.share * whole - 1e-9


def text_of(corpus: Corpus) -> Callable[[str], GoldText]:
    """Gold sources by id; the last few thousand are kept. UsageError for an id that the corpus lacks."""

    @lru_cache(maxsize=_KEPT)
    def gold_text(source: str) -> GoldText:
        if source not in corpus:
            raise UsageError(
                f"the benchmark's source {source!r} is not in the corpus", hint="give the corpus that it was made of"
            )
        return GoldText(corpus.source(source))

    return gold_text


def needs_of(question: Question, text: Callable[[str], GoldText], share: float) -> tuple[EvidenceNeed, ...]:
    """What each gold source of a question is found by, in order of ids."""
    return tuple(EvidenceNeed(source, _clauses(question, text(source), share)) for source in sorted(question.evidence))


def _clauses(question: Question, text: GoldText, share: float) -> tuple[Clause, ...]:
    clauses: list[Clause] = []
    for answer in question.answers:
        span_lists = [[span for span in spans if span.source == text.source.id] for spans in answer.evidence]
        alternatives = dict.fromkeys(_pieces(spans, text, share) for spans in span_lists if spans)
        if alternatives:
            clauses.append(tuple(alternatives))
    return tuple(dict.fromkeys(clauses)) or (((_whole(text, share),),),)


def _pieces(spans: Iterable[Span], text: GoldText, share: float) -> Alternative:
    pieces: list[EvidencePiece] = []
    listed = list(spans)
    within = [span for span in listed if span.read not in AROUND]  # a title is found with any part of its source
    for span in within or listed:
        if span.start is not None and span.end is not None and 0 <= span.start < span.end <= len(text.source.text):
            pieces.append(EvidencePiece((_stretch(text, span.start, span.end, share),)))
            continue
        cells = [cell for cell in span.cells if cell in text.cells]
        pieces.extend(_cell(text, cell) for cell in cells)
        if not cells:
            pieces.append(_whole(text, share))
    return tuple(dict.fromkeys(pieces))


def _stretch(text: GoldText, start: int, end: int, share: float) -> Stretch:
    while start < end and text.source.text[start].isspace():
        start += 1
    while start < end and text.source.text[end - 1].isspace():
        end -= 1
    return Stretch(start, end, 1.0 if end - start <= SHORT else share)


def _cell(text: GoldText, cell: tuple[int, int]) -> EvidencePiece:
    places = [text.cells[cell]]
    key = text.table.key(*cell) if text.table is not None else None
    if key is not None:
        places.append(text.cells[key])
    return EvidencePiece(tuple(Stretch(start, end, 1.0) for start, end in places), cell)


def _whole(text: GoldText, share: float) -> EvidencePiece:
    if text.source.modality is Modality.IMAGE or not text.source.text.strip():
        return EvidencePiece()
    return EvidencePiece((_stretch(text, 0, len(text.source.text), share),))
