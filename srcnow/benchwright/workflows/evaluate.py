"""Evaluate retrievers or whole systems on a benchmark: open it, measure them, write the scores.

open:     evaluate.target        the benchmark, its corpus and its gold
measure:  evaluate.score_retrievers, evaluate.score_systems
write:    workflows.evaluation_files
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from pathlib import Path

from benchwright.errors import StoppedError
from benchwright.evaluate.retrievers.base import RetrieverContext
from benchwright.evaluate.run_files import Form, write_qrels, write_run
from benchwright.evaluate.score_direction import ScoreKind
from benchwright.evaluate.score_retrievers import (
    ModalityMode,
    RetrievalSettings,
    SystemProgress,
    SystemResult,
    score_retrievers,
)
from benchwright.evaluate.score_systems import SystemSettings, score_systems
from benchwright.evaluate.systems.ask_system import log_name
from benchwright.evaluate.systems.base import AskingOptions, given_systems
from benchwright.evaluate.systems.reply_log import end_again
from benchwright.evaluate.target import EvaluationTarget
from benchwright.evaluate.ties_and_repeats import Ties
from benchwright.files.locks import folder_lock
from benchwright.models.keys import Keys
from benchwright.run import Ending
from benchwright.workflows.evaluation_files import (
    QRELS,
    REPLIES,
    RUNS,
    Evaluation,
    conclude,
    diagnosed,
    scores_folder,
)
from benchwright.workflows.judging import Judging, JudgingOptions

RUN_ENDING: Mapping[Form, str] = {"trec": ".trec.gz", "beir": ".json.gz"}


def evaluate_retrieval(
    bench: PathLike[str] | str,
    retrievers: object,
    *,
    k: Sequence[int] = (10,),
    to: Path | str | None = None,
    corpus: PathLike[str] | str | None = None,
    split: str = "",
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
    resume: bool = False,
    scores_are: ScoreKind = "",
    keys: Keys | None = None,
    progress: SystemProgress = lambda *_: None,
    notify: Callable[[str], None] = lambda _: None,
    stop: threading.Event | None = None,
) -> Evaluation:
    """Measure retrievers on a benchmark, and write scores, tables and an HTML report.

    - `retrievers`: one retriever, a list, or a mapping of names to retrievers. A retriever is a name such as `bm25`,
      `dense:wordllama` or `hybrid(bm25,dense:wordllama)`, a run file, `module:function` or an HTTP address, with or
      without `NAME=` before it. It can also be an object: a function of query and k, plain or async, or a retriever or
      pipeline of LangChain, LlamaIndex or Haystack.
    - `to`: the folder for the results (default: BENCH-scores beside the benchmark). Systems of earlier calls with the
      same settings stay in it.
    - `resume`: reuse what earlier calls have asked objects. By default, objects are asked anew by each call, because
      they may have changed.
    - `split`: a file written by `benchwright split`; `FILE:PART` evaluates that part only.
    - `scores_are`: whether the scores of external systems are similarities or distances.
    - `form`: the format of the runs and qrels that are written.

    Raises UsageError if something can't be measured, and the errors of `Benchmark.open`."""
    folder = scores_folder(bench, to, "scores", split)
    target = EvaluationTarget.open(bench, corpus, split)
    settings = RetrievalSettings.of(target, k, measures, main, modality, ties)
    with folder_lock(folder) as lock:
        asking = AskingOptions(
            folder / REPLIES,
            concurrency,
            timeout,
            keys or Keys.load(),
            key_env,
            again,
            scores_are=scores_are,
            stop=stop,
            notify=notify,
            check=lock.check,
            resume=resume,
        )
        context = RetrieverContext(target.corpus, target.gold, seed, asking)
        results, stopped = _all(score_retrievers(given_systems(retrievers), context, target, settings, progress))
        lock.check()
        for result in results:
            if not result.run.chunks:  # a run file has ids only; the log of replies has the chunks
                write_run(result.run, folder / RUNS / f"{log_name(result.run.name)}{RUN_ENDING[form]}", form)
        write_qrels(target.gold, folder / QRELS[form], form)
        evaluation = conclude(
            folder,
            target,
            "retrieval",
            settings,
            results,
            remarks=settings.remarks(target),
            seed=seed,
            stopped=stopped,
            notify=notify,
        )
        if not stopped:
            end_again(asking)
        return evaluation


def evaluate_systems(
    bench: PathLike[str] | str,
    systems: object,
    *,
    k: Sequence[int] = (10,),
    to: Path | str | None = None,
    corpus: PathLike[str] | str | None = None,
    split: str = "",
    measures: Sequence[str] = (),
    main: str = "",
    seed: int = 13,
    concurrency: int = 8,
    timeout: float = 120.0,
    key_env: str = "",
    again: bool = False,
    retry_failed: bool = False,
    resume: bool = False,
    scores_are: ScoreKind = "",
    judging: JudgingOptions | None = None,
    keys: Keys | None = None,
    progress: SystemProgress = lambda *_: None,
    notify: Callable[[str], None] = lambda _: None,
    stop: threading.Event | None = None,
) -> Evaluation:
    """Ask whole RAG systems every question of a benchmark, and write scores, tables and an HTML report.

    - `systems`: one system, a list, or a mapping of names to systems. A system is `module:function`, an HTTP address or
      a file of predictions, with or without `NAME=` before it. It can also be an object: a function of a question,
      plain or async, a LangChain runnable, a LlamaIndex query engine or a Haystack pipeline.
    - `to`: the folder for the results (default: BENCH-system-scores beside the benchmark). Replies are saved there, so
      the same call asks only what is missing.
    - `again`: ask everything anew. `resume`: as in `evaluate_retrieval`.
    - `judging`: models that judge all answers.
    - `split`: as in `evaluate_retrieval`.

    If a system fails on a question, the question scores 0 on every measure except latency. Raises UsageError if
    something can't be measured or doesn't answer, and the errors of `Benchmark.open`."""
    folder = scores_folder(bench, to, "system-scores", split)
    judges = Judging.prepared(judging, folder, seed)
    target = EvaluationTarget.open(bench, corpus, split)
    settings = SystemSettings.of(target, k, measures, main, judges.panel.columns)
    with folder_lock(folder) as lock:
        asking = AskingOptions(
            folder / REPLIES,
            concurrency,
            timeout,
            keys or Keys.load(),
            key_env,
            again,
            retry_failed,
            scores_are,
            stop=stop,
            notify=notify,
            check=lock.check,
            resume=resume,
        )
        scored = score_systems(given_systems(systems), asking, target, settings, progress)
        results, stopped = _all(diagnosed(scored, target, judged_later=bool(judges.panel.judges)))
        lock.check()
        judged = None if stopped else judges.judge(folder, target, results)
        if judged is not None:
            results, stopped = judged.results, judged.report.ending is Ending.STOPPED
            lock.check()
        evaluation = conclude(
            folder,
            target,
            "system",
            settings,
            results,
            remarks=target.gold.remarks(),
            seed=seed,
            stopped=stopped,
            notify=notify,
            certificates=judges.certificates,
            judged=judged,
        )
        if not stopped:
            end_again(asking)
        return evaluation


def _all(results: Iterable[SystemResult]) -> tuple[list[SystemResult], bool]:
    """The results up to the end or to where the run was stopped, and whether it was."""
    done: list[SystemResult] = []
    try:
        for result in results:
            done.append(result)
    except StoppedError:
        return done, True
    return done, False
