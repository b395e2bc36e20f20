"""What the kernel refuses a worker. Knows no tasks. What a kernel does not offer is gone without, and told."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from collections.abc import Sequence

_PR_SET_PDEATHSIG = 1


def die_with(parent: int) -> None:
    """Have the kernel kill this process when the thread that started it ends. SystemExit if that has ended by now."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        raise SystemExit(0)


def bound_process(open_files: int) -> None:
    """No core dumps, no files written, few open."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = open_files if hard == resource.RLIM_INFINITY else min(open_files, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def bound_memory(more: int) -> None:
    """At most `more` bytes of address space beyond what this process has now. Linux only: macOS takes the limit and
    does not enforce it."""
    if sys.platform == "linux":
        with open("/proc/self/statm", "rb") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = now + more
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


def confine(roots: Sequence[str] | None) -> str:
    """Refuse what a reader never needs. `roots`: the folders that may be read besides Python's; None for any."""
    return "resource limits"
