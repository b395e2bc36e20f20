"""Write the files of a corpus from what all inputs gave, in the order of the inputs' names.

The result depends on what was read alone, not on when and by how many it was. Names of documents and ids are made
unique here: the first input by name keeps one. Knows no readers, and no journals.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from benchwright.corpus.published import RowGroupReader, is_drop, record_lines
from benchwright.corpus.repeats import LOST, Inputs, RepeatedRows, each_with, find_lost
from benchwright.corpus.store import (
    DOCUMENTS_FILE,
    DROPS_FILE,
    IMAGES_FOLDER,
    PAGES_FILE,
    SOURCES_FILE,
    is_whole,
    make_manifest,
    write_rows,
)
from benchwright.errors import UsageError
from benchwright.files.atomic import MANIFEST, atomic_path, write_json
from benchwright.readers.base import NOTICES, plain_suffix
from benchwright.readers.input_records import FOLDER, InputRecord, StoredInput
from benchwright.readers.source_columns import DOCUMENTS, PAGES, SOURCES, image_files, joined_digest
from benchwright.records import Drop, Json, dump_line

_GATHERED = "next.jsonl"

_LONGEST = 200
"""Characters of a name or a detail in a message."""

_MEND = {
    "short-passage": "`benchwright ingest --shortest N` keeps shorter passages",
    "too-large": "split it: the limit is fixed",
    "worker-memory": "`benchwright ingest --memory GIB` gives more",
    "worker-timeout": "`benchwright ingest --seconds N` gives more",
    "remote": "`benchwright ingest --allow-fetch HOST` downloads them",
}
"""What a user can do about a drop that does not say so itself."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an input could not be read to its end (the reason of a drop), and whether sources came of it all the
    same."""

    reason: str
    in_part: bool


@dataclass(frozen=True, slots=True)
class WrittenCorpus:
    """The corpus that was written: its fingerprint, its manifest, how many inputs it is of, those that could not be
    read to their end, by name, and how often what was dropped; `suffixes` counts that by reason and suffix of the
    input."""

    fingerprint: str
    manifest: Json
    inputs: int
    failed: Mapping[str, Failure]
    drops: Counter[str]
    suffixes: Mapping[str, Counter[str]]


def write_all(
    folder: Path,
    options: Json,
    inputs: Inputs,
    passed: Sequence[Drop],
    check: Callable[[str], None] = lambda fingerprint: None,
    named: str = "",
) -> WrittenCorpus:
    """Write the corpus. Until the manifest is renamed, opening it finds the old one or says that it is unfinished.
    `named` is the name of the documents' folder.

    `check` gets the fingerprint first, and may raise. UsageError if there is no source at all. With either nothing has
    changed, the list of drops neither. StorageError."""
    lost = find_lost(inputs)
    totals = _Totals(Counter(drop.reason for drop in passed))
    for drop in passed:
        totals.suffixes[drop.reason][_suffix(drop.document)] += 1
    gathered = folder / FOLDER / _GATHERED
    with atomic_path(gathered) as temporary, temporary.open("wb") as file:
        fingerprint = joined_digest(totals.add(file.write, stored, here) for stored, here in each_with(inputs, lost))
        file.flush()
    if not totals.modalities.total():
        gathered.unlink()
        first = totals.first or next(iter(passed), None)
        raise UsageError("no source came out of what was read", hint=passed_over(totals.reasons, first))
    with ExitStack() as undo:
        undo.callback(gathered.unlink)
        check(fingerprint)
        undo.pop_all()
    records = folder / FOLDER / f"{fingerprint}.jsonl"
    os.replace(gathered, records)

    if not is_whole(folder, fingerprint):
        write_rows(folder / SOURCES_FILE, SOURCES, _rows(inputs, lost, "sources"), fingerprint)
        write_rows(folder / DOCUMENTS_FILE, DOCUMENTS, _rows(inputs, lost, "documents"), fingerprint)
    if totals.pages:  # their pictures are no part of the fingerprint
        write_rows(folder / PAGES_FILE, PAGES, _rows(inputs, lost, "pages"), fingerprint)
    _write_drops(folder / DROPS_FILE, passed, records)
    counted = {**({"pages": totals.pages} if totals.pages else {}), "options": options}
    counted |= {"documents_folder": named} if named else {}
    manifest = make_manifest(folder, fingerprint, totals.modalities, totals.documents, totals.reasons, **counted)
    write_json(folder / MANIFEST, manifest)
    return WrittenCorpus(fingerprint, manifest, totals.inputs, totals.failed, totals.reasons, totals.suffixes)


def tidy(folder: Path, written: WrittenCorpus) -> None:
    """Once the new corpus stands, take away what belongs to none any more: records, parts, pictures of pages that
    were not asked for again, and the bytes of images that nothing shows."""
    for path in sorted((folder / FOLDER).iterdir()):
        if path.name != f"{written.fingerprint}.jsonl" and not path.is_dir():  # what was fetched lies in a folder there
            path.unlink()
    if "pages" not in written.manifest:
        (folder / PAGES_FILE).unlink(missing_ok=True)
    images = folder / IMAGES_FOLDER
    if not images.is_dir():
        return
    used = {bytes.fromhex(Path(name).stem) for name in _shown(folder, written.manifest)}
    with os.scandir(images) as listing:
        for entry in listing:
            if entry.is_dir(follow_symlinks=False):
                continue  # no writer of ours made it
            if not _is_hash(stem := entry.name.split(".")[0]) or bytes.fromhex(stem) not in used:
                os.unlink(entry.path)


def passed_over(reasons: Counter[str], first: Drop | None = None) -> str:
    """What was dropped, in words: how much of it, and of the first which file, why, and what to do about it."""
    summary = "passed over: " + ", ".join(f"{count:,} {reason}" for reason, count in sorted(reasons.items()))
    if first is None:
        return summary
    why = " ".join(first.detail.split())[:_LONGEST] or first.reason
    mend = f"; {_MEND[first.reason]}" if first.reason in _MEND else ""
    return f"{summary}; first {first.document[-_LONGEST:]}: {why}{mend}"


class _Totals:
    """Sums over all inputs, and their lines in the file of records."""

    def __init__(self, reasons: Counter[str]) -> None:
        self.inputs = self.documents = self.pages = 0
        self.modalities: Counter[str] = Counter()
        self.reasons = reasons
        self.suffixes: dict[str, Counter[str]] = defaultdict(Counter)
        self.failed: dict[str, Failure] = {}
        self.first: Drop | None = None

    def add(self, write: Callable[[bytes], object], stored: StoredInput, lost: RepeatedRows) -> tuple[str, str]:
        """Count an input and write its lines; its name and digest. `lost` is what it loses to others before it."""
        record = stored.record()
        drops = stored.drops()
        if lost:
            record, more = lost.told(record, stored)
            drops = (drop for some in (drops, more) for drop in some)
        for line in record_lines(record, self._looked_at(drops, record)):
            write(line)
        self.inputs += 1
        self.documents += record.documents
        self.pages += record.pages
        self.modalities.update(record.modalities)
        self.reasons.update(record.reasons)
        return record.name, record.digest

    def _looked_at(self, drops: Iterable[Drop], record: InputRecord) -> Iterator[Drop]:
        """The same drops. The first of all is kept, and why an input failed: its last drop that is about the whole of
        it and is none of what was lost to others."""
        reason, suffix = "", _suffix(record.name)
        for drop in drops:
            self.suffixes[drop.reason][suffix] += 1
            if drop.reason not in NOTICES:
                self.first = self.first or drop
                if drop.document == record.name and drop.reason not in LOST:
                    reason = drop.reason
            yield drop
        if record.failed:
            self.failed[record.name] = Failure(reason, record.sources > 0)


def _suffix(name: str) -> str:
    return plain_suffix(Path(name)) or "no suffix"


def _rows(inputs: Inputs, lost: RepeatedRows, kind: str) -> Iterator[pa.Table]:
    for stored, here in each_with(inputs, lost):
        yield from here.rows(stored, kind) if here else stored.rows(kind)


def _write_drops(path: Path, passed: Iterable[Drop], records: Path) -> None:
    with atomic_path(path) as temporary, temporary.open("wb") as file, records.open("rb") as lines:
        for drop in passed:
            file.write(dump_line(drop.to_json()).encode() + b"\n")
        file.writelines(line for line in lines if is_drop(line))


def _shown(folder: Path, manifest: Json) -> Iterator[str]:
    """The names of all pictures of the corpus that stands now."""
    for name in (SOURCES_FILE, PAGES_FILE):
        if name in manifest["files"]:
            rows = RowGroupReader(folder / name)
            try:
                for table in rows.slice(0, rows.rows, ("image",)):
                    if pc.count(table.column("image")).as_py():
                        yield from image_files(table)
            finally:
                rows.close()


def _is_hash(stem: str) -> bool:
    return len(stem) == 64 and all(sign in "0123456789abcdef" for sign in stem)
