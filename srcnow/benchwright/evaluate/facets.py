"""Read off an example what its question may be sliced by beside style and modalities.

A facet has one value a question, as text; a question without one is in no slice of that facet. Facets that a published
benchmark brings along (`Example.columns`) keep their own names, unless these are taken.
"""

from __future__ import annotations

from collections.abc import Mapping

from benchwright.evaluate.summary import NAMED_KINDS
from benchwright.records import Check, Example

_SIZES = ((1, 1), (2, 4), (5, 9), (10, 19), (20, None))
"""Of numbers of answers: lists start at five (QAMPARI, section 2)."""


def facets_of(example: Example) -> dict[str, str]:
    """By name: list kind and list origin (of lists), number of answers, sources and hops, how the evidence is read, the
    closed-book tag, and the columns of an imported benchmark."""
    derivation: Mapping[str, object] = example.derivation or {}
    closed_book = next((check for check in example.checks if check.name == "closed_book"), None)
    reads = {span.read for answer in example.answers for spans in answer.evidence for span in spans}
    of_list = {"list kind": derivation.get("kind"), "list origin": derivation.get("source", "graph")}
    facets = {
        **({name: str(value) for name, value in of_list.items()} if derivation.get("kind") else {}),
        "answers": _size(len(example.answers)),
        "sources": _size(len(example.sources)),
        "hops": str(len(example.hops)) if example.hops else "",
        "evidence": "+".join(sorted(reads)),
        "closed book": _closed_book(closed_book) if closed_book else "",
    }
    taken = {*facets, *NAMED_KINDS}
    columns = {f"{name} (benchmark)" if name in taken else name: value for name, value in example.columns.items()}
    return {name: value for name, value in {**facets, **columns}.items() if value}


def _closed_book(check: Check) -> str:
    """What came of the question without sources; an unread reply says nothing."""
    if check.verdict == "unscored":
        return ""
    if check.verdict == "fail" or check.score == 1:
        return "answered without sources"
    return "answered otherwise without sources" if check.reason.startswith("other") else "not answered without sources"


def _size(count: int) -> str:
    for low, high in _SIZES:
        if count >= low and (high is None or count <= high):
            return f"{low} and more" if high is None else str(low) if low == high else f"{low} to {high}"
    return ""
