"""Look into the record of model calls, with `benchwright ledger stats`, `export` and `prune`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.command_group import CommandGroup
from benchwright.cli.output import JsonOption, print_json, say

if TYPE_CHECKING:
    from benchwright.models.ledger import CallCount, LedgerStats

Bench = Annotated[
    Path, typer.Argument(metavar="BENCH", help="A folder that generate has made, or the path of a ledger's file.")
]


def stats(bench: Bench, as_json: JsonOption = False) -> int:
    """Show what was called and what it cost, by model and purpose.

    Works while a run is going on. Exit code 1 if replies in it are damaged: the next generate asks for them again.

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
            say(f"{found.stats.damaged:,} replies are damaged: they answer nothing, and are not counted here")
    return 1 if found.stats.damaged else 0


def _lines(stats: LedgerStats) -> list[str]:
    total = stats.total
    lines = [f"{total.calls:,} calls, {_tokens(total)}, {_price(total)}, {_size(stats.bytes)} on the disk"]
    rows = [
        (count.model, count.purpose, f"{count.calls:,}", _tokens(count), _price(count), _statuses(count))
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


def _tokens(count: CallCount) -> str:
    cached = f" ({count.cached:,} cached)" if count.cached else ""
    untold = f" ({count.uncounted:,} told none)" if count.uncounted else ""
    return f"{count.input:,}{cached} + {count.output:,} tokens{untold}"


def _price(count: CallCount) -> str:
    from benchwright.benchmark.call_costs import dollars

    if not count.unpriced:
        return dollars(count.usd)
    return dollars(None) if count.unpriced == count.calls else f"at least {dollars(count.usd)}"


def _statuses(count: CallCount) -> str:
    """How those ended that did not end well."""
    return ", ".join(f"{number:,} {status}" for status, number in count.statuses.items() if status != "ok")


def _size(size: int) -> str:
    return f"{size / 1e6:,.1f} MB" if size >= 1e6 else f"{size / 1e3:,.0f} kB"


def export(
    bench: Bench,
    to: Annotated[Path, typer.Option("--to", metavar="FILE", help="The file to write; packed if it ends in .zst.")],
    replace: Annotated[bool, typer.Option("--replace", help="Write over a file that is there.")] = False,
    as_json: JsonOption = False,
) -> int:
    """Write every call as JSON Lines: key, request (images by their hash) and reply, sorted by key.

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
    everything: Annotated[
        bool, typer.Option("--all", help="Forget also what attempts that have not ended have asked.")
    ] = False,
    as_json: JsonOption = False,
) -> int:
    """Forget the calls that no attempt refers to, and give their room back to the disk.

    What attempts that have not ended have asked is kept, unless --all is given: it would be asked and paid again.

    \b
    Example:
      benchwright ledger prune bench
    """
    from benchwright.workflows.ledger import ledger_prune as workflow

    done = workflow(bench, everything=everything)
    if as_json:
        print_json(done.to_json())
    else:
        say(
            f"{done.forgotten:,} calls forgotten, {done.kept:,} kept; {_size(done.before)} on the disk became "
            f"{_size(done.after)}"
        )
    return 0


LEDGER_GROUP = CommandGroup(
    """The record of every model call: what was called, what it cost, and what is still of use.

    \b
    Example:
      benchwright ledger stats bench
    """,
    {"stats": stats, "export": export, "prune": prune},
)
