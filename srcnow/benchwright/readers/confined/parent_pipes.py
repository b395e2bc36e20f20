"""Open the pipes to the parent in a process that `module_process` has started."""

from __future__ import annotations

import os
import signal
from multiprocessing.connection import Connection


def parent_pipes() -> tuple[Connection, Connection]:
    """The requests of the parent, and the replies to it. The parent alone ends the process, not
    Ctrl-C, and nothing that is printed gets among the replies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, replies = Connection(os.dup(0), writable=False), Connection(os.dup(1), readable=False)
    os.dup2(2, 1)
    return requests, replies
