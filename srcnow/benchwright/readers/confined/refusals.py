"""Python itself refuses a worker files, network and programs, as a second wall in front of the kernel's."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

_FAMILIES = frozenset(
    {"ftplib", "http", "imaplib", "nntplib", "os", "poplib", "pty", "resource", "shutil", "signal", "smtplib", "socket"}
    | {"sqlite3", "subprocess", "telnetlib", "tempfile", "urllib", "webbrowser"}
)
"""Events of these modules are refused: https://docs.python.org/3/library/audit_events.html"""

_HARMLESS = frozenset(
    {"os.add_dll_directory", "os.chdir", "os.fchdir", "os.fwalk", "os.getxattr", "os.listdir", "os.listxattr"}
    | {"os.putenv", "os.scandir", "os.unsetenv", "os.walk", "resource.setrlimit"}
)
"""Those of them that look, or change only this process."""


def refuse() -> None:
    """From here on, this process cannot write, connect or start anything through Python: PermissionError."""
    sys.addaudithook(_hook(_FAMILIES, _HARMLESS, _WRITES))


def _hook(families: frozenset[str], harmless: frozenset[str], writes: int) -> Callable[[str, tuple[object, ...]], None]:
    # What it needs is bound here, where no code of a reader can reach it by name.
    def hook(event: str, given: tuple[object, ...]) -> None:
        if event.partition(".")[0] in families and event not in harmless:
            raise PermissionError(f"a reader may not: {event}")
        if event == "open":
            path, _, flags = (*given, None, None, None)[:3]
            if isinstance(flags, int) and flags & writes and path != os.devnull:
                raise PermissionError("a reader may not: open a file for writing")

    return hook
