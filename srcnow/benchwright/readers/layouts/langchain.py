"""LangChain's documents are read from JSON: plain, as `dumpd` writes them, and as its in-memory vector store.

    {"id": "a", "metadata": {"source": "guide.pdf", "page": 3}, "page_content": "Elms ...", "type": "Document"}
    {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "document", "Document"], "kwargs": {...}}
    {"id": "a", "vector": [0.1, 0.2], "text": "Elms ...", "metadata": {...}}

Ids and texts are taken verbatim. A document is what `source` names. `page` counts from 0, as LangChain's loaders do.
"""

from __future__ import annotations

from typing import Any

from benchwright.errors import ReadError
from benchwright.readers.framework_metadata import (
    LICENCES,
    first_text,
    metadata_of,
    number,
    place_in,
    title_in,
    url_in,
)
from benchwright.records import Json, Modality, Source


def langchain_document(data: Json) -> Json | None:
    """The document's own fields, `page_content`, `metadata` and `id`; None if this is none of LangChain's forms."""
    if "lc" in data and data.get("type") == "constructor":
        path, inner = data.get("id"), data.get("kwargs")
        named = isinstance(path, list) and bool(path) and path[-1] == "Document"
        return inner if named and isinstance(inner, dict) else None
    if "page_content" in data:
        return data
    if {"text", "metadata", "vector"} <= data.keys():
        return {"page_content": data["text"], "metadata": data["metadata"], "id": data.get("id")}
    return None


def langchain_source(document: Json, otherwise: str) -> Source:
    """The text source that a document is; `otherwise` is its id if it has none. ReadError `no-text`."""
    text: Any = document.get("page_content")
    if not isinstance(text, str) or not text.strip():
        raise ReadError("no-text", "no text in this document")
    metadata = metadata_of(document.get("metadata"))
    value: Any = document.get("id")
    id = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(id, str) or not id:
        id = otherwise
    named = first_text(metadata, "source", "file_path", "url")
    start = number(metadata.get("start_index"))
    end = None if start is None else start + len(text)
    return Source(
        id,
        Modality.TEXT,
        title_in(metadata, named),
        text,
        place_in(metadata, named or id, start, end, from_zero=True),
        licence=first_text(metadata, *LICENCES),
        url=url_in(metadata),
    )
