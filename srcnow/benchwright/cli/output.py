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

from benchwright.english.counts import counted
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


_REASONS, _SUFFIXES = 12, 5
"""Lines of a summary, and suffixes that a line names."""


def drop_lines(
    counts: Mapping[str, Mapping[str, int]], folder: Path, suffixes: Mapping[str, Mapping[str, int]] | None = None
) -> Iterator[str]:
    """A line for each title and reason with its count, and that of the suffixes, most first; then the file of the
    folder that lists all cases."""
    for title, reasons in counts.items():
        ranked = _most_first(reasons)
        for reason, count in ranked[:_REASONS]:
            parts = _most_first((suffixes or {}).get(reason, {}))
            shown = [f"{number:,} {suffix}" if len(parts) > 1 else suffix for suffix, number in parts[:_SUFFIXES]]
            if len(parts) > _SUFFIXES:
                shown.append(f"{len(parts) - _SUFFIXES:,} others")
            yield f"  {title} {count:,} {reason}" + (f" ({', '.join(shown)})" if shown else "")
        if others := ranked[_REASONS:]:
            yield f"  {title} {sum(count for _, count in others):,} for {counted(len(others), 'other reason')}"
    if any(counts.values()):
        yield f"  each is listed in {folder / 'drops.jsonl'}"


def _most_first(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


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
