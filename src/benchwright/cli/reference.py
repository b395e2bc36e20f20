"""Write the commands' reference page from their own help texts."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from benchwright.cli import COMMANDS, PARSER
from benchwright.cli.command_group import CommandGroup

_WIDTH = 100
_HEAD = """# Commands

`make docs` generates this page from the commands' help texts; a test fails when the page is out of date.

Every command exits with 0 on success, 1 if it reports a shortfall, 2 on incorrect usage and 130 after Ctrl-C. Each
error is printed as one line on standard error, with its cause and a fix. To see the full traceback, set
`BENCHWRIGHT_DEBUG=1` in the environment. `--json` prints one JSON object on standard output.
"""


def _help(*words: str) -> str:
    """What `benchwright WORDS --help` prints on a terminal of 100 columns."""
    with ExitStack() as stack:
        command: Any = PARSER
        wide: dict[str, Any] = {"resilient_parsing": True, "terminal_width": _WIDTH}
        context = stack.enter_context(command.make_context("benchwright", [], **wide))
        for word in words:
            command = command.get_command(context, word)
            context = stack.enter_context(command.make_context(word, [], parent=context, **wide))
        return str(command.get_help(context))


def commands_page() -> str:
    """docs/commands.md as Markdown."""
    parts = [_HEAD, f"```text\n{_help()}\n```\n"]
    for name, command in COMMANDS.items():
        parts.append(f"## {name}\n\n```text\n{_help(name)}\n```\n")
        if isinstance(command, CommandGroup):
            parts += [f"### {name} {one}\n\n```text\n{_help(name, one)}\n```\n" for one in command.commands]
    return "\n".join(parts)
