"""Read all facts of a corpus: run every reader over every source, in processes, in one fixed order.

A reader is a pure function of one source; which readers there are stands in the lists below. Texts that are not
English are refused and counted, not misread. Tables need no language test for the lexicon, whose headers are English;
open facts of tables and captions beside passages in another language are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import chain, islice, pairwise
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path

import pyarrow as pa

from benchwright.corpus.row_tables import RowTable
from benchwright.corpus.store import Corpus
from benchwright.english.language import is_english, language_of
from benchwright.facts.binomials import facts_of_binomials
from benchwright.facts.boxes import facts_of_box
from benchwright.facts.cells import facts_of_table
from benchwright.facts.headers import lacks_scale
from benchwright.facts.labelled import facts_of_labels
from benchwright.facts.link import link
from benchwright.facts.open.abbreviations import facts_of_abbreviations
from benchwright.facts.open.amounts import facts_of_amounts
from benchwright.facts.open.captions import facts_of_captions
from benchwright.facts.open.enumerations import facts_of_enumerations, members_continued
from benchwright.facts.open.headings import facts_of_headings, facts_of_questions
from benchwright.facts.open.parts import moved, parts_of
from benchwright.facts.open.reference import facts_of_named_section, facts_of_reference
from benchwright.facts.open.rows import facts_of_rows
from benchwright.facts.open.terms import facts_of_opening, facts_of_terms
from benchwright.facts.relations import OWN, OwnFiles
from benchwright.facts.sentences import facts_of_text
from benchwright.facts.store import FactTable, rows_of
from benchwright.facts.types import NUMERIC_TYPES
from benchwright.readers.source_columns import source_of_row
from benchwright.records import Fact, Modality, Source, Span
from benchwright.registry import Registry
from benchwright.values.scale_notes import Reach, passage_states_scale, scale_reach, states_scale

TEXT_READERS: tuple[Callable[[Source], Iterator[Fact]], ...] = (
    facts_of_labels,
    facts_of_text,
    facts_of_binomials,
)
TABLE_READERS: tuple[Callable[[Source], Iterator[Fact]], ...] = (facts_of_table, facts_of_box)
ImageReader = Callable[[Source, Path], Iterator[Fact]]
"""Takes an image source and the path of its file."""

IMAGE_READERS: Registry[ImageReader] = Registry("reader of facts", "benchwright.fact_readers")
CAPTION_READERS: tuple[Callable[[Source], Iterator[Fact]], ...] = (facts_of_binomials,)
OPEN_TEXT_READERS: tuple[Callable[[Source], Iterator[Fact]], ...] = (
    facts_of_terms,
    facts_of_reference,
    facts_of_questions,
    facts_of_abbreviations,
    facts_of_enumerations,
    facts_of_amounts,
)
OPENING_READERS: tuple[Callable[[Source], Iterator[Fact]], ...] = (
    facts_of_opening,
    facts_of_named_section,
    facts_of_headings,
)
"""Those of passages that begin a section: what is said of a heading is said there."""

OPEN_TABLE_READERS: tuple[Callable[[Source], Iterator[Fact]], ...] = (facts_of_rows,)
"""Readers of open facts come last: what a reader with a lexicon has read is not read again without one."""

_READERS = {Modality.TEXT: TEXT_READERS, Modality.TABLE: TABLE_READERS, Modality.IMAGE: CAPTION_READERS}
_OPEN_READERS = {
    Modality.TEXT: OPEN_TEXT_READERS,
    Modality.TABLE: OPEN_TABLE_READERS,
    Modality.IMAGE: (facts_of_captions,),
}

CHUNK = 2048
"""Sources that a process takes at a time."""

_MOST_NOTED = 4 * CHUNK
"""Sources of one document that are looked through for notes when a process begins inside it."""

_LOOK_BACK = 256
"""Tables and images that may stand between two passages of one section."""

ALONE = 4096
"""A corpus of fewer sources is read in this process: starting others takes longer."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """What came of reading a corpus: the facts, and how many sources were read or refused, by modality and reason.
    `languages` counts the documents that are mostly in another language than English, by its name."""

    facts: FactTable
    sources: dict[str, int]
    refused: dict[str, int]
    languages: dict[str, int]


def facts_of_source(folder: Path, source: Source, *, opens: bool = True) -> list[Fact]:
    """All facts of one source, in the readers' order; of two with one id the first. Entities are not linked yet.
    `folder` is the one that the file of an image is named from. `opens` says whether a passage begins its section."""
    facts: dict[str, Fact] = {}
    image = source.image
    pixels = (read(source, folder / image.file) for _, read in IMAGE_READERS.items()) if image else ()
    for fact in chain(*pixels, *(read(source) for read in _READERS[source.modality])):
        facts.setdefault(fact.id, fact)
    cells = {cell for fact in facts.values() for cell in fact.span.cells}
    ranges = [fact.span for fact in facts.values() if not fact.span.cells]
    for part, offset in parts_of(source):
        opening = OPENING_READERS if (opens or offset) and source.modality is Modality.TEXT else ()
        for found in chain.from_iterable(read(part) for read in (*opening, *_OPEN_READERS[source.modality])):
            fact = moved(found, offset)
            places = fact.span.cells
            if not (set(places) & cells if places else any(_overlap(fact.span, span) for span in ranges)):
                facts.setdefault(fact.id, fact)
    return list(facts.values())


def _overlap(one: Span, other: Span) -> bool:
    """Whether two spans of one source without cells share a character."""
    if None in (one.start, other.start):
        return False
    return (one.start or 0) < (other.end or 0) and (other.start or 0) < (one.end or 0)


def read_facts(corpus: Corpus, processes: int | None = None) -> FactTable:
    """Extract all facts of a corpus, in the order of its sources, and link those about the same subject. `processes`
    defaults to the number of cores."""
    return extract(corpus, processes).facts


def extract(corpus: Corpus, processes: int | None = None) -> Extraction:
    """`read_facts` with its counts."""
    starts = range(0, len(corpus), CHUNK)
    workers = min(processes or cpu_count() or 1, len(starts))
    if workers < 2 or len(corpus) < ALONE:
        pieces = [_read_piece(corpus, start, CHUNK) for start in starts]
    else:
        # Spawned and not forked: other libraries' threads may hold locks here.
        with ProcessPoolExecutor(workers, get_context("spawn"), _read_with, (OWN.get(),)) as pool:
            pieces = list(pool.map(partial(_read_at, corpus.path, CHUNK), starts))
    sources: Counter[str] = Counter(str(modality) for modality in corpus.modalities)
    refused: Counter[str] = Counter()
    for _, counted in pieces:
        refused.update(counted)
    columns = pa.concat_tables([piece for piece, _ in pieces] or [rows_of([])]).unify_dictionaries()
    return Extraction(
        link(corpus, FactTable(columns)),
        dict(sorted(sources.items())),
        {"not English": refused.total()} if refused else {},
        _languages(corpus, refused),
    )


def _languages(corpus: Corpus, refused: Counter[str]) -> dict[str, int]:
    """How many documents are in each other language, of those with half of their passages refused; most first."""
    columns = corpus.columns
    rows = zip(corpus.modalities, columns.strings("document"), columns.strings("text"), strict=True)
    passages = [(document, text) for modality, document, text in rows if modality is Modality.TEXT]
    counts = Counter(document for document, _ in passages)
    languages: dict[str, str] = {}
    for document, text in passages:
        foreign = 2 * refused[document] >= counts[document]
        if foreign and document not in languages and is_english(text) is False:
            languages[document] = language_of(text)
    return dict(Counter(languages.values()).most_common())


def _read_piece(corpus: Corpus, start: int, size: int) -> tuple[pa.Table, dict[str, int]]:
    """The facts of `size` sources from `start` on, and how many passages were refused, by document: those that are not
    English."""
    refused: Counter[str] = Counter()
    facts: list[Fact] = []
    section = _section_before(corpus, start)
    document, passage, behind = "", "", 0  # its last passage; where the facts behind that begin
    notes = _notes_before(corpus, start)
    foreign = _foreign_before(corpus, start)
    rows = map(source_of_row, RowTable(corpus.columns.table.slice(start, size + 1)).rows())
    for source, following in islice(pairwise(chain(rows, (None,))), size):
        if source is None:
            break
        before, section = section, _section(source) or section
        if source.document != notes.document:
            facts = notes.without_scaled(facts)
            notes = _ScaleNotes(source.document, len(facts))
        notes.read(source)
        if source.modality is Modality.TEXT and is_english(source.text) is False:
            refused[source.document] += 1
            foreign = source.document
            continue
        if source.modality is Modality.TEXT:
            foreign = ""
        if source.document != document:
            document, passage, behind = source.document, "", len(facts)
        own = facts_of_source(corpus.path, source, opens=section != before)
        if foreign == source.document:  # an open fact quotes headers and captions, so its language is the passages'
            own = [fact for fact in own if not fact.entity.endswith(f" @ {fact.qualifier('scope')}")]
        if following is not None and following.modality is source.modality is Modality.TEXT:
            own = _without_continued(own, source, following)
        if source.modality is Modality.TEXT:
            passage = source.text
            facts[behind:] = _without_scaled(facts[behind:], passage)
            behind = len(facts) + len(own)
        facts.extend(_without_scaled(own, passage))
    return rows_of(notes.without_scaled(facts)), dict(refused)


def _without_continued(facts: list[Fact], source: Source, following: Source) -> list[Fact]:
    """The facts of a passage without the members that the next passage of its section adds to."""
    if following.document != source.document or all(fact.relation != "members" for fact in facts):
        return facts
    (*_, (last, offset)), (first, _) = parts_of(source), next(parts_of(following))
    if first.place.headings != last.place.headings:
        return facts
    gone = {moved(fact, offset).id for fact in members_continued(last, first)}
    return [fact for fact in facts if fact.id not in gone]


def _without_scaled(facts: list[Fact], passage: str) -> list[Fact]:
    """Facts without the figures of tables that may be in the scale that the passage beside them gives."""
    if all(fact.span.read != "cell" for fact in facts) or not passage_states_scale(passage):
        return facts
    return [fact for fact in facts if not _may_be_scaled(fact)]


def _may_be_scaled(fact: Fact) -> bool:
    """Whether a fact is a figure of a table that a note beside it may scale; its header may give a scale of its own."""
    numeric = fact.span.read == "cell" and fact.value_type in NUMERIC_TYPES and fact.value_type != "percent"
    return numeric and lacks_scale(fact.unit, "") and not states_scale(fact.qualifier("header"))


@dataclass(slots=True)
class _ScaleNotes:
    """What a document's passages and captions say of the scale of its figures, wherever its tables stand: a note holds
    for all tables under the heading that it stands under. The facts of the document begin at `first`."""

    document: str
    first: int
    _under: list[tuple[tuple[str, ...], Reach]] = field(default_factory=list)
    _tables: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def read(self, source: Source) -> None:
        """Note what a source says, and where a table stands."""
        if source.modality is Modality.TABLE:
            self._tables[source.id] = source.place.headings
            if scale_reach(source.title) in ("all", "document"):
                self._under.append((source.place.headings, "section"))
        elif source.modality is Modality.TEXT and states_scale(source.text):
            for part, _ in parts_of(source):
                if reach := scale_reach(part.text):
                    self._under.append((part.place.headings, reach))

    def without_scaled(self, facts: list[Fact]) -> list[Fact]:
        """Facts, those of the document without the figures that a note reaches."""
        reached = {table for table, headings in self._tables.items() if self._reach(headings)}
        if not reached:
            return facts
        own = (fact for fact in facts[self.first :] if fact.source not in reached or not _may_be_scaled(fact))
        return [*facts[: self.first], *own]

    def _reach(self, headings: tuple[str, ...]) -> bool:
        return any(
            reach == "document"
            or headings[: len(under)] == under
            or (reach == "all" and not any(one[: len(under)] == under for one in self._tables.values()))
            for under, reach in self._under
        )


def _notes_before(corpus: Corpus, start: int) -> _ScaleNotes:
    """What the sources right before a row say, if they are of its document."""
    notes = _ScaleNotes(source_of_row(corpus.columns.row(start)).document if start < len(corpus) else "", 0)
    for at in range(start - 1, max(start - _MOST_NOTED, 0) - 1, -1):
        source = source_of_row(corpus.columns.row(at))
        if source.document != notes.document:
            break
        notes.read(source)
    return notes


def _section(source: Source) -> tuple[str, ...]:
    """The document and the headings that a passage stands under; () for what is no passage."""
    return (source.document, *source.place.headings) if source.modality is Modality.TEXT else ()


def _section_before(corpus: Corpus, start: int) -> tuple[str, ...]:
    """The section of the last passage before a row; what else stands between them may be tables and images."""
    rows = (source_of_row(corpus.columns.row(at)) for at in range(start - 1, max(start - _LOOK_BACK, 0) - 1, -1))
    return next(filter(None, map(_section, rows)), ())


def _foreign_before(corpus: Corpus, start: int) -> str:
    """The document of the last passage before a row, if that is in another language than English; else ""."""
    rows = (source_of_row(corpus.columns.row(at)) for at in range(start - 1, max(start - _LOOK_BACK, 0) - 1, -1))
    last = next((source for source in rows if source is not None and source.modality is Modality.TEXT), None)
    return last.document if last is not None and is_english(last.text) is False else ""


def _read_with(own: OwnFiles) -> None:
    """Begin a process with the user's relations: a method of a context variable can't be sent to one."""
    OWN.set(own)


@lru_cache(maxsize=1)
def _opened(path: Path) -> Corpus:
    """The corpus that a worker process reads from, opened at its first piece."""
    return Corpus.open(path)


def _read_at(path: Path, size: int, start: int) -> tuple[pa.Table, dict[str, int]]:
    return _read_piece(_opened(path), start, size)
