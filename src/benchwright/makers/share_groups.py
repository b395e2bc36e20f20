"""Name the groups of an outcome that may only take a share of a cell: family, document and relations."""

from __future__ import annotations

from collections.abc import Iterable

from benchwright.corpus.store import Corpus
from benchwright.records import Outcome


def share_groups(outcome: Outcome, corpus: Corpus) -> Iterable[tuple[str, str]]:
    """The groups of an outcome as (kind, name). A question over several documents counts for the document of its first
    source; a list question counts for each of its relations, with its type where the book splits it by type."""
    example = outcome.example
    if example is None or not example.sources:
        return ()
    derivation = example.derivation or {}
    relations = derivation.get("typed") or derivation.get("relations", ())
    return (
        ("family", example.family),
        ("document", corpus.document(example.sources[0])),
        *(("relation", str(name)) for name in relations),
    )
