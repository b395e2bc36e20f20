"""This program confines its own process and then becomes a converter.

python -I -S converter_child.py PARENT BOUNDS PROGRAM ARGUMENT ...
"""

from __future__ import annotations

import json
import os
import resource
import sys
from pathlib import Path
from types import ModuleType


def main() -> None:
    """Become the program, with limits that it cannot lift."""
    parent, bounds, command = int(sys.argv[1]), json.loads(sys.argv[2]), sys.argv[3:]
    _no_readers()
    from benchwright.readers.confined import confine

    confine.die_with(parent)
    confine.confine([command[0], str(Path(command[0]).resolve())], runs=True)
    limits = {"CORE": 0, "NOFILE": 64, "FSIZE": bounds["output"], "CPU": bounds["seconds"], "AS": bounds["memory"]}
    for name, most in limits.items():
        number = getattr(resource, f"RLIMIT_{name}")
        _, hard = resource.getrlimit(number)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(number, (most, most))
    os.execv(command[0], command)


def _no_readers() -> None:
    """Let the modules of this folder be imported without the packages around them, which would load every reader: half
    a second for each document."""
    folder = Path(__file__).resolve().parent
    for name, path in (
        ("benchwright", folder.parents[1]),
        ("benchwright.readers", folder.parent),
        ("benchwright.readers.confined", folder),
    ):
        package = ModuleType(name)
        package.__path__ = [str(path)]
        sys.modules[name] = package


if __name__ == "__main__":
    main()
