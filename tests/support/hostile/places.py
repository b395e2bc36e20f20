"""Where hostile files lie, the world around them, and who opens it."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hostile.kinds import Hostile

SONG = "The canary sings where nobody may listen."
_ACCESS, _MODIFY, _OPEN = 0x1, 0x2, 0x20
_DIRECTORY = 0x40000000


def make_folder(folder: Path, files: Iterable[Hostile]) -> None:
    """Write the files into a new folder, each in one of its own kind where names or neighbours would disturb others."""
    for file in files:
        path = place_of(folder, file)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not os.path.lexists(path):
            file.make(path)


def place_of(folder: Path, file: Hostile) -> Path:
    """Where a file lies: in a folder of its kind."""
    return folder / file.kind.replace(" ", "-") / file.name


def make_outside(place: Path) -> Path:
    """The folder beside the documents that links and paths of theirs lead to: `../../outside` from a kind's folder."""
    from PIL import Image

    outside = place / "outside"
    outside.mkdir()
    (outside / "canary.md").write_text(f"# Canary\n\n{SONG * 8}\n")
    Image.new("RGB", (64, 64), (255, 220, 0)).save(outside / "canary.png")
    return outside


def listing(folder: Path) -> dict[str, tuple[int, int, int]]:
    """All that lies in a folder and below: kind and rights, size, and when it was last written."""
    found = {}
    for above, folders, files in os.walk(folder):
        for name in (".", *folders, *files):
            path = os.path.join(above, name)
            facts = os.lstat(path)
            found[os.path.relpath(path, folder)] = facts.st_mode, facts.st_size, facts.st_mtime_ns
    return found


@contextmanager
def watch(folder: Path) -> Iterator[list[str]]:
    """The names of files in a folder (not below) that any process opens or reads meanwhile, C libraries too; "." is the
    folder itself. Linux only: elsewhere the list stays empty."""
    seen: list[str] = []
    if sys.platform != "linux":
        yield seen
        return
    library = ctypes.CDLL(None)
    events = library.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
    assert library.inotify_add_watch(events, os.fsencode(folder), _ACCESS | _MODIFY | _OPEN) >= 0
    try:
        yield seen
        while True:
            try:
                data = os.read(events, 1 << 16)
            except BlockingIOError:
                break
            at = 0
            while at < len(data):
                _, mask, _, length = struct.unpack_from("iIII", data, at)
                name = os.fsdecode(data[at + 16 : at + 16 + length].rstrip(b"\0"))
                seen.append("." if mask & _DIRECTORY else name)
                at += 16 + length
    finally:
        os.close(events)
