"""Drafts a book of relations from a graph: from the labels of its relations and the types at their ends.

The same graph gives the same words, byte for byte, whether they are written to a file for a person to edit or used as
they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from benchwright.graphs.book import parse_book
from benchwright.graphs.draft import NUMBER, Drafts, Kinds, book_text, drafts
from benchwright.graphs.graph import Graph
from benchwright.graphs.hierarchy import Codes
from benchwright.graphs.lookups import rows_with
from benchwright.graphs.relations import RelationBook

LOOKED_AT = 1000
"""Triples of a relation whose ends say what mostly stands there."""
_MOSTLY = 0.5
"""The share of numbers from which an end is one of numbers."""
_NEARLY = 0.95
"""The share of typed things that a noun has to be true of, or several nouns together: whoever is asked for cities is to
be given no regions."""
_OFTEN = 0.1
"""The share of typed things from which a type is asked for by itself."""


def drafts_of(graph: Graph) -> Drafts:
    """The drafts of all relations of a graph."""
    ends = Ends(graph)
    named = zip(graph.relation_ids, graph.relation_labels, strict=True)
    return drafts((id, label, *ends.types(code)) for code, (id, label) in enumerate(named))


def drafted_text(graph: Graph, all_drafts: Drafts, model: str | None = None) -> str:
    """Drafts of a graph as a file of relations; `model` is who worded some of them."""
    by = f"by {model} and from labels" if model else "from labels"
    above = (
        f"Relations of the graph {' '.join(graph.name.split())}, drafted {by}. Nobody has read them yet.\n"
        "Mend the words, take out what nobody would ask, and drop `draft: true` from what you have read."
    )
    return book_text(all_drafts.drafts, above)


def drafted_book(graph: Graph) -> RelationBook:
    """The drafts as a book. Its fingerprint is that of the file that `benchwright graph draft` writes of this graph, so
    that evidence which was found with one counts for the other.

    The last one is kept: a run asks for it twice, to search for evidence and to make questions."""
    of = (graph.name, graph.fingerprint)
    book = _LAST.get(of)
    if book is None:
        book = parse_book(drafted_text(graph, drafts_of(graph)), f"the draft of {graph.name}")
        _LAST.clear()
        _LAST[of] = book
    return book


_LAST: dict[tuple[str, str], RelationBook] = {}
"""The book that was drafted last, by the name and the fingerprint of its graph."""


class Ends:
    """What stands at the ends of each relation: looked at in its first triples, which are in the order of ids."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    def _spread(self, relation: int, most: int) -> tuple[Codes, Codes]:
        """Subjects and objects of so many triples, evenly out of all."""
        rows = rows_with(self._graph.relations, relation)
        size = rows.stop - rows.start
        places = rows.start + np.unique(np.linspace(0, max(size - 1, 0), num=min(most, size), dtype=np.int64))
        return self._graph.subjects[places], self._graph.objects[places]

    def types(self, relation: int) -> tuple[str | Kinds, str | Kinds]:
        """The type that nearly all things at either end have, as a label; where they are mixed, the types that nearly
        all are of together; "" where these are too many, or too few things have any."""
        subjects, objects = self._spread(relation, LOOKED_AT)
        kinds = self._graph.column("kind").take(pa.array(objects)).to_pylist()
        numbers = sum(kind == "number" for kind in kinds)
        of = NUMBER if numbers and numbers >= _MOSTLY * len(kinds) else self._kinds(objects)
        return self._kinds(subjects), of

    def _kinds(self, codes: Codes) -> str | Kinds:
        listed = [{int(one) for one in self._graph.types_of(int(code))} for code in np.unique(codes)]
        typed = [types for types in listed if types]
        counts = Counter(one for types in typed for one in types)
        ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        if not ranked:
            return ""
        if ranked[0][1] >= _NEARLY * len(typed):
            return self._label(ranked[0][0])
        often = [one for one, count in ranked if count >= _OFTEN * len(typed)]
        covered = sum(not types.isdisjoint(often) for types in typed)
        labels = tuple(dict.fromkeys(filter(None, map(self._label, often))))
        whole = len(typed) >= _NEARLY * len(listed) and covered >= _NEARLY * len(typed)
        return labels if whole and len(labels) > 1 else ""

    def _label(self, type: int) -> str:
        return self._graph.labels_of(np.array([type], np.int32))[0]

    def samples(self, relation: int, most: int) -> Sequence[tuple[str, str]]:
        """Labels of so many triples that have both."""
        subjects, objects = self._spread(relation, 4 * most)
        pairs = zip(self._graph.labels_of(subjects), self._graph.labels_of(objects), strict=True)
        return [pair for pair in pairs if all(pair)][:most]
