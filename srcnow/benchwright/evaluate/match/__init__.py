"""Match a run with the gold: which evidence each hit finds.

    run_questions      the run's questions lined up with the gold's
    source_ids         hits that name sources of the corpus
    chunks             hits that are other systems' chunks of text
        word_overlap, document_names ─▶ chunk_coverage (what a chunk shows) ─┐
        needed_evidence (what must be shown of each gold source) ────────────┴─▶ chunks
    ../ties_and_repeats    the final order of ranks, for both

Chunks are held against the gold evidence of their question only, not against the whole corpus: that needs no index, and
its cost does not grow with the corpus.
"""

from benchwright.corpus.store import Corpus
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.match.chunks import match_chunks
from benchwright.evaluate.match.hit_ids import resolve_ids
from benchwright.evaluate.match.source_ids import match_sources
from benchwright.evaluate.matched_run import MatchedRun
from benchwright.evaluate.runs import Run
from benchwright.evaluate.ties_and_repeats import Ties

__all__ = ["match_chunks", "match_run", "match_sources", "resolve_ids"]


def match_run(run: Run, gold: Gold, corpus: Corpus, *, ties: Ties = "worst", strict: bool = True) -> MatchedRun:
    """Match by ids, or by places and words where the run's hits are chunks. If `strict`, a run of another benchmark
    is a UsageError."""
    match = match_chunks if run.chunks else match_sources
    return match(run, gold, corpus, ties=ties, strict=strict)
