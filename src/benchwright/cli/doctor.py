"""Check the installation, with `benchwright doctor`."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli.output import JsonOption, print_json, say

_HEADINGS = {
    "version": "Versions",
    "package": "Packages",
    "extra": "Extras",
    "encoder": "Encoder",
    "disk": "Disk",
    "workers": "Processes that read documents",
    "sdk": "Libraries of model services",
    "key": "Keys in the environment or .env (only whether they are set)",
    "models": "Models that can be asked (no service was)",
    "offline": "Works offline",
}


def doctor(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder that benchmarks would be written to.")] = Path(
        "."
    ),
    as_json: JsonOption = False,
) -> int:
    """Say what is installed, which keys are set, and what works offline.

    Exit code 1 if something is broken; an extra or a key that is not there is no fault.

    \b
    Example:
      benchwright doctor
    """
    from benchwright.workflows.doctor import doctor as workflow

    findings = workflow(folder)
    faults = sum(finding.state == "fault" for finding in findings)
    if as_json:
        print_json({"ok": not faults, "findings": [finding.to_json() for finding in findings]})
        return 1 if faults else 0
    for topic, group in groupby(findings, key=lambda finding: finding.topic):
        say(_HEADINGS[topic])
        for finding in group:
            mark = {"ok": "+", "absent": "-", "fault": "!"}[finding.state]
            say(f"  {mark} {finding.name}: {finding.detail}")
    say(f"{faults} fault{'' if faults == 1 else 's'}" if faults else "all is well")
    return 1 if faults else 0
