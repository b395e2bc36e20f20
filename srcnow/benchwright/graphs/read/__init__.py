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
    by_name = {reader.name: reader for reader in READERS}
    if format and format not in by_name:
        raise UsageError(f"unknown graph format {format!r}", hint=suggestion(format, by_name))
    if format:
        return by_name[format]
    for reader in READERS:
        if reader.detect(path):
            return reader
    if path.suffix.lower() in COMPRESSED and not beginning(path):
        raise UsageError(
            f"the beginning of {path} cannot be unpacked, so its format is unknown",
            hint="download it again if it is damaged, or name its format with --format",
        )
    raise UsageError(
        f"{path} is not in a known graph format",
        hint=f"name one with --format: {', '.join(by_name)}",
    )
