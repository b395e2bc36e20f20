"""Run a command against the local server and report its cost and what the server saw."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loopback import Counts, Server

LOOK = 0.05


@dataclass(frozen=True, slots=True)
class Watched:
    """One run of a command: its exit code (negative: the signal that ended it), seconds of wall and processor time,
    the most resident memory in MB, what it printed, and what the server saw meanwhile."""

    code: int
    wall: float
    cpu: float
    memory: float
    output: str
    counts: Counts


def watch(
    server: Server,
    command: Sequence[str],
    knobs: Mapping[str, float],
    *,
    environment: Mapping[str, str] | None = None,
    kill_at: int | None = None,
    seconds: float | None = None,
) -> Watched:
    """Reset the server with these knobs and run the command to its end. At `kill_at` calls, or after `seconds`, it is
    killed without warning."""
    server.reset(**knobs)
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, **(environment or {})},
        )
        killed = kill_at is None and seconds is None
        while True:
            ended, status, used = os.wait4(process.pid, 0 if killed else os.WNOHANG)
            if ended:
                break
            late = seconds is not None and time.perf_counter() - start > seconds
            if late or (kill_at is not None and server.counts().calls >= kill_at):
                process.send_signal(signal.SIGKILL)
                killed = True
            else:
                time.sleep(LOOK)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        told = output.read().decode("utf-8", "replace")
    cpu = used.ru_utime + used.ru_stime
    return Watched(process.returncode, wall, cpu, used.ru_maxrss / 1e3, told, server.counts())
