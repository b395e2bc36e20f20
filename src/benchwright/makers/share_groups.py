"""Name the groups of an outcome that may only take a share: family, document, section and relations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from benchwright.corpus.store import Corpus
from benchwright.records import Outcome

FAMILY_SHARE, DOCUMENT_SHARE = 0.3, 0.1
_MANY = 1 << 30  # a family's share is not raised where there are few: the run ends with fewer questions


def share_groups(outcome: Outcome, corpus: Corpus, *, sections: bool = False) -> Iterable[tuple[str, str]]:
    """The groups of an outcome as (kind, name). A question over several documents counts for the document of its first
    source, and with `sections` for the part of it; a list question counts for each of its relations, with its type
    where the book splits it by type."""
    example = outcome.example
    if example is None or not example.sources:
        return ()
    derivation = example.derivation or {}
    relations = derivation.get("typed") or derivation.get("relations", ())
    return (
        ("family", example.family),
        ("document", corpus.document(example.sources[0])),
        *([("section", _section(corpus.source(example.sources[0]).place.headings))] if sections else ()),
        *(("relation", str(name)) for name in relations),
    )


def run_shares(corpus: Corpus) -> Mapping[str, tuple[float, int]]:
    """The largest share of all questions of a run over a folder that a group may take, with how many groups there are,
    by kind: no family and no document fills a benchmark. In a single document it is the sections that count."""
    documents = set(corpus.columns.strings("document"))
    if len(documents) > 1:
        return {"family": (FAMILY_SHARE, _MANY), "document": (DOCUMENT_SHARE, len(documents))}
    sections = {_section(tuple(headings)) for headings in corpus.columns.table.column("headings").to_pylist()}
    return {"family": (FAMILY_SHARE, _MANY), "section": (DOCUMENT_SHARE, len(sections))}


def _section(headings: tuple[str, ...]) -> str:
    """The part of its document that a source stands in: the two outermost headings."""
    return " > ".join(headings[:2])
