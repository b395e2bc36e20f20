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

from benchwright.english.vocabulary import Vocabulary
from benchwright.graphs.items import MADE_OF, Item, ItemColumns, Position
from benchwright.graphs.read.base import GraphReader, GraphReadOptions
from benchwright.graphs.read.plain_columns import items_of_table
from benchwright.graphs.read.table_rows import TABLES
from benchwright.readers.inputs import InputFile, plain_suffix

_VOCABULARY = Vocabulary.of("benchwright.graphs", "companions")
_IDS = _VOCABULARY.words("ids")
_FILE_WORDS = _VOCABULARY.rows("file_words")
_HEADERS = _VOCABULARY.rows("headers")
_NO_COMPANION = _VOCABULARY.words("no_companion")


def _detect(path: Path, words: frozenset[str]) -> bool:
    if plain_suffix(path) not in TABLES:
        return False
    stem = InputFile(path, path.name, path.parent).stem
    parts = frozenset(re.findall(r"[a-z]+", stem.casefold()))
    return not parts & _NO_COMPANION and bool(parts & words)


def _read(
    kind: str, headers: frozenset[str], columns: bool, path: Path, options: GraphReadOptions, resume: Position | None
) -> Iterator[Item | ItemColumns]:
    """One item a row, plain rows as `columns` if wanted. A description may be of any length."""
    most = options.limits.name_characters
    longest = (most, None if kind == "descriptions" else most)
    of_columns = (lambda cells: [ItemColumns(kind, tuple(cells))]) if columns else None
    of_row = MADE_OF[kind]
    yield from items_of_table(
        path, options, resume, (_IDS, headers), longest, lambda cells: [of_row(*cells)], of_columns
    )


READERS = tuple(
    GraphReader(
        name,
        partial(_detect, words=frozenset(words)),
        partial(_read, name, frozenset(_HEADERS[name]), False),
        partial(_read, name, frozenset(_HEADERS[name]), True),
    )
    for name, words in _FILE_WORDS.items()
)
