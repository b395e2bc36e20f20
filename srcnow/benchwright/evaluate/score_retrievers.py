"""Measure retrievers: ask each all questions, match its hits with the gold, compute every measure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from benchwright.errors import UsageError
from benchwright.evaluate.gold import Gold
from benchwright.evaluate.list_arguments import refuse_single
from benchwright.evaluate.match import match_run, resolve_ids
from benchwright.evaluate.match.hit_texts import HitTexts, mean_length
from benchwright.evaluate.matched_run import MatchedRun
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.measures import threshold
from benchwright.evaluate.measures.catalogue import depth, main_measure, parse_measure, parse_measures, retrieval_names
from benchwright.evaluate.measures.list_recall import list_recall
from benchwright.evaluate.measures.retrieval import retrieval_measures
from benchwright.evaluate.modality_confusion import modality_confusion
from benchwright.evaluate.retrievers.base import Query, Retriever, RetrieverContext
from benchwright.evaluate.retrievers.spec import open_retriever, refuse_repeated_names
from benchwright.evaluate.runs import Run
from benchwright.evaluate.score_folder import SystemScores
from benchwright.evaluate.summary import ModalityConfusion
from benchwright.evaluate.systems.base import GivenSystem, SystemReply
from benchwright.evaluate.target import EvaluationTarget
from benchwright.evaluate.ties_and_repeats import Ties
from benchwright.records import Modality

ModalityMode = Literal["open", "known", "both"]
"""`open`: sources of every modality are searched; `known`: only those of the answer's (WebQA, appendix D); `both`:
open, and beside it the results if the modality were known."""

SystemProgress = Callable[[str, int, int], None]
"""Is called with the system that is being asked, how many questions it has answered, and of how many."""


@dataclass(frozen=True, eq=False)
class SystemResult:
    """One system as it was measured: its hits, the evidence in them, and its scores; its `replies` by question if it
    answers. `deeper` are the ranks of the retriever whose first hits it was shown, where that is known; `sources_known`
    says whether the hits are all that it was shown."""

    run: Run
    matches: MatchedRun
    scores: SystemScores
    replies: Mapping[str, SystemReply] = field(default_factory=dict)
    deeper: MatchedRun | None = None
    sources_known: bool = True


@dataclass(frozen=True, slots=True)
class RetrievalSettings:
    """How retrievers are measured: cut-offs (ascending), measures (the main one is reported by slice and tested),
    whether modalities are known, and how ties are broken."""

    cutoffs: tuple[int, ...]
    measures: tuple[str, ...]
    main: str
    modality: ModalityMode
    ties: Ties

    @classmethod
    def of(
        cls,
        target: EvaluationTarget,
        cutoffs: Sequence[int],
        measures: Sequence[str],
        main: str,
        modality: ModalityMode,
        ties: Ties,
    ) -> RetrievalSettings:
        """UsageError for a measure that does not exist, or needs more than hits."""
        refuse_single(k=cutoffs, measures=measures)
        ascending = tuple(sorted(set(cutoffs)))
        parsed = parse_measures(measures)
        for measure in parsed:
            if not measure.is_retrieval:
                raise UsageError(
                    f"{measure.name} needs answers, and retrievers give none", hint="measure it with: evaluate system"
                )
        names = tuple(measure.name for measure in parsed) or retrieval_names(ascending, lists=target.is_of_lists)
        return cls(ascending, names, main_measure(main, names, f"recall@{ascending[-1]}"), modality, ties)

    @property
    def depth(self) -> int:
        """How many hits of each question are looked at."""
        return max(*self.cutoffs, depth(self.measures))

    def to_json(self) -> dict[str, Any]:
        return {"k": list(self.cutoffs), "measures": list(self.measures), "modality": self.modality, "ties": self.ties}

    def remarks(self, target: EvaluationTarget) -> tuple[str, ...]:
        """What a reader of the scores must know."""
        known = ("Only sources of the answer's modalities were searched.",) if self.modality == "known" else ()
        return (*known, *target.gold.remarks())


MOST_HITS = 20_000_000
"""Of one run: a hit takes some 300 bytes until it is measured (1.5 million took 460 MB)."""


def score_retrievers(
    specs: Sequence[str | GivenSystem],
    context: RetrieverContext,
    target: EvaluationTarget,
    settings: RetrievalSettings,
    progress: SystemProgress,
) -> Iterator[SystemResult]:
    """Measure retrievers one after the other. All are opened before any is asked: a slip in the last name should not
    show after an hour. Raises UsageError, StoppedError, and what opening and asking raise."""
    if not specs:
        raise UsageError("no retriever is named", hint="for example --retriever bm25 --retriever dense:wordllama")
    hits = len(target.gold) * min(settings.depth, len(target.corpus.ids))
    if hits > MOST_HITS:
        raise UsageError(
            f"{len(target.gold):,} questions with {settings.depth:,} hits each are more than are held ({MOST_HITS:,})",
            hint=f"name cut-offs of {MOST_HITS // len(target.gold):,} at most",
        )
    opened = [open_retriever(spec, context) for spec in specs]
    refuse_repeated_names([retriever.name for retriever in opened])
    return (score_retriever(one, target, settings, lambda *at, name=one.name: progress(name, *at)) for one in opened)


def score_retriever(
    retriever: Retriever, target: EvaluationTarget, settings: RetrievalSettings, progress: Callable[[int, int], None]
) -> SystemResult:
    """Ask one retriever all questions, and measure it."""
    gold, depth = target.gold, settings.depth
    plain = [Query(question.id, question.text) for question in gold]
    limited = [Query(question.id, question.text, _kinds(question.modalities)) for question in gold]

    def retrieve(queries: Sequence[Query]) -> Run:
        return resolve_ids(retriever.retrieve(queries, depth, progress), target.corpus)

    def match(run: Run, *, strict: bool = True) -> MatchedRun:
        return match_run(run, gold, target.corpus, ties=settings.ties, strict=strict)

    known = settings.modality == "known"
    run = retrieve(limited if known and retriever.restricts else plain)
    matches = match(run)
    if known and not retriever.restricts:
        run = of_modalities(run, limited, target)
        matches = match(run, strict=False)  # an empty run is a result here, not a slip
    confusions: tuple[ModalityConfusion, ...] = ()
    if settings.modality == "both":
        ceiling = match(retrieve(limited) if retriever.restricts else of_modalities(run, limited, target), strict=False)
        open_recall, known_recall = (retrieval_measures(one, (f"recall@{depth}",))[0] for one in (matches, ceiling))
        confusions = modality_confusion(
            matches, run, target.modality, depth, open_values=open_recall, known_values=known_recall
        )
    scores = SystemScores(
        run.name,
        str(run.described.get("retriever", retriever.name)),  # an address without what is secret in it
        ranked_values(matches, run, target, settings.measures, depth),
        {**run.notes, **matches.notes},
        {
            **run.described,
            **returned_length(matches, run, target, depth),
            **precision_ceilings(target.gold, run, settings.measures),
        },
        _recall_curve(matches, depth),
        confusions,
        run.failed,
    )
    return SystemResult(run, matches, scores)


def ranked_values(
    matches: MatchedRun, run: Run, target: EvaluationTarget, measures: Sequence[str], depth: int | None = None
) -> tuple[MeasureValues, ...]:
    """All retrieval measures, in the order asked for; each by the module that computes it. Those without a cut-off of
    their own look at the first `depth` hits (None: all)."""
    of_lists = [name for name in measures if name.startswith(("ARECALL", "ERECALL"))]
    of_ranks = [name for name in measures if name not in of_lists and name != threshold.MEASURE]
    values = {one.measure: one for one in retrieval_measures(matches, of_ranks)}
    if of_lists:
        values |= {one.measure: one for one in list_recall(matches, HitTexts(run, target.corpus), of_lists)}
    if threshold.MEASURE in measures:
        values[threshold.MEASURE] = threshold.threshold_f1(matches, depth)
    return tuple(values[name] for name in measures)


def precision_ceilings(gold: Gold, run: Run, measures: Sequence[str]) -> Mapping[str, Any]:
    """The largest mean that each precision could have: a question with two sources to find has at most two relevant
    hits. Nothing for chunks, several of which can hold evidence of one source."""
    sizes = np.array([len(question.evidence) for question in gold if question.evidence], dtype=np.float64)
    cutoffs = {name: parse_measure(name).cutoff for name in measures if name.startswith("precision@")}
    if run.chunks or not len(sizes) or not cutoffs:
        return {}
    return {"ceilings": {name: round(float((np.minimum(sizes, k) / k).mean()), 4) for name, k in cutoffs.items()}}


def returned_length(matches: MatchedRun, run: Run, target: EvaluationTarget, depth: int) -> Mapping[str, Any]:
    """How much text a system returns: chunk sizes differ, and longer chunks contain more evidence. `characters` is the
    mean over the questions of all characters of the first `depth` hits."""
    characters = mean_length(matches, HitTexts(run, target.corpus), depth)
    return {"depth": depth, "characters": round(characters, 1), "chunks": bool(run.chunks)}


def _recall_curve(matches: MatchedRun, depth: int) -> tuple[tuple[int, float], ...]:
    """Mean recall by cut-off over the questions that it scores, at every rank up to ten and ten steps from there on."""
    steps = sorted({*range(1, min(depth, 10) + 1), *(round(depth * part / 10) for part in range(1, 11))} - {0})
    values = retrieval_measures(matches, [f"recall@{step}" for step in steps])
    points = zip(steps, values, strict=True)
    return tuple((step, float(np.mean(one.values[one.scored]))) for step, one in points if one.scored.any())


def of_modalities(run: Run, queries: Sequence[Query], target: EvaluationTarget) -> Run:
    """The run without hits of other modalities than a query wants: what a system that cannot be restricted would have
    returned, as far as its list went. Chunks stay: they are text."""
    stays = np.ones(len(run), dtype=np.bool_)
    wanted = {query.id: query.modalities for query in queries}
    for question in run.questions:
        kinds = wanted.get(question)
        if kinds is None:
            continue
        for row in range(*run.hits(question).indices(len(run))):
            modality = target.modality(run.sources[row])
            stays[row] = modality is None or modality in kinds
    before = np.concatenate([[0], np.cumsum(stays)]).astype(np.int64)
    chunks = tuple(chunk for chunk, here in zip(run.chunks, stays.tolist(), strict=True) if here) if run.chunks else ()
    return replace(run, starts=before[run.starts], sources=run.sources[stays], scores=run.scores[stays], chunks=chunks)


def _kinds(modalities: object) -> tuple[Modality, ...]:
    return tuple(kind for kind in Modality if getattr(modalities, kind.value))
