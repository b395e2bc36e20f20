"""Match a run of text chunks with the gold: a chunk finds what its words or its place show of the evidence.

Also counted in `MatchedRun.notes`, beside the counts of `source_ids`: `unknown documents` and `ambiguous documents`
(hits whose document's name fits none of the corpus, or several: their words decide), `bad places` (a place that is
negative, reversed or empty: the words decide), `empty chunks` (no words and no place), `short chunks` (no document, and
too few words to be found by) and `long chunks` (over 20,000 characters, which find much by their size alone).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.match.chunk_coverage import FEWEST, NOTHING, WHOLE, ChunkCoverage, CoveredText, both
from benchwright.evaluate.match.needed_evidence import EvidenceNeed, EvidencePiece, GoldText, needs_of, text_of
from benchwright.evaluate.match.run_questions import question_places, refuse_empty
from benchwright.evaluate.match.word_overlap import words_of
from benchwright.evaluate.matched_run import MatchedRun
from benchwright.evaluate.runs import Run, TextChunk
from benchwright.evaluate.ties_and_repeats import Ties, rank_hits

LONG = 20_000
"""Characters past which a chunk is counted as long."""

HitKey = tuple[str, str, tuple[tuple[bool, int], ...], str]
"""The identity of a hit: source, document, place, text."""


@dataclass(frozen=True, slots=True)
class _ChunkHit:
    """One hit of one question, and what it shows of the question's gold sources."""

    row: int
    key: HitKey
    shows: Mapping[str, CoveredText]
    grade: int


def match_chunks(
    run: Run, gold: Gold, corpus: Corpus, *, share: float = 0.5, ties: Ties = "worst", strict: bool = True
) -> MatchedRun:
    """Which evidence a run of chunks, or of chunks and source ids, finds at which rank.

    A source id finds that source. A chunk finds a gold source at the first rank at which the chunks up to it show its
    evidence: at least `share` of the letters and digits of each piece of it, all of a piece of at most 40 characters,
    and of a table the cell and its row's key; two chunks may hold a piece between them. A hit is `relevant` if it shows
    a piece by itself, or completes a source.

    A chunk shows the text at its place, if the words there are its own (or it has none); otherwise its words are looked
    for, in the document that it names, or anywhere if it names none. See `match.chunk_coverage` for the rules.

    ValueError for a share outside (0, 1]; if `strict`, UsageError for a run with no hit of this benchmark, or a corpus
    that lacks its sources: a mistake. Otherwise such a run has no finds.
    """
    if not 0 < share <= 1:
        raise ValueError("a share is above 0 and at most 1")
    places, counts = question_places(run, gold)
    rows_of: dict[int, list[int]] = {}
    for place, start, end in zip(places.tolist(), run.starts[:-1], run.starts[1:], strict=True):
        rows_of.setdefault(place, []).extend(range(int(start), int(end)))
    if strict:
        refuse_empty(run, gold, has_questions=any(rows for place, rows in rows_of.items() if place >= 0))
    matching = _Matching(run, corpus, share, ties, ChunkCoverage(corpus), text_of(corpus), Counter(run.notes) + counts)
    starts = [0]
    ranks: list[tuple[int, tuple[str, ...], bool]] = []
    for place, question in enumerate(gold):
        ranks += matching.question(question, rows_of.get(place, ()))
        starts.append(len(ranks))
    if strict:
        matching.refuse_foreign(gold)
    hits = np.array([row for row, _, _ in ranks], dtype=np.int64)
    return MatchedRun(
        name=run.name,
        gold=gold,
        starts=np.array(starts, dtype=np.int64),
        gains=[gains for _, gains, _ in ranks],
        relevant=np.array([relevant for _, _, relevant in ranks], dtype=np.bool_),
        scores=run.scores[hits],
        hits=hits,
        notes=dict(matching.counts),
    )


@dataclass(frozen=True, eq=False)
class _Matching:
    """One run against the gold, question by question. `known` and `foreign` name the hits that are of this corpus, and
    those that are not."""

    run: Run
    corpus: Corpus
    share: float
    ties: Ties
    coverage: ChunkCoverage
    text: Callable[[str], GoldText]
    counts: Counter[str]
    own_names: list[str] = field(default_factory=list)
    foreign_names: list[str] = field(default_factory=list)

    def question(self, question: Question, rows: Sequence[int]) -> Iterator[tuple[int, tuple[str, ...], bool]]:
        """Each hit in its final order: its row, the sources that it completes, and whether it is relevant."""
        if not rows:
            return
        needs = needs_of(question, self.text, self.share)
        covered: dict[str, CoveredText] = {}
        complete: set[str] = set()
        for hit in self._ranked([hit for row in rows if (hit := self._hit(row, question, needs)) is not None]):
            self._count_oddities(hit)
            gains: list[str] = []
            alone = False
            for need in needs:
                coverage = hit.shows.get(need.source)
                if coverage is None:
                    continue
                text = self.text(need.source)
                alone = alone or any(_covers(coverage, piece, text) for piece in _pieces(need))
                covered[need.source] = both(covered.get(need.source, NOTHING), coverage)
                if need.source not in complete and _meets(covered[need.source], need, text):
                    complete.add(need.source)
                    gains.append(need.source)
            yield hit.row, tuple(gains), alone or bool(gains)

    def _ranked(self, hits: list[_ChunkHit]) -> list[_ChunkHit]:
        code = {key: place for place, key in enumerate(dict.fromkeys(hit.key for hit in hits))}
        order, counts = rank_hits(
            np.zeros(len(hits), dtype=np.int64),
            self.run.scores[[hit.row for hit in hits]],
            np.array([hit.grade for hit in hits], dtype=np.int64),
            np.array([code[hit.key] for hit in hits], dtype=np.int64),
            list(code),
            self.ties,
        )
        self.counts.update(counts)
        return [hits[place] for place in order.tolist()]

    def _hit(self, row: int, question: Question, needs: Sequence[EvidenceNeed]) -> _ChunkHit | None:
        source = str(self.run.sources[row])
        chunk = self.run.chunks[row] if self.run.chunks else None
        if chunk is not None and (not source or source not in self.corpus):
            return self._chunk_hit(row, chunk, question, needs)
        if source == question.id and source not in question.evidence:
            self.counts["itself"] += 1
            return None
        if source in question.unjudged:
            self.counts["undecided sources"] += 1
            return None
        shows = {source: WHOLE} if source in question.evidence else {}
        return _ChunkHit(row, (source, "", (), ""), shows, _best_grade(question, shows))

    def _chunk_hit(self, row: int, chunk: TextChunk, question: Question, needs: Sequence[EvidenceNeed]) -> _ChunkHit:
        document = self.coverage.document_of(chunk)
        shows: dict[str, CoveredText] = {}
        for need in needs:
            coverage = self.coverage.of(chunk, document, need, self.text(need.source))
            if coverage:
                shows[need.source] = coverage
        place = tuple((one is not None, one or 0) for one in (chunk.start, chunk.end, chunk.page))
        return _ChunkHit(row, ("", chunk.document, place, chunk.text), shows, _best_grade(question, shows))

    def _count_oddities(self, hit: _ChunkHit) -> None:
        """Count what is odd about a hit, and note whether it is of this benchmark."""
        source = hit.key[0]
        chunk = self.run.chunks[hit.row] if not source and self.run.chunks else None
        if chunk is None:
            if source not in self.corpus:
                self.counts["unknown sources"] += 1
            (self.own_names if source in self.corpus else self.foreign_names).append(source)
            return
        document, place = self.coverage.document_of(chunk), self.coverage.place_of(chunk)
        if chunk.document and document.kind in ("unknown", "ambiguous"):
            self.counts[f"{document.kind} documents"] += 1
        if place is None and (chunk.start is not None or chunk.end is not None):
            self.counts["bad places"] += 1
        if not chunk.text.strip() and (not chunk.document or (place is None and chunk.start is not None)):
            self.counts["empty chunks"] += 1
        if not (hit.shows or chunk.document) and 0 < len(words_of(chunk.text[:200])) < FEWEST:
            self.counts["short chunks"] += 1
        if len(chunk.text or self.coverage.text(chunk)) > LONG:
            self.counts["long chunks"] += 1
        ours = hit.shows or document.kind in ("document", "source") or (chunk.text.strip() and not chunk.document)
        (self.own_names if ours else self.foreign_names).append(chunk.document)

    def refuse_foreign(self, gold: Gold) -> None:
        """UsageError for a run none of whose hits is of this corpus."""
        if self.own_names or not self.foreign_names:
            return
        theirs = next((name for name in self.foreign_names if name), None)
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


def _best_grade(question: Question, shows: Mapping[str, CoveredText]) -> int:
    return max(map(question.grade, shows), default=0)


def _pieces(need: EvidenceNeed) -> Iterator[EvidencePiece]:
    return (piece for clause in need.clauses for alternative in clause for piece in alternative)


def _covers(coverage: CoveredText, piece: EvidencePiece, text: GoldText) -> bool:
    if coverage.whole:
        return True
    return bool(piece.stretches) and all(text.covered(stretch, coverage.intervals) for stretch in piece.stretches)


def _meets(coverage: CoveredText, need: EvidenceNeed, text: GoldText) -> bool:
    return all(
        any(all(_covers(coverage, piece, text) for piece in alternative) for alternative in clause)
        for clause in need.clauses
    )
