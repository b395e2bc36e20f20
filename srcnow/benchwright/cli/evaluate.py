"""Measure retrievers and RAG systems, with `benchwright evaluate retrieval` and `evaluate system`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from benchwright.cli.estimate import judging_lines
from benchwright.cli.judge_options import (
    Certificates,
    JudgeConcurrency,
    Judged,
    JudgeEstimate,
    JudgeLimit,
    Judges,
    judging_options,
)
from benchwright.cli.options import (
    BaseUrl,
    BatchAttach,
    BatchDir,
    BatchResend,
    BatchService,
    BenchArgument,
    JsonOption,
    MaxCalls,
    MaxTokens,
    MaxUsd,
    ModelPlan,
    finite,
)
from benchwright.cli.output import INTERRUPTED, LINE_SECONDS, STOPPED, ProgressLine, note, print_json, print_report, say
from benchwright.cli.score_logs import LoggedScores, Logs, score_logs
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.evaluate.run_files import Form
    from benchwright.evaluate.score_direction import ScoreKind
    from benchwright.evaluate.score_retrievers import ModalityMode
    from benchwright.evaluate.summary import Summary
    from benchwright.evaluate.ties_and_repeats import Ties
    from benchwright.workflows.evaluation_files import Evaluation

Cuts = Annotated[str, typer.Option("--k", metavar="K,K", help="Cut-offs of the measures.")]
To = Annotated[
    Path | None, typer.Option("--to", metavar="DIR", help="Folder for scores and report (default: beside BENCH).")
]
CorpusOption = Annotated[Path | None, typer.Option("--corpus", metavar="CORPUS", help="The corpus, if it has moved.")]
Split = Annotated[
    str,
    typer.Option("--split", metavar="FILE[:PART]", help="Show each part of a split as a slice, or evaluate only PART."),
]
Measures = Annotated[str, typer.Option("--measures", metavar="NAME,NAME", help="Measures (default: the standard set).")]
Main = Annotated[str, typer.Option("--main", metavar="NAME", help="The main measure, used for slices and tests.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Seed of intervals, tests and the random retriever.")]
Concurrency = Annotated[int, typer.Option("--concurrency", min=1, help="Concurrent questions to external systems.")]
Timeout = Annotated[float, typer.Option("--timeout", min=0.1, callback=finite, help="Seconds to wait for one answer.")]
KeyEnv = Annotated[
    str, typer.Option("--key-env", metavar="NAME", help="Environment variable with the token for HTTP systems.")
]
ScoresAre = Annotated[
    str,
    typer.Option(
        "--scores-are", metavar="KIND", help="Scores of external hits: similarities (higher is better) or distances."
    ),
]
Again = Annotated[bool, typer.Option("--again", help="Discard earlier answers of external systems and ask again.")]


def retrieval(
    bench: BenchArgument,
    retriever: Annotated[list[str], typer.Option("--retriever", "-r", metavar="NAME", help="A retriever; repeatable.")],
    k: Cuts = "10",
    to: To = None,
    corpus: CorpusOption = None,
    split: Split = "",
    measures: Measures = "",
    main: Main = "",
    modality: Annotated[
        str,
        typer.Option(
            "--modality", help="Search all sources (open), only those of the answer's modalities (known), or both."
        ),
    ] = "both",
    ties: Annotated[
        str, typer.Option("--ties", help="Order of equal scores: worst (evidence last) or trec (id descending).")
    ] = "worst",
    form: Annotated[str, typer.Option("--form", help="File format of runs and qrels: trec or beir.")] = "trec",
    seed: Seed = 13,
    concurrency: Concurrency = 8,
    timeout: Timeout = 60.0,
    key_env: KeyEnv = "",
    again: Again = False,
    scores_are: ScoresAre = "",
    log: Logs = None,
    as_json: JsonOption = False,
) -> int:
    """Measure and compare retrievers on a benchmark, with confidence intervals and an HTML report.

    A retriever is bm25, dense:ENCODER, clip:MODEL, hybrid(A,B), rerank(A,MODEL), oracle, random, a TREC run file, a
    Python function module:function (query, k) or an HTTP address. NAME=RETRIEVER gives it a name. It returns ids of
    sources, or its own chunks with their text or position. Systems from earlier runs in the folder stay in the
    comparison. Exit code 1 if a retriever failed on a question.

    \b
    Example:
      benchwright evaluate retrieval bench -r bm25 -r mine=http://127.0.0.1:8000/search
      benchwright evaluate retrieval bench -r bm25 -r "hybrid(bm25,dense:wordllama)" --k 5,10,20
    """
    from benchwright.evaluate.measures.catalogue import parse_cutoffs
    from benchwright.workflows.evaluate import evaluate_retrieval as workflow

    chosen = _one_of("--modality", modality, ("open", "known", "both"))
    order = _one_of("--ties", ties, ("worst", "trec"))
    written = _one_of("--form", form, ("trec", "beir"))
    logs = score_logs(log)
    with progress_lines(as_json) as progress, redirect_stdout(sys.stderr):  # the code of users may print
        done = workflow(
            bench,
            retriever,
            k=parse_cutoffs(k),
            to=to,
            corpus=corpus,
            split=split,
            measures=names(measures),
            main=main,
            modality=cast("ModalityMode", chosen),
            ties=cast("Ties", order),
            form=cast("Form", written),
            seed=seed,
            concurrency=concurrency,
            timeout=timeout,
            key_env=key_env,
            again=again,
            scores_are=_score_kind(scores_are),
            progress=progress,
            notify=note,
        )
    return _report(done, LoggedScores(logs, done), as_json)


def system(
    bench: BenchArgument,
    system: Annotated[list[str], typer.Option("--system", "-s", metavar="NAME", help="A system; repeatable.")],
    k: Cuts = "10",
    to: To = None,
    corpus: CorpusOption = None,
    split: Split = "",
    measures: Measures = "",
    main: Main = "",
    seed: Seed = 13,
    concurrency: Concurrency = 8,
    timeout: Timeout = 120.0,
    key_env: KeyEnv = "",
    again: Again = False,
    retry_failed: Annotated[
        bool, typer.Option("--retry-failed", help="Repeat questions on which a system failed permanently.")
    ] = False,
    scores_are: ScoresAre = "",
    judge: Judges = None,
    judged: Judged = "",
    certificate: Certificates = None,
    estimate: JudgeEstimate = False,
    limit: JudgeLimit = None,
    judge_concurrency: JudgeConcurrency = None,
    max_usd: MaxUsd = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    batch_dir: BatchDir = None,
    batch: BatchService = None,
    batch_attach: BatchAttach = "",
    batch_resend: BatchResend = False,
    base_url: BaseUrl = None,
    plan: ModelPlan = None,
    log: Logs = None,
    as_json: JsonOption = False,
) -> int:
    """Measure whole RAG systems: answers, citations, retrieval and latency, with confidence intervals.

    A system is a Python function module:function (question), an HTTP address that receives {"id", "question"} and
    returns {"answer", "contexts", "citations"}, or a file of predictions (.jsonl, .json, .csv). NAME=SYSTEM gives it a
    name. Replies are saved at once, and the same command continues a stopped run. A failed question scores 0. With
    --judge, models also judge the answers; the options for budgets and batches apply to them, and --estimate prints
    what they would cost. Exit code 1 if a question failed or an answer is not judged yet.

    \b
    Example:
      benchwright evaluate system bench -s mine=http://127.0.0.1:8000/answer
      benchwright evaluate system bench -s my_rag:answer --concurrency 4
      benchwright evaluate system bench -s old=predictions.jsonl
      benchwright evaluate system bench -s my_rag:answer --judge openai/gpt-4.1-mini --judged faithfulness --max-usd 2
    """
    from benchwright.evaluate.measures.catalogue import parse_cutoffs
    from benchwright.evaluate.systems.base import AskingOptions
    from benchwright.models.keys import Keys
    from benchwright.run.model_session import SpendingCaps
    from benchwright.workflows.evaluate import evaluate_systems as workflow
    from benchwright.workflows.judging_estimate import estimate_systems

    logs = score_logs(log)
    judging = judging_options(
        judge,
        judged,
        certificate,
        limit=limit,
        concurrency=judge_concurrency,
        caps=SpendingCaps(max_usd, max_calls, max_tokens),
        batch_dir=batch_dir,
        batch=batch,
        batch_attach=batch_attach,
        batch_resend=batch_resend,
        base_url=base_url,
        plan=plan,
        quiet=as_json,
    )
    if estimate:
        asking = AskingOptions(keys=Keys.load(), key_env=key_env, again=again, retry_failed=retry_failed, notify=note)
        with redirect_stdout(sys.stderr):
            found = estimate_systems(
                bench, system, judging, to=to, corpus=corpus, split=split, seed=seed, asking=asking
            )
        print_report(found, judging_lines, as_json=as_json)
        return 0
    with progress_lines(as_json) as progress, redirect_stdout(sys.stderr):  # the code of users may print
        done = workflow(
            bench,
            system,
            k=parse_cutoffs(k),
            to=to,
            corpus=corpus,
            split=split,
            measures=names(measures),
            main=main,
            seed=seed,
            concurrency=concurrency,
            timeout=timeout,
            key_env=key_env,
            again=again,
            retry_failed=retry_failed,
            scores_are=_score_kind(scores_are),
            judging=judging,
            progress=progress,
            notify=note,
        )
    return _report(done, LoggedScores(logs, done), as_json)


def _report(done: Evaluation, logged: LoggedScores, as_json: bool) -> int:
    if as_json:
        print_json(done.to_json() | logged.to_json())
    else:
        print_summary(done.summary)
        print_causes(done)
        say("")
        for line in done.judging.lines() if done.judging else ():
            say(line)
        say(f"page: {done.page}")
        logged.print()
    logged.check()
    if done.stopped:
        note(STOPPED)
        return INTERRUPTED
    return 0 if done.whole else 1


def print_summary(summary: Summary) -> None:
    """The table of a summary: coloured on a terminal, as wide as that is; plain lines of 80 columns else."""
    from benchwright.publish.terminal_table import WIDTH, table_renderable, table_text

    if not sys.stdout.isatty():
        say(table_text(summary).rstrip("\n"))
        return
    from rich.console import Console

    console = Console()
    console.print(table_renderable(summary, max(WIDTH, console.width)))


def print_causes(done: Evaluation) -> None:
    """Why answers are wrong, if any was diagnosed."""
    from benchwright.publish.cause_lines import cause_lines
    from benchwright.publish.number_format import decimals

    lines = list(cause_lines(done.causes, decimals(done.summary)))
    if lines:
        say("\nWhy answers are wrong (shares of all scored answers)")
        for line in lines:
            say(line)


def names(text: str) -> tuple[str, ...]:
    """`a,b` as names; () of nothing."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _one_of(option: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise UsageError(f"{option} {value!r} is not known", hint=f"choose one of {', '.join(known)}")
    return value


def _score_kind(value: str) -> ScoreKind:
    from benchwright.evaluate.score_direction import SCORE_KINDS

    return cast("ScoreKind", _one_of("--scores-are", value, SCORE_KINDS) if value else "")


@contextmanager
def progress_lines(quiet: bool) -> Iterator[Callable[[str, int, int], None]]:
    """Shows the progress of a system: one line that is rewritten on a terminal, else a line every few seconds."""
    if quiet:
        yield lambda *_: None
        return
    line = ProgressLine(every=LINE_SECONDS)
    try:
        yield lambda system, done, total: line.show(f"{system}: {done:,} of {total:,} questions")
    finally:
        line.clear()
