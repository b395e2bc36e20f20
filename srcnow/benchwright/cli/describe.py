"""Describe the images and tables of a corpus by a model, with `benchwright describe`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.model_calls import call_options, unfinished_lines
from benchwright.cli.options import (
    BaseUrl,
    BatchAttach,
    BatchDir,
    BatchResend,
    BatchService,
    CorpusArgument,
    JsonOption,
    MaxCalls,
    MaxTokens,
    MaxUsd,
    ModelConcurrency,
    ModelPlan,
)
from benchwright.cli.output import INTERRUPTED, STOPPED, note, print_report

if TYPE_CHECKING:
    from benchwright.run.forecast import ResourceUse
    from benchwright.workflows.describe import DescribeReport


def describe(
    corpus: CorpusArgument,
    model: Annotated[str, typer.Option("--model", metavar="M", help="A vision model, as PROVIDER/NAME.")],
    limit: Annotated[int | None, typer.Option("--limit", help="Describe at most this many images and tables.")] = None,
    tables: Annotated[bool, typer.Option("--tables", help="Also describe what each table is about.")] = False,
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Print calls, tokens and dollars; send nothing.")
    ] = False,
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
    as_json: JsonOption = False,
) -> int:
    """Describe the images and tables of a corpus with a model; the same command continues a stopped run.

    The descriptions are a layer beside the corpus, which stays unchanged. A plan uses them with `descriptions: M`.
    Images and tables that this model has already described are skipped. Exit code 1 if something could not be
    described.

    \b
    Example:
      benchwright describe corpus --model openai/gpt-4.1-mini --max-usd 5
      benchwright describe corpus --model openai/gpt-4.1-mini --tables --estimate
      benchwright describe corpus --model ollama/llava --limit 20
    """
    from benchwright.run import Ending
    from benchwright.run.model_session import SpendingCaps
    from benchwright.workflows.describe import describe as workflow
    from benchwright.workflows.describe import estimate_descriptions

    options = call_options(
        [model],
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
    if estimate:
        use = estimate_descriptions(corpus, model, options, limit=limit, tables=tables)
        print_report(use, _estimated, as_json=as_json)
        return 0
    report = workflow(corpus, model, options, limit=limit, tables=tables)
    print_report(report, _summary, as_json=as_json)
    if report.ending is Ending.STOPPED:
        note(STOPPED)
        return INTERRUPTED
    return 0 if report.whole else 1


def _summary(report: DescribeReport) -> list[str]:
    """The result of the run, for people."""
    lines = [f"  {count:,} not described, {reason}" for reason, count in report.refused.items()]
    lines += unfinished_lines(report.waiting, report.held_by, "some are not described yet")
    if len(report.prompts) > 1:
        lines.append(f"  made with {len(report.prompts)} versions of the prompt")
    spent = report.spent
    if spent.calls or spent.replayed:
        lines.append(spent.ledger_line())
    if report.tables:
        lines.append(_described(report.described_tables, report.tables, "tables", report.model))
    lines.append(_described(report.described, report.images, "images", report.model))
    return lines


def _described(count: int, of: int, kind: str, model: str) -> str:
    without = f", {of - count:,} without" if of > count else ""
    return f"{count:,} of {of:,} {kind} described by {model}{without}"


def _estimated(use: ResourceUse) -> list[str]:
    from benchwright.cli.estimate import amounts
    from benchwright.run.call_forecast import ASSUMED_OF_CALLS

    return [f"to come: {amounts(use)}", *(f"assumed: {line}" for line in ASSUMED_OF_CALLS)]
