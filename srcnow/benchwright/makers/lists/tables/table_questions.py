"""Finds the questions that the tables of a corpus allow, and drafts one with its evidence.

    List of museums in Massachusetts   ->  What are the museums in Massachusetts?
    with a column "City"               ->  Which museums in Massachusetts are in Concord?

A question is kept where at least the share `validated` of its rows are proven and at least `min_answers` things of
them, which are its answers: the thing's page holds the words that tell of the table's name and, of a condition, the
value. The table's own cells prove each answer, too. Where a cell of the plan asks for tables only, the cells are the
evidence and every row with a name counts. Rows are those of the table that hold data: all but totals and rows without a
word. A row whose key cell names nothing, or something ambiguous, counts as a row that is not proven. Rows that only
repeat a thing count each, and are proven with it. The thing meets a condition of a name if any of its rows does. It
meets a condition of a number or a year only if all of its rows agree. If they disagree, the question is refused.

A table of which ingest kept only the first rows is refused, for its list has a hole. So is one with exactly as many
rows as many others of the corpus, where hardly any has more: it was perhaps cut there by who made the corpus (`cuts`).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from threading import Lock
from typing import Literal

from benchwright.corpus.store import Corpus
from benchwright.facts.headers import clean
from benchwright.facts.keys import is_empty
from benchwright.makers.lists.draft_checks import ListDraft
from benchwright.makers.lists.queries.balanced_draw import balanced_round_robin
from benchwright.makers.lists.queries.query_types import SLACK, Conditions
from benchwright.makers.lists.tables.conditions import PARTED, ColumnCondition, conditions
from benchwright.makers.lists.tables.row_pages import RowPages, wanted_words
from benchwright.makers.lists.tables.set_members import SetMember, SetTable, cuts, members_of, table_of
from benchwright.makers.lists.tables.set_names import NoSetError
from benchwright.records import Answer, Json, Modality, Span, Table
from benchwright.values import bare_name, name_key
from benchwright.values.scale_notes import states_scale

VERSION = 4
Kind = Literal["table-simple", "table-composition"]
KINDS: tuple[Kind, ...] = ("table-simple", "table-composition")
MODALITIES = ("", "text", "table")
"""What the evidence of a table question can be; with none named, it is text."""

_MOST, _ALIKE = 3, 0.6
"""How many questions one column of numbers or years gives in each direction, and how much of their answers two of them
may share at most."""
_TOLD = 0.6
"""The share of the table's telling words that a page has to hold."""


@dataclass(frozen=True, slots=True)
class TableDraft(ListDraft):
    """A question with its proven answers. Their first evidence is that of the page (or of the cells, where tables are
    asked for). `telling` are the stems of the list's name. The evidence must hold one stem of each group in `needs`. An
    answer may have several of the `proven` rows."""

    telling: tuple[str, ...] = ()
    needs: tuple[frozenset[str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Seed:
    """One question: a listing and a condition (None: all rows), with the things that meet it, and which of them are
    proven. `row_count` rows of the table meet it, proven or not."""

    listing: SetTable
    condition: ColumnCondition | None
    rows: tuple[SetMember, ...]
    row_count: int
    proven: tuple[SetMember, ...] = ()


class TableQuestions:
    """All questions that the tables of a corpus give under some settings. Safe to share between threads: seeds are
    worked out once, under a lock."""

    def __init__(self, corpus: Corpus, pages: RowPages, listings: Sequence[SetTable], settings: Conditions) -> None:
        self._corpus = corpus
        self._pages = pages
        self._listings = listings
        self._settings = settings
        self._seeds: dict[tuple[str, bool], list[_Seed]] = {}
        self._orders: dict[tuple[str, bool, int], list[_Seed]] = {}
        self._lock = Lock()
        self.refused: Mapping[str, int] = {}
        self.tables = 0

    @classmethod
    def of(cls, corpus: Corpus, settings: Conditions | None = None) -> TableQuestions:
        """Look through all tables of a corpus. `refused` counts by reason those that give no question."""
        pages, listings, refused = RowPages(corpus), [], Counter[str]()
        lengths: dict[str, int] = {}
        bounded: set[str] = set()
        for id, modality in zip(corpus.ids, corpus.modalities, strict=True):
            if modality is not Modality.TABLE:
                continue
            source = corpus.source(id)
            lengths[id] = len(table_of(source).rows)
            if table_of(source).lacks_rows:
                bounded.add(id)
            try:
                listings.append(members_of(source, pages))
            except NoSetError as error:
                refused[error.reason] += 1
        # Of two tables with one name, neither is the whole list.
        counts = Counter(name_key(one.named.phrase) for one in listings)
        whole = [one for one in listings if counts[name_key(one.named.phrase)] == 1]
        if len(whole) < len(listings):
            refused["several-tables-of-one-name"] = len(listings) - len(whole)
        cut = cuts(lengths.values())
        complete = [one for one in whole if one.source not in bounded and lengths[one.source] not in cut]
        if len(complete) < len(whole):
            refused["may-be-cut-short"] = len(whole) - len(complete)
        questions = cls(corpus, pages, complete, settings or Conditions())
        questions.refused, questions.tables = dict(sorted(refused.items())), len(lengths)
        return questions

    def __len__(self) -> int:
        """How many tables name a set and its members, and were not cut short."""
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
                self._seeds[key] = [
                    seed
                    for one in self._listings
                    for group in self._groups_of(one, kind)
                    for seed in self._choose(group, key[1])
                ]
            return self._seeds[key]

    def _ordered(self, kind: Kind, modalities: str, seed: int) -> list[_Seed]:
        seeds, key = self._of(kind, modalities), (kind, modalities == "table", seed)
        with self._lock:
            if key not in self._orders:
                self._orders[key] = _go_round(seeds, seed)
            return self._orders[key]

    def _seeds_of(self, listing: SetTable, kind: str) -> Iterator[_Seed]:
        """All queries of a kind that a table gives, whatever is proven of them."""
        limits = self._settings
        if kind == "table-simple":
            if listing.named.bounded and listing.whole:
                yield _Seed(listing, None, listing.rows, len(listing.data))
            return
        source = self._corpus.source(listing.source)
        table, scaled = table_of(source), states_scale(source.title, *source.place.headings)
        least, most = limits.min_answers, limits.max_answers
        for condition in conditions(table, listing.key, listing.data, listing.named, least, most, scaled=scaled):
            things = _meeting(listing, condition, table)
            if things is not None and len(things) < len(listing.rows):
                yield _Seed(listing, condition, things, len(condition.rows))

    def _groups_of(self, listing: SetTable, kind: str) -> list[list[_Seed]]:
        """The queries of a table by what they ask in common: a column that numbers or years part in many ways."""
        groups: dict[Hashable, list[_Seed]] = {}
        for place, seed in enumerate(self._seeds_of(listing, kind)):
            condition = seed.condition
            alike = condition is not None and condition.op in PARTED
            groups.setdefault((condition.column, condition.op) if condition and alike else place, []).append(seed)
        return list(groups.values())

    def _choose(self, group: Sequence[_Seed], cells: bool) -> list[_Seed]:
        """Those of a group that meet the conditions, with what is proven of them; of those that numbers or years part
        at most `_MOST`, the most even first, each with other answers."""
        looked = ((seed, self._proven(seed, cells)) for seed in group)
        fitting = [replace(seed, proven=proven) for seed, proven in looked if self._fits(seed, proven)]
        if len(group) == 1:
            return fitting
        chosen: list[_Seed] = []
        for seed in sorted(fitting, key=lambda one: abs(2 * one.row_count - len(one.listing.data))):
            rows = {row for thing in seed.proven for row in thing.rows}
            others = [{row for thing in one.proven for row in thing.rows} for one in chosen]
            if len(chosen) < _MOST and all(len(rows & one) <= _ALIKE * len(rows | one) for one in others):
                chosen.append(seed)
        return chosen

    def _fits(self, seed: _Seed, proven: Sequence[SetMember]) -> bool:
        return self._enough(seed.row_count, proven) and len(proven) <= self._settings.max_answers

    def _proven(self, seed: _Seed, cells: bool) -> tuple[SetMember, ...]:
        return seed.rows if cells else tuple(row for row in seed.rows if self._proof(seed, row))

    def _enough(self, row_count: int, things: Sequence[SetMember]) -> bool:
        """Whether these things, by number and by their share of `row_count` rows, make a list."""
        limits = self._settings
        return len(things) >= limits.min_answers and _rows_of(things) >= limits.validated * row_count - SLACK

    def _proof(self, seed: _Seed, row: SetMember) -> tuple[Span, ...]:
        """The spans of the row's page that state what is asked; () if it has none."""
        if not row.page:
            return ()
        named, condition = seed.listing.named, seed.condition
        telling, needs = wanted_words(named.telling), tuple(tuple(sorted(one)) for one in named.needs)
        values = [None] if condition is None else dict.fromkeys(one for at in row.rows for one in condition.sought(at))
        for sought in values:
            proof = self._pages.evidence(row.page, telling, least_told(telling), sought, needs)
            if proof:
                return proof
        return ()

    # ------------------------------------------------------------------ writing
    def _draft(self, kind: str, seed: _Seed, *, cells: bool) -> TableDraft:
        listing, condition = seed.listing, seed.condition
        answers: list[Answer] = []
        identities: list[Json] = []
        sources: dict[str, None] = {}
        for row in seed.proven:
            columns = [listing.key] if condition is None else [listing.key, condition.column]
            cells_of = tuple((at, column) for at in row.rows for column in columns)
            cell_spans = (Span(listing.source, "cell", cells=cells_of),)
            proof = self._proof(seed, row)
            evidence = tuple(spans for spans in ((cell_spans, proof) if cells else (proof, cell_spans)) if spans)
            sources |= dict.fromkeys(span.source for span in evidence[0])
            title = bare_name(self._pages.title(row.page)) if row.page else ""
            aliases = (title,) if title and name_key(title) != name_key(row.name) else ()
            answers.append(Answer(row.name, aliases, evidence))
            url = self._pages.url(row.page) if row.page else ""
            identities.append({"id": row.page} | ({"url": url} if url else {}))
        derivation: Json = {
            "kind": kind,
            "source": "table",
            "relations": [listing.title],
            "query": {
                "table": listing.source,
                "key": listing.key,
                "condition": None if condition is None else condition.to_json(),
            },
            "found": seed.row_count,
            "proven": _rows_of(seed.proven),
            "answers": identities,
            "types": [listing.named.one],
            "draft": False,
        }
        named = listing.named
        return TableDraft(
            _question(seed),
            tuple(answers),
            tuple(sources),
            named.phrase,
            derivation,
            found=seed.row_count,
            proven=derivation["proven"],
            telling=tuple(named.telling),
            needs=named.needs,
            unproven=tuple(row.name for row in seed.rows if row not in seed.proven),
        )


def _question(seed: _Seed) -> str:
    phrase = seed.listing.named.phrase
    if seed.condition is not None:
        return f"Which {phrase} {seed.condition.clause}?"
    return f"{'Who' if seed.listing.named.who else 'What'} are the {phrase}?"


def _meeting(listing: SetTable, condition: ColumnCondition, table: Table) -> tuple[SetMember, ...] | None:
    """The things that meet a condition, with the rows that do; None where the rows of one do not agree on a number or
    a year."""
    meeting, members = set(condition.rows), []
    for thing in listing.rows:
        rows = tuple(row for row in thing.rows if row in meeting)
        filled_rows = [row for row in thing.rows if not is_empty(clean(table.rows[row][condition.column]))]
        if rows and condition.op != "equals" and len(rows) < len(filled_rows):
            return None
        if rows:
            members.append(replace(thing, rows=rows))
    return tuple(members)


def _rows_of(things: Iterable[SetMember]) -> int:
    return sum(len(thing.rows) for thing in things)


def least_told(telling: Sequence[object]) -> int:
    """How many of the telling words of a table's name a page has to hold."""
    return ceil(_TOLD * len(telling) - SLACK)


def _go_round(seeds: Sequence[_Seed], seed: int) -> list[_Seed]:
    """Seeds dealt round their tables, both in an order of hashes."""
    groups: dict[str, list[tuple[bytes, int]]] = {}
    for place, one in enumerate(seeds):
        identity = f"{one.listing.source}\0{one.condition and (one.condition.column, one.condition.clause)}"
        groups.setdefault(one.listing.source, []).append((_rank(seed, identity), place))
    order = sorted(groups, key=lambda name: (_rank(seed, name), name))
    queues = [((name,), [seeds[place] for _, place in sorted(groups[name])]) for name in order]
    return balanced_round_robin(queues, len(seeds))


def _rank(seed: int, identity: str) -> bytes:
    return hashlib.sha256(f"{seed}\0{identity}".encode()).digest()
