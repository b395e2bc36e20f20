"""Read relation files into a book, with the files that they include.

A file may include others: built-in ones by name (they lie in `graphs/books/`), or files beside it. Its own entries
replace those of the same id that it includes; two files that are included may not both have an id. Each file is read
once, however often it is named. Every mistake is one RelationsError with file, line, and how to mend it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path, PurePosixPath

from benchwright.errors import RelationsError
from benchwright.graphs.entries import Same, read_entry
from benchwright.graphs.relations import GraphRelation, RelationBook
from benchwright.graphs.yaml_values import YamlValue, parse
from benchwright.registry import suggestion

MOST_BYTES = 8_000_000
MOST_ENTRIES = 50_000
MOST_FILES = 50
MOST_DEPTH = 10

_INCLUDE = "include"
_ENDINGS = (".yaml", ".yml")


def built_in() -> tuple[str, ...]:
    """The names of the books that come with the package, sorted."""
    folder = files("benchwright.graphs") / "books"
    return tuple(sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".yaml")))


def open_book(name_or_path: str, folder: Path) -> RelationBook:
    """The book of a built-in name, or of a file whose path is relative to `folder`. Raises RelationsError."""
    if name_or_path in built_in():
        return _of_package(name_or_path)
    source = _source(name_or_path, folder)
    if source is None:
        what, hint = _missing(name_or_path)
        raise RelationsError(what, hint=hint)
    return _read(source)


@lru_cache(maxsize=32)
def _of_package(name: str) -> RelationBook:
    """A book that comes with the package: its files stay as they are while the process runs, and to find the book that
    fits a graph all of them are read."""
    source = _source(name, None)
    assert source is not None, "the name was looked up"
    return _read(source)


def _read(source: _Source) -> RelationBook:
    reading = _BookReader()
    return _book(reading.read(source, ()), reading)


def parse_book(text: str, name: str = "relations.yaml", folder: Path | None = None) -> RelationBook:
    """The book that a text is. `name` stands in errors; `folder` is where files that it includes are looked for (None:
    only built-in ones). Raises RelationsError."""
    return _read(_Source(name, f"text:{name}", text.encode("utf-8"), folder))


@dataclass(frozen=True, slots=True)
class _Source:
    """A file: its name for errors, what tells it from others, its bytes (None: to be read), and where its own includes
    are looked for (None: built-in names only)."""

    name: str
    key: str
    data: bytes | None
    folder: Path | None
    path: Path | None = None

    def text(self) -> tuple[str, bytes]:
        data = self.data
        if data is None:
            assert self.path is not None
            try:
                with self.path.open("rb") as file:
                    data = file.read(MOST_BYTES + 1)
            except OSError as error:
                raise RelationsError(
                    f"relations {self.path} cannot be read", hint=error.strerror or "is the path right?"
                ) from error
        if len(data) > MOST_BYTES:
            raise RelationsError(f"{self.name} is larger than {MOST_BYTES // 1_000_000} MB", hint="split it into files")
        try:
            return data.decode("utf-8-sig"), data
        except UnicodeDecodeError as error:
            raise RelationsError(f"{self.name} is not UTF-8 text", hint="save it as UTF-8") from error


_Entries = dict[str, tuple[GraphRelation | Same, str, YamlValue]]
"""What a file and all that it includes say: entries by id, with the file that each came from and its place there."""


@dataclass
class _BookReader:
    """The files that were read so far, by key, and the digest of each in the order of reading."""

    done: dict[str, _Entries] = field(default_factory=dict)
    digests: list[bytes] = field(default_factory=list)

    def read(self, source: _Source, above: tuple[_Source, ...]) -> _Entries:
        """A file with its includes; `above` are the files that led here."""
        if source.key in self.done:
            return self.done[source.key]
        if len(self.digests) >= MOST_FILES:
            raise RelationsError(f"{source.name}: more than {MOST_FILES} files are included", hint="join some of them")
        text, data = source.text()
        self.digests.append(hashlib.sha256(data).digest())
        entries: _Entries = {}
        tree = parse(text, source.name, built_in=source.key.startswith("built-in:"))
        own: _Entries = {}
        if tree is not None:
            if not tree.is_mapping():
                raise tree.mistake("not a file of relations", "it is a mapping: an id, a colon, and what it means")
            for id, at, value in tree.pairs("a file of relations", MOST_ENTRIES):
                if id == _INCLUDE:
                    self._include(entries, value, source, above)
                else:
                    own[id] = (read_entry(id, value), source.key, at)
        self.done[source.key] = entries | own
        return self.done[source.key]

    def _include(self, entries: _Entries, value: YamlValue, source: _Source, above: tuple[_Source, ...]) -> None:
        for item in value.items(_INCLUDE) if value.is_list() else (value,):
            name = item.text(_INCLUDE)
            file = _source(name, source.folder, inside=True)
            if file is None:
                raise item.mistake(*_missing(name))
            chain = (*above, source)
            if any(one.key == file.key for one in chain):
                names = [one.name for one in chain] + [file.name]
                raise item.mistake(f"{file.name} includes itself: {' > '.join(names)}", "take this include out")
            if len(chain) >= MOST_DEPTH:
                raise item.mistake(f"more than {MOST_DEPTH} files include one another", "include them from one file")
            for id, entry in self.read(file, chain).items():
                earlier = entries.setdefault(id, entry)
                if earlier[1] != entry[1]:
                    raise item.mistake(
                        f"{id} is in {earlier[2].file}, line {earlier[2].line}, and in {entry[2].file}, "
                        f"line {entry[2].line}",
                        "write your own entry of it here, or include one of the two",
                    )


def _source(name: str, folder: Path | None, *, inside: bool = False) -> _Source | None:
    """The file of a name, None for a name that is not known. `inside`: a path may not leave the folder."""
    if not name.endswith(_ENDINGS):
        if name not in built_in():
            return None
        entry = files("benchwright.graphs") / "books" / f"{name}.yaml"
        return _Source(f"{name}.yaml", f"built-in:{name}", entry.read_bytes(), None)
    if folder is None:
        return None
    if inside and (PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts or "\\" in name):
        return None
    path = folder / name
    return _Source(path.name, f"file:{path.resolve()}", None, path.parent, path)


def _missing(name: str) -> tuple[str, str]:
    """What is wrong with a name for which there is no file, and how to mend it."""
    if name.endswith(_ENDINGS):
        return f"{name!r} cannot be included", "include a built-in book by its name, or a file in the same folder"
    return f"there is no built-in book {name!r}", f"{suggestion(name, built_in())} (a file's name ends in .yaml)"


def _book(entries: _Entries, reading: _BookReader) -> RelationBook:
    """The book of all entries: relations sorted by id, and every `same_as` led to one of them."""
    if len(entries) > MOST_ENTRIES:
        raise RelationsError(f"more than {MOST_ENTRIES:,} relations", hint="leave out what the graph does not have")
    relations: dict[str, GraphRelation] = {}
    same: dict[str, tuple[str, bool]] = {}
    for id in sorted(entries):
        entry = entries[id][0]
        if isinstance(entry, GraphRelation):
            relations[id] = entry
            continue
        target = entries.get(entry.of)
        if target is None:
            ids = [name for name, (other, _, _) in entries.items() if isinstance(other, GraphRelation)]
            raise entry.at.mistake(
                f"it is the same as {entry.of!r}, which is not a relation of this book", _near(entry.of, ids)
            )
        if isinstance(target[0], Same):
            raise entry.at.mistake(
                f"it is the same as {entry.of}, which is itself the same as {target[0].of}", f"name {target[0].of}"
            )
        same[id] = (entry.of, entry.inverse)
    whole = reading.digests[0] if len(reading.digests) == 1 else hashlib.sha256(b"".join(reading.digests)).digest()
    return RelationBook(relations=relations, same=same, fingerprint=whole.hex())


def _near(name: str, ids: list[str]) -> str:
    hint = suggestion(name, ids)
    return "include the book that has it, or write an entry for it" if hint.startswith("known:") else hint
