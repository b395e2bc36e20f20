"""Describe the images of a corpus by a model, with `benchwright describe`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.generate import INTERRUPTED
from benchwright.cli.output import LINE_SECONDS, JsonOption, ProgressLine, note, print_json, say
from benchwright.cli.spending import BatchAttach, BatchDir, BatchResend, BatchService, MaxCalls, MaxTokens, MaxUsd

if TYPE_CHECKING:
    from benchwright.workflows.describe import DescribeReport


def describe(
    corpus: Annotated[Path, typer.Argument(metavar="CORPUS", help="A folder that ingest has made.")],
    model: Annotated[str, typer.Option("--model", metavar="M", help="A model that sees images, as provider/NAME.")],
    limit: Annotated[int | None, typer.Option("--limit", help="Describe no more images than this.")] = None,
    concurrency: Annotated[
        int | None, typer.Option("--concurrency", help="Calls of the model at once (32 unless told).")
    ] = None,
    max_usd: MaxUsd = None,
    max_calls: MaxCalls = None,
    max_tokens: MaxTokens = None,
    batch_dir: BatchDir = None,
    batch: BatchService = None,
    batch_attach: BatchAttach = "",
    batch_resend: BatchResend = False,
    base_url: Annotated[
        str | None, typer.Option("--base-url", metavar="URL", help="Where an openai-compatible model is served.")
    ] = None,
    plan: Annotated[
        Path | None, typer.Option("--plan", metavar="PLAN", help="A plan whose `models` say how to reach the model.")
    ] = None,
    as_json: JsonOption = False,
) -> int:
    """Have a model put the corpus's images into words; the same command continues a stopped run.

    The words are a layer over the corpus, which itself is not changed: a plan takes it with `descriptions: M`. Images
    that have words by this model already are not asked for again. Exit code 1 if any of those asked for has none.

    \b
    Example:
      benchwright describe corpus --model openai/gpt-4.1-mini --max-usd 5
      benchwright describe corpus --model ollama/llava --limit 20
    """
    from benchwright.run import Ending
    from benchwright.run.model_session import CONCURRENCY, SpendingCaps
    from benchwright.workflows.describe import describe as workflow
    from benchwright.workflows.describe import model_settings

    shown = ProgressLine(quiet=as_json, every=LINE_SECONDS)
    report = workflow(
        corpus,
        model,
        settings=model_settings(model, plan, base_url),
        limit=limit,
        concurrency=CONCURRENCY if concurrency is None else concurrency,
        caps=SpendingCaps(max_usd, max_calls, max_tokens),
        batch_dir=batch_dir,
        batch=batch,
        batch_attach=batch_attach,
        batch_resend=batch_resend,
        progress=lambda state: shown.show(state.line(), last=state.done == state.total),
        notify=note,
    )
    if as_json:
        print_json(report.to_json())
    else:
        for line in _summary(report):
            say(line)
    if report.ending is Ending.STOPPED:
        note("stopped; what was described is written, and the same command continues")
        return INTERRUPTED
    return 0 if report.whole else 1


def _summary(report: DescribeReport) -> list[str]:
    """What the run came to, for people."""
    lines = [f"  {count:,} without words, {reason}" for reason, count in report.refused.items()]
    if report.waiting:
        lines.append(f"replies are waited for: {', '.join(report.waiting)}")
    elif report.held_by:
        lines.append("images are still to be described; the same command goes on with them:")
        lines += [f"  {line}" for line in report.held_by[:3]]
    if len(report.prompts) > 1:
        lines.append(f"  they were asked for with {len(report.prompts)} versions of the prompt")
    spent = report.spent
    if spent.calls or spent.replayed:
        lines.append(f"{spent.line() or 'nothing was spent'}; {spent.replayed:,} replies were in the ledger")
    missing = f", {report.missing:,} without" if report.missing else ""
    lines.append(f"{report.described:,} of {report.images:,} images described by {report.model}{missing}")
    return lines
