"""`benchwright init`."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli.output import JsonOption, print_json, say


def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder for the plan; made if missing.")],
    preset: Annotated[
        str,
        typer.Option(metavar="NAME", help="The plan to start from: start, quick, smmqg-1024, textbook, qampari-2000."),
    ] = "start",
    as_json: JsonOption = False,
) -> int:
    """Write a commented plan for your own documents into DIR/plan.yaml.

    Never overwrites a plan. Prints the commands that come next. The presets smmqg-1024 and textbook are the data sets
    of the SMMQG paper, for a model to write; qampari-2000 is the test set of the QAMPARI paper.

    \b
    Example:
      benchwright init handbook
      benchwright init islands --preset smmqg-1024
    """
    from benchwright.workflows.init import init as workflow

    plan = workflow(folder, preset)
    corpus, bench = folder / "corpus", folder / "bench"
    following = [
        shlex.join(["benchwright", "ingest"]) + " YOUR-DOCUMENTS... " + shlex.join(["--to", str(corpus)]),
        shlex.join(["benchwright", "facts", str(corpus)]),
        shlex.join(["benchwright", "generate", str(plan), "--to", str(bench)]),
    ]
    if as_json:
        print_json({"plan": str(plan), "next": following})
    else:
        say(f"wrote {plan}")
        say("next:")
        for line in following:
            say(f"  {line}")
    return 0
