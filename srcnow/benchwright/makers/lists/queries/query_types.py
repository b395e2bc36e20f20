"""Defines edges, the three kinds of queries over them, and the conditions that queries have to meet.

A *view* is one way to ask a relation: a given end, answers at the other, perhaps only those of one type. With views,
the paper's r(e), r2(r1(e)) and r1(e1) AND r2(e2) are the same whichever end is asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int32]
Flags = npt.NDArray[np.bool_]
Longs = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Edges:
    """All views of a graph as columns of one length, sorted by view, given, answer, each triple of them once: `view`,
    `given` and `answer` are codes, `triple` (int64) is the row of the statement behind it in its knowledge base,
    `proven` whether evidence was found for it."""

    view: Codes
    given: Codes
    answer: Codes
    triple: npt.NDArray[np.int64]
    proven: Flags
    views: int
    entities: int

    def __len__(self) -> int:
        return len(self.view)


@dataclass(frozen=True, eq=False)
class ViewRelations:
    """What views are views of: int32 [views] each. Two views of one `relation` and one `side` are typed variants of
    each other, two of one relation and different sides its inverse. `side` is 0 where subjects are asked for, 1 where
    objects are; `relation` is any code that tells relations apart."""

    relation: Codes
    side: Codes

    @classmethod
    def apart(cls, views: int) -> ViewRelations:
        """Views that have nothing to do with each other."""
        return cls(np.arange(views, dtype=np.int32), np.zeros(views, np.int32))


@dataclass(frozen=True, slots=True, order=True)
class Simple:
    """r(e): the answers of `view` for `given`."""

    view: int
    given: int


@dataclass(frozen=True, slots=True, order=True)
class Intersection:
    """r1(e1) AND r2(e2): what answers both."""

    first: Simple
    second: Simple


@dataclass(frozen=True, slots=True, order=True)
class Composition:
    """r2(r1(e)): the answers of `view` for any answer of `first`."""

    first: Simple
    view: int


SLACK = 1e-9
"""What a share may be short of in a comparison: 0.7 of 10 is 7, whatever floating point makes of it."""

Query = Simple | Intersection | Composition


def views_in(query: Query) -> tuple[int, ...]:
    """The views of a query, in order."""
    match query:
        case Simple(view=view):
            return (view,)
        case Intersection(first=first, second=second):
            return first.view, second.view
        case Composition(first=first, view=view):
            return first.view, view


@dataclass(frozen=True, slots=True)
class Conditions:
    """What a query has to meet (FACTS: QAMPARI, sections 2.1 and 2.2); see `plan.model.Lists`."""

    min_answers: int = 5
    max_answers: int = 200
    validated: float = 0.8
    first_hop: int = 20
    most_pairs: int = 50_000_000
    whole_parts: bool = True

    @property
    def most_answers(self) -> int:
        """A question with more answers than this in the graph cannot have enough of them proven and few enough."""
        return int(self.max_answers / self.validated + SLACK)


@dataclass(frozen=True, eq=False)
class Simples:
    """Simple queries that meet the conditions: int32 columns of one length, sorted by view, given. `size` answers in
    the graph, `proven` of them with evidence."""

    view: Codes
    given: Codes
    size: Codes
    proven: Codes

    def __len__(self) -> int:
        return len(self.view)


@dataclass(frozen=True, eq=False)
class Intersections:
    """Pairs of rows of `Simples`, `first` < `second`, sorted; `size` answers that both have, all proven in both."""

    first: Codes
    second: Codes
    size: Codes

    def __len__(self) -> int:
        return len(self.first)


@dataclass(frozen=True, eq=False)
class Compositions:
    """`first_view`, `given`, `view`: compositions that meet the conditions, sorted; `size` answers in the graph,
    `proven` of them with evidence for both steps. `pairs` is how many pairs of steps all of them would have been,
    steps with more answers than a question may have aside; `share` of their starting points was looked at (1.0: all),
    drawn by the seed. `dropped` counts, by reason, those that would else have been among them."""

    first_view: Codes
    given: Codes
    view: Codes
    size: Codes
    proven: Codes
    pairs: int = 0
    share: float = 1.0
    dropped: Mapping[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.view)
