"""Files beside triples: two columns, an id and one thing about it (TSV, CSV, Parquet); a row for each.

    labels.tsv    Q42    Douglas Adams              types.tsv    Q42    Q5
    aliases.tsv   Q42    Douglas Noel Adams         relations.tsv    P57    director

A file is known by a word of its name (`entity_labels.tsv.gz`). Further columns are not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from benchwright.corpus.read.inputs import InputFile, plain_suffix, readable_name
from benchwright.graphs.items import Item, Lost, Node, Position, RelationName
from benchwright.graphs.read.base import GraphReader, ReadOptions
from benchwright.graphs.read.losses import Losses
from benchwright.graphs.read.plain import RefusedError, one_line
from benchwright.graphs.read.tables import TABLES, rows_of

_IDS = frozenset(
    {"id", "qid", "entity", "entity_id", "node", "item", "subject", "relation", "property", "type", "class"}
)
_NAMES = frozenset({"label", "name", "text", "title", "word", "words"})

Make = Callable[[str, str], Item]

# Name of the format, words in a file's name, words that head the second column, what a row makes.
_KINDS: tuple[tuple[str, frozenset[str], frozenset[str], Make], ...] = (
    ("relation-labels", frozenset({"relation", "relations", "properties", "predicates"}), _NAMES, RelationName),
    (
        "supertypes",
        frozenset({"supertypes", "subclasses", "hierarchy", "taxonomy"}),
        frozenset({"supertype", "super", "superclass", "parent"}),
        lambda id, said: Node(id, supertypes=(said,)),
    ),
    (
        "aliases",
        frozenset({"aliases", "alias", "synonyms"}),
        _NAMES | {"alias", "synonym"},
        lambda id, said: Node(id, aliases=(said,)),
    ),
    (
        "types",
        frozenset({"types", "type", "classes"}),
        frozenset({"type", "class", "category"}),
        lambda id, said: Node(id, types=(said,)),
    ),
    (
        "descriptions",
        frozenset({"descriptions", "description"}),
        frozenset({"description", "text"}),
        lambda id, said: Node(id, description=said),
    ),
    (
        "pages",
        frozenset({"pages", "page", "links", "wikipedia"}),
        frozenset({"page", "title", "url", "wikipedia", "passage_id"}),
        lambda id, said: Node(id, page=said),
    ),
    ("labels", frozenset({"labels", "label", "names", "entities"}), _NAMES, lambda id, said: Node(id, said)),
)
_NO_COMPANION = frozenset({"triples", "triple", "statements", "facts", "edges"})


def _detect(path: Path, words: frozenset[str]) -> bool:
    if plain_suffix(path) not in TABLES:
        return False
    stem = InputFile(path, path.name, path.parent).stem
    parts = frozenset(re.findall(r"[a-z]+", stem.casefold()))
    return not parts & _NO_COMPANION and bool(parts & words)


def _read(
    headers: frozenset[str], make: Make, whole: bool, path: Path, options: ReadOptions, resume: Position | None
) -> Iterator[Item]:
    """One item a row; `whole` says that its second column may be of any length. Counted: `empty-cell`, and what `plain`
    and `rows_of` say."""
    losses = Losses(readable_name(path.name))
    for found in losses.before_positions(rows_of(path, options, (_IDS, headers), resume)):
        if isinstance(found, Lost | Position):
            yield found
            continue
        try:
            most = options.limits.name_characters
            id, said = one_line(found.cells[0], most), one_line(found.cells[1], None if whole else most)
        except RefusedError as refused:
            losses.add(found.number, refused.reason, refused.detail)
            continue
        if id and said:
            yield make(id, said)
        else:
            losses.add(found.number, "empty-cell", f"{id} {said}"[:100])


READERS = tuple(
    GraphReader(
        name,
        partial(_detect, words=words),
        partial(_read, headers, make, name == "descriptions"),
        f"id and {name} as TSV, CSV or Parquet",
    )
    for name, words, headers, make in _KINDS
)
