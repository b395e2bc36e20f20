"""Find the document of the corpus that another system's name for it means.

A name is matched, in this order, and only where one document fits:
1. as it stands (also: the id of a source, or the file of an image in the corpus folder or its hash);
2. by the end of the path: `/home/me/docs/flags/ghana.png` and `ghana.png` are both `flags/ghana.png`;
3. by the file's name alone, and then without its extension: `other/ghana.pdf` is `flags/ghana.png`.
Backslashes are slashes, `file://` and `./` go, %-signs are read if nothing fits without. Case counts.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal
from urllib.parse import unquote

from benchwright.corpus.store import Corpus
from benchwright.readers.base import COMPRESSED

_LONGEST = 4096  # characters of a name that is looked at: no path is longer


@dataclass(frozen=True, slots=True)
class DocumentMatch:
    """What a name means: a document, one source of it, or nothing that is known, or several things."""

    kind: Literal["document", "source", "unknown", "ambiguous"]
    name: str = ""


class DocumentNames:
    """The names of a corpus' documents and sources. What was looked up once is kept."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus
        self._names = Counter(corpus.columns.strings("document"))
        self._names.update(dict.fromkeys(corpus.documents, 0))
        self._known: dict[str, DocumentMatch] = {}

    def sources(self, document: str) -> int:
        """How many sources the document has."""
        return self._names[document]

    def meant(self, name: str) -> DocumentMatch:
        match = self._known.get(name)
        if match is None:
            match = self._look_up(name[:_LONGEST])
            self._known[name] = match
        return match

    def _look_up(self, name: str) -> DocumentMatch:
        for tried in dict.fromkeys((name, unquote(name, errors="replace"))):
            match = self._exact(tried) or self._similar(tried.replace("\\", "/").removeprefix("file://"))
            if match is not None:
                return match
        return DocumentMatch("unknown")

    def _exact(self, name: str) -> DocumentMatch | None:
        if name in self._names:
            return DocumentMatch("document", name)
        if name in self._corpus:
            return DocumentMatch("source", name)
        return self._images.get(name)

    def _similar(self, path: str) -> DocumentMatch | None:
        parts = [part for part in path.split("/") if part not in ("", ".", "..")]
        for cut in range(len(parts)):  # the longest end of the path that is a document's whole name
            match = self._exact("/".join(parts[cut:]))
            if match is not None:
                return match
        for index, key in ((self._ends, "/".join(parts)), (self._ends, parts[-1] if parts else "")):
            if key in index:
                return index[key]
        return self._stems.get(_stem(parts[-1])) if parts else None

    @cached_property
    def _images(self) -> dict[str, DocumentMatch]:
        """Images by file and hash; one picture in two sources is ambiguous."""
        index: dict[str, DocumentMatch] = {}
        for source in (self._corpus.source(one) for one in self._image_ids()):
            if source.image is not None:
                for name in (source.image.file, source.image.file.split("/")[-1], source.image.sha256):
                    _add(index, name, DocumentMatch("source", source.id))
        return index

    def _image_ids(self) -> list[str]:
        pairs = zip(self._corpus.ids, self._corpus.modalities, strict=True)
        return [source for source, modality in pairs if modality == "image"]

    @cached_property
    def _ends(self) -> dict[str, DocumentMatch]:
        """Every end of a document's path, down to the file's name."""
        index: dict[str, DocumentMatch] = {}
        for name in self._names:
            parts = [part for part in name.replace("\\", "/").split("/") if part]
            for cut in range(len(parts)):
                _add(index, "/".join(parts[cut:]), DocumentMatch("document", name))
        return index

    @cached_property
    def _stems(self) -> dict[str, DocumentMatch]:
        """The file's name without its extension."""
        index: dict[str, DocumentMatch] = {}
        for name in self._names:
            _add(index, _stem(name.replace("\\", "/").rstrip("/").split("/")[-1]), DocumentMatch("document", name))
        return index


def _add(index: dict[str, DocumentMatch], key: str, meant: DocumentMatch) -> None:
    if index.get(key, meant) != meant:
        meant = DocumentMatch("ambiguous")
    index[key] = meant


def _stem(file: str) -> str:
    """The name without the suffix of a file that can be read: in "St. Paul" and "Chapter 1.7" there is none, though a
    manual page may end so."""
    stem, _, suffix = file.rpartition(".")
    return stem if stem and f".{suffix.lower()}" in _suffixes() and not suffix.isdigit() else file


@cache
def _suffixes() -> frozenset[str]:
    """Those of all documents. The readers are loaded late: most names end as the corpus has them."""
    from benchwright.readers.registered import READERS

    return frozenset(COMPRESSED).union(*(reader.suffixes for reader in READERS))
