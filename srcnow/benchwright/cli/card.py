"""Write or check the card of a benchmark, with `benchwright card`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.options import BenchArgument, JsonOption
from benchwright.cli.output import print_report
from benchwright.english.counts import counted

if TYPE_CHECKING:
    from benchwright.workflows.card import CardReport


def card(
    bench: BenchArgument,
    to: Annotated[Path | None, typer.Option("--to", metavar="DIR", help="The card's folder (default: BENCH/card).")] = (
        None
    ),
    check: Annotated[bool, typer.Option("--check", help="Write nothing; list what is wrong or open.")] = False,
    as_json: JsonOption = False,
) -> int:
    """Write a data sheet and a Hugging Face data set card from the records of a benchmark.

    Every figure names the record that it comes from; card.json lists them for programs. The card has the licences of
    the sources, models and prices from the ledger, checks by verdict, the split beside the benchmark
    (BENCH-splits.json), and a canary GUID. Questions that no record answers are TODO lines. Answer them in
    card-answers.yaml in the card's folder, and run the command again: your answers are marked as the owner's and are
    never overwritten.

    `validate` also checks the card in BENCH/card, except for open questions. Exit code 1 if --check finds a changed
    record, a changed line of the card or an open question.

    \b
    Example:
      benchwright card bench
      benchwright card bench --check
    """
    from benchwright.workflows.card import card as workflow

    made = workflow(bench, to, check=check)
    print_report(made, lambda report: _lines(report, check=check), as_json=as_json)
    return 0 if made.sound or not check else 1


def _lines(made: CardReport, *, check: bool) -> Iterator[str]:
    if check and made.faults:
        yield from made.faults
    answered = f"{len(made.recorded):,} answered by records, {len(made.owner):,} by the owner, {len(made.todo):,} open"
    yield f"{made.path}: {counted(made.figures, 'figure')}; questions: {answered}"
    if made.todo:
        yield f"  {'TODO' if check else 'open'}: {', '.join(made.todo)}"
    if check:
        yield counted(len(made.faults), "fault") if made.faults else "no fault" if made.todo else "sound"
    yield f"  canary {made.canary}"
