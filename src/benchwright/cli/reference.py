"""The commands' reference page, made of their own help texts, so that it cannot lag behind them."""

from __future__ import annotations

from typer.main import get_command

from benchwright.cli import COMMANDS, app

_WIDTH = 100
_HEAD = """# Commands

This page is made of the commands' help texts by `make docs`; a test fails when it lags behind them.

Every command: exit code 0 only if it did all of what was asked, 1 for a shortfall that it reported, 2 for misuse; 130
after Ctrl-C. A mistake is one line on standard error, what and how to mend; `BENCHWRIGHT_DEBUG=1` in the environment
shows where it came from. `--json` prints one JSON object on standard output.
"""


def _help(*words: str) -> str:
    """What `benchwright WORDS --help` prints on a terminal of 100 columns."""
    command = get_command(app)
    with command.make_context("benchwright", list(words), resilient_parsing=True, terminal_width=_WIDTH) as context:
        if not words:
            return command.get_help(context)
        child = command.get_command(context, words[0])  # type: ignore[attr-defined]  # it is a group
        with child.make_context(words[0], [], parent=context, resilient_parsing=True, terminal_width=_WIDTH) as inner:
            return str(child.get_help(inner))


def commands_page() -> str:
    """docs/commands.md as Markdown."""
    parts = [_HEAD, f"```text\n{_help()}\n```\n"]
    parts += [f"## {name}\n\n```text\n{_help(name)}\n```\n" for name in COMMANDS]
    return "\n".join(parts)
