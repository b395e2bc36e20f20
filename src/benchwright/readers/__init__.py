"""One reader per format. `READERS` is the closed list; ingest picks from it by layout first, then by suffix."""

from __future__ import annotations

from pathlib import Path

from benchwright.readers import html, images, markdown, office, tabular, text, wiki
from benchwright.readers.base import Reader, plain_suffix
from benchwright.readers.layouts import beir, book, documents_json, jsonl, mmqa, ottqa, qampari, webqa
from benchwright.readers.pdf import document as pdf

READERS: tuple[Reader, ...] = (
    book.READER,
    ottqa.READER,
    mmqa.READER,
    webqa.READER,
    beir.READER,
    qampari.READER,
    markdown.READER,
    html.READER,
    text.READER,
    pdf.READER,
    jsonl.READER,
    office.READER,
    documents_json.READER,
    tabular.READER,
    images.READER,
    wiki.HTML_READER,
    wiki.WIKITEXT_READER,
)


def reader_of_file(path: Path, readers: tuple[Reader, ...] = READERS) -> Reader | None:
    """The reader whose suffix this file has, or None."""
    suffix = plain_suffix(path)
    return next((reader for reader in readers if suffix and suffix in reader.suffixes), None)


def reader_of_folder(path: Path, readers: tuple[Reader, ...] = READERS) -> tuple[Reader, tuple[str, ...]] | None:
    """The layout that this folder holds, with the files that make it up; None if it is no published layout."""
    for reader in readers:
        if reader.layout is not None and (files := reader.layout(path)):
            return reader, files
    return None
