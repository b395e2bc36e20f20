"""Small graphs drawn by Hypothesis: self loops, hubs, typed views, inverse views, statements without evidence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from hypothesis import strategies as st

from benchwright.makers.lists.queries.query_types import Conditions, Edges, ViewRelations


@dataclass(frozen=True)
class Drawn:
    """A graph with its views: `masks` says which of them may be simple, first and second."""

    edges: Edges
    ways: ViewRelations
    conditions: Conditions
    masks: tuple[np.ndarray, np.ndarray, np.ndarray]

    def marked(self, which: int) -> set[int]:
        return set(np.flatnonzero(self.masks[which]).tolist())


def columns(rows: list[tuple[int, int, int, bool]]) -> tuple[np.ndarray, ...]:
    table = np.array([row[:3] for row in rows], np.int32).reshape(-1, 3)
    proven = np.array([row[3] for row in rows], bool)
    return table[:, 0], table[:, 1], table[:, 2], np.arange(len(rows), dtype=np.int64), proven


def sorted_edges(
    view: np.ndarray,
    given: np.ndarray,
    answer: np.ndarray,
    triple: np.ndarray,
    proven: np.ndarray,
    *,
    views: int,
    entities: int,
) -> Edges:
    """Edges out of columns in any order. Of edges with the same view, given and answer one stays: a proven one before
    others, then the lowest `triple`."""
    order = np.lexsort((triple, ~proven, answer, given, view))
    codes = np.stack([view[order], given[order], answer[order]])
    first = np.ones(len(order), bool)
    first[1:] = np.any(codes[:, 1:] != codes[:, :-1], axis=0)
    order = order[first]
    return Edges(view[order], given[order], answer[order], triple[order], proven[order], views, entities)


@st.composite
def graphs(draw: st.DrawFn) -> Drawn:
    relations, entities = draw(st.integers(1, 3)), draw(st.integers(2, 12))
    seed, density = draw(st.integers(0, 2**32 - 1)), draw(st.floats(0.05, 0.9))
    certain = draw(st.sampled_from([0.5, 0.8, 1.0]))
    random = np.random.default_rng(seed)
    held = random.random((relations, entities, entities)) < density
    held[:, :, 0] |= random.random((relations, entities)) < 0.7  # a hub, and some things that are its own neighbours
    proven = random.random(held.shape) < certain
    typed = random.integers(0, 2, entities)
    rows: list[tuple[int, int, int, bool]] = []
    relation, side = [], []
    for number in range(relations):
        pairs = np.argwhere(held[number]).tolist()
        told = proven[number]
        for variant in (None, 0, 1):
            rows += [(len(side), o, s, told[s, o]) for s, o in pairs if variant is None or typed[s] == variant]
            relation.append(number)
            side.append(0)
        rows += [(len(side), s, o, told[s, o]) for s, o in pairs]
        relation.append(number)
        side.append(1)
    views = len(side)
    order = random.permutation(len(rows))
    edges = sorted_edges(*columns([rows[at] for at in order]), views=views, entities=entities)
    conditions = Conditions(
        min_answers=draw(st.integers(2, 4)),
        max_answers=draw(st.sampled_from([4, 6, 200])),
        validated=draw(st.sampled_from([0.3, 0.7, 0.8, 1.0])),
        first_hop=draw(st.sampled_from([3, 6, 20])),
        whole_parts=draw(st.booleans()),
    )
    masks = tuple(random.random(views) < 0.8 for _ in range(3))
    return Drawn(edges, ViewRelations(np.array(relation, np.int32), np.array(side, np.int32)), conditions, masks)
