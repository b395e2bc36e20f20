"""Prepares the sentences that may state a triple as a judge reads them, with the triple in words."""

from __future__ import annotations

from collections.abc import Sequence

from benchwright.corpus.store import Corpus
from benchwright.graphs.relations import RelationBook
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.knowledge.knowledge_base import ProofPlace
from benchwright.makers.lists.proof.judge_rounds import EvidenceCandidate
from benchwright.values import detokenise


class GraphCandidates:
    """Candidates of one graph. Safe to call from several threads."""

    def __init__(self, base: GraphBase, book: RelationBook, corpus: Corpus) -> None:
        self._base = base
        self._book = book
        self._corpus = corpus
        self._texts = corpus.columns.table.column("text")

    def __call__(self, triple: int) -> Sequence[EvidenceCandidate]:
        subject, id, object = self._base.triple(triple)
        relation = self._book.relations[id]
        ends = [detokenise(self._base.entity(code).label) for code in (subject, object)]
        candidates = []
        for place in self._base.places(triple):
            start = place.premise
            statement = Statement(
                relation=relation,
                subject=ends[0],
                object=ends[1],
                about=place.about,
                text=self._texts[place.source].as_py()[start : place.end],
                sentence=(place.start - start, place.end - start),
                mention=(place.mention_start - start, place.mention_end - start),
                title=self._corpus.titles[place.source],
            )
            evidence = ProofPlace(self._base.span(place), place.score, "", start, place.end)
            candidates.append(EvidenceCandidate(evidence, statement))
        return candidates
