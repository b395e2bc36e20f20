"""Print the results of commands on standard output, progress and notes on standard error.

Titles, names and texts come from files of strangers. A control character in them could move the cursor, rewrite lines
or set the terminal's clipboard. So all control characters are printed as escapes (`\\x1b`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from benchwright.publish.safe_text import UNSEEN, visible

if TYPE_CHECKING:
    from benchwright.records import Json

INTERRUPTED = 130
"""The exit code of a command that Ctrl-C stopped."""

STOPPED = "stopped; finished work is saved, and the same command continues"

LINE_SECONDS = 5.0
"""Between two lines of progress where nothing can be written over."""
LINE_WIDTH = 100


class Report(Protocol):
    """A result that can be printed as one JSON object."""

    def to_json(self) -> Json: ...


R = TypeVar("R", bound=Report)


def say(text: str) -> None:
    """Print a line (or lines) of the result."""
    print(visible(text))


def print_json(obj: dict[str, Any]) -> None:
    """Print the one object that a command prints with `--json`."""
    from benchwright.records import dump_line

    print(UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", dump_line(obj)))


def print_report(report: R, lines: Callable[[R], Iterable[str]], *, as_json: bool) -> None:
    """Print a result as one JSON object, or as the lines that it has for people."""
    if as_json:
        print_json(report.to_json())
        return
    for line in lines(report):
        say(line)


def drop_lines(counts: Mapping[str, Mapping[str, int]], folder: Path) -> Iterator[str]:
    """A line for each title and reason with its count, and the file of the folder that lists all cases."""
    for title, reasons in counts.items():
        yield from (f"  {title} {count:,} {reason}" for reason, count in reasons.items())
    if any(counts.values()):
        yield f"  each is listed in {folder / 'drops.jsonl'}"


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
    """Print progress or a warning on standard error."""
    print(visible(text), file=sys.stderr, flush=True)
