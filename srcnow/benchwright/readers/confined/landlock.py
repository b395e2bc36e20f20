"""Landlock keeps a Linux process from files and TCP for good, without privileges.

The numbers are the kernel's own (include/uapi/linux/landlock.h), the same on all machines. Each version of the
interface can refuse more; what the running kernel does not know is left out.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable
from pathlib import Path

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION = 1
_PATH_BENEATH = 1

_WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 1, 1 << 2, 1 << 3
_READ = _READ_FILE | _READ_DIR
_EXECUTE = 1 << 0
_EXECUTE_AND_CHANGE = _EXECUTE | _WRITE_FILE | sum(1 << bit for bit in range(4, 13))
_REFER, _TRUNCATE, _DEVICE = 1 << 13, 1 << 14, 1 << 15
_TCP = 0b11
_SCOPES = 0b11


def landlock_version() -> int:
    """The interface of the running kernel; 0 if it has none, or was started without it."""
    return max(0, _call(_CREATE, None, 0, _VERSION))


def lock(readable: Iterable[Path] | None, *, runs: bool = False) -> int:
    """Refuse this thread, and those it starts, to write, make, remove or run any file, and to connect or listen by TCP;
    and to read any file but those in `readable` (None: all may be read), which it may run, too, if `runs`. The version
    that is in force, 0 for none.

    It must have been said before that nothing started here gains privileges (PR_SET_NO_NEW_PRIVS)."""
    version = landlock_version()
    if not version:
        return 0
    files = _EXECUTE_AND_CHANGE | (_READ if readable is not None else 0)
    files |= (_REFER if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0) | (_DEVICE if version >= 5 else 0)
    fields = [files, _TCP, _SCOPES][: 1 if version < 4 else 2 if version < 6 else 3]
    packed = struct.pack(f"={len(fields)}Q", *fields)
    rules = _call(_CREATE, packed, len(packed), 0)
    if rules < 0:
        return 0
    try:
        for path in readable or ():
            _allow(rules, path, (_READ if path.is_dir() else _READ_FILE) | (_EXECUTE if runs else 0))
        _allow(rules, Path(os.devnull), (_READ_FILE if readable is not None else 0) | _WRITE_FILE)
        return version if _call(_RESTRICT, rules, 0) == 0 else 0
    finally:
        os.close(rules)


def _allow(rules: int, path: Path, access: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # it is not there: nothing to allow
        return
    try:
        _call(_ADD, rules, _PATH_BENEATH, struct.pack("=Qi", access, descriptor), 0)
    finally:
        os.close(descriptor)


def _call(number: int, *given: int | bytes | None) -> int:
    libc = ctypes.CDLL(None, use_errno=True)
    wide = [ctypes.c_long(one) if isinstance(one, int) else one for one in given]
    return int(libc.syscall(ctypes.c_long(number), *wide))
