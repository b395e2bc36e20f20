"""Check a benchmark folder, with `benchwright validate`."""

from __future__ import annotations

from benchwright.cli.options import BenchArgument, JsonOption
from benchwright.cli.output import print_json, say
from benchwright.english.counts import counted


def validate(
    bench: BenchArgument,
    as_json: JsonOption = False,
) -> int:
    """Check a benchmark's files, ids, references, evidence, quotas and attempts.

    Lists every fault. The facts of composed questions are read from their evidence again. Exit code 1 if there are
    faults.

    \b
    Example:
      benchwright validate bench
    """
    from benchwright.workflows.validate import unread_evidence
    from benchwright.workflows.validate import validate as workflow

    faults = workflow(bench)
    if as_json:
        listed = [{"where": fault.where, "what": fault.what} for fault in faults]
        print_json({"benchmark": str(bench), "ok": not faults, "faults": listed})
    else:
        for fault in faults:
            say(str(fault))
        for reason, count in ({} if faults else unread_evidence(bench)).items():
            say(f"evidence of {counted(count, 'question')} is checked for its position only: {reason}")
        say(counted(len(faults), "fault") if faults else "sound")
    return 1 if faults else 0
