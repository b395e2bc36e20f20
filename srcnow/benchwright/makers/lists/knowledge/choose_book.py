"""Chooses the book of relations for a graph: the plan's, the built-in one that fits, or a draft of the graph."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchwright.errors import PlanError
from benchwright.graphs.book import built_in, open_book
from benchwright.graphs.drafted import drafted_book
from benchwright.graphs.graph import Graph
from benchwright.graphs.relations import RelationBook
from benchwright.plan import Plan
from benchwright.values import name_key

FACTS = "facts"
"""The built-in book of the facts of documents, which is for no loaded graph."""
LEAST = 0.5
"""Where only ids of plain words agree, a built-in book fits if it words this share of the graph's triples, or if this
share of its entries is there: then the graph is of the kind that the book is for, whatever codes and addresses fill it.
With less, most of the graph would never be asked about, and `capital` here may well be another `capital` there."""
_OF_A_VOCABULARY = re.compile(r"P\d+|/[^/]+/.+")
"""Ids of Wikidata and Freebase, which do not agree with other graphs by chance. Reviewed wording is better than a
draft, even if it covers few of the triples."""
_LOOKED_AT = 100
"""Statements of a relation whose ends are looked at."""
_BUILT_IN = "the built-in relations "


@dataclass(frozen=True, slots=True)
class ChosenBook:
    """A book, and the line that a run prints about it, "" if the plan names it. `built_in` is the name of the book that
    was found to fit, None where the plan names one, or none fits."""

    book: RelationBook
    notice: str = ""
    built_in: str | None = None


@dataclass(frozen=True, slots=True)
class BookFit:
    """What a built-in book words of a graph: how many of its relations, the share of its triples, which share of the
    book that is, and whether an id agrees that is of a vocabulary."""

    name: str = ""
    relations: int = 0
    share: float = 0.0
    of_book: float = 0.0
    of_vocabulary: bool = False

    @property
    def fits(self) -> bool:
        return self.of_vocabulary or (self.relations > 0 and max(self.share, self.of_book) >= LEAST)

    def summary(self, graph: Graph) -> str:
        """How well the book fits a graph, in a line."""
        return (
            f"{_BUILT_IN}{self.name} fit the graph {graph.name!r}: they word {self.relations:,} of its "
            f"{len(graph.relation_ids):,} relations, which {self.share:.0%} of its triples are of"
        )


def choose_book(plan: Plan, graph: Graph) -> ChosenBook:
    """What the plan's questions about a graph are worded with. Raises RelationsError for a file that is wrong,
    PlanError if nothing words any relation of the graph."""
    if plan.lists.relations is not None:
        return ChosenBook(open_book(plan.lists.relations, plan.folder))
    fit = best_fitting_book(graph)
    if fit.fits:
        return ChosenBook(open_book(fit.name, Path()), fit.summary(graph), fit.name)
    book = drafted_book(graph)
    asked_count = sum(bool(relation.subjects or relation.objects) for relation in book.relations.values())
    little = f" ({fit.name} words {fit.share:.0%} of its triples)" if fit.relations else ""
    unfit = f"no built-in relations fit the graph {graph.name!r}{little}"
    if not asked_count:
        raise PlanError(
            f"{unfit}, and the labels of its relations give no words to ask with",
            hint="name a file of relations under lists: relations: (benchwright graph draft writes one to begin with)",
        )
    return ChosenBook(
        book,
        f"{unfit}: {asked_count:,} of its {len(graph.relation_ids):,} relations are asked about in words that are "
        "drafted from their labels; benchwright graph draft writes them to a file to edit",
    )


def relations_label(plan: Plan, built_in: str | None) -> str:
    """What a person calls the relations that a plan is asked with: the file that it names, which may include others,
    else the built-in book of that name, else the draft of its graph."""
    if plan.lists.relations is not None:
        return f"the relations of {plan.lists.relations}"
    return "the drafted relations" if built_in is None else f"{_BUILT_IN}{built_in}"


def built_in_of(relations_label: str) -> str | None:
    """The name of the built-in book that is `called` so, None for other relations."""
    name = relations_label.removeprefix(_BUILT_IN)
    return name if name != relations_label and name in built_in() else None


def best_fitting_book(graph: Graph) -> BookFit:
    """The built-in book that fits a graph best: of those that fit the one that words the largest share of its triples,
    where a relation that is split by type counts by the share of its ends that are of a type which the entry knows:
    others are not asked for. Of equals the one with the fewest entries."""
    ids = graph.relation_ids
    triples = np.bincount(graph.relations, minlength=len(ids))
    whole = max(len(graph), 1)
    ends = _Ends(graph)
    fits: list[tuple[tuple[bool, float, int], BookFit]] = []
    for name in built_in():
        if name == FACTS:
            continue
        book = open_book(name, Path())
        entries = len(book.relations) + len(book.same)
        codes = [code for code, id in enumerate(ids) if id in book.relations or id in book.same]
        of_vocabulary = any(_OF_A_VOCABULARY.fullmatch(ids[code]) for code in codes)
        fit = BookFit(name, len(codes), float(triples[codes].sum() / whole), len(codes) / entries, of_vocabulary)
        total = sum(triples[code] * ends.typed_share(code, *book.canonical(ids[code]), book) for code in codes)
        fits.append(((fit.fits, round(float(total / whole), 6), -entries), fit))
    return max(fits, key=lambda pair: pair[0])[1]


class _Ends:
    """The types of what stands at the ends of the relations of a graph, of some statements of each."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._types: dict[tuple[int, bool], list[set[str]]] = {}

    def typed_share(self, code: int, id: str, inverse: bool, book: RelationBook) -> float:
        """Of the sides that the entry of a relation splits by type, the share of ends that have one of these types, by
        id or label; 1 where it splits none."""
        relation = book.relations[id]
        shares = []
        for side, things, phrasings in (
            (False, relation.subject, relation.subjects),
            (True, relation.object, relation.objects),
        ):
            split = [one for phrasing in phrasings if phrasing.things != things for one in phrasing.things.types]
            if split:
                wanted = {name_key(text) for one in split if not one.ruled_out for text in (one.id, one.label) if text}
                ends = self._of(code, side is not inverse)
                shares.append(sum(bool(types & wanted) for types in ends) / len(ends))
        return sum(shares) / len(shares) if shares else 1.0

    def _of(self, code: int, objects: bool) -> list[set[str]]:
        """The ids and labels of the types of some objects or subjects of a relation."""
        if (code, objects) not in self._types:
            graph = self._graph
            rows = np.flatnonzero(graph.relations == code)
            rows = rows[:: max(1, len(rows) // _LOOKED_AT)]
            ends = (graph.objects if objects else graph.subjects)[rows].tolist()
            type_lists = [graph.types_of(end) for end in ends]
            self._types[code, objects] = [
                {name_key(text) for text in (*graph.ids_of(types), *graph.labels_of(types))} - {""}
                for types in type_lists
            ]
        return self._types[code, objects]
