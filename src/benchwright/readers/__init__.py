"""List the readers of all formats (add a new format here), and choose the reader of a file or folder.

Every reader is a `Reader` (`base.py`). `READERS` holds those of this package, then those of other packages, which add
theirs by an entry point of the group `benchwright.readers`. Ingest asks layouts first, then suffixes, in this order.

For other rooms: this list, `base`, `inputs`, `discover` (paths to inputs), `read_task` (one input to rows),
`input_records` and `source_columns` (rows as they are stored), `table_records` and `checked_images` (values of
sources), `layouts` (for importers), and `confined` (`Workers`, which read in processes of their own).
"""

from __future__ import annotations

from pathlib import Path

from benchwright.readers import converted, html, images, mail, markdown, notebook, office, rst, tabular, text, wiki
from benchwright.readers.base import Reader, plain_suffix
from benchwright.readers.layouts import beir, book, documents_json, jsonl, mmqa, ottqa, qampari, webqa
from benchwright.readers.pdf import document as pdf
from benchwright.registry import Registry

_OWN = (
    book.READER,
    ottqa.READER,
    mmqa.READER,
    webqa.READER,
    beir.READER,
    qampari.READER,
    markdown.READER,
    html.READER,
    rst.READER,
    text.READER,
    *converted.READERS,
    notebook.READER,
    mail.READER,
    pdf.READER,
    jsonl.READER,
    office.READER,
    documents_json.READER,
    tabular.READER,
    images.READER,
    wiki.HTML_READER,
    wiki.WIKITEXT_READER,
)
_REGISTRY: Registry[Reader] = Registry("reader", "benchwright.readers")
for _reader in _OWN:
    _REGISTRY.register(_reader.name)(_reader)

READERS: tuple[Reader, ...] = (*_OWN, *(reader for _, reader in _REGISTRY.items() if reader not in _OWN))


def reader_of_file(path: Path, readers: tuple[Reader, ...] = READERS) -> Reader | None:
    """The reader whose suffix this file has and that accepts it, or None."""
    suffix = plain_suffix(path)
    return next((one for one in readers if suffix and suffix in one.suffixes and one.accepts(path)), None)


def reader_of_folder(path: Path, readers: tuple[Reader, ...] = READERS) -> tuple[Reader, tuple[str, ...]] | None:
    """The layout that this folder holds, with the files that make it up; None if it is no published layout."""
    for reader in readers:
        if reader.layout is not None and (files := reader.layout(path)):
            return reader, files
    return None
