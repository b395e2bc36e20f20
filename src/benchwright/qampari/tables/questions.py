"""Questions from the tables of a corpus: which can be asked, and one of them written out with its evidence.

    List of museums in Massachusetts   ->  What are the museums in Massachusetts?
    with a column "City"               ->  Which museums in Massachusetts are in Concord?

A question is kept where at least the share `validated` of its rows are proven, at least `min_answers` of them, and its
answers are those rows: the row's page holds the words that tell of the table's name and, of a condition, the value. The
table's own cells prove each answer, too. Where a cell of the plan asks for tables only, the cells are the evidence and
every row with a name counts.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from threading import Lock
from typing import Literal

from benchwright.corpus.store import Corpus
from benchwright.facts.headers import clean
from benchwright.facts.keys import is_empty, is_total
from benchwright.qampari.tables.conditions import Condition, conditions
from benchwright.qampari.tables.key import agrees, header_names, key_column
from benchwright.qampari.tables.naming import NoSetError, SetName, name_set
from benchwright.qampari.tables.pages import Pages, wanted_words
from benchwright.records import Answer, Json, Modality, Source, Span, Table
from benchwright.retrieval.postings import holds
from benchwright.values import bare_name, name_key

VERSION = 1
Kind = Literal["table-simple", "table-composition"]
KINDS: tuple[Kind, ...] = ("table-simple", "table-composition")
MODALITIES = ("", "text", "table")
"""What the evidence of a table question can be; with none named, it is text."""

_LEAST_ROWS = 5
_NAMED = 0.8
_TOLD = 0.6
"""The share of the table's telling words that a page has to hold."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a question has to meet, as in `plan.model.Lists`."""

    min_answers: int = 5
    max_answers: int = 200
    validated: float = 0.8


@dataclass(frozen=True, slots=True)
class TableDraft:
    """A question with its proven answers, ready to become an example: `answers` with their evidence, the first set that
    of the page (or of the cells, where tables are asked for). `sources` are those of the first sets, `entity` what the
    list is of, `derivation` as examples keep it."""

    question: str
    answers: tuple[Answer, ...]
    sources: tuple[str, ...]
    entity: str
    derivation: Json


@dataclass(frozen=True, slots=True)
class _Row:
    """A row that names something: its place, the name, its page ("" if none is known)."""

    row: int
    name: str
    page: str


@dataclass(frozen=True, slots=True)
class _Listing:
    """A table whose rows are the members of a set that can be named."""

    source: str
    title: str
    key: int
    named: SetName
    rows: tuple[_Row, ...]


@dataclass(frozen=True, slots=True)
class _Seed:
    """One question: a listing and a condition (None: all rows), with the rows that are proven."""

    listing: _Listing
    condition: Condition | None
    rows: tuple[_Row, ...]
    found: int


class TableQuestions:
    """All questions that the tables of a corpus give under some settings. Safe to share between threads: seeds are
    worked out once, under a lock."""

    def __init__(self, corpus: Corpus, pages: Pages, listings: Sequence[_Listing], settings: Settings) -> None:
        self._corpus = corpus
        self._pages = pages
        self._listings = listings
        self._settings = settings
        self._seeds: dict[tuple[str, bool], list[_Seed]] = {}
        self._orders: dict[tuple[str, bool, int], list[_Seed]] = {}
        self._lock = Lock()
        self.refused: Mapping[str, int] = {}

    @classmethod
    def of(cls, corpus: Corpus, settings: Settings | None = None) -> TableQuestions:
        """Look through all tables of a corpus. `refused` counts by reason those that give no question."""
        pages, listings, refused = Pages(corpus), [], Counter[str]()
        for id, modality in zip(corpus.ids, corpus.modalities, strict=True):
            if modality is not Modality.TABLE:
                continue
            try:
                listings.append(_listing(corpus.source(id), pages))
            except NoSetError as error:
                refused[error.reason] += 1
        # Of two tables with one name, neither is the whole list.
        counts = Counter(name_key(one.named.phrase) for one in listings)
        whole = [one for one in listings if counts[name_key(one.named.phrase)] == 1]
        if len(whole) < len(listings):
            refused["several-tables-of-one-name"] = len(listings) - len(whole)
        made = cls(corpus, pages, whole, settings or Settings())
        made.refused = dict(sorted(refused.items()))
        return made

    @property
    def fingerprint(self) -> str:
        """Changes with the version of the rules and with the corpus."""
        return hashlib.sha256(f"{VERSION}\0{self._corpus.fingerprint}".encode()).hexdigest()[:16]

    def __len__(self) -> int:
        """How many tables name a set and its members."""
        return len(self._listings)

    def supply(self, kind: Kind, modalities: str = "") -> int:
        """How many questions of a kind there are with evidence of those modalities."""
        return len(self._of(kind, modalities))

    def groups(self, kind: Kind, modalities: str = "") -> Mapping[str, int]:
        """How many tables and documents the questions come from."""
        seeds = self._of(kind, modalities)
        tables = {seed.listing.source for seed in seeds}
        return {"table": len(tables), "document": len({self._corpus.document(table) for table in tables})}

    def relations(self, kind: Kind, modalities: str, number: int, seed: int) -> tuple[str, ...]:
        """What the split goes by: the title of the table that question `number` is about."""
        return (self._ordered(kind, modalities, seed)[number].listing.title,)

    def attempt(self, kind: Kind, modalities: str, number: int, seed: int) -> TableDraft:
        """Question `number` of a kind, in an order that the seed decides and that goes round the tables. IndexError if
        there are not so many."""
        chosen = self._ordered(kind, modalities, seed)[number]
        return self._draft(kind, chosen, cells=modalities == "table")

    # ------------------------------------------------------------------ seeds
    def _of(self, kind: Kind, modalities: str) -> list[_Seed]:
        if modalities not in MODALITIES:
            return []
        key = (kind, modalities == "table")
        with self._lock:
            if key not in self._seeds:
                self._seeds[key] = [seed for one in self._listings for seed in self._seeds_of(one, *key)]
            return self._seeds[key]

    def _ordered(self, kind: Kind, modalities: str, seed: int) -> list[_Seed]:
        seeds, key = self._of(kind, modalities), (kind, modalities == "table", seed)
        with self._lock:
            if key not in self._orders:
                self._orders[key] = _go_round(seeds, seed)
            return self._orders[key]

    def _seeds_of(self, listing: _Listing, kind: str, cells: bool) -> Iterable[_Seed]:
        told = self._settings
        if kind == "table-simple":
            if listing.named.bounded:
                yield from self._kept(_Seed(listing, None, listing.rows, len(listing.rows)), cells)
            return
        by_row = {row.row: row for row in listing.rows}
        table = _table(self._corpus.source(listing.source))
        for condition in conditions(
            table, listing.key, list(by_row), listing.named, told.min_answers, told.max_answers
        ):
            rows = tuple(by_row[row] for row in condition.rows)
            yield from self._kept(_Seed(listing, condition, rows, len(rows)), cells)

    def _kept(self, seed: _Seed, cells: bool) -> Iterable[_Seed]:
        told = self._settings
        proven = seed.rows if cells else tuple(row for row in seed.rows if self._proof(seed, row))
        if told.min_answers <= len(proven) <= told.max_answers and len(proven) >= told.validated * seed.found:
            yield _Seed(seed.listing, seed.condition, proven, seed.found)

    def _proof(self, seed: _Seed, row: _Row) -> tuple[Span, ...]:
        """The spans of the row's page that state what is asked; () if it has none."""
        if not row.page:
            return ()
        telling = wanted_words(seed.listing.named.telling)
        return self._pages.evidence(row.page, telling, ceil(_TOLD * len(telling)), self._value(seed, row))

    def _value(self, seed: _Seed, row: _Row) -> str:
        """What the page has to hold beside the telling words: the row's own value; of a date the year."""
        condition = seed.condition
        if condition is None:
            return ""
        cell = clean(_table(self._corpus.source(seed.listing.source)).rows[row.row][condition.column])
        return condition.page_value(cell)

    # ------------------------------------------------------------------ writing
    def _draft(self, kind: str, seed: _Seed, *, cells: bool) -> TableDraft:
        listing, condition = seed.listing, seed.condition
        answers: list[Answer] = []
        told: list[Json] = []
        sources: dict[str, None] = {}
        for row in seed.rows:
            columns = [listing.key] if condition is None else [listing.key, condition.column]
            shown = (Span(listing.source, "cell", cells=tuple((row.row, column) for column in columns)),)
            proof = self._proof(seed, row)
            evidence = tuple(spans for spans in ((shown, proof) if cells else (proof, shown)) if spans)
            sources |= dict.fromkeys(span.source for span in evidence[0])
            title = bare_name(self._pages.title(row.page)) if row.page else ""
            aliases = (title,) if title and name_key(title) != name_key(row.name) else ()
            answers.append(Answer(row.name, aliases, evidence))
            url = self._pages.url(row.page) if row.page else ""
            told.append({"id": row.page} | ({"url": url} if url else {}))
        derivation: Json = {
            "kind": kind,
            "source": "table",
            "relations": [listing.title],
            "query": {
                "table": listing.source,
                "key": listing.key,
                "condition": None if condition is None else condition.to_json(),
            },
            "found": seed.found,
            "answers": told,
            "types": [listing.named.one],
            "draft": False,
        }
        return TableDraft(_question(seed), tuple(answers), tuple(sources), listing.named.phrase, derivation)


def _question(seed: _Seed) -> str:
    phrase = seed.listing.named.phrase
    if seed.condition is not None:
        return f"Which {phrase} {seed.condition.clause}?"
    return f"{'Who' if seed.listing.named.who else 'What'} are the {phrase}?"


def _listing(source: Source, pages: Pages) -> _Listing:
    """The set that a table names and its members. Raises NoSetError."""
    table = _table(source)
    if len(table.rows) < _LEAST_ROWS:
        raise NoSetError("too-few-rows")
    named = name_set(source.title, source.place.headings, pages.is_place)
    key = key_column(table, named.head)
    if key is None:
        raise NoSetError("no-key-column")
    if not agrees(header_names(table)[key.column], named.head):
        raise NoSetError("key-names-other-things")
    rows = _rows(table, key.column, pages)
    if len(rows) < max(_LEAST_ROWS, _NAMED * len(table.rows)):
        raise NoSetError("key-repeats-or-is-empty")
    return _Listing(source.id, source.title, key.column, named, tuple(rows))


def _rows(table: Table, key: int, pages: Pages) -> list[_Row]:
    """The rows that name something, each thing once. A name that holds its page's title is cut down to it where that
    still tells it from the others: "7 Lyari Town", "Thörnell, Olof Olof Thörnell"."""
    named = [(row, name) for row, cells in enumerate(table.rows) if (name := _name(cells[key]))]
    pages_of = {row: pages.of_cell(table, row, key) for row, _ in named}
    titles = {row: bare_name(pages.title(page)) for row, page in pages_of.items() if page}
    counts = Counter(name_key(title) for title in titles.values())
    rows: dict[str, _Row] = {}
    for row, name in named:
        title = titles.get(row, "")
        if title and counts[name_key(title)] == 1 and holds(name, title):
            name = title
        rows.setdefault(name_key(name), _Row(row, name, pages_of[row]))
    return list(rows.values())


def _name(cell: str) -> str:
    """A key cell as an answer: without marks and quotation marks, "" where it names nothing or several things."""
    text = clean(cell).strip("\"“”' ")
    if is_empty(text) or is_total(text) or len(text) > 100 or "\n" in text or " / " in text or ";" in text:
        return ""
    return text if any(letter.isalpha() for letter in text) else ""


def _table(source: Source) -> Table:
    assert source.table is not None, source.id
    return source.table


def _go_round(seeds: Sequence[_Seed], seed: int) -> list[_Seed]:
    """Seeds dealt round their tables, both in an order of hashes."""
    groups: dict[str, list[tuple[bytes, int]]] = {}
    for place, one in enumerate(seeds):
        told = f"{one.listing.source}\0{one.condition and (one.condition.column, one.condition.clause)}"
        groups.setdefault(one.listing.source, []).append((_rank(seed, told), place))
    order = sorted(groups, key=lambda name: (_rank(seed, name), name))
    queues = [[place for _, place in sorted(groups[name])] for name in order]
    most = max(map(len, queues), default=0)
    return [seeds[queue[turn]] for turn in range(most) for queue in queues if turn < len(queue)]


def _rank(seed: int, told: str) -> bytes:
    return hashlib.sha256(f"{seed}\0{told}".encode()).digest()
