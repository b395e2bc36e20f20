"""Show, export and prune recorded model calls, with `benchwright ledger stats`, `export` and `prune`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.command_group import CommandGroup
from benchwright.cli.options import JsonOption, Replace
from benchwright.cli.output import print_json, print_report, say

if TYPE_CHECKING:
    from benchwright.models.call_costs import CallSum
    from benchwright.models.ledger import CallCount, LedgerStats

Bench = Annotated[Path, typer.Argument(metavar="BENCH", help="A benchmark folder, or the path of a ledger file.")]


def stats(bench: Bench, as_json: JsonOption = False) -> int:
    """Count calls, tokens and dollars by model and purpose.

    Works during a run. Exit code 1 if replies are damaged; the next `generate` requests them again.

    \b
    Example:
      benchwright ledger stats bench
    """
    from benchwright.workflows.ledger import ledger_stats as workflow

    found = workflow(bench)
    if as_json:
        print_json({"ledger": str(found.path), **found.stats.to_json()})
    else:
        for line in _lines(found.stats):
            say(line)
        if found.stats.damaged:
            say(f"{found.stats.damaged:,} replies are damaged; they are ignored and not counted here")
    return 1 if found.stats.damaged else 0


def _lines(stats: LedgerStats) -> list[str]:
    total = stats.total.spent
    lines = [f"{total.calls:,} calls, {_tokens(total)}, {total.price}, {_size(stats.bytes)} on disk"]
    rows = [
        (
            count.model,
            count.purpose,
            f"{count.spent.calls:,}",
            _tokens(count.spent),
            count.spent.price,
            _statuses(count),
        )
        for count in stats.counts
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for model, purpose, calls, tokens, price, statuses in rows:
        cells = (
            f"{model:{widths[0]}}  {purpose:{widths[1]}}  {calls:>{widths[2]}}",
            f"{tokens:{widths[3]}}  {price:{widths[4]}}  {statuses}",
        )
        lines.append("  ".join(cells).rstrip())
    return lines


def _tokens(count: CallSum) -> str:
    cached = f" ({count.cached:,} cached)" if count.cached else ""
    untold = f" ({count.uncounted:,} told none)" if count.uncounted else ""
    return f"{count.input:,}{cached} + {count.output:,} tokens{untold}"


def _statuses(count: CallCount) -> str:
    """The statuses other than ok, with their counts."""
    return ", ".join(f"{number:,} {status}" for status, number in count.statuses.items() if status != "ok")


def _size(size: int) -> str:
    return f"{size / 1e6:,.1f} MB" if size >= 1e6 else f"{size / 1e3:,.0f} kB"


def export(
    bench: Bench,
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="Output file; compressed if it ends in .zst.")],
    replace: Replace = False,
    as_json: JsonOption = False,
) -> int:
    """Export all calls as JSON Lines, sorted by key: key, request (images by their hash) and reply.

    \b
    Example:
      benchwright ledger export bench --to calls.jsonl
    """
    from benchwright.workflows.ledger import ledger_export as workflow

    calls = workflow(bench, to, replace=replace)
    if as_json:
        print_json({"file": str(to), "calls": calls})
    else:
        say(f"{calls:,} calls in {to}")
    return 0


def prune(
    bench: Bench,
    everything: Annotated[bool, typer.Option("--all", help="Also delete the calls of pending attempts.")] = False,
    as_json: JsonOption = False,
) -> int:
    """Delete calls that no attempt refers to, and free their disk space.

    Calls of pending attempts are kept unless --all is given; a later run would pay for them again.

    \b
    Example:
      benchwright ledger prune bench
    """
    from benchwright.workflows.ledger import ledger_prune as workflow

    done = workflow(bench, everything=everything)
    sizes = f"{_size(done.bytes_before)} on disk before, {_size(done.bytes_after)} now"
    print_report(done, lambda _: [f"{done.forgotten:,} calls deleted, {done.kept:,} kept; {sizes}"], as_json=as_json)
    return 0


LEDGER_GROUP = CommandGroup(
    """Show, export and prune the record of all model calls.

    \b
    Example:
      benchwright ledger stats bench
    """,
    {"stats": stats, "export": export, "prune": prune},
)
