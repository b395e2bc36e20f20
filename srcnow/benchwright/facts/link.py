"""Link facts that speak of the same thing: entity keys by link, title, bare name and alias.

A reader sees one source, so it can only name its subject. Here names become keys: a cell's link decides; else a title
of the corpus, whole; else a title without its parenthesis, or an alias, if only one entity has it. A name that several
titles could mean gets no link: its key is kept apart from all of them, and its confidence lowered. So is a name whose
bearers are not one thing (`facts/homonyms.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from urllib.parse import unquote

import numpy as np
import pyarrow as pa

from benchwright.corpus.store import Corpus
from benchwright.facts.cells import LINKED
from benchwright.facts.columns import encode
from benchwright.facts.homonyms import Bearers, sort_of
from benchwright.facts.relations import lexicon
from benchwright.facts.store import SCHEMA, FactTable
from benchwright.records import Modality
from benchwright.values import bare_name, name_key

_WIKI = "/wiki/"
UNLINKED = 0.7
"""Confidence of a cell's subject that is not linked in a table whose other cells are, or that is ambiguous."""


class Names:
    """What the names of a corpus mean: keys of titles, the bare names and aliases that only one of them has."""

    def __init__(self, titles: Iterable[tuple[str, str]], aliases: Iterable[tuple[str, str]] = ()) -> None:
        self._title: dict[str, str] = {}
        self._of_source: dict[str, str] = {}
        bare: dict[str, set[str]] = {}
        for id, title in titles:
            key = name_key(title)
            if not key:
                continue
            self._title.setdefault(key, title)
            self._of_source[id] = key
            short = name_key(bare_name(title))
            if short != key:
                bare.setdefault(short, set()).add(key)
        for alias, key in aliases:
            short = name_key(alias)
            if short != key:
                bare.setdefault(short, set()).add(key)
        self._bare = {short: next(iter(keys)) if len(keys) == 1 else "" for short, keys in bare.items()}

    def of_link(self, target: str) -> str:
        """The key of a linked source; "" if neither the corpus nor the link itself tells its title."""
        key = self._of_source.get(target)
        if key:
            return key
        return name_key(unquote(target[len(_WIKI) :])) if target.startswith(_WIKI) else ""

    def meaning(self, key: str) -> str | None:
        """The entity that a bare mention means: its key, "" if several could be meant, None if the corpus has none."""
        short = self._bare.get(key)
        if key in self._title:
            return key if short is None else ""
        return short

    def title(self, key: str) -> str:
        """The title whose key this is, "" if no source has it."""
        return self._title.get(key, "")

    def of_source(self, id: str) -> str:
        return self._of_source.get(id, "")


def link(corpus: Corpus, facts: FactTable) -> FactTable:
    """Facts with their entities and targets resolved over the corpus. Rows and order stay."""
    return link_by(Names(_titles(corpus), _aliases(facts)), facts)


def _titles(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """(id, title) of every passage, then (document, title of its first passage): the cells of a dump link to pages,
    whose passages have ids of their own (`/wiki/Oak`, `/wiki/Oak#p0`)."""
    texts = [modality is Modality.TEXT for modality in corpus.modalities]
    pages: dict[str, str] = {}
    rows = zip(corpus.ids, corpus.titles, corpus.columns.strings("document"), texts, strict=True)
    for id, title, document, is_text in rows:
        if is_text:
            pages.setdefault(document, title)
            yield id, title
    yield from ((document, title) for document, title in pages.items() if document not in corpus)


def link_by(names: Names, facts: FactTable) -> FactTable:
    """`link` with the names given."""
    rows = _RowCursor(facts.columns)
    linked_tables = rows.linked_sources()
    bearers = _bearers(names, rows)
    entities: list[str] = []
    targets: list[str] = []
    qualifiers: list[str] = []
    confidences: list[float] = []
    for row in rows:
        entity, sure = _entity(names, bearers, row, linked_tables)
        entities.append(entity)
        confidences.append(row.confidence if sure else min(row.confidence, UNLINKED))
        targets.append(_target(names, bearers, row, row.source in linked_tables))
        qualifiers.append(_with_title(row, names.title(entity)) if sure and row.read == "cell" else row.qualifiers)
    columns = facts.columns
    linked_columns = {"entity": entities, "target": targets, "qualifiers": qualifiers, "confidence": confidences}
    for name, values in linked_columns.items():
        position = SCHEMA.names.index(name)
        columns = columns.set_column(position, SCHEMA.field(name), pa.array(values, type=SCHEMA.field(name).type))
    return FactTable(columns)


def _bearers(names: Names, rows: _RowCursor) -> Bearers:
    """What the facts say of their subjects, by the keys of their names."""
    bearers = Bearers()
    for row in rows:
        own = row.entity == names.of_source(row.source)
        linked = names.of_link(row.entity[len(LINKED) :]) if row.entity.startswith(LINKED) else ""
        sort = sort_of(row.subject_type, row.qualifiers)
        if own or not row.entity.startswith(LINKED):
            bearers.add(row.entity, "" if own else row.source, sort, row.relation, row.value)
        elif linked:
            bearers.add(linked, "", sort, row.relation, row.value)
    return bearers


def _entity(names: Names, bearers: Bearers, row: _Row, linked_tables: frozenset[str]) -> tuple[str, bool]:
    """The key of the subject, and whether it is sure."""
    if row.entity.startswith(LINKED):
        key = names.of_link(row.entity[len(LINKED) :])
        return (key, True) if key else (name_key(row.subject), False)
    if row.entity == names.of_source(row.source):
        return row.entity, True
    meaning = names.meaning(row.entity)
    sort = sort_of(row.subject_type, row.qualifiers)
    shared = meaning is None and bearers.is_shared(row.entity, sort)
    if shared or meaning == "" or (meaning and not bearers.is_subject(meaning, row.entity, row.source, sort)):
        return f"{row.entity} (in {row.source})", False
    if meaning is None:
        return row.entity, row.source not in linked_tables
    # An unlinked cell of a table with links may mean something that has no page: a single word proves nothing.
    return meaning, row.source not in linked_tables or " " in row.entity


def _target(names: Names, bearers: Bearers, row: _Row, links: bool) -> str:
    if row.target.startswith(LINKED):
        return names.of_link(row.target[len(LINKED) :])
    if row.target or row.value_type != "name":
        return row.target
    key = name_key(row.value)
    meaning = names.meaning(key)
    if not meaning or (links and " " not in key):
        return ""
    relation = lexicon().get(row.relation)
    return meaning if relation and relation.leads_to and bearers.is_value(meaning, relation) else ""


def _with_title(row: _Row, title: str) -> str:
    """The qualifiers with ("title", ...) added where the entity's own title differs from how the cell names it."""
    if not title or name_key(bare_name(title)) == name_key(row.subject):
        return row.qualifiers
    pairs = json.loads(row.qualifiers) if row.qualifiers else []
    return json.dumps([*pairs, ["title", title]], ensure_ascii=False, separators=(",", ":"))


def _aliases(facts: FactTable) -> Iterator[tuple[str, str]]:
    """(alias, entity) of every fact that names one in its qualifiers."""
    codes, texts = encode(facts.columns.column("qualifiers"))
    with_alias = {
        code: [value for name, value in json.loads(text) if name == "alias"]
        for code, text in enumerate(texts.to_pylist())
        if '"alias"' in text
    }
    if not with_alias:
        return
    for row in np.flatnonzero(np.isin(codes, list(with_alias))):
        entity = facts.columns.column("entity")[int(row)].as_py()
        for alias in with_alias[int(codes[row])]:
            yield alias, entity


@dataclass(slots=True)
class _Row:
    """The columns that linking looks at, of one fact."""

    entity: str = ""
    target: str = ""
    subject: str = ""
    subject_type: str = ""
    value: str = ""
    value_type: str = ""
    relation: str = ""
    source: str = ""
    read: str = ""
    qualifiers: str = ""
    confidence: float = 1.0


_STRINGS = [field.name for field in fields(_Row) if field.name != "confidence"]


class _RowCursor:
    """Facts as `_Row`s, one after the other in the same object: a million of them are never there at once."""

    def __init__(self, columns: pa.Table) -> None:
        self._confidence: list[float] = columns.column("confidence").to_pylist()
        self._columns: Mapping[str, tuple[list[int], list[str]]] = {
            name: (codes.tolist(), keys.to_pylist())
            for name in _STRINGS
            for codes, keys in [encode(columns.column(name))]
        }

    def linked_sources(self) -> frozenset[str]:
        """Sources at least one of whose facts carries a link."""
        sources, names = self._columns["source"]
        linked: set[int] = set()
        for column in ("entity", "target"):
            codes, keys = self._columns[column]
            links = {code for code, key in enumerate(keys) if key.startswith(LINKED)}
            linked.update(source for source, code in zip(sources, codes, strict=True) if code in links)
        return frozenset(names[code] for code in linked)

    def __iter__(self) -> Iterator[_Row]:
        row = _Row()
        for position, confidence in enumerate(self._confidence):
            row.confidence = confidence
            for name, (codes, keys) in self._columns.items():
                setattr(row, name, keys[codes[position]])
            yield row
