"""Check the installation, with `benchwright doctor`."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer

from benchwright.cli.options import JsonOption
from benchwright.cli.output import print_json, say
from benchwright.english.counts import counted

_HEADINGS = {
    "version": "Versions",
    "package": "Packages",
    "extra": "Extras",
    "encoder": "Encoder",
    "disk": "Disk",
    "workers": "Document reader processes",
    "converter": "Programs that convert other formats",
    "key": "API keys in the environment or .env (values are not shown)",
    "models": "Model services (not contacted)",
    "offline": "Works offline",
}


def doctor(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Folder for benchmarks.")] = Path("."),
    as_json: JsonOption = False,
) -> int:
    """Check the installation: packages, extras, API keys, and which features work offline.

    Exit code 1 if something is broken. Missing extras and keys are not faults.

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
    say(counted(faults, "fault") if faults else "no faults")
    return 1 if faults else 0
