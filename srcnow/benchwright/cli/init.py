"""Start a plan, with `benchwright init`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli.options import JsonOption
from benchwright.cli.output import print_json, say
from benchwright.files.command_lines import command_line

OF_A_GRAPH = "qampari-2000"
"""The preset whose questions come from a graph and not from facts."""


def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder for the plan; created if missing.")],
    preset: Annotated[
        str,
        typer.Option(metavar="NAME", help="Template: start, quick, smmqg-1024, textbook, qampari-2000."),
    ] = "start",
    as_json: JsonOption = False,
) -> int:
    """Write a commented plan for your own documents into DIR/plan.yaml.

    Never overwrites a plan. Prints the commands to run next. The presets smmqg-1024 and textbook follow the data sets
    of the SMMQG paper and need a model; qampari-2000 follows the test set of the QAMPARI paper.

    \b
    Example:
      benchwright init handbook
      benchwright init islands --preset smmqg-1024
    """
    from benchwright.workflows.init import init as workflow

    plan = workflow(folder, preset)
    following = _commands(preset, plan, folder)
    if as_json:
        print_json({"plan": str(plan), "next": following})
    else:
        say(f"wrote {plan}")
        say("next:")
        for line in following:
            say(f"  {line}")
    return 0


def _commands(preset: str, plan: Path, folder: Path) -> list[str]:
    """The commands that lead from a folder of documents to a benchmark, in their order."""
    corpus, bench = str(folder / "corpus"), str(folder / "bench")
    ingest = command_line("ingest", "YOUR-DOCUMENTS...", "--to", corpus)
    generate = command_line("generate", plan, "--to", bench)
    if preset != OF_A_GRAPH:
        return [ingest, command_line("facts", corpus), generate]
    load = command_line("graph", "load", "YOUR-GRAPH...", "--to", corpus)
    split = command_line("graph", "split", bench, "--to", folder / "splits.json")
    return [ingest, load, generate, split]
