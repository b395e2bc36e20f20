"""What commands print: results on standard output, everything else on standard error. Knows no command.

Titles, names and texts come out of files that others wrote. A control character among them could move the cursor,
rewrite lines or set the terminal's clipboard, so that all of them are shown as escapes (`\\x1b`), never sent.
"""

from __future__ import annotations

import re
import sys
from typing import Annotated, Any

import typer

from benchwright.records import dump_line

JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object instead of text.")]

# Control characters but tab and line feed, what turns the direction of writing, and halves of surrogate pairs.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def visible(text: str) -> str:
    """The text with control characters as escapes; line feeds and tabs stay."""
    return _UNSEEN.sub(lambda match: match[0].encode("unicode_escape").decode("ascii"), text)


def say(text: str) -> None:
    """Print a line (or lines) of the result."""
    print(visible(text))


def print_json(obj: dict[str, Any]) -> None:
    """Print the one object that a command with `--json` answers with."""
    print(_UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", dump_line(obj)))


def note(text: str) -> None:
    """Tell the user something that is no result: progress, warnings."""
    print(visible(text), file=sys.stderr, flush=True)
