"""List the readers of graph formats, and pick the one for a file."""

from __future__ import annotations

from pathlib import Path

from benchwright.errors import UsageError
from benchwright.graphs.read import companions, entities, ntriples, records, triples, wikidata
from benchwright.graphs.read.base import GraphReader, beginning
from benchwright.readers.inputs import COMPRESSED
from benchwright.registry import suggestion

READERS: tuple[GraphReader, ...] = (
    wikidata.READER,
    ntriples.READER,
    entities.READER,
    records.READER,
    *companions.READERS,
    triples.READER,
)


def reader_of(path: Path, format: str = "") -> GraphReader:
    """The reader of that name, or else the first that knows the file. UsageError if there is none, ReadError for a
    file that cannot be opened."""
    if format:
        for reader in READERS:
            if reader.name == format:
                return reader
        raise UsageError(
            f"unknown format of graphs {format!r}", hint=suggestion(format, [reader.name for reader in READERS])
        )
    for reader in READERS:
        if reader.detect(path):
            return reader
    if path.suffix.lower() in COMPRESSED and not beginning(path):
        raise UsageError(
            f"nothing of the beginning of {path} can be unpacked, so that its format cannot be found out",
            hint="it may be cut off or damaged: fetch it anew; if it is whole, name its format with --format",
        )
    raise UsageError(
        f"{path} is in no known format of graphs",
        hint=f"name one with --format: {', '.join(reader.name for reader in READERS)}",
    )
