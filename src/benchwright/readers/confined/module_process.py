"""Run a module of this package in a process of its own, which takes objects and answers with objects."""

from __future__ import annotations

import os
import subprocess
import sys
from multiprocessing.connection import Connection
from typing import IO

from benchwright.readers.confined.environment import environment


class ModuleProcess:
    """`python -m MODULE`, with a pipe for `requests` and one for `replies`. It is not confined: only code of ours goes
    in and comes back. A process of `multiprocessing` would run the user's script again. OSError if it cannot be
    started."""

    def __init__(self, module: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env=environment(module),
            cwd="/",
            start_new_session=True,  # Ctrl-C at the terminal is the parent's alone
        )
        self.requests = _connection(self._process.stdin, writable=True)
        self.replies = _connection(self._process.stdout, writable=False)

    @property
    def pid(self) -> int:
        return self._process.pid

    def end(self) -> None:
        """End it, whatever it is at."""
        self.requests.close()
        self.replies.close()
        self._process.kill()
        self._process.wait()


def _connection(pipe: IO[bytes] | None, *, writable: bool) -> Connection:
    """The end of a pipe as one that takes objects."""
    assert pipe is not None
    with pipe:
        return Connection(os.dup(pipe.fileno()), readable=not writable, writable=writable)
