"""Define the options of commands that call models: what they may spend, and the batches that they may use."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli.numbers import finite

MaxUsd = Annotated[
    float | None, typer.Option("--max-usd", min=0, callback=finite, help="Spend no more dollars than this.")
]
MaxCalls = Annotated[int | None, typer.Option("--max-calls", min=0, help="Make no more calls than this.")]
MaxTokens = Annotated[int | None, typer.Option("--max-tokens", min=0, help="Use no more tokens than this.")]
BatchDir = Annotated[
    Path | None,
    typer.Option("--batch-dir", metavar="DIR", help="Write requests into files in DIR, and read replies there."),
]
BatchService = Annotated[
    str | None, typer.Option("--batch", metavar="SERVICE", help="Use the batches of openai, anthropic or google.")
]
BatchAttach = Annotated[
    str, typer.Option("--batch-attach", metavar="ID", help="The id of a batch that could not be told apart.")
]
BatchResend = Annotated[bool, typer.Option("--batch-resend", help="Send again what could not be told to be sent.")]
