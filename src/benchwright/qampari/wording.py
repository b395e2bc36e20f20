"""The book of relations that a graph is asked with: the plan's own, else the built-in one that fits, else the draft of
the graph itself."""

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

FACTS = "facts"
"""The built-in book of the facts of documents, which is for no loaded graph."""
LEAST = 0.5
"""Where only ids of plain words agree, a built-in book fits if it words this share of the graph's triples, or if this
share of its entries is there: then the graph is of the kind that the book is for, whatever codes and addresses fill it.
With less, most of the graph would never be asked about, and `capital` here may well be another `capital` there."""
_OF_A_VOCABULARY = re.compile(r"P\d+|/[^/]+/.+")
"""Ids of Wikidata and Freebase, which agree with nobody else's by chance: words that people have read count more than a
draft, however few of the triples they are of."""


@dataclass(frozen=True, slots=True)
class Wording:
    """A book, and what a run says of it in a line, "" where it is nobody's draft. `built_in` is the name of the book
    that was found to fit, None where the plan names one, or none fits."""

    book: RelationBook
    said: str = ""
    built_in: str | None = None


@dataclass(frozen=True, slots=True)
class _Met:
    """What a built-in book words of a graph: how many of its relations, the share of its triples, which share of the
    book that is, and whether an id agrees that is of a vocabulary."""

    name: str = ""
    relations: int = 0
    share: float = 0.0
    of_book: float = 0.0
    known: bool = False

    @property
    def fits(self) -> bool:
        return self.known or (self.relations > 0 and max(self.share, self.of_book) >= LEAST)


def wording(plan: Plan, graph: Graph) -> Wording:
    """What the plan's questions about a graph are worded with. Raises RelationsError for a file that is wrong,
    PlanError if nothing words any relation of the graph."""
    if plan.lists.relations is not None:
        return Wording(open_book(plan.lists.relations, plan.folder))
    met = _nearest(graph)
    if met.fits:
        return Wording(open_book(met.name, Path()), built_in=met.name)
    book = drafted_book(graph)
    asked = sum(bool(relation.subjects or relation.objects) for relation in book.relations.values())
    nearest = f" ({met.name} words {met.share:.0%} of its triples)" if met.relations else ""
    unfit = f"no built-in relations fit the graph {graph.name!r}{nearest}"
    if not asked:
        raise PlanError(
            f"{unfit}, and the labels of its relations give no words to ask with",
            hint="name a file of relations under lists: relations: (benchwright graph draft writes one to begin with)",
        )
    return Wording(
        book,
        f"{unfit}: {asked:,} of its {len(graph.relation_ids):,} relations are asked about in words that are drafted "
        "from their labels; benchwright graph draft writes them to a file to edit",
    )


def called(plan: Plan, built_in: str | None) -> str:
    """What a person calls the relations that a plan is asked with: the file that it names, which may include others,
    else the book of that built-in name, else, where there is none, the draft of its graph."""
    if plan.lists.relations is not None:
        return f"the relations of {plan.lists.relations}"
    return "the drafted relations" if built_in is None else f"the built-in relations {built_in}"


def _nearest(graph: Graph) -> _Met:
    """The built-in book that words most relations of a graph; of several the first by name."""
    ids = graph.relation_ids
    triples = np.diff(np.searchsorted(graph.relations, np.arange(len(ids) + 1, dtype=graph.relations.dtype)))
    best = _Met()
    for name in built_in():
        if name == FACTS:
            continue
        book = open_book(name, Path())
        codes = [code for code, id in enumerate(ids) if id in book.relations or id in book.same]
        if len(codes) > best.relations:
            share = float(triples[codes].sum() / max(len(graph), 1))
            known = any(_OF_A_VOCABULARY.fullmatch(ids[code]) for code in codes)
            of_book = len(codes) / (len(book.relations) + len(book.same))
            best = _Met(name, len(codes), share, of_book, known)
    return best
