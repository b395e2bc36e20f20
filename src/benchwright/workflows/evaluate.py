"""Retrievers on a benchmark: asked, matched to the gold, measured, and compared with error bars."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import numpy as np

from benchwright.errors import StoppedError, UsageError
from benchwright.evaluate.gold import LIMIT, Gold
from benchwright.evaluate.match import match_chunks, with_pages
from benchwright.evaluate.match.hit_texts import HitTexts, characters
from benchwright.evaluate.match.source_ids import match_sources
from benchwright.evaluate.matched_run import MatchedRun
from benchwright.evaluate.measure_values import MeasureValues
from benchwright.evaluate.measures import threshold
from benchwright.evaluate.measures.catalogue import depth as depth_of
from benchwright.evaluate.measures.catalogue import parse_measures, retrieval_names
from benchwright.evaluate.measures.list_recall import coverage_measures
from benchwright.evaluate.measures.retrieval import retrieval_measures
from benchwright.evaluate.modality_confusion import modality_confusion
from benchwright.evaluate.retrievers.base import Query, Retriever, RetrieverContext
from benchwright.evaluate.retrievers.spec import open_retriever
from benchwright.evaluate.run_files import Form, write_qrels, write_run
from benchwright.evaluate.runs import Run
from benchwright.evaluate.score_folder import SystemScores
from benchwright.evaluate.summary import ModalityConfusion
from benchwright.evaluate.systems.ask_system import log_name
from benchwright.evaluate.ties_and_repeats import Ties
from benchwright.files.atomic import make_folder
from benchwright.files.locks import folder_lock
from benchwright.models.keys import Keys
from benchwright.records import Modality
from benchwright.workflows.scores import (
    QRELS,
    REPLIES,
    RUNS,
    Evaluation,
    EvaluationTarget,
    SystemResult,
    conclude,
    main_measure,
    refuse_repeats,
    scores_folder,
)

ModalityMode = Literal["open", "known", "both"]
"""`open`: sources of every modality are searched; `known`: only those of the answer's (WebQA, appendix D); `both`:
open, and beside it what would be found if the modality were known."""

RUN_ENDING: Mapping[Form, str] = {"trec": ".trec.gz", "beir": ".json.gz"}

Watch = Callable[[str, int, int], None]
"""Is told which system is at work, and how many questions of how many it has answered."""


def evaluate_retrieval(
    bench: Path | str,
    retrievers: Sequence[str],
    *,
    k: Sequence[int] = (5, 10),
    to: Path | str | None = None,
    corpus: Path | str | None = None,
    measures: Sequence[str] = (),
    main: str = "",
    modality: ModalityMode = "both",
    ties: Ties = "worst",
    form: Form = "trec",
    seed: int = 13,
    concurrency: int = 8,
    timeout: float = 60.0,
    key_env: str = "",
    again: bool = False,
    keys: Keys | None = None,
    progress: Watch = lambda *_: None,
    notify: Callable[[str], None] = lambda _: None,
    stop: threading.Event | None = None,
) -> Evaluation:
    """Measure retrievers on the benchmark in `bench`, and leave scores, tables and a page in `to` (default: the folder
    BENCH-scores beside it).

    `retrievers` are names such as `bm25`, `dense:wordllama`, `hybrid(bm25,dense:wordllama)`, a run file,
    `module:function` or an address, each perhaps after `name=`. Systems that the folder has from an earlier call with
    the same settings stay in it. `form` is the form of the runs and qrels that are left there.

    Raises UsageError for what cannot be asked for, and what opening and reading raise.
    """
    cuts = tuple(sorted(set(k)))
    asked = _asked_for(measures)
    folder = scores_folder(bench, to, "scores")
    ground = EvaluationTarget.open(bench, corpus)
    lists = any(len(question.answers) > 1 for question in ground.gold)
    wanted = asked or retrieval_names(cuts, lists=lists)
    deep = max(*cuts, depth_of(wanted))
    make_folder(folder)
    with folder_lock(folder):
        surroundings = RetrieverContext(
            corpus=ground.corpus,
            gold=ground.gold,
            seed=seed,
            keys=keys or Keys.load(),
            folder=folder / REPLIES,
            concurrency=concurrency,
            timeout=timeout,
            key_env=key_env,
            again=again,
            stop=stop,
            notify=notify,
        )
        opened = _open_all(retrievers, surroundings)
        settings = {"k": list(cuts), "measures": list(wanted), "modality": modality, "ties": ties}
        told = main_measure(main, wanted, f"recall@{cuts[-1]}")
        measured: list[SystemResult] = []
        stopped = False
        for retriever in opened:
            try:
                one = _measure(
                    retriever,
                    ground,
                    deep,
                    wanted,
                    modality,
                    ties,
                    lambda *at, n=retriever.name: progress(n, *at),
                )
            except StoppedError:
                stopped = True
                break
            if not one.run.chunks:  # a run file has ids only; what chunks came in stands in the log of replies
                write_run(one.run, folder / RUNS / f"{log_name(one.run.name)}{RUN_ENDING[form]}", form)
            measured.append(one)
        write_qrels(ground.gold, folder / QRELS[form], form)
        return conclude(
            folder,
            ground,
            "retrieval",
            settings,
            measured,
            main=told,
            remarks=_remarks(ground.gold, modality),
            seed=seed,
            stopped=stopped,
            notify=notify,
        )


def _asked_for(names: Sequence[str]) -> tuple[str, ...]:
    """The measures that were named, in the order of tables. UsageError for one that does not exist, or needs more than
    what was retrieved."""
    measures = parse_measures(names)
    for measure in measures:
        if not measure.is_retrieval:
            raise UsageError(
                f"{measure.name} needs answers, and retrievers give none", hint="measure it with: evaluate system"
            )
    return tuple(measure.name for measure in measures)


def _open_all(specs: Sequence[str], surroundings: RetrieverContext) -> list[Retriever]:
    """All retrievers, before any is asked: a slip in the last one should not show after an hour."""
    if not specs:
        raise UsageError("no retriever is named", hint="for example --retriever bm25 --retriever dense:wordllama")
    opened = [open_retriever(spec, surroundings) for spec in specs]
    refuse_repeats([retriever.name for retriever in opened])
    return opened


def _measure(
    retriever: Retriever,
    ground: EvaluationTarget,
    depth: int,
    measures: tuple[str, ...],
    modality: ModalityMode,
    ties: Ties,
    progress: Callable[[int, int], None],
) -> SystemResult:
    """Ask one retriever everything, and measure it."""
    gold = ground.gold
    free = [Query(question.id, question.text) for question in gold]
    told = [Query(question.id, question.text, _kinds(question.modalities)) for question in gold]
    asked = told if modality == "known" and retriever.restricts else free
    run = with_pages(retriever.retrieve(asked, depth, progress), ground.corpus)
    found = settle(run, ground, ties)
    if modality == "known" and not retriever.restricts:
        run = of_modalities(run, told, ground)
        found = settle(run, ground, ties, strict=False)  # that nothing is left of it is a result, and no slip
    values = ranked_values(found, run, ground, measures)
    confusions: tuple[ModalityConfusion, ...] = ()
    if modality == "both":
        if retriever.restricts:
            known = with_pages(retriever.retrieve(told, depth, progress), ground.corpus)
        else:
            known = of_modalities(run, told, ground)
        name = f"recall@{depth}"
        ceiling = retrieval_measures(settle(known, ground, ties, strict=False), (name,))[0]
        here = retrieval_measures(found, (name,))[0]
        confusions = modality_confusion(found, run, _modality_of(ground), depth, open_values=here, known_values=ceiling)
    system = SystemScores(
        run.name,
        str(run.described.get("retriever", retriever.name)),  # an address is told without what is secret in it
        values,
        {**run.notes, **found.notes},
        {**run.described, **lengths(found, run, ground, depth)},
        _curve(found, depth),
        confusions,
        run.failed,
    )
    return SystemResult(run, found, system)


def settle(run: Run, ground: EvaluationTarget, ties: Ties, *, strict: bool = True) -> MatchedRun:
    """The run against the gold: by ids, or by places and words where its hits are chunks of its own. If `strict`, one
    that is of another benchmark is a UsageError."""
    if run.chunks:
        return match_chunks(run, ground.gold, ground.corpus, ties=ties, strict=strict)
    return match_sources(run, ground.gold, ground.corpus, ties=ties, strict=strict)


def ranked_values(
    found: MatchedRun, run: Run, ground: EvaluationTarget, measures: Sequence[str]
) -> tuple[MeasureValues, ...]:
    """All measures, in the order asked for; each by the module that knows it."""
    ranked = [name for name in measures if not name.startswith(("ARECALL", "ERECALL", threshold.MEASURE))]
    covered = [name for name in measures if name.startswith(("ARECALL", "ERECALL"))]
    made = {one.measure: one for one in retrieval_measures(found, ranked)}
    if covered:
        made |= {one.measure: one for one in coverage_measures(found, HitTexts(run, ground.corpus), covered)}
    if threshold.MEASURE in measures:
        made[threshold.MEASURE] = threshold.threshold_f1(found)[0]
    return tuple(made[name] for name in measures)


def lengths(found: MatchedRun, run: Run, ground: EvaluationTarget, depth: int) -> Mapping[str, Any]:
    """How long what a system returns is: systems that cut texts otherwise are compared by what they return, and longer
    pieces hold more. `characters` is the mean over the questions of all characters of the first `depth` hits."""
    mean = float(np.mean(characters(found, run, ground.corpus, (depth,))[0].values))
    return {"depth": depth, "characters": round(mean, 1), "chunks": bool(run.chunks)}


def _modality_of(ground: EvaluationTarget) -> Callable[[str], Modality | None]:
    return lambda source: ground.corpus.modality(source) if source in ground.corpus else None


def _curve(found: MatchedRun, depth: int) -> tuple[tuple[int, float], ...]:
    """Mean recall by cut-off over the questions that it scores, at every rank up to ten and ten steps from there on."""
    steps = sorted({*range(1, min(depth, 10) + 1), *(round(depth * part / 10) for part in range(1, 11))} - {0})
    values = retrieval_measures(found, [f"recall@{step}" for step in steps])
    told = zip(steps, values, strict=True)
    return tuple((step, float(np.mean(one.values[one.scored]))) for step, one in told if one.scored.any())


def of_modalities(run: Run, queries: Sequence[Query], ground: EvaluationTarget) -> Run:
    """The run without hits of other modalities than a query wants: what a system that cannot be restricted would have
    returned, as far as its list went. Chunks stay: they are text, whatever they were cut from."""
    keep = np.ones(len(run), dtype=np.bool_)
    wanted = {query.id: query.modalities for query in queries}
    for question in run.questions:
        kinds = wanted.get(question)
        if kinds is None:
            continue
        for row in range(*run.hits(question).indices(len(run))):
            source = run.sources[row]
            keep[row] = not source or source not in ground.corpus or ground.corpus.modality(source) in kinds
    before = np.concatenate([[0], np.cumsum(keep)]).astype(np.int64)
    chunks = tuple(chunk for chunk, stays in zip(run.chunks, keep.tolist(), strict=True) if stays) if run.chunks else ()
    return replace(
        run,
        starts=before[run.starts],
        sources=run.sources[keep],
        scores=run.scores[keep],
        chunks=chunks,
    )


def _kinds(modalities: object) -> tuple[Modality, ...]:
    return tuple(kind for kind in Modality if getattr(modalities, kind.value))


def _remarks(gold: Gold, modality: ModalityMode) -> tuple[str, ...]:
    said = []
    if modality == "known":
        said.append("Only sources of the answer's modalities were searched.")
    if gold.trimmed:
        what = "1 question has" if gold.trimmed == 1 else f"{gold.trimmed:,} questions have"
        said.append(
            f"{what} more than {LIMIT} combinations of evidence, and the first {LIMIT} were tried: a system that finds "
            "another one scores less there than it should."
        )
    return tuple(said)


__all__ = ["ModalityMode", "evaluate_retrieval", "of_modalities", "settle"]
