"""This program confines its own process and then becomes a converter.

python -I -S converter_child.py PARENT BOUNDS PROGRAM ARGUMENT ...
"""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
from pathlib import Path


def main() -> None:
    """Become the program, with limits that it cannot lift."""
    parent, bounds, command = int(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3:]
    sys.path.append(str(Path(__file__).resolve().parents[3]))  # where this package lies
    from benchwright.readers.confined import confine

    confine.die_with(parent)
    confine.confine([command[0], str(Path(command[0]).resolve())], runs=True)
    limits = {"CORE": 0, "NOFILE": 64, "FSIZE": bounds["output"], "CPU": bounds["seconds"], "AS": bounds["memory"]}
    for name, most in limits.items():
        number = getattr(resource, f"RLIMIT_{name}")
        _, hard = resource.getrlimit(number)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(number, (most, most))
    for number in (signal.SIGXFSZ, signal.SIGPIPE):  # Python ignores both, and what it becomes would write for ever
        signal.signal(number, signal.SIG_DFL)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
