"""A worker asks the kernel to refuse it files, network and programs; what the kernel cannot refuse is reported."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from benchwright.readers.confined.landlock import lock
from benchwright.readers.confined.seccomp import refuse_calls

_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS = 1, 38


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
        most = now + more if hard == resource.RLIM_INFINITY else min(now + more, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def confine(roots: Sequence[str] | None, *, runs: bool = False) -> str:
    """Refuse what a reader never needs, and tell what is in force. `roots`: the folders that may be read besides
    Python's; None for any. If `runs`, this process may still become another program, which is confined as well."""
    if sys.platform != "linux":
        return "only limits of time and of what Python may do: this system offers no more"
    ctypes.CDLL(None).prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    version = lock(None if roots is None else [*map(Path, roots), *_needed()], runs=runs)
    reading = "" if roots is None else "no reading outside the input's folders, "
    description = [f"no writing, {reading}no TCP (Landlock {version})" if version else "Landlock is not there"]
    description.append(
        "no sockets, programs, processes (seccomp)" if refuse_calls(runs=runs) else "seccomp is not there"
    )
    return "; ".join(description)


def _needed() -> list[Path]:
    """What Python and its libraries read: themselves, and what they ask the system."""
    system = """/usr /lib /lib32 /lib64 /nix/store /gnu/store /etc/ld.so.cache /etc/localtime /etc/mime.types /etc/fonts
        /etc/ssl/openssl.cnf /dev/urandom /dev/random /proc/self /proc/cpuinfo /proc/meminfo /proc/stat /proc/sys/vm
        /sys/devices/system /sys/fs/cgroup"""
    values = [sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix, *sys.path]
    values += [sys.pycache_prefix or ""]
    values += os.environ.get("LD_LIBRARY_PATH", "").split(os.pathsep)
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as file:
        mapped = {line.split(maxsplit=5)[-1].strip() for line in file if "/" in line}
    values += sorted({str(Path(path).parent) for path in mapped if path.startswith("/") and path.count("/") > 1})
    return [Path(path) for path in (*values, *system.split()) if path.startswith("/")]
