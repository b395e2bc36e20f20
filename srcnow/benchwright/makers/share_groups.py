"""Name the groups of an outcome that may only take a share: family, document, section and relations."""

from __future__ import annotations

from collections.abc import Iterable

from benchwright.corpus.store import Corpus
from benchwright.records import Example, Modality, Outcome
from benchwright.run.quota import RunShares

FAMILY_SHARE, DOCUMENT_SHARE = 0.3, 0.1
_FEWEST = 20  # questions that a folder should give at least: below, a share of what was accepted would be one or two


def share_groups(outcome: Outcome, corpus: Corpus) -> Iterable[tuple[str, str]]:
    """The groups that an outcome counts for in its cell, as (kind, name). A question over several documents counts for
    the document of its first source; a list question counts for each of its relations, with its type where the book
    splits it by type."""
    example = outcome.example
    if example is None or not example.sources:
        return ()
    return (
        ("family", example.family),
        ("document", corpus.document(example.sources[0])),
        *_relations(example),
    )


def run_groups(example: Example | None, corpus: Corpus) -> Iterable[tuple[str, str]]:
    """The groups that a question counts for in a run over a folder: as above, but each of its documents, and of their
    sections."""
    if example is None:
        return ()
    sources = [corpus.source(name) for name in example.sources]
    documents = (("document", source.document) for source in sources)
    sections = (("section", _section(source.document, source.place.headings)) for source in sources)
    return dict.fromkeys((("family", example.family), *documents, *sections, *_relations(example)))


def run_shares(corpus: Corpus) -> RunShares:
    """What a family, a document and (in less than ten documents) a section may take of a run over a folder: no family
    and no document fills a benchmark. Where there are few documents or sections, each may take twice an even share.
    What is one table or one section can't vary in its families: their share is of what was asked for."""
    columns = corpus.columns.table.select(["document", "headings"]).to_pylist()
    rows = [row for row, kind in zip(columns, corpus.modalities, strict=True) if kind is not Modality.IMAGE]
    documents = {row["document"] for row in rows}
    sections = {_section(row["document"], tuple(row["headings"])) for row in rows}
    shares = {"family": FAMILY_SHARE, "document": _share_of(len(documents))}
    if len(documents) * DOCUMENT_SHARE < 1:
        shares["section"] = _share_of(len(sections))
    return RunShares(shares, _FEWEST if len(sections) > 1 else None)


def _relations(example: Example) -> Iterable[tuple[str, str]]:
    derivation = example.derivation or {}
    return (("relation", str(name)) for name in derivation.get("typed") or derivation.get("relations", ()))


def _share_of(groups: int) -> float:
    return max(DOCUMENT_SHARE, 2 / max(1, groups))


def _section(document: str, headings: tuple[str, ...]) -> str:
    """The part of its document that a source stands in: the two outermost headings."""
    return " > ".join((document, *headings[:2]))
