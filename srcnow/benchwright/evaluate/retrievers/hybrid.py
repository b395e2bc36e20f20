"""Fuse several retrievers by reciprocal ranks: `hybrid(a,b,...)`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from benchwright.errors import UsageError
from benchwright.evaluate.retrievers.base import Progress, Query, Retriever, RetrieverContext, retrievers
from benchwright.evaluate.retrievers.spec import open_retriever
from benchwright.evaluate.runs import Run, RunHit, run_of
from benchwright.retrieval.rank_fusion import CONSTANT, reciprocal_rank_fusion

DEPTH = 100
"""Each part is asked for this many hits at least: what one ranks 60th may be first where another agrees."""


@dataclass(frozen=True, eq=False)
class Hybrid:
    """Fuses the lists of its parts. A question that one part failed on has failed: half a system is another one."""

    parts: tuple[Retriever, ...]

    @property
    def name(self) -> str:
        return f"hybrid({','.join(part.name for part in self.parts)})"

    @property
    def restricts(self) -> bool:
        return all(part.restricts for part in self.parts)

    def retrieve(self, queries: Sequence[Query], k: int, progress: Progress) -> Run:
        runs: list[Run] = []
        total = len(queries)
        for number, part in enumerate(self.parts):

            def tell(done: int, of: int, number: int = number) -> None:
                progress((number * total + done) // len(self.parts), total)

            runs.append(part.retrieve(queries, max(k, DEPTH), tell))
        failed: dict[str, str] = {}
        hits: list[tuple[str, list[RunHit]]] = []
        for query in queries:
            wrong = [f"{run.name}: {run.failed[query.id]}" for run in runs if query.id in run.failed]
            if wrong:
                failed[query.id] = wrong[0]
            lists = [] if wrong else [best_first(run, query.id) for run in runs]
            hits.append((query.id, [RunHit(source, score) for source, score in reciprocal_rank_fusion(lists, k)]))
        notes = {f"{run.name}: {reason}": count for run in runs for reason, count in run.notes.items()}
        for run in runs:  # a run file may not have every question: the other parts then answer alone
            missing = sum(query.id not in run.position for query in queries)
            if missing:
                notes[f"{run.name}: missing"] = missing
        described = {"constant": CONSTANT, "depth": max(k, DEPTH), "parts": [dict(run.described) for run in runs]}
        return run_of(self.name, hits, failed=failed, notes=notes, described=described)


def best_first(run: Run, question: str) -> list[str]:
    """The sources of a question by score, ties by id, NaN last. UsageError for hits that name no source:
    chunks of different systems have no identity that lists could be fused by."""
    place = run.hits(question)
    pairs = list(zip(run.sources[place].tolist(), run.scores[place].tolist(), strict=True))
    if any(not source for source, _ in pairs):
        raise UsageError(
            f"{run.name} returns chunks of its own, which cannot be fused or reranked",
            hint="let it return ids of the corpus' sources, or evaluate it alone",
        )
    return [source for source, score in sorted(pairs, key=lambda pair: (pair[1] != pair[1], -pair[1], pair[0]))]


@retrievers.register("hybrid")
def open_hybrid(arguments: tuple[str, ...], context: RetrieverContext) -> Retriever:
    """Each argument is a retriever of its own."""
    return Hybrid(tuple(open_retriever(argument, context) for argument in arguments))
