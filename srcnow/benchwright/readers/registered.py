"""List the readers of all formats (add a new format here).

Every reader is a `Reader` (`base.py`). `READERS` holds those of this package, then those of other packages, which add
theirs by an entry point of the group `benchwright.readers`. Ingest asks layouts first, then suffixes, in this order.
Importing this module loads every reader, so commands that read no documents do without it.
"""

from __future__ import annotations

from benchwright.readers import converted, html, images, mail, markdown, notebook, office, rst, tabular, text, wiki
from benchwright.readers.base import Reader
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
