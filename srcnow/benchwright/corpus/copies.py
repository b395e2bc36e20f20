"""Find the documents and tables of a corpus that say word for word what an earlier one says.

The same page under another address, or the same table on another page, states nothing new: it is other evidence for the
same answer, and no rival. Equal passages of documents that differ are left alone, since what is around them tells what
they are about.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from pathlib import PurePath

from benchwright.corpus.store import Corpus
from benchwright.records import Modality

Content = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Copies:
    """The first of equal documents by the name of each later one, and the first of equal sources by the id of each
    later one: of those documents, and of all tables. `later` has the later ones by the first one."""

    documents: Mapping[str, str]
    sources: Mapping[str, str]
    later: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, corpus: Corpus) -> Copies:
        """Those of a corpus. Equal are documents whose sources have the same titles, texts and pictures in the same
        order, and tables with the same title and cells."""
        contents: dict[str, list[tuple[str, Content]]] = {}
        first_table: dict[Content, str] = {}
        sources: dict[str, str] = {}
        for id, document, content in _contents(corpus):
            contents.setdefault(document, []).append((id, content))
            if content[0] == Modality.TABLE and first_table.setdefault(content, id) != id:
                sources[id] = first_table[content]
        first_document: dict[tuple[Content, ...], str] = {}
        documents: dict[str, str] = {}
        for document, parts in contents.items():
            first = first_document.setdefault(tuple(content for _, content in parts), document)
            if first != document:
                documents[document] = first
                pairs = zip(parts, contents[first], strict=True)
                sources |= {id: sources.get(one, one) for (id, _), (one, _) in pairs}
        later: dict[str, tuple[str, ...]] = {}
        for id, one in sources.items():
            later[one] = (*later.get(one, ()), id)
        return cls(documents, sources, later)

    def alternatives(self, sources: tuple[str, ...], most: int) -> Iterator[Mapping[str, str]]:
        """Each way to take copies instead of sources, as the one to take by source; first none, `most` at most."""
        options = [(source, *self.later.get(source, ())) for source in sources]
        for choice in islice(product(*options), most):
            yield dict(zip(sources, choice, strict=True))


def _contents(corpus: Corpus) -> Iterator[tuple[str, str, Content]]:
    """(id, document, content) of every source. A passage that is called as its file says nothing by that."""
    columns = corpus.columns
    images = columns.table.column("image").to_pylist()
    strings = [columns.strings(name) for name in ("id", "document", "modality", "title", "text")]
    for id, document, modality, title, text, image in zip(*strings, images, strict=True):
        unnamed = modality == Modality.TEXT and title == PurePath(document).stem
        yield id, document, (modality, "" if unnamed else title, text, image or "")
