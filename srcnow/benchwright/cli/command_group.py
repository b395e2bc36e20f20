"""Group commands under one word, as in `benchwright ledger stats`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import typer
from typer.main import get_command

SETTINGS = {"help_option_names": ["-h", "--help"]}


@dataclass(frozen=True, slots=True)
class CommandGroup:
    """Some commands by name, and what the word before them says in its own help, which ends with an example."""

    help: str
    commands: Mapping[str, Callable[..., int]]

    def parser(self, name: str) -> Any:
        """The group for the command line. Without a command it shows its help: misuse, exit code 2."""

        def group(context: typer.Context) -> None:
            if context.invoked_subcommand is None:
                print(context.get_help(), file=sys.stderr)
                raise typer.Exit(2)

        group.__doc__ = self.help
        return group_parser(name, group, self.commands)


class CommandParsers(Mapping[str, Any]):
    """Typer's parsers of some commands, each made when it is first asked for. Making all of them takes 30 ms, a third
    of the time of a small command."""

    def __init__(self, commands: Mapping[str, Callable[..., int] | CommandGroup]) -> None:
        self._commands = commands
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            command = self._commands[name]
            self._made[name] = command.parser(name) if isinstance(command, CommandGroup) else _parser(name, command)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._commands)

    def __len__(self) -> int:
        return len(self._commands)


def group_parser(
    name: str,
    callback: Callable[..., Any],
    commands: Mapping[str, Callable[..., int] | CommandGroup],
) -> Any:
    """Typer's parser of a word with commands behind it. `callback` runs before any of them, and also without one; its
    docstring is the help."""
    app = typer.Typer(name=name, add_completion=False, rich_markup_mode=None, context_settings=SETTINGS)
    app.callback(invoke_without_command=True)(callback)
    parser: Any = get_command(app)
    parser.commands = CommandParsers(commands)
    return parser


def _parser(name: str, function: Callable[..., int]) -> Any:
    app = typer.Typer(add_completion=False, rich_markup_mode=None, context_settings=SETTINGS)
    app.command(name)(function)
    return get_command(app)
