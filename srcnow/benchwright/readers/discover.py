"""Paths and patterns are resolved to the inputs to read; what is passed over is listed.

A path is a folder, a file, or a pattern (`docs/**/*.md`). Documents are named by their path relative to the folder
given (a file's own folder, a pattern's part before the first wildcard). A folder that holds a published layout is one
input. Links, hidden files, folders that Benchwright wrote and files that no reader knows are drops; licence files and
the companions of an image are neither inputs nor drops.
"""

from __future__ import annotations

import os
import re
import stat
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.files.output_paths import kind_of_own
from benchwright.readers.base import COMPRESSED, Reader, plain_suffix
from benchwright.readers.inputs import readable_name
from benchwright.readers.licences import LICENCE_FILE
from benchwright.readers.path_patterns import has_wildcard, matching
from benchwright.records import Drop

_PICTURES = ("images", "final_dataset_images")
"""Folders of pictures that belong to published layouts, without being listed file by file."""

_MEND = {
    **dict.fromkeys((".doc", ".dot", ".ott", ".wpd", ".wps", ".pages"), "save it as .docx"),
    **dict.fromkeys((".xls", ".xlsb", ".xlt", ".ods", ".numbers"), "save it as .xlsx"),
    **dict.fromkeys((".ppt", ".pps", ".pot", ".odp", ".key"), "save it as .pptx"),
    **dict.fromkeys((".ps", ".eps", ".xps", ".djvu"), "save it as .pdf"),
    **dict.fromkeys((".mht", ".mhtml", ".chm"), "save its pages as .html"),
    ".zip": "unpack it, and ingest the folder",
}
"""What makes a file readable that no reader claims."""

_NO_WIDTH = re.compile("[\u200c\u200d\ufe00-\ufe0f]")  # what `readable_name` leaves, for scripts that need it


@dataclass(frozen=True, slots=True)
class Input:
    """One file, or one folder of a published layout (then `files` are its parts). `name` is relative to `root`."""

    name: str
    path: Path
    root: Path
    reader: Reader
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Discovery:
    """All inputs by name, and what was passed over."""

    inputs: tuple[Input, ...]
    drops: tuple[Drop, ...]


def discover(paths: Sequence[Path | str], readers: tuple[Reader, ...], besides: Path | None = None) -> Discovery:
    """Find the inputs. `besides` (the corpus itself) is not looked into.

    UsageError if a path is not there, a pattern matches nothing, or two inputs would have the same name."""
    inputs: dict[Path, Input] = {}
    drops: dict[Path, Drop] = {}
    companions: set[Path] = set()
    skip = besides.resolve() if besides is not None else None
    for root, start in _starts(paths):
        for item in _walk(start, root, readers, skip):
            if isinstance(item, Input):
                real = item.path
                companions.update(path.resolve() for path in item.reader.companions(item.path))
                if real not in inputs or len(inputs[real].name) < len(item.name):
                    inputs[real] = item
            else:
                drops[item[0]] = item[1]
    remaining = sorted((item for path, item in inputs.items() if path not in companions), key=lambda item: item.name)
    for one, two in pairwise(remaining):
        if one.name == two.name:
            raise UsageError(
                f"{one.path} and {two.path} would both be named {one.name!r}", hint="ingest the folder above both"
            )
    passed = [drop for path, drop in drops.items() if path not in companions and path not in inputs]
    return Discovery(
        tuple(remaining), tuple(sorted((*passed, *_twins(remaining)), key=lambda drop: (drop.document, drop.reason)))
    )


def _twins(inputs: Sequence[Input]) -> Iterator[Drop]:
    """A notice for every name that cannot be told from an earlier one by eye: the same letters, composed in another way
    or with something invisible between them. They stay apart."""
    lookup: dict[str, str] = {}
    for item in inputs:
        look = unicodedata.normalize("NFC", _NO_WIDTH.sub("", item.name))
        other = lookup.setdefault(look, item.name)
        if other != item.name:
            yield Drop(item.name, "name-twin", f"looks like {other!a}, and is written {item.name!a}")


def _starts(paths: Sequence[Path | str]) -> Iterator[tuple[Path, Path]]:
    """(root, where to start) for every path; a pattern gives one for each match."""
    if not paths:
        raise UsageError("nothing to ingest", hint="name at least one file, folder or pattern")
    for value in paths:
        if value == "":  # it would be the current folder
            raise UsageError("one of the paths is empty", hint="is a variable of the shell not set?")
        path = Path(value)
        try:
            there = path.exists()
        except OSError as error:
            raise UsageError(f"cannot look at {str(value)[:200]!r}: {error.strerror}", hint="check it") from error
        if there:
            real = path.resolve()
            yield (real if real.is_dir() else real.parent), real
            continue
        if not has_wildcard(str(value)):
            raise UsageError(f"there is no file or folder {str(value)!r}", hint="check the spelling")
        root, matches = matching(path)
        if not matches:
            raise UsageError(f"nothing matches {str(value)!r}", hint="check the pattern, and quote it for the shell")
        for match in matches:
            yield root, match


def _walk(
    start: Path, root: Path, readers: tuple[Reader, ...], skip: Path | None
) -> Iterator[Input | tuple[Path, Drop]]:
    if not start.is_dir():
        yield from _file(start, root, readers)
        return
    folders = [start]
    while folders:
        folder = folders.pop()
        if folder == skip:
            continue
        if folder != start and (kind := kind_of_own(folder)):
            yield folder, Drop(_name(folder, root), "own-folder", f"a folder of Benchwright's: {kind}")
            continue
        try:
            layout = reader_of_folder(folder, readers)
        except OSError:  # its path is too long: told below
            layout = None
        if layout is not None:
            reader, files = layout
            name = _name(folder, root) if folder != root else readable_name(root.name)
            yield Input(name, folder, root, reader, files)
            yield from _besides_layout(folder, name, files)
            continue
        try:
            with os.scandir(folder) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            yield folder, Drop(_name(folder, root), "unreadable", error.strerror or str(error))
            continue
        for entry in entries:
            path = folder / entry.name
            if entry.name.startswith("."):
                yield path, Drop(_name(path, root), "hidden-file", "names that begin with a dot are not read")
            elif entry.is_symlink():
                yield path, _link(path, root)
            elif entry.is_dir(follow_symlinks=False):
                folders.append(path)
            else:
                yield from _file(path, root, readers)


def _file(path: Path, root: Path, readers: tuple[Reader, ...]) -> Iterator[Input | tuple[Path, Drop]]:
    name = _name(path, root)
    if LICENCE_FILE.match(path.name):
        return
    if path.is_symlink() and (outside := _link(path, root)).reason != "link":
        yield path, outside
        return
    try:
        mode = path.stat().st_mode
    except OSError as error:
        yield path, Drop(name, "unreadable", error.strerror or str(error))
        return
    reader = reader_of_file(path, readers)
    if not stat.S_ISREG(mode):
        yield path, Drop(name, "not-a-file", "a device, pipe or socket")
    elif reader is None:
        suffixes = [part for part in path.suffixes if part.lower() not in COMPRESSED]
        description = readable_name(suffixes[-1]) if suffixes else "no suffix"
        mend = _MEND.get(description.lower())
        yield path, Drop(name, "unsupported", f"{description}: {mend}" if mend else description)
    else:
        yield Input(name, path, root, reader)


def _link(path: Path, root: Path) -> Drop:
    try:
        inside = path.resolve().is_relative_to(root)
    except (OSError, RuntimeError):
        inside = False
    if inside:
        return Drop(_name(path, root), "link", "its target is read under its own name")
    return Drop(_name(path, root), "outside-folder", "a link that leaves the folder")


def _besides_layout(folder: Path, name: str, files: tuple[str, ...]) -> Iterator[tuple[Path, Drop]]:
    """What else lies in a published layout's folder, as one notice."""
    try:
        listed = os.listdir(folder)
    except OSError:  # a folder whose files may be read by name, and not listed
        return
    others = sorted(
        name
        for name in listed
        if name not in files
        and not LICENCE_FILE.match(name)
        and not any(part.split("/")[0] == name for part in files)
        and name not in _PICTURES
    )
    if others:
        yield folder / others[0], Drop(name, "outside-layout", ", ".join(map(readable_name, others))[:200])


def _name(path: Path, root: Path) -> str:
    return readable_name(path.relative_to(root).as_posix())


def reader_of_file(path: Path, readers: tuple[Reader, ...]) -> Reader | None:
    """The reader whose suffix this file has and that accepts it, or None."""
    suffix = plain_suffix(path)
    return next((one for one in readers if suffix and suffix in one.suffixes and one.accepts(path)), None)


def reader_of_folder(path: Path, readers: tuple[Reader, ...]) -> tuple[Reader, tuple[str, ...]] | None:
    """The layout that this folder holds, with the files that make it up; None if it is no published layout."""
    for reader in readers:
        if reader.layout is not None and (files := reader.layout(path)):
            return reader, files
    return None
