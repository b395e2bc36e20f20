"""Read files beside triples: an id and its label, alias, type, description or page in each row.

    labels.tsv    Q42    Douglas Adams              types.tsv    Q42    Q5
    aliases.tsv   Q42    Douglas Noel Adams         relations.tsv    P57    director

A file is known by a word of its name (`entity_labels.tsv.gz`). Further columns are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchwright.graphs.items import MADE_OF, Item, ItemColumns, Position
from benchwright.graphs.read.base import GraphReader, GraphReadOptions
from benchwright.graphs.read.graph_values import ValueRefusedError, one_line
from benchwright.graphs.read.losses import LossCounter
from benchwright.graphs.read.plain_columns import PlainColumns, batches_of
from benchwright.graphs.read.table_rows import TABLES, GraphTableRow, rows_of
from benchwright.readers.inputs import InputFile, plain_suffix, readable_name

_IDS = frozenset(
    {"id", "qid", "entity", "entity_id", "node", "item", "subject", "relation", "property", "type", "class"}
)
_NAMES = frozenset({"label", "name", "text", "title", "word", "words"})

# Name of the format, which is the kind of its rows; words in a file's name, words that head the second column.
_KINDS: tuple[tuple[str, frozenset[str], frozenset[str]], ...] = (
    ("relation-labels", frozenset({"relation", "relations", "properties", "predicates"}), _NAMES),
    (
        "supertypes",
        frozenset({"supertypes", "subclasses", "hierarchy", "taxonomy"}),
        frozenset({"supertype", "super", "superclass", "parent"}),
    ),
    (
        "aliases",
        frozenset({"aliases", "alias", "synonyms"}),
        _NAMES | {"alias", "synonym"},
    ),
    (
        "types",
        frozenset({"types", "type", "classes"}),
        frozenset({"type", "class", "category"}),
    ),
    (
        "descriptions",
        frozenset({"descriptions", "description"}),
        frozenset({"description", "text"}),
    ),
    (
        "pages",
        frozenset({"pages", "page", "links", "wikipedia"}),
        frozenset({"page", "title", "url", "wikipedia", "passage_id"}),
    ),
    ("labels", frozenset({"labels", "label", "names", "entities"}), _NAMES),
)
_NO_COMPANION = frozenset({"triples", "triple", "statements", "facts", "edges"})


def _detect(path: Path, words: frozenset[str]) -> bool:
    if plain_suffix(path) not in TABLES:
        return False
    stem = InputFile(path, path.name, path.parent).stem
    parts = frozenset(re.findall(r"[a-z]+", stem.casefold()))
    return not parts & _NO_COMPANION and bool(parts & words)


def _read(
    kind: str, headers: frozenset[str], path: Path, options: GraphReadOptions, resume: Position | None
) -> Iterator[Item]:
    """One item a row. Counted: `empty-cell`, and what `plain` and `rows_of` say."""
    losses = LossCounter(readable_name(path.name))
    longest = _longest(kind, options)
    for item in losses.before_positions(rows_of(path, options, (_IDS, headers), resume)):
        if isinstance(item, GraphTableRow):
            yield from _items(kind, item, longest, losses)
        else:
            yield item


def _read_columns(
    kind: str, headers: frozenset[str], path: Path, options: GraphReadOptions, resume: Position | None
) -> Iterator[Item | ItemColumns]:
    """What `_read` yields, plain rows as columns."""
    losses = LossCounter(readable_name(path.name))
    longest = _longest(kind, options)
    for item in losses.before_positions(batches_of(path, options, (_IDS, headers), longest, resume)):
        if isinstance(item, PlainColumns):
            yield ItemColumns(kind, item.cells)
        elif isinstance(item, GraphTableRow):
            yield from _items(kind, item, longest, losses)
        else:
            yield item


def _longest(kind: str, options: GraphReadOptions) -> tuple[int, int | None]:
    """How many characters the cells may have: a description any number."""
    most = options.limits.name_characters
    return most, None if kind == "descriptions" else most


def _items(kind: str, row: GraphTableRow, longest: tuple[int, int | None], losses: LossCounter) -> Iterator[Item]:
    """What one row makes; what it cannot make is counted."""
    try:
        id, text = (one_line(cell, most) for cell, most in zip(row.cells, longest, strict=True))
    except ValueRefusedError as refused:
        losses.add(row.number, refused.reason, refused.detail)
        return
    if id and text:
        yield MADE_OF[kind](id, text)
    else:
        losses.add(row.number, "empty-cell", f"{id} {text}"[:100])


READERS = tuple(
    GraphReader(
        name,
        partial(_detect, words=words),
        partial(_read, name, headers),
        f"id and {name} as TSV, CSV or Parquet",
        partial(_read_columns, name, headers),
    )
    for name, words, headers in _KINDS
)
