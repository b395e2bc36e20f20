"""Python itself refuses a worker files, network and programs, as a second wall in front of the kernel's."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

_EVENTS = frozenset(
    {
        "os.system",
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.spawn",
        "os.posix_spawn",
        "os.startfile",
        "subprocess.Popen",
        "pty.spawn",
        "socket.__new__",
        "socket.connect",
        "socket.bind",
        "socket.sendto",
        "socket.sendmsg",
        "socket.getaddrinfo",
        "socket.gethostbyname",
        "socket.gethostbyaddr",
        "socket.getnameinfo",
        "socket.gethostname",
        "os.remove",
        "os.rename",
        "os.rmdir",
        "os.mkdir",
        "os.link",
        "os.symlink",
        "os.truncate",
        "os.chmod",
        "os.chown",
        "os.chflags",
        "os.utime",
        "os.setxattr",
        "os.removexattr",
        "os.kill",
        "os.killpg",
        "os.lockf",
        "shutil.rmtree",
        "shutil.move",
        "shutil.copyfile",
        "shutil.copytree",
        "shutil.unpack_archive",
        "tempfile.mkstemp",
        "tempfile.mkdtemp",
        "ftplib.connect",
        "http.client.connect",
        "smtplib.connect",
        "urllib.Request",
        "webbrowser.open",
        "sqlite3.connect",
        "signal.pthread_kill",
        "resource.prlimit",
    }
)


def refuse() -> None:
    """From here on, this process cannot write, connect or start anything through Python: PermissionError."""
    sys.addaudithook(_hook(_EVENTS, _WRITES))


def _hook(events: frozenset[str], writes: int) -> Callable[[str, tuple[object, ...]], None]:
    # What it needs is bound here, where no code of a reader can reach it by name.
    def hook(event: str, given: tuple[object, ...]) -> None:
        if event in events:
            raise PermissionError(f"a reader may not: {event}")
        if event == "open":
            path, _, flags = (*given, None, None, None)[:3]
            if isinstance(flags, int) and flags & writes and path != os.devnull:
                raise PermissionError("a reader may not: open a file for writing")

    return hook
