"""What commands print: results on standard output, everything else on standard error. Knows no command."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from benchwright.records import dump_line

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]


def print_json(obj: dict[str, Any]) -> None:
    """Print the one object that a command with `--json` answers with."""
    print(dump_line(obj))


def note(text: str) -> None:
    """Tell the user something that is no result: progress, warnings."""
    print(text, file=sys.stderr, flush=True)
