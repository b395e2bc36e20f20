"""Python audit hooks refuse a worker files, network and programs, in addition to the kernel."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

_REFUSED = frozenset(
    {"subprocess", "pty", "socket", "shutil", "tempfile", "sqlite3"}
    | {"ftplib", "smtplib", "http", "urllib", "webbrowser"}
)
"""Modules whose audit events all write, connect or start something."""

_READING = frozenset(
    {"os.listdir", "os.scandir", "os.walk", "os.fwalk", "os.chdir", "os.getxattr", "os.listxattr"}
    | {"os.putenv", "os.unsetenv", "os.add_dll_directory"}
)
"""Events of `os` that change nothing outside this process."""

_SINGLE = frozenset({"signal.pthread_kill", "resource.prlimit"})


def refuse() -> None:
    """From here on, this process cannot write, connect or start anything through Python: PermissionError."""
    sys.addaudithook(_hook(_REFUSED, _READING, _SINGLE, _WRITES))


def _hook(
    refused: frozenset[str], reading: frozenset[str], single: frozenset[str], writes: int
) -> Callable[[str, tuple[object, ...]], None]:
    # What it needs is bound here, where no code of a reader can reach it by name.
    def hook(event: str, arguments: tuple[object, ...]) -> None:
        module = event.partition(".")[0]
        if module in refused or (module == "os" and event not in reading) or event in single:
            raise PermissionError(f"a reader may not: {event}")
        if event == "open":
            path, _, flags = (*arguments, None, None, None)[:3]
            if isinstance(flags, int) and flags & writes and path != os.devnull:
                raise PermissionError("a reader may not: open a file for writing")

    return hook
