"""Check a benchmark folder, with `benchwright validate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli.output import JsonOption, print_json, say


def validate(
    bench: Annotated[Path, typer.Argument(metavar="BENCH", help="A folder that generate has made.")],
    as_json: JsonOption = False,
) -> int:
    """Check a benchmark: hashes, ids, references, evidence, quotas, attempts.

    Lists every fault; exit code 1 if there is one.

    \b
    Example:
      benchwright validate bench
    """
    from benchwright.workflows.validate import validate as workflow

    faults = workflow(bench)
    if as_json:
        listed = [{"where": fault.where, "what": fault.what} for fault in faults]
        print_json({"benchmark": str(bench), "ok": not faults, "faults": listed})
    else:
        for fault in faults:
            say(str(fault))
        say("sound" if not faults else f"{len(faults)} fault{'s' if len(faults) > 1 else ''}")
    return 1 if faults else 0
