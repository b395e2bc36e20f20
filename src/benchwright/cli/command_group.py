"""Group commands under one word, as in `benchwright ledger stats`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import typer

SETTINGS = {"help_option_names": ["-h", "--help"]}


@dataclass(frozen=True, slots=True)
class CommandGroup:
    """Some commands by name, and what the word before them says in its own help, which ends with an example."""

    help: str
    commands: Mapping[str, Callable[..., int]]

    def app(self) -> typer.Typer:
        """The group for the command line. Without a command it shows its help: misuse, exit code 2."""
        app = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=SETTINGS)
        for name, function in self.commands.items():
            app.command(name)(function)

        @app.callback(invoke_without_command=True, help=self.help)
        def group(context: typer.Context) -> None:
            if context.invoked_subcommand is None:
                print(context.get_help(), file=sys.stderr)
                raise typer.Exit(2)

        return app
