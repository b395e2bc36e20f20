"""Readers that do what a reader must not, by the words in their file. Each line of a file is one step: `text NAME`
gives a source, anything else is a misdeed of this module's. `UNIT:WORD` begins the unit first, and drops it if it is
bad."""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

from benchwright.readers.base import (
    Document,
    Drop,
    ImageBlock,
    InputFile,
    Item,
    Limits,
    Mark,
    Paragraph,
    Picture,
    Reader,
    ReadError,
    Source,
)
from benchwright.readers.confined.messages import Kind, words_frame
from benchwright.records import Image, Modality, Place

PARENT = os.getppid()
WORDS = "The oak is a tree that may live for a thousand years and more. " * 4
GIF = b"GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;"


class Fatal(bytes):
    """A picture that kills whoever looks into it."""

    def __getitem__(self, key: object) -> NoReturn:
        os.abort()


def source(name: str, text: str = "words") -> Source:
    return Source(name, Modality.TEXT, name, text, Place(name, 0, len(text)))


def _sleep(_: str) -> None:
    time.sleep(3600)


def _spin(_: str) -> None:
    while True:
        pass


def _spin_in_c(_: str) -> None:
    sum(range(1 << 62))


def _allocate(_: str) -> None:
    held = []
    while True:
        held.append(bytearray(1 << 24))


def _deep(_: str) -> None:
    _deep(_)


def _no_memory(_: str) -> None:
    raise OSError(errno.ENOMEM, "what the system says")


def _no_room(_: str) -> None:
    raise OSError("libsome.so: failed to map segment from shared object")


def _recurse(_: str) -> None:
    sys.setrecursionlimit(1 << 30)

    def deeper(number: int) -> int:
        return max([number], key=lambda _: deeper(number + 1))

    deeper(0)


def _abort(_: str) -> None:
    os.abort()


def _exit(_: str) -> None:
    os._exit(3)


def _segfault(_: str) -> None:
    ctypes.string_at(0)


def _print(_: str) -> None:
    print("BW" * 10_000)
    os.write(1, b"\0" * 100_000)
    os.write(2, b"\xff" * 100_000)


def _garbage(_: str) -> None:
    """Write to every pipe that there is, as one that was taken over could."""
    for number in range(3, 32):
        try:
            os.write(number, b"BW" + b"\xff" * 1000)
        except OSError:
            continue


def _write(path: str) -> None:
    Path(path).write_text("written")


def _write_in_c(path: str) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    number = libc.open(path.encode(), os.O_CREAT | os.O_WRONLY, 0o600)
    if number < 0:
        raise PermissionError(ctypes.get_errno(), "open")


def _connect(address: str) -> None:
    with socket.create_connection(("127.0.0.1", int(address)), timeout=5):
        pass


def _socket_in_c(_: str) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.socket(socket.AF_INET, socket.SOCK_DGRAM, 0) < 0:
        raise PermissionError(ctypes.get_errno(), "socket")


def _start(_: str) -> None:
    subprocess.run(["/bin/true"], check=True)


def _fork_in_c(_: str) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    number = libc.fork()
    if number == 0:
        time.sleep(3600)
    if number < 0:
        raise PermissionError(ctypes.get_errno(), "fork")


def _limits_in_c(_: str) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    limits = ctypes.create_string_buffer(16)
    if libc.prlimit(PARENT, resource.RLIMIT_CORE, None, limits) < 0:
        raise PermissionError(ctypes.get_errno(), "prlimit")


def _more_memory(_: str) -> None:
    if resource.getrlimit(resource.RLIMIT_AS)[1] != resource.RLIM_INFINITY:
        raise PermissionError("setrlimit")


def _ask(_: str) -> None:
    """Ask for pictures without taking one, as one that was taken over could."""
    asked = b"".join(bytes(piece) for piece in words_frame(Kind.FETCH, "https://trees.org/oak.png"))
    for number in range(3, 32):
        with suppress(OSError):
            os.write(number, asked * 500)
    time.sleep(3600)


def _environment(_: str) -> None:
    Path(f"/proc/{PARENT}/environ").read_bytes()


def _look(path: str) -> None:
    Path(path).read_bytes()


def _bug(_: str) -> None:
    raise KeyError("no such thing")


MISDEEDS: dict[str, Callable[[str], None]] = {
    "sleep": _sleep,
    "spin": _spin,
    "spin-in-c": _spin_in_c,
    "allocate": _allocate,
    "recurse": _recurse,
    "abort": _abort,
    "exit": _exit,
    "segfault": _segfault,
    "print": _print,
    "garbage": _garbage,
    "write": _write,
    "write-in-c": _write_in_c,
    "connect": _connect,
    "socket-in-c": _socket_in_c,
    "start": _start,
    "fork-in-c": _fork_in_c,
    "limits-in-c": _limits_in_c,
    "more-memory": _more_memory,
    "ask": _ask,
    "environment": _environment,
    "look": _look,
    "bug": _bug,
    "deep": _deep,
    "no-memory": _no_memory,
    "no-room": _no_room,
}


def read_rough(file: InputFile, limits: Limits) -> Iterator[Item]:
    """One line after the other."""
    skipped = file.resume.state["line"] if file.resume is not None else 0
    for number, line in file.lines():
        if number <= skipped:
            continue
        word, _, rest = line.decode().partition(" ")
        unit, _, word = word.rpartition(":")
        try:
            if unit:
                file.begin(unit)
            yield from _line(word, rest, file, number)
        except ReadError as error:
            if not unit:
                raise
            yield Drop(file.name, error.reason, str(error))


def _line(word: str, rest: str, file: InputFile, number: int) -> Iterator[Item]:
    if word == "text":
        yield source(rest)
    elif word == "many":
        for one in range(int(rest)):
            yield source(f"{file.name}-{number}-{one}")
    elif word == "fill":
        yield from _line("many", rest, file, number)
        os.abort()
    elif word == "endless":
        one = 0
        while True:
            yield source(f"{file.name}-{number}-{one}", "words " * 100)
            one += 1
    elif word == "large":
        yield source(file.name, "w" * int(rest))
    elif word == "mark":
        yield Mark({"line": number, "more": "w" * int(rest or 0)})
    elif word == "resumed":
        yield source(f"resumed after {file.resume.state['line'] if file.resume is not None else 0}")
    elif word == "far":
        yield Source(rest, Modality.TEXT, rest, "words", Place(rest, 0, 5, page=1 << 40))
    elif word == "pictures":
        shown = [ImageBlock(name, 0, alt=name, data=Fatal(b"x") if name == "bad" else GIF) for name in rest.split()]
        yield Document(file.name, "pictures", WORDS.strip(), (Paragraph(0, len(WORDS) - 1), *shown))
    elif word == "picture":
        image = Source(rest, Modality.IMAGE, rest, rest, Place(file.name), image=Image("", "", 0, 0))
        yield Picture(image, file, Fatal(b"x") if rest == "bad" else GIF)
    elif word == "environ":
        yield source(" ".join(sorted(os.environ)))
    elif word == "pid":
        yield source(f"pid {os.getpid()}")
    elif word == "fetch":
        yield source(file.picture(rest).decode())
    else:
        MISDEEDS[word](rest)


ROUGH = Reader("rough", read_rough, (".rough",))
READERS = (ROUGH,)
