"""Print what commands answer: results on standard output, progress and notes on standard error.

Titles, names and texts come out of files that others wrote. A control character among them could move the cursor,
rewrite lines or set the terminal's clipboard, so that all of them are shown as escapes (`\\x1b`), never sent.
"""

from __future__ import annotations

import sys
import time
from typing import Annotated, Any

import typer

from benchwright.publish.safe_text import UNSEEN, visible

LINE_SECONDS = 5.0
"""Between two lines of progress where nothing can be written over."""
LINE_WIDTH = 100

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


class ProgressLine:
    """Progress on standard error: one line that is written over on a terminal, elsewhere a line every few seconds, or
    nothing if `quiet` or if there is no `every`."""

    def __init__(self, *, quiet: bool = False, every: float | None = None) -> None:
        self._live = sys.stderr.isatty() and not quiet
        self._every = None if quiet else every
        self._last = time.monotonic()

    def show(self, text: str, *, last: bool = False) -> None:
        """Show the text in place of the one before; the `last` one stays."""
        now = time.monotonic()
        if self._live:
            end = "\n" if last else ""
            print(f"\r\033[K{visible(text)[:LINE_WIDTH]}", end=end, file=sys.stderr, flush=True)
        elif self._every is not None and now - self._last >= self._every:
            self._last = now
            note(text)

    def clear(self) -> None:
        """Take the line away."""
        if self._live:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def note(text: str) -> None:
    """Tell the user something that is no result: progress, warnings."""
    print(visible(text), file=sys.stderr, flush=True)
