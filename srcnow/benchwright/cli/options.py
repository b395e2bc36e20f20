"""Define the options and arguments that several commands share."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer


def finite(value: float | None) -> float | None:
    """The value of an option. Raises BadParameter for NaN, which passes every comparison, and for infinity."""
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(f"{value} is not a number that can be a limit")
    return value


JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]
Replace = Annotated[bool, typer.Option("--replace", help="Overwrite existing output.")]
BenchArgument = Annotated[Path, typer.Argument(metavar="BENCH", help="A benchmark folder.")]
CorpusArgument = Annotated[Path, typer.Argument(metavar="CORPUS", help="A corpus folder.")]
ToCorpus = Annotated[Path, typer.Option("--to", metavar="CORPUS", help="The corpus folder; created if missing.")]
ToBench = Annotated[Path, typer.Option("--to", metavar="BENCH", help="The benchmark folder; created if missing.")]

ModelConcurrency = Annotated[
    int | None, typer.Option("--concurrency", help="Concurrent model calls (default 32); affects speed only.")
]
MaxUsd = Annotated[
    float | None, typer.Option("--max-usd", min=0, callback=finite, help="Spend at most this many dollars.")
]
MaxCalls = Annotated[int | None, typer.Option("--max-calls", min=0, help="Make at most this many calls.")]
MaxTokens = Annotated[int | None, typer.Option("--max-tokens", min=0, help="Use at most this many tokens.")]
BatchDir = Annotated[
    Path | None,
    typer.Option("--batch-dir", metavar="DIR", help="Write request files to DIR and read replies from it."),
]
BatchService = Annotated[
    str | None, typer.Option("--batch", metavar="SERVICE", help="Use the batch API of openai, anthropic or google.")
]
BatchAttach = Annotated[
    str,
    typer.Option(
        "--batch-attach", metavar="ID", help="Continue with this batch if several could be the submitted one."
    ),
]
BatchResend = Annotated[
    bool, typer.Option("--batch-resend", help="Send requests again even if a batch may still answer them.")
]
BaseUrl = Annotated[
    str | None, typer.Option("--base-url", metavar="URL", help="Address of an OpenAI-compatible server.")
]
ModelPlan = Annotated[
    Path | None, typer.Option("--plan", metavar="PLAN", help="A plan whose `models` section configures the model.")
]
