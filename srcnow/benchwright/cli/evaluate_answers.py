"""Let models answer a benchmark's questions, with `benchwright evaluate answers`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.estimate import amounts, judging_lines
from benchwright.cli.evaluate import (
    CorpusOption,
    Cuts,
    KeyEnv,
    Main,
    Measures,
    Seed,
    Split,
    To,
    names,
    print_causes,
    print_summary,
    progress_lines,
)
from benchwright.cli.judge_options import Certificates, Judged, Judges
from benchwright.cli.model_calls import call_options
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
    ModelConcurrency,
    ModelPlan,
)
from benchwright.cli.output import INTERRUPTED, STOPPED, note, print_json, print_report, say
from benchwright.cli.score_logs import LoggedScores, Logs, score_logs
from benchwright.english.counts import counted
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from benchwright.workflows.answers import AnswersEstimate, AnswersReport


def answers(
    bench: BenchArgument,
    model: Annotated[
        list[str] | None, typer.Option("--model", metavar="M", help="A model, as PROVIDER/NAME; repeatable.")
    ] = None,
    sources: Annotated[
        list[str] | None,
        typer.Option("--sources", metavar="S", help="gold, none, or RETRIEVER:K (its first K hits); repeatable."),
    ] = None,
    answerer: Annotated[
        list[str] | None,
        typer.Option("--answerer", metavar="NAME", help="An answerer that needs no model: extractive."),
    ] = None,
    predictions: Annotated[
        list[str] | None, typer.Option("--predictions", metavar="FILE", help="A file of predictions; repeatable.")
    ] = None,
    pages: Annotated[bool, typer.Option("--pages", help="Show models the page images of the sources.")] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", help="Ask at most this many questions, drawn by the seed.")
    ] = None,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Print calls, tokens and dollars; send nothing.")
    ] = False,
    k: Cuts = "10",
    to: To = None,
    corpus: CorpusOption = None,
    split: Split = "",
    measures: Measures = "",
    main: Main = "",
    judge: Judges = None,
    judged: Judged = "",
    certificate: Certificates = None,
    seed: Seed = 13,
    concurrency: ModelConcurrency = None,
    max_usd: MaxUsd = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    batch_dir: BatchDir = None,
    batch: BatchService = None,
    batch_attach: BatchAttach = "",
    batch_resend: BatchResend = False,
    base_url: BaseUrl = None,
    plan: ModelPlan = None,
    key_env: KeyEnv = "",
    log: Logs = None,
    as_json: JsonOption = False,
) -> int:
    """Let models answer the questions, from gold, retrieved or no sources, and score the answers.

    Each pair of a model and a choice of sources is one system. Its scores go into the same folder as those of `evaluate
    system`. The difference between gold and retrieved sources shows what retrieval costs, and each wrong answer is
    given a cause. Replies are saved at once, and the same command continues a stopped run. With --judge, models also
    judge the answers, within the same budget. Exit code 1 if an answer is missing or not judged yet.

    \b
    Example:
      benchwright evaluate answers bench --model openai/gpt-4.1-mini --sources gold --sources bm25:5 --max-usd 5
      benchwright evaluate answers bench --answerer extractive --sources bm25:5
      benchwright evaluate answers bench --predictions mine=predictions.jsonl
    """
    from benchwright.evaluate.measures.catalogue import parse_cutoffs
    from benchwright.evaluate.systems.base import AskingOptions
    from benchwright.models.keys import Keys
    from benchwright.run import Ending
    from benchwright.run.model_session import SpendingCaps
    from benchwright.workflows.answers import AnswersSetup, estimate_answers, evaluate_answers
    from benchwright.workflows.judging import JudgingOptions

    for name in answerer or []:
        if name != "extractive":
            raise UsageError(
                f"there is no answerer {name!r}", hint="extractive is the only one; a model goes with --model"
            )
    logs = score_logs(log)
    setup = AnswersSetup(
        (*(model or ()), *(answerer or ())),
        tuple(sources or ()),
        tuple(predictions or ()),
        pages,
        limit,
        parse_cutoffs(k),
        names(measures),
        main,
        seed,
        to,
        corpus,
        split,
    )
    asking = AskingOptions(keys=Keys.load(), key_env=key_env)
    options = call_options(
        (*(model or ()), *(judge or ())),
        plan,
        base_url,
        SpendingCaps(max_usd, max_calls, max_tokens),
        concurrency,
        batch_dir,
        batch,
        batch_attach,
        batch_resend,
        quiet=as_json,
    )
    judging = JudgingOptions(tuple(judge or ()), names(judged), None, tuple(certificate or ()), options)
    with progress_lines(as_json) as progress:
        if estimate:
            print_report(
                estimate_answers(bench, setup, options, asking=asking, judging=judging, progress=progress),
                _amounts,
                as_json=as_json,
            )
            return 0
        report = evaluate_answers(bench, setup, options, asking=asking, judging=judging, progress=progress)
    logged = LoggedScores(logs, report.evaluation)
    if as_json:
        print_json(report.to_json() | logged.to_json())
    else:
        _print(report)
        logged.print()
    logged.check()
    if report.ending is Ending.STOPPED:
        note(STOPPED)
        return INTERRUPTED
    return 0 if report.whole else 1


def _amounts(found: AnswersEstimate) -> Iterator[str]:
    from benchwright.run.call_forecast import ASSUMED_OF_CALLS

    if found.asked or found.judging is None:
        yield f"{found.asked:,} answers of models, {found.kept:,} of them in the ledger"
        yield f"to come: {amounts(found.use)}"
    if found.judging is not None:
        yield from judging_lines(found.judging)
    else:
        yield from (f"assumed: {line}" for line in ASSUMED_OF_CALLS)


def _print(report: AnswersReport) -> None:
    if report.evaluation is not None:
        print_summary(report.evaluation.summary)
        print_causes(report.evaluation)
        say("")
        for line in report.evaluation.judging.lines() if report.evaluation.judging else ():
            say(line)
        say(f"page: {report.evaluation.page}")
    for reason, count in report.refused.items():
        say(f"  {count:,} without an answer, {reason}")
    short = {name: count for name, count in report.answered.items() if count < report.asked}
    for name, count in short.items():
        verb = "has" if count == 1 else "have"
        say(f"  {name}: {count:,} of {counted(report.asked, 'answer')} {verb} arrived; scores follow once all have")
    if report.waiting:
        say(f"waiting for replies: {', '.join(report.waiting)}")
    elif report.held_by:
        say("some questions have no answer yet; the same command continues:")
        for line in report.held_by[:3]:
            say(f"  {line}")
    spent = report.spent
    if spent.calls or spent.replayed:
        say(spent.ledger_line())
