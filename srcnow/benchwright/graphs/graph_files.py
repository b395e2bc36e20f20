"""Define the files and columns that `graph load` leaves in the folder of a graph.

    CORPUS/graphs/<name>/manifest.json       options, inputs, counts, drops by reason, size and hash of each file; last
    CORPUS/graphs/<name>/entities.parquet    one row an entity or value; its row number is its code
    CORPUS/graphs/<name>/names.parquet       aliases, sorted by code, then name; the label is not repeated
    CORPUS/graphs/<name>/types.parquet       what an entity is an instance of, sorted
    CORPUS/graphs/<name>/supertypes.parquet  what a type is a subclass of, sorted
    CORPUS/graphs/<name>/relations.parquet   one row a relation; its row number is its code
    CORPUS/graphs/<name>/triples.parquet     sorted by relation, object, subject; each triple once
    CORPUS/graphs/<name>/drops.jsonl         lines and statements that were left out, and why

Codes are int32: a graph has at most 2**31 - 1 entities and values. Entities stand in the order of their ids (as
strings), so that the same input gives the same codes and bytes, whatever order it comes in.
"""

from __future__ import annotations

import pyarrow as pa

GRAPH_VERSION = 1
"""Raised when columns or their order change, so that an older folder is loaded again."""

FOLDER = "graphs"
DROPS_FILE = "drops.jsonl"

KINDS = ("entity", "number", "date", "text")
"""What a node is. Values (all but `entity`) are only ever objects; their ids are `<kind>:<canonical form>[|<unit>]`."""

ENTITIES = pa.schema(
    [
        ("id", pa.string()),
        ("label", pa.string()),  # as a person would write it; "" if the language asked for has none
        ("kind", pa.string()),
        ("description", pa.string()),
        ("page", pa.string()),  # what links it to a page: id, title or address of one; "" if none
        ("unit", pa.string()),  # of a number, as a label; "" if none
    ]
)
NAMES = pa.schema([("entity", pa.int32()), ("name", pa.string())])
TYPES = pa.schema([("entity", pa.int32()), ("type", pa.int32())])
SUPERTYPES = pa.schema([("type", pa.int32()), ("super", pa.int32())])
RELATIONS = pa.schema([("id", pa.string()), ("label", pa.string())])
TRIPLES = pa.schema([("relation", pa.int32()), ("object", pa.int32()), ("subject", pa.int32())])

FILES = {
    "entities.parquet": ENTITIES,
    "names.parquet": NAMES,
    "types.parquet": TYPES,
    "supertypes.parquet": SUPERTYPES,
    "relations.parquet": RELATIONS,
    "triples.parquet": TRIPLES,
}
