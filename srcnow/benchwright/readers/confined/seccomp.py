"""Seccomp makes Linux refuse a process system calls for good.

Landlock leaves open what is not a file or TCP: other sockets, the rights and times of files, other processes. Those
calls fail here with "not permitted", so that a library that tries one can go on without.
"""

from __future__ import annotations

import ctypes
import json
import os
import platform
import struct
from pathlib import Path

_PR_SET_SECCOMP, _FILTER = 22, 2

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_EPERM, _ENOSYS = 1, 38
_NUMBER, _MACHINE, _FIRST = 0, 4, 16
"""Offsets in what a filter sees: the number of the call, the machine, the low half of the first argument."""

_THREAD = 0x10000
_FOREIGN = 0x40000000
"""From here on numbers are those of x32, a second way to make the same calls."""

_MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

_REFUSED: dict[str, tuple[int, int]] = json.loads(Path(__file__).with_name("refused_calls.json").read_text("utf-8"))
"""Numbers by name, on x86-64 and on 64-bit ARM (-1: not there)."""

_RUN = frozenset({"execve", "execveat"})

_KILL, _TGKILL, _PRLIMIT, _CLONE, _CLONE3 = (62, 129), (234, 131), (302, 261), (56, 220), (435, 435)


def refuse_calls(*, runs: bool = False) -> bool:
    """Refuse them to this thread and those that it starts; if `runs`, it may still become another program. Whether the
    kernel took it."""
    machine = platform.machine()
    if machine not in _MACHINES:
        return False
    program = _program(_MACHINES[machine], list(_MACHINES).index(machine), os.getpid(), _RUN if runs else frozenset())
    code = ctypes.create_string_buffer(b"".join(struct.pack("=HBBI", *step) for step in program))
    described = struct.pack("@HP", len(program), ctypes.addressof(code))
    return bool(ctypes.CDLL(None).prctl(_PR_SET_SECCOMP, _FILTER, described, 0, 0) == 0)


def _program(machine: int, column: int, own: int, allowed: frozenset[str]) -> list[tuple[int, int, int, int]]:
    """The filter: (what to do, steps to skip if so, if not, value)."""
    refuse = (_RETURN, 0, 0, _ERROR | _EPERM)
    allow = (_RETURN, 0, 0, _ALLOW)
    steps = [(_LOAD, 0, 0, _MACHINE), (_EQUAL, 1, 0, machine), refuse, (_LOAD, 0, 0, _NUMBER)]
    steps += [(_AT_LEAST, 0, 1, _FOREIGN), refuse]
    for name, numbers in _REFUSED.items():
        if numbers[column] >= 0 and name not in allowed:
            steps += [(_EQUAL, 0, 1, numbers[column]), refuse]
    # The newer call hides its flags behind a pointer: without it, the C library takes the older one.
    steps += [(_EQUAL, 0, 1, _CLONE3[column]), (_RETURN, 0, 0, _ERROR | _ENOSYS)]
    steps += [(_EQUAL, 0, 4, _CLONE[column]), (_LOAD, 0, 0, _FIRST), (_ANY_BIT, 0, 1, _THREAD), allow, refuse]
    # abort() signals its own process, and the C library sets the limits of process 0, which is the caller.
    for call, whose in ((_KILL, own), (_TGKILL, own), (_PRLIMIT, 0)):
        steps += [(_EQUAL, 0, 4, call[column]), (_LOAD, 0, 0, _FIRST), (_EQUAL, 0, 1, whose), allow, refuse]
    return [*steps, allow]
