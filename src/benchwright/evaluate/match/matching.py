"""Runs of chunks -> Found. Sorts as `evaluate.ranking` does, and finds by what the chunks show.

Also counted in `Found.notes`, beside what `evaluate.ranking` counts: `unknown documents` and `ambiguous documents`
(hits whose document's name fits none of the corpus, or several: their words decide), `bad places` (a place that is
negative, reversed or empty: the words decide), `empty chunks` (nothing in them at all) and `long chunks` (over 20,000
characters, which find much by their size alone).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from math import isinf, isnan

import numpy as np

from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.evaluate.found import Found
from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.match.evidence import Need, Piece, Text, needs_of, text_of
from benchwright.evaluate.match.shown import NOTHING, WHOLE, Showing, Shown, both
from benchwright.evaluate.ranking import Ties, asked_of, grade, refuse_empty
from benchwright.evaluate.runs import Chunk, Run

LONG = 20_000
"""Characters past which a chunk is counted as long."""

Key = tuple[str, str, tuple[tuple[bool, int], ...], str]


@dataclass(frozen=True, slots=True)
class _Hit:
    """One hit of one question, with what it shows of the question's gold sources."""

    row: int
    key: Key
    score: float
    shows: Mapping[str, Shown]
    grade: int


def match(
    run: Run, gold: Gold, corpus: Corpus, *, share: float = 0.5, ties: Ties = "worst", strict: bool = True
) -> Found:
    """What a run of chunks, or of chunks and source ids, finds at which rank.

    A source id finds that source. A chunk finds a gold source at the first rank at which the chunks seen so far show
    its evidence: at least `share` of the letters and digits of each piece of it, all of a piece of at most 40
    characters, and of a table the cell and its row's key; two chunks may hold a piece between them. `relevant` is a hit
    that shows a piece by itself, or completes a source.

    A chunk shows what stands at its place, if the words there are its own (or it has none); else what its words say,
    in the document that it names, or anywhere if it names none. See `match.shown` for the rules.

    ValueError for a share outside (0, 1]; if `strict`, UsageError for a run with no hit of this benchmark, or a corpus
    that lacks its sources: somebody's slip. Not strict, such a run has found nothing.
    """
    if not 0 < share <= 1:
        raise ValueError("a share is above 0 and at most 1")
    notes: dict[str, int] = dict(run.notes)
    rows_of: dict[int, list[int]] = {}
    for place, start, end in zip(asked_of(run, gold, notes).tolist(), run.starts[:-1], run.starts[1:], strict=True):
        rows_of.setdefault(place, []).extend(range(int(start), int(end)))
    if strict:
        refuse_empty(run, gold, asked=any(rows for place, rows in rows_of.items() if place >= 0))
    matching = _Matching(run, corpus, share, ties, Showing(corpus), text_of(corpus), notes)
    starts = [0]
    rows: list[int] = []
    gains: list[tuple[str, ...]] = []
    relevant: list[bool] = []
    for place, question in enumerate(gold):
        for row, found, useful in matching.question(question, rows_of.get(place, ())):
            rows.append(row)
            gains.append(found)
            relevant.append(useful)
        starts.append(len(rows))
    if strict:
        matching.refuse_foreign(gold)
    hits = np.array(rows, dtype=np.int64)
    return Found(
        name=run.name,
        gold=gold,
        starts=np.array(starts, dtype=np.int64),
        gains=gains,
        relevant=np.array(relevant, dtype=np.bool_),
        scores=run.scores[hits],
        hits=hits,
        notes=notes,
    )


@dataclass(frozen=True, eq=False)
class _Matching:
    """One run against the gold, question by question."""

    run: Run
    corpus: Corpus
    share: float
    ties: Ties
    showing: Showing
    text: Callable[[str], Text]
    notes: dict[str, int]
    known: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def question(self, question: Question, rows: Sequence[int]) -> Iterator[tuple[int, tuple[str, ...], bool]]:
        """Each kept hit in its final order: its row, the sources that it completes, and whether it is relevant."""
        if not rows:
            return
        needs = needs_of(question, self.text, self.share)
        hits = self._ordered([hit for row in rows if (hit := self._hit(row, question, needs)) is not None])
        seen: dict[str, Shown] = {}
        found: set[str] = set()
        for hit in hits:
            self._note_kept(hit)
            gained: list[str] = []
            alone = False
            for need in needs:
                shown = hit.shows.get(need.source)
                if shown is None:
                    continue
                text = self.text(need.source)
                alone = alone or any(_seen(piece, text, shown) for piece in _pieces(need))
                seen[need.source] = both(seen.get(need.source, NOTHING), shown)
                if need.source not in found and _met(need, text, seen[need.source]):
                    found.add(need.source)
                    gained.append(need.source)
            yield hit.row, tuple(gained), alone or bool(gained)

    def _hit(self, row: int, question: Question, needs: Sequence[Need]) -> _Hit | None:
        source = str(self.run.sources[row])
        chunk = self.run.chunks[row] if self.run.chunks else None
        if chunk is not None and (not source or source not in self.corpus):
            return self._chunk(row, chunk, question, needs)
        if source == question.id and source not in question.evidence:
            self._count("itself")
            return None
        if source in question.unjudged:
            self._count("undecided sources")
            return None
        shows = {source: WHOLE} if source in question.evidence else {}
        return self._made(row, (source, "", (), ""), shows, question)

    def _chunk(self, row: int, chunk: Chunk, question: Question, needs: Sequence[Need]) -> _Hit:
        meant = self.showing.meant(chunk)
        shows: dict[str, Shown] = {}
        for need in needs:
            shown = self.showing.of(chunk, meant, need, self.text(need.source))
            if shown:
                shows[need.source] = shown
        place = tuple((one is not None, one or 0) for one in (chunk.start, chunk.end, chunk.page))
        return self._made(row, ("", chunk.document, place, chunk.text), shows, question)

    def _made(self, row: int, key: Key, shows: Mapping[str, Shown], question: Question) -> _Hit:
        best = max((grade(question.grades, source) for source in shows), default=0)
        return _Hit(row, key, float(self.run.scores[row]), shows, best)

    def _ordered(self, hits: list[_Hit]) -> list[_Hit]:
        """Best first, freed of repeats, ties settled; counts what was treated otherwise than it came."""
        if self.ties == "worst":
            hits.sort(key=lambda hit: (hit.grade, hit.key))
        else:
            hits.sort(key=lambda hit: hit.key, reverse=True)
        hits.sort(key=_by_score)
        kept: dict[Key, _Hit] = {}
        for hit in hits:
            if kept.setdefault(hit.key, hit) is not hit:
                self._count("repeated")
        ordered = [*kept.values()]
        groups = [[*group] for _, group in groupby(ordered, key=_by_score)]
        if len(ordered) > 1 and len(groups) == 1:
            self._count("constant")
        if any(len(group) > 1 and any(hit.grade for hit in group) for group in groups):
            self._count("tied")
        return ordered

    def _note_kept(self, hit: _Hit) -> None:
        """Count what is odd about a hit, and remember whether any is of this benchmark."""
        if isnan(hit.score):
            self._count("nan")
        elif isinf(hit.score):
            self._count("infinite")
        source = hit.key[0]
        chunk = self.run.chunks[hit.row] if not source and self.run.chunks else None
        if chunk is None:
            if source not in self.corpus:
                self._count("unknown sources")
                self.foreign.append(source)
            else:
                self.known.append(source)
            return
        self._note_chunk(chunk, bool(hit.shows))

    def _note_chunk(self, chunk: Chunk, shows: bool) -> None:
        meant = self.showing.meant(chunk)
        place = self.showing.told(chunk)
        if chunk.document and meant.kind in ("unknown", "ambiguous"):
            self._count(f"{meant.kind} documents")
        if place is None and (chunk.start is not None or chunk.end is not None):
            self._count("bad places")
        if not chunk.text.strip() and (not chunk.document or (place is None and chunk.start is not None)):
            self._count("empty chunks")
        if len(chunk.text or self.showing.text(chunk)) > LONG:
            self._count("long chunks")
        if shows or meant.kind in ("document", "source") or (chunk.text.strip() and not chunk.document):
            self.known.append(chunk.document)
        else:
            self.foreign.append(chunk.document)

    def refuse_foreign(self, gold: Gold) -> None:
        """UsageError for a run none of whose hits is of this corpus."""
        if self.known or not self.foreign:
            return
        theirs = next((name for name in self.foreign if name), None)
        if theirs is None:
            raise UsageError(
                f"no hit of the run {self.run.name} has a text, a document or a source",
                hint='answer with hits such as {"text": "...", "document": "guide.md", "start": 0}',
            )
        ours = next((sorted(question.documents)[0] for question in gold if question.documents), "none")
        raise UsageError(
            f"no hit of the run {self.run.name} is of the corpus of {gold.name}: it names {theirs[:200]!r}, the "
            f"corpus {ours!r}",
            hint="name documents as the corpus does, or return chunks with their text alone",
        )

    def _count(self, reason: str) -> None:
        self.notes[reason] = self.notes.get(reason, 0) + 1


def _by_score(hit: _Hit) -> tuple[bool, float]:
    """Higher first, and what is no number last."""
    return (True, 0.0) if isnan(hit.score) else (False, -hit.score)


def _pieces(need: Need) -> Iterator[Piece]:
    return (piece for clause in need.clauses for alternative in clause for piece in alternative)


def _seen(piece: Piece, text: Text, shown: Shown) -> bool:
    if shown.whole:
        return True
    return bool(piece.stretches) and all(text.seen(stretch, shown.intervals) for stretch in piece.stretches)


def _met(need: Need, text: Text, shown: Shown) -> bool:
    return all(
        any(all(_seen(piece, text, shown) for piece in alternative) for alternative in clause)
        for clause in need.clauses
    )
