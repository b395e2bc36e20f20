"""Reads pages, block by block, for the sentences that state triples.

A page is read once for all triples that have its thing at either end; what the checker accepts is a row of
`records.PLACES`. The triples are those of a graph, or any others that are put to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from benchwright.corpus.store import Corpus
from benchwright.graphs.graph import Graph
from benchwright.graphs.relations import GraphRelation, RelationBook
from benchwright.makers.lists.evidence.checker import Checker, Statement
from benchwright.makers.lists.evidence.mentions import Finder, Mention, names_in, short_names
from benchwright.makers.lists.evidence.pages import Pages, is_of_another
from benchwright.makers.lists.evidence.records import ENDS, PLACES
from benchwright.makers.lists.evidence.shared import Shared
from benchwright.values import detokenise

BLOCK = 40_000
"""Neighbours of the pages of a block; a page with more of them is read in several goes."""
_BATCH = 1024

Rows = npt.NDArray[np.int64]
_Found = dict[tuple[int, int, int], tuple[tuple[int, ...], float]]
"""Triple, source, start of the sentence -> the columns of `PLACES`."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a relation of the graph means: an entry of the book, and whether its ends change places there."""

    relation: GraphRelation
    swapped: bool


def meanings_of(graph: Graph, book: RelationBook) -> list[Meaning | None]:
    """By code of a relation; None where the book has no entry."""
    listed: list[Meaning | None] = []
    for id in graph.relation_ids:
        canonical, swapped = book.canonical(id)
        relation = book.get(canonical)
        listed.append(None if relation is None else Meaning(relation, swapped))
    return listed


def unknown_in(meanings: Sequence[Meaning | None]) -> Rows:
    """The codes of relations that mean nothing to the book."""
    return np.array([code for code, meaning in enumerate(meanings) if meaning is None], dtype=np.int64)


@dataclass(frozen=True, slots=True)
class Visit:
    """A page and the triples that are looked for on it: rows of the graph. `last`: no other visit to it follows.
    `rivals` are ids of relations, by the other end, that are known to hold between it and the page's own thing, beside
    those that are looked for."""

    page: int
    rows: Rows
    last: bool = True
    rivals: Mapping[int, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class TripleColumns:
    """What is looked for, by code: triples of a graph, or such as it does not state. `relations` are places in the
    meanings that the search was given."""

    subjects: npt.NDArray[np.int32]
    relations: npt.NDArray[np.int32]
    objects: npt.NDArray[np.int32]


class Search:
    """Reads pages of one graph in one corpus, block by block, for some `triples`."""

    def __init__(
        self,
        graph: Graph,
        corpus: Corpus,
        checker: Checker,
        meanings: Sequence[Meaning | None],
        pages: Pages,
        triples: TripleColumns,
        shared: Shared,
    ) -> None:
        self._graph = graph
        self._triples = triples
        self._corpus = corpus
        self._checker = checker
        self._meanings = meanings
        self._pages = pages
        self._shared = shared
        self._texts = corpus.columns.table.column("text")

    def blocks(self) -> Iterator[list[Visit]]:
        """All pages that have a triple to look for, in blocks of at most `BLOCK` triples."""
        rows, ends = _by_page(self._triples, self._pages.codes, unknown_in(self._meanings))
        block: list[Visit] = []
        size = 0
        for place, page in enumerate(self._pages.codes.tolist()):
            mine = rows[ends[place] : ends[place + 1]]
            for start in range(0, len(mine), BLOCK):
                visit = Visit(page, mine[start : start + BLOCK], start + BLOCK >= len(mine))
                if size + len(visit.rows) > BLOCK and block:
                    yield block
                    block, size = [], 0
                block.append(visit)
                size += len(visit.rows)
        if block:
            yield block

    def read(
        self, block: Sequence[Visit], progress: Callable[[int], None] = lambda _: None
    ) -> tuple[pa.Table, dict[str, int]]:
        """The places of a block, and counts of what was looked at. `progress` receives the number of pages read so far,
        after each page."""
        codes = {visit.page for visit in block}
        for visit in block:
            codes.update(self._triples.subjects[visit.rows].tolist())
            codes.update(self._triples.objects[visit.rows].tolist())
        codes_sorted = sorted(codes)
        labels = dict(zip(codes_sorted, self._graph.labels_of(np.array(codes_sorted, dtype=np.int32)), strict=True))
        finder = Finder(names_in(self._graph, codes_sorted, self._shared))
        best: _Found = {}
        counts: Counter[str] = Counter()
        waiting: list[tuple[tuple[int, ...], Statement]] = []
        pages_read = 0
        for visit in block:
            for head, statement in self._candidates(visit, finder, labels):
                waiting.append((head, statement))
                if len(waiting) >= _BATCH:
                    counts["candidates"] += len(waiting)
                    self._judge(waiting, best)
                    waiting = []
            if visit.last:
                pages_read += 1
                progress(pages_read)
        counts["candidates"] += len(waiting)
        self._judge(waiting, best)
        rows = [(*best[key][0], best[key][1]) for key in sorted(best)]
        columns = [pa.array([row[at] for row in rows], field.type) for at, field in enumerate(PLACES)]
        totals = dict(finder.counts)
        totals.pop("names")
        return pa.Table.from_arrays(columns, schema=PLACES), dict(counts) | totals

    def _judge(self, waiting: Sequence[tuple[tuple[int, ...], Statement]], best: _Found) -> None:
        """Keep what the checker accepts, of two mentions in one sentence the better."""
        scores = self._checker.score([statement for _, statement in waiting])
        for (head, _), score in zip(waiting, scores, strict=True):
            key = head[0], head[1], head[2]
            if score >= self._checker.threshold and (key not in best or best[key][1] < score):
                best[key] = head, float(score)

    def _candidates(
        self, visit: Visit, finder: Finder, labels: dict[int, str]
    ) -> Iterator[tuple[tuple[int, ...], Statement]]:
        """(the columns of `PLACES` but for the score, the statement) of every triple of every mention."""
        wanted: dict[int, list[int]] = {}
        for row in visit.rows.tolist():
            subject, object = int(self._triples.subjects[row]), int(self._triples.objects[row])
            if subject != object:
                wanted.setdefault(object if subject == visit.page else subject, []).append(row)
        relations_of = {
            entity: tuple(sorted({*self._canonical(rows), *visit.rivals.get(entity, ())}))
            for entity, rows in wanted.items()
        }
        short = short_names(visit.page, labels[visit.page])
        sources = self._pages.of(visit.page)
        whole = " ".join(self._texts[source].as_py() for source in sources)
        names = [labels[visit.page], *self._graph.aliases(visit.page)]
        if is_of_another(whole, self._corpus.titles[sources[0]], names):
            return
        for nth, source in enumerate(sources):
            text = self._texts[source].as_py()
            title = self._corpus.titles[source]
            for mention in finder.find(text, visit.page, wanted, short):
                for row in wanted[mention.entity]:
                    pair = relations_of[mention.entity]
                    yield self._candidate(row, visit.page, source, text, title, mention, labels, nth == 0, pair)

    def _canonical(self, rows: Sequence[int]) -> list[str]:
        """The ids of these triples' relations in the book, each once."""
        meanings = [self._meanings[int(self._triples.relations[row])] for row in rows]
        return sorted({meaning.relation.id for meaning in meanings if meaning is not None})

    def _candidate(
        self,
        row: int,
        page: int,
        source: int,
        text: str,
        title: str,
        mention: Mention,
        labels: dict[int, str],
        leads: bool,
        pair: tuple[str, ...],
    ) -> tuple[tuple[int, ...], Statement]:
        meaning = self._meanings[int(self._triples.relations[row])]
        assert meaning is not None
        subject, object = int(self._triples.subjects[row]), int(self._triples.objects[row])
        if meaning.swapped:
            subject, object = object, subject
        about = ENDS[0 if page == subject else 1]
        (start, end), (first, last), premise = mention.sentence, mention.mention, mention.premise
        statement = Statement(
            relation=meaning.relation,
            subject=detokenise(labels[subject]),
            object=detokenise(labels[object]),
            about=about,
            text=text[premise:end],
            sentence=(start - premise, end - premise),
            mention=(first - premise, last - premise),
            anchor=None if mention.anchor is None else (mention.anchor[0] - premise, mention.anchor[1] - premise),
            title=title,
            opens=leads and mention.opens,
            rivals=tuple(id for id in pair if id != meaning.relation.id),
        )
        return (row, source, start, end, premise, first, last, ENDS.index(about)), statement


def _by_page(triples: TripleColumns, codes: npt.NDArray[np.int32], unknown: Rows) -> tuple[Rows, Rows]:
    """Rows of triples by page: those with the page at either end, whose relation is known, ascending; and where each
    page's rows begin and end. A triple whose ends both have pages occurs twice."""
    meaningful = ~np.isin(triples.relations, unknown)
    pairs = []
    for ends in (triples.subjects, triples.objects):
        at = np.searchsorted(codes, ends)
        at[at == len(codes)] = 0
        here = np.flatnonzero(meaningful & (codes[at] == ends)) if len(codes) else np.empty(0, dtype=np.int64)
        pairs.append((at[here].astype(np.int32), here))
    places = np.concatenate([place for place, _ in pairs])
    rows = np.concatenate([row for _, row in pairs])
    order = np.lexsort((rows, places))
    begins = np.searchsorted(places[order], np.arange(len(codes) + 1))
    return rows[order], begins
