"""Documents in formats that only another program reads are converted to HTML by that program, in a process of its own.

    rtf, odt, epub, latex ... ── pandoc ──▶ HTML        man ── mandoc ──▶ HTML        asciidoc ── asciidoctor ──▶ HTML

The program is one that the user has installed. It gets the document on standard input and writes to a file without a
name; it may not open files, connect, or start other programs, and its memory, time and output are limited
(`converter_child.py`). A worker asks for a conversion; this process, which starts the program, reads nothing of either
side but its length and its last message.
"""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryFile

from benchwright.errors import ReadError

_MEMORY, _SECONDS, _OUTPUT = 1 << 30, 60, 64 << 20
_TAIL = 4096
_CHILD = Path(__file__).with_name("converter_child.py")
_ENVIRONMENT = {"PATH": os.defpath, "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"}
_REFUSED_BY_SYSTEM = {-signal.SIGKILL, -signal.SIGXCPU, -signal.SIGXFSZ, -signal.SIGSEGV, -signal.SIGABRT}
_HEAP = 251  # how a program of Haskell's ends that has used up its heap


@dataclass(frozen=True, slots=True)
class Converter:
    """A program that writes HTML. `oldest` is the first version that can be confined by its own options, too; `version`
    asks it for that. `%` in `options` stands for the format."""

    name: str
    forms: tuple[str, ...]
    options: tuple[str, ...]
    oldest: tuple[int, ...] = ()

    @property
    def program(self) -> str:
        """Where it is; "" if it is not installed."""
        return shutil.which(self.name) or ""

    def fault(self) -> str:
        """Why it cannot be used, "" if it can."""
        if not self.program:
            return f"install {self.name} to read such files"
        version = version_of(self.program) if self.oldest else ()
        if version < self.oldest:
            wanted = ".".join(map(str, self.oldest))
            return f"install {self.name} {wanted} or newer: {self.program} is too old"
        return ""


_PANDOC = (
    *("--sandbox", "--quiet", "-f", "%", "-t", "html5", "--standalone", "--mathml", "--no-highlight"),
    *("--email-obfuscation=none", "+RTS", f"-M{_MEMORY >> 21}m", "-RTS"),
)
_CLOCK = (f"{of}{what}" for of in ("doc", "local") for what in ("date", "time", "year", "datetime"))
_ASCIIDOCTOR = (
    *("-S", "secure", "-b", "html5", "-a", "linkcss", "-a", "nofooter"),
    *(word for name in _CLOCK for word in ("-a", f"{name}={{{name}}}")),  # the day of reading is no words of a document
    *("-o", "-", "-"),
)
CONVERTERS = (
    Converter("mandoc", ("man", "mdoc"), ("-T", "html")),
    Converter(
        "pandoc",
        ("docbook", "epub", "jats", "latex", "man", "odt", "org", "rtf", "textile"),
        _PANDOC,
        (2, 15),
    ),
    Converter("asciidoctor", ("asciidoc",), _ASCIIDOCTOR),
)
"""The first that is there for a format is asked."""


@cache
def version_of(program: str) -> tuple[int, ...]:
    """The version that a program tells, () if it tells none."""
    try:
        result = subprocess.run(
            [program, "--version"], capture_output=True, timeout=10, env=_ENVIRONMENT, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return ()
    match = re.search(rb"\b(\d+(?:\.\d+)+)", result.stdout[:200])
    return tuple(map(int, match[1].split(b"."))) if match else ()


def converter_of(form: str) -> Converter:
    """The program for a format. ReadError `converter-missing` with what to install."""
    able = [converter for converter in CONVERTERS if form in converter.forms]
    if not able:
        raise ReadError("converter-missing", f"no program converts {form[:40]!r}")
    faults = [converter.fault() for converter in able]
    if "" not in faults:
        raise ReadError("converter-missing", " or ".join(faults))
    return able[faults.index("")]


class Conversion:
    """A program at work on one document. ReadError if there is none for its format."""

    def __init__(self, form: str, data: bytes | memoryview, seconds: float = _SECONDS) -> None:
        converter = converter_of(form)
        command = [converter.program, *(option.replace("%", form) for option in converter.options)]
        bounds = {"memory": 2 * _MEMORY, "seconds": int(seconds), "output": _OUTPUT}
        self._name = converter.name
        self._until = time.monotonic() + seconds
        self._tail = b""
        self._output = TemporaryFile()  # noqa: SIM115 - closed with the conversion
        with TemporaryFile() as source:
            source.write(data)
            source.seek(0)
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(_CHILD), str(os.getpid()), json.dumps(bounds), *command],
                stdin=source,
                stdout=self._output,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=_ENVIRONMENT,
                cwd="/dev",  # where a relative path leads to nothing that may be read
                start_new_session=True,
            )
        assert self._process.stderr is not None
        self.errors = self._process.stderr.fileno()

    def listen(self) -> bool:
        """Take what the program wrote to standard error, or wait for it. Whether it may still be at work."""
        data = os.read(self.errors, _TAIL)
        self._tail = (self._tail + data)[-_TAIL:]
        return bool(data)

    def late(self) -> bool:
        """Whether its time is up."""
        return time.monotonic() > self._until

    def close(self) -> None:
        """End the program, if it has not ended."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        if self._process.stderr is not None:
            self._process.stderr.close()
        self._output.close()

    def result(self) -> bytes:
        """The HTML, once nothing more is to be heard. ReadError `converter-failed`, `converter-limit`."""
        try:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1.0)
            code = self._process.poll()
            if code is None or code in _REFUSED_BY_SYSTEM or code == _HEAP:
                raise ReadError("converter-limit", f"{self._name} needs too much time, memory or room for this file")
            if code:
                last = self._tail.decode("utf-8", "replace").strip().rpartition("\n")[2]
                raise ReadError("converter-failed", f"{self._name}: {last[:300] or f'exit code {code}'}")
            self._output.seek(0)
            return self._output.read(_OUTPUT)
        finally:
            self.close()


def convert(form: str, data: bytes, seconds: float = _SECONDS) -> bytes:
    """The HTML of a document, waited for. ReadError."""
    conversion = Conversion(form, data, seconds)
    poll = select.poll()
    poll.register(conversion.errors)
    while not conversion.late():
        if poll.poll(1000) and not conversion.listen():
            break
    return conversion.result()
