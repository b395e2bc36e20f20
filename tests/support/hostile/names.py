"""Names that lie, and what lies in a folder without being a file."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

from hostile.kinds import Hostile, hostile

OAK = "The oak is a tree that may live for a thousand years and more, and nobody knows its age for sure. " * 4

NAMES = (
    b"turned-\xe2\x80\xaedm.exe.md",
    b"isolated-\xe2\x81\xa6a\xe2\x81\xa9.md",
    b"no\xe2\x80\x8bwidth.md",
    b"nowidth.md",
    b"jo\xe2\x80\x8diner.md",
    b"joiner.md",
    "n\u00e9e.md".encode(),
    "ne\u0301e.md".encode(),
    "\u043eak.md".encode(),  # a Cyrillic letter
    b"oak.md",
    b"tags-\xf3\xa0\x81\x81.md",
    b"bell-\x07.md",
    b"escape-\x1b[2J\x1b]0;owned\x07.md",
    b"line\nfeed.md",
    b"carriage\rreturn.md",
    b"tab\t.md",
    b"del-\x7f.md",
    b"no-utf-8-\xff\xfe.md",
    b"half-pair-\xed\xa0\x80.md",
    b"overlong-\xc0\xaf.md",
    b"--to.md",
    b"-rf.md",
    b"--licence=x.md",
    b"con.md",
    b"NUL.md",
    b" leading space.md",
    b"trailing space.md ",
    b"trailing dots.md...",
    b"..md",
    b"back\\slash.md",
    b"..\\..\\up.md",
    b"%2e%2e%2fetc%2fpasswd.md",
    b"%00.md",
    b"quote'\".md",
    b"angle<script>.md",
    b"dollar$(touch owned).md",
    b"star*?[a].md",
    b"hash#p0.md",
    b"a.md#p0.md",
    b"colon:name.md",
    b"pipe|name.md",
    b"comma,semi;.md",
    b"{braces}.md",
    b"UPPER.MD",
    b"two.md.md",
    b"many" + b".x" * 100 + b".md",
    b"l" * 252 + b".md",
    "\U0001f333".encode() * 60 + b".md",
    b".hidden.md",
    b"no-suffix",
    b".md",
)
EXPECT = "read unsupported hidden-file short-passage name-twin"


def _link(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as door:
        here = os.getcwd()
        os.chdir(path.parent)  # a socket's name may have 108 characters
        try:
            door.bind(path.name)
        finally:
            os.chdir(here)


def _hole(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(5 << 40)


def _hard(path: Path) -> None:
    source = path.with_name("linked-twice.md")
    source.write_text(OAK)
    os.link(source, path)


def _unreadable(path: Path) -> None:
    path.write_text(OAK)
    path.chmod(0)


def files() -> Iterator[Hostile]:
    for number, name in enumerate(NAMES):
        yield hostile("name", os.fsdecode(name), EXPECT, f"{number} {OAK}".encode())
    links = {
        "link-to-passwd.md": "/etc/passwd",
        "link-to-canary.png": "../../outside/canary.png",
        "link-to-canary.md": "../../outside/canary.md",
        "link-to-outside": "../../outside",
        "link-to-itself.md": "link-to-itself.md",
        "link-to-here": ".",
        "link-up": "..",
        "link-to-nothing.md": "nothing.md",
        "link-to-zero.txt": "/dev/zero",
        "link-to-memory.txt": "/proc/self/mem",
        "link-round-1.md": "link-round-2.md",
        "link-round-2.md": "link-round-1.md",
        "link-of-4000.md": "x/" * 1990 + "y",
    }
    for name, target in links.items():
        yield hostile("link", name, "link outside-folder unreadable", _link(target), raw=True)
    for name in (
        "pipe.md",
        "pipe.png",
        "pipe.pdf",
        "captions.jsonl",
        "captions.csv",
        "LICENSE",
        "pipe.txt.gz",
        "corpus.jsonl",
    ):
        yield hostile("pipe or socket", name, "not-a-file" if name != "LICENSE" else "", _pipe, raw=True)
    for name in ("socket.md", "socket.json"):
        yield hostile("pipe or socket", name, "not-a-file", _socket, raw=True)
    for suffix in ("txt", "md", "html", "jsonl", "csv", "png", "pdf", "docx", "txt.gz"):
        yield hostile(
            "hole",
            f"hole-of-5-TB.{suffix}",
            "too-large nul-bytes image-too-large image-format damaged unsupported bad-json empty no-content "
            "worker-timeout worker-memory worker-output worker-crashed decompression-bomb",
            _hole,
            raw=True,
        )
    yield hostile("link", "hard-link.md", "read", _hard, raw=True)
    yield hostile("unreadable", "nobody-may-read.md", "read unreadable", _unreadable, raw=True)
