"""The command line."""

from __future__ import annotations

from collections.abc import Sequence

import typer

app = typer.Typer(no_args_is_help=True, add_completion=False)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    app(args=None if argv is None else list(argv), standalone_mode=False)
    return 0
