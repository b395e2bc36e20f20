"""What commands print: results on standard output, everything else on standard error. Knows no command.

Titles, names and texts come out of files that others wrote. A control character among them could move the cursor,
rewrite lines or set the terminal's clipboard, so that all of them are shown as escapes (`\\x1b`), never sent.
"""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from benchwright.publish.safe_text import UNSEEN, visible

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]


def say(text: str) -> None:
    """Print a line (or lines) of the result."""
    print(visible(text))


def print_json(obj: dict[str, Any]) -> None:
    """Print the one object that a command with `--json` answers with."""
    from benchwright.records import dump_line

    print(UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", dump_line(obj)))


def counted(count: int, one: str, many: str = "") -> str:
    """A number of things in words: "1 entity", "1,234 entities". `many` is the plural where an s does not make it."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def note(text: str) -> None:
    """Tell the user something that is no result: progress, warnings."""
    print(visible(text), file=sys.stderr, flush=True)
