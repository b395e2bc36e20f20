"""What came of hostile files in a corpus, beside what may come of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from benchwright.corpus.store import Corpus
from benchwright.readers.discover import reader_of_file
from benchwright.readers.inputs import readable_name
from benchwright.readers.registered import READERS
from hostile.kinds import READ, Hostile
from hostile.places import place_of

HARMLESS = frozenset({"encoding-guessed", "repeated-id"})


def outcomes_of(docs: Path, corpus: Path, files: Iterable[Hostile]) -> dict[tuple[str, str], frozenset[str]]:
    """By kind and name: the reasons of a file's drops, and `READ` if sources came of it."""
    reasons: dict[str, set[str]] = {}
    for line in (corpus / "drops.jsonl").read_text().splitlines():
        drop = json.loads(line)
        reasons.setdefault(drop["document"], set()).add(drop["reason"])
    opened = Corpus.open(corpus)
    read = {document for id in opened.ids for document in (opened.source(id).place.document, id.rsplit("#", 1)[0])}
    found = {}
    for file in files:
        document = readable_name(place_of(docs, file).relative_to(docs).as_posix())
        came = reasons.get(document, set()) | ({READ} if document in read else set())
        # Lines, messages, and the pages of a dump, have ids and documents of their own.
        found[file.kind, file.name] = frozenset(came or {READ} if file.kind in OWN_NAMES else came)
    return found


OWN_NAMES = frozenset({"json lines", "json", "wiki dump", "mailbox"})


def unforeseen(
    docs: Path, files: Iterable[Hostile], found: dict[tuple[str, str], frozenset[str]]
) -> dict[str, list[str]]:
    """The files of which something came that nobody foresaw, or nothing at all. What no reader knows is foreseen."""
    wrong = {}
    for file in files:
        came = found[file.kind, file.name]
        unknown = reader_of_file(place_of(docs, file), READERS) is None and came == {"unsupported"}
        if not unknown and (came - HARMLESS - file.expect or (file.expect and not came)):
            wrong[f"{file.kind}: {file.name}"[:120]] = sorted(came)
    return wrong
