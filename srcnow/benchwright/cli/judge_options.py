"""Define the options that name judges, and turn them into how answers are judged."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.model_calls import call_options
from benchwright.errors import UsageError

if TYPE_CHECKING:
    from benchwright.run.model_session import SpendingCaps
    from benchwright.workflows.judging import JudgingOptions

Judges = Annotated[
    list[str] | None,
    typer.Option("--judge", metavar="M", help="A model that judges the answers; repeat it for a panel."),
]
Judged = Annotated[
    str,
    typer.Option("--judged", metavar="NAME,NAME", help="Judged measures (default: judged-correctness, faithfulness)."),
]
JudgeLimit = Annotated[
    int | None, typer.Option("--limit", help="Judge the answers to at most this many questions, drawn by the seed.")
]
JudgeEstimate = Annotated[
    bool, typer.Option("--estimate", help="Print the judges' calls, tokens and dollars; ask no system and no judge.")
]
JudgeConcurrency = Annotated[
    int | None, typer.Option("--judge-concurrency", help="Concurrent calls to judges (default 32).")
]
Certificates = Annotated[
    list[Path] | None,
    typer.Option("--certificate", metavar="FILE", help="A certificate by `judge certify`; repeatable."),
]


def judging_options(
    judges: list[str] | None,
    judged: str,
    certificates: list[Path] | None,
    *,
    limit: int | None,
    concurrency: int | None,
    caps: SpendingCaps,
    batch_dir: Path | None,
    batch: str | None,
    batch_attach: str,
    batch_resend: bool,
    base_url: str | None,
    plan: Path | None,
    quiet: bool,
) -> JudgingOptions:
    """How the options of a command say that answers are judged. Raises UsageError for options that say something of a
    judge where none is named, PlanError for a plan that cannot be read."""
    from benchwright.workflows.judging import JudgingOptions

    of_judges = {
        "--judged": judged or None,
        "--limit": limit,
        "--judge-concurrency": concurrency,
        "--max-usd": caps.usd,
        "--max-calls": caps.calls,
        "--max-tokens": caps.tokens,
        "--batch-dir": batch_dir,
        "--batch": batch,
        "--base-url": base_url,
        "--plan": plan,
    }
    lone = next((name for name, value in of_judges.items() if value is not None), "")
    if lone and not judges:
        raise UsageError(f"{lone} says something of a judge, and none is named", hint="add --judge openai/NAME")
    calls = call_options(
        judges or (), plan, base_url, caps, concurrency, batch_dir, batch, batch_attach, batch_resend, quiet=quiet
    )
    names = tuple(part.strip() for part in judged.split(",") if part.strip())
    return JudgingOptions(tuple(judges or ()), names, limit, tuple(certificates or ()), calls)
