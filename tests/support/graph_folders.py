"""Graph folders by hand: what `graph load` leaves, written from plain Python."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from benchwright.files.atomic import MANIFEST
from benchwright.graphs.graph import Graph
from benchwright.graphs.graph_files import (
    ENTITIES,
    FOLDER,
    GRAPH_VERSION,
    NAMES,
    RELATIONS,
    SUPERTYPES,
    TRIPLES,
    TYPES,
)


@dataclass(frozen=True)
class Drawn:
    """An entity of a graph that is made by hand; a value has another kind than `entity`."""

    label: str
    kind: str = "entity"
    page: str = ""
    description: str = ""
    unit: str = ""
    aliases: Sequence[str] = ()
    types: Sequence[str] = ()
    supertypes: Sequence[str] = field(default_factory=tuple)


def write_graph(
    corpus: Path,
    triples: Iterable[tuple[str, str, str]],
    entities: Mapping[str, Drawn | str],
    relations: Mapping[str, str] | None = None,
    name: str = "made",
) -> Graph:
    """The graph of these triples of ids. `entities` are told by id, a text being a label; what is only named in triples
    or types has its id as its label."""
    listed = list(triples)
    drawn = {id: Drawn(told) if isinstance(told, str) else told for id, told in entities.items()}
    for id in [*(end for subject, _, object in listed for end in (subject, object))]:
        drawn.setdefault(id, Drawn(id))
    for one in list(drawn.values()):
        for id in (*one.types, *one.supertypes):
            drawn.setdefault(id, Drawn(id))
    ids = sorted(drawn)
    code = {id: place for place, id in enumerate(ids)}
    labels = dict(relations or {})
    known = sorted({relation for _, relation, _ in listed} | set(labels))
    relation_code = {id: place for place, id in enumerate(known)}
    columns = {
        "entities.parquet": pa.Table.from_pylist(
            [
                {
                    "id": id,
                    "label": drawn[id].label,
                    "kind": drawn[id].kind,
                    "description": drawn[id].description,
                    "page": drawn[id].page,
                    "unit": drawn[id].unit,
                }
                for id in ids
            ],
            schema=ENTITIES,
        ),
        "names.parquet": _pairs(
            NAMES, sorted((code[id], alias) for id in ids for alias in set(drawn[id].aliases) if alias)
        ),
        "types.parquet": _pairs(TYPES, sorted({(code[id], code[one]) for id in ids for one in drawn[id].types})),
        "supertypes.parquet": _pairs(
            SUPERTYPES, sorted({(code[id], code[one]) for id in ids for one in drawn[id].supertypes})
        ),
        "relations.parquet": _pairs(RELATIONS, [(id, labels.get(id, id)) for id in known]),
        "triples.parquet": _pairs(TRIPLES, sorted({(relation_code[r], code[o], code[s]) for s, r, o in listed})),
    }
    folder = corpus / FOLDER / name
    folder.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    for file, table in columns.items():
        pq.write_table(table, folder / file)
        digest.update((folder / file).read_bytes())
    (folder / MANIFEST).write_text(json.dumps({"version": GRAPH_VERSION, "fingerprint": digest.hexdigest()}))
    return Graph.open(corpus, name)


def _pairs(schema: pa.Schema, rows: Sequence[tuple[object, ...]]) -> pa.Table:
    return pa.Table.from_pylist([dict(zip(schema.names, row, strict=True)) for row in rows], schema=schema)
