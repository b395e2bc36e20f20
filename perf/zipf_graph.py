"""Make a synthetic graph with Zipf degrees for `perf/lists.py`, stored as columns.

200 relations, their sizes and the degrees of what they join are power laws, nine statements in ten have evidence, and
every relation is asked both ways.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from benchwright.makers.lists.queries.query_types import Edges, ViewRelations

SEED = 13
RELATIONS = 200
EACH = 5
"""Triples for each entity: Wikidata's items have about as many that lead to other items."""
POPULAR = 0.8
"""Exponent of how often objects are named. With 1 the whole product of 5 million triples takes 15.7 GB already."""
COLUMNS = ("view", "given", "answer", "triple", "proven")
STATED = ("subject", "relation", "object", "proven")


def power(draw: np.random.Generator, size: int, below: int, exponent: float) -> npt.NDArray[np.int32]:
    """Numbers from 0 to `below` - 1, number n as frequent as (n + 1) ** -exponent."""
    even = draw.random(size)
    if exponent == 1:
        return np.asarray(below**even - 1, np.int32)
    rest = 1 - exponent
    return np.asarray(((below**rest - 1) * even + 1) ** (1 / rest) - 1, np.int32)


def write_graph(folder: Path, triples: int) -> None:
    """The edges of a synthetic graph, a file a column."""
    draw = np.random.default_rng(SEED)
    entities = triples // EACH
    weight = 1 / np.arange(1, RELATIONS + 1)
    counts = np.maximum((weight / weight.sum() * triples).astype(np.int64), 1)
    relation = np.repeat(np.arange(RELATIONS, dtype=np.int32), counts)
    subject = draw.permutation(entities).astype(np.int32)[power(draw, len(relation), entities, 0.5)]
    codes = draw.permutation(entities).astype(np.int32)
    parts = []
    for count in counts.tolist():
        pool = min(entities, max(count // 10, 10))
        first = int(draw.integers(0, entities - pool + 1))
        parts.append(codes[first + power(draw, count, pool, POPULAR)])
    object_ = np.concatenate(parts)
    proven = draw.random(len(relation)) < 0.9
    number = np.arange(len(relation), dtype=np.int64)
    columns = (
        np.concatenate([relation, relation + RELATIONS]).astype(np.int32),
        np.concatenate([object_, subject]),
        np.concatenate([subject, object_]),
        np.concatenate([number, number]),
        np.concatenate([proven, proven]),
    )
    sizes = {"views": 2 * RELATIONS, "entities": entities}
    by_key = np.lexsort((columns[3], ~columns[4], *columns[2::-1]))
    once = np.ones(len(by_key), bool)
    once[1:] = np.any([column[by_key][1:] != column[by_key][:-1] for column in columns[:3]], axis=0)
    for name, column in zip(COLUMNS, columns, strict=True):
        np.save(folder / f"{name}.npy", column[by_key][once])
    (folder / "sizes.json").write_text(json.dumps(sizes))
    order = np.lexsort((subject, object_, relation))
    stated = (subject[order], relation[order], object_[order], proven[order])
    once = np.ones(len(order), bool)
    once[1:] = np.any([column[1:] != column[:-1] for column in stated[:3]], axis=0)
    for name, column in zip(STATED, stated, strict=True):
        np.save(folder / f"stated-{name}.npy", column[once])


def read_graph(folder: Path) -> tuple[Edges, ViewRelations]:
    sizes = json.loads((folder / "sizes.json").read_text())
    numbers = np.arange(RELATIONS, dtype=np.int32)
    ways = ViewRelations(np.concatenate([numbers, numbers]), np.repeat(np.arange(2, dtype=np.int32), RELATIONS))
    return Edges(**read_columns(folder, COLUMNS, ""), **sizes), ways


def read_columns(folder: Path, names: tuple[str, ...], before: str) -> dict[str, Any]:
    """Columns of a file each."""
    return {name: np.load(folder / f"{before}{name}.npy") for name in names}
