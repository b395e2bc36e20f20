"""Searches a corpus for the evidence of a whole graph, in blocks of pages, and keeps it beside the graph.

    CORPUS/graphs/<name>/evidence/<hash>/places.parquet   what was found (records.PLACES)
    CORPUS/graphs/<name>/evidence/<hash>/manifest.json    what it depends on, and counts; written last
    CORPUS/graphs/<name>/evidence/<hash>/parts/           one file a block while the search goes on

A search that was stopped goes on behind its last whole block, and gives the same bytes.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq

from benchwright.corpus.store import Corpus
from benchwright.errors import CorpusError
from benchwright.files.atomic import atomic_path, make_folder, write_json
from benchwright.files.locks import folder_lock
from benchwright.files.parquet import read_own_parquet
from benchwright.graphs.graph import Graph
from benchwright.graphs.relations import RelationBook
from benchwright.makers.lists.evidence.checker import Checker, NameMatch
from benchwright.makers.lists.evidence.pages import find_pages
from benchwright.makers.lists.evidence.records import PLACES, EvidenceTable
from benchwright.makers.lists.evidence.search import Search, TripleColumns, meanings_of, unknown_in
from benchwright.makers.lists.evidence.shared import Shared

VERSION = 12
"""Raised when the search would find other places in the same input."""
FOLDER = "evidence"
MOST_PLACES = 8
"""Places of one triple that are kept, the best; where a model judges afterwards, all are."""

_PARTS = "parts"
_COUNTS = b"counts"

Rows = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search is: pages read, of how many, and the places that were found in whole blocks of them."""

    done: int
    pages: int
    places: int


def find_evidence(
    graph: Graph,
    corpus: Corpus,
    book: RelationBook,
    checker: Checker,
    folder: Path | None = None,
    progress: Callable[[Progress], None] = lambda _: None,
) -> EvidenceTable:
    """Where the corpus states the triples of a graph whose relations the book knows. An earlier search of the same
    graph, corpus, book and checker is read again. `folder`: where searches are kept, None: beside the graph.

    Raises LockedError while another process searches the same, and what the checker raises."""
    fingerprint = _fingerprint(graph, corpus, book, checker)
    place = (folder or graph.path / FOLDER) / fingerprint[:16]
    stored = _read(place, fingerprint, len(graph), checker.name)
    if stored is not None:
        return stored
    make_folder(place)
    with folder_lock(place):
        stored = _read(place, fingerprint, len(graph), checker.name)
        if stored is not None:
            return stored
        _search(graph, corpus, book, checker, place, fingerprint, progress)
    stored = _read(place, fingerprint, len(graph), checker.name)
    if stored is None:
        raise CorpusError(f"{place} was removed while it was being written", hint="run it again")
    return stored


def book_fingerprint(book: RelationBook) -> str:
    """Changes with any entry of the book."""
    if book.fingerprint:
        return book.fingerprint
    block_counts = sha256()
    for id in sorted(book.relations):
        block_counts.update(repr(book.relations[id]).encode())
    block_counts.update(repr(sorted(book.same.items())).encode())
    return block_counts.hexdigest()


def _fingerprint(graph: Graph, corpus: Corpus, book: RelationBook, checker: Checker) -> str:
    parts = [VERSION, graph.fingerprint, corpus.fingerprint, book_fingerprint(book), checker.fingerprint]
    return sha256(json.dumps([*parts, checker.threshold]).encode()).hexdigest()


def _read(place: Path, fingerprint: str, triples: int, by: str) -> EvidenceTable | None:
    """The search that was kept there, None if there is none or it was not finished."""
    try:
        manifest = json.loads((place / "manifest.json").read_text(encoding="utf-8"))
        counts = manifest["counts"]
        if manifest["fingerprint"] != fingerprint:
            return None
        table = read_own_parquet(place / "places.parquet")
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, pa.ArrowException) as error:
        raise CorpusError(f"{place} cannot be read: {error}", hint="remove this folder and run it again") from error
    shutil.rmtree(place / _PARTS, ignore_errors=True)  # left by a search that was killed after its last word
    return EvidenceTable(table.combine_chunks(), triples, by, fingerprint, counts)


def _search(
    graph: Graph,
    corpus: Corpus,
    book: RelationBook,
    checker: Checker,
    place: Path,
    fingerprint: str,
    progress: Callable[[Progress], None],
) -> None:
    meanings = meanings_of(graph, book)
    pages = find_pages(graph, corpus)
    triples = TripleColumns(graph.subjects, graph.relations, graph.objects)
    search = Search(graph, corpus, checker, meanings, pages, triples, Shared(graph))
    blocks = list(search.blocks())
    parts = make_folder(place / _PARTS)
    counts: Counter[str] = Counter()
    done, places = 0, 0
    every = sum(visit.last for block in blocks for visit in block)
    for number, block in enumerate(blocks):
        part = parts / f"{number:06d}.parquet"
        block_counts = _block_counts(part)
        if block_counts is None:
            table, block_counts = search.read(block, partial(_tell, progress, Progress(done, every, places)))
            with atomic_path(part) as temporary:
                pq.write_table(table.replace_schema_metadata({_COUNTS: json.dumps(block_counts).encode()}), temporary)
        counts.update(block_counts)
        done += sum(visit.last for visit in block)
        places += pq.read_metadata(part).num_rows
        progress(Progress(done, every, places))
    tables = [read_own_parquet(parts / f"{number:06d}.parquet") for number in range(len(blocks))]
    joined = pa.concat_tables([PLACES.empty_table(), *(one.replace_schema_metadata(None) for one in tables)])
    table = _ordered(joined, len(joined) if isinstance(checker, NameMatch) else MOST_PLACES)
    with atomic_path(place / "places.parquet") as temporary:
        pq.write_table(table, temporary, compression="zstd")
    counts |= Counter({f"pages_by_{how}": number for how, number in pages.counts.items()})
    counts |= Counter(pages=len(pages), pages_not_in_corpus=pages.missing, places=table.num_rows)
    counts["triples"] = len(graph)
    counts["triples_without_relation"] = int(np.isin(graph.relations, unknown_in(meanings)).sum())
    manifest = {
        "version": VERSION,
        "fingerprint": fingerprint,
        "graph": graph.fingerprint,
        "corpus": corpus.fingerprint,
        "book": book_fingerprint(book),
        "checker": {"name": checker.name, "fingerprint": checker.fingerprint, "threshold": checker.threshold},
        "counts": dict(sorted(counts.items())),
    }
    write_json(place / "manifest.json", manifest)
    shutil.rmtree(parts)


def _tell(progress: Callable[[Progress], None], before: Progress, more: int) -> None:
    progress(Progress(before.done + more, before.pages, before.places))


def _block_counts(part: Path) -> dict[str, int] | None:
    """The counts of a block that was read before; None if it was not, or is not as it was written."""
    try:
        counts: dict[str, int] = json.loads((read_own_parquet(part).schema.metadata or {})[_COUNTS])
    except (OSError, ValueError, KeyError, pa.ArrowException):
        return None
    return counts


def _ordered(table: pa.Table, most: int) -> pa.Table:
    """Sorted by triple, best first, and at most so many of each triple."""
    table = table.sort_by(
        [("triple", "ascending"), ("score", "descending"), ("source", "ascending"), ("start", "ascending")]
    )
    triple = table.column("triple").to_numpy()
    return table.filter(pa.array(np.arange(len(triple)) - np.searchsorted(triple, triple) < most))
