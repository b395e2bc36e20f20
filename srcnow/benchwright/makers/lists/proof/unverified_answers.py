"""Finds things that the corpus seems to name as answers of a query, although the graph does not list them.

A graph lacks much of what its corpus says. For one simple query, this looks at things of the right kind whose page
names the given thing, or that the page of the given thing names. It skips kinds without types, and relations with one
answer that the graph has (a film's director, a country's capital). The search for evidence reads the missing triples as
if the graph stated them, sentence by sentence. Its verdict is good enough not to count a thing as wrong, but not to
count it as right, because nothing else confirms it.

The result depends on the query alone, never on what was asked before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from threading import Lock

import numpy as np

from benchwright.corpus.store import Corpus
from benchwright.graphs.graph import Graph
from benchwright.graphs.relations import RelationBook
from benchwright.makers.lists.evidence.checker import Checker
from benchwright.makers.lists.evidence.pages import Pages
from benchwright.makers.lists.evidence.records import ENDS, SentencePlace
from benchwright.makers.lists.evidence.search import Meaning, Search, TripleColumns, Visit
from benchwright.makers.lists.evidence.shared import Shared
from benchwright.makers.lists.evidence.tokens import form_of, words_of
from benchwright.makers.lists.knowledge.graph_base import GraphBase
from benchwright.makers.lists.knowledge.statement_lookup import StatementLookup
from benchwright.makers.lists.proof.page_names import NamedPages
from benchwright.makers.lists.queries.query_types import Codes, Flags, Simple
from benchwright.values import bare_name

VERSION = 1
"""Raised when other suspects would be found in the same input."""
MOST_CANDIDATES = 2_000
"""Things that are looked at for one simple query."""
MOST_PLACES = 3
"""Sentences that are kept of one suspect, of different sources."""
MOST_KEPT = 50_000
"""Queries whose suspects are kept."""
MOST_AROUND = 5_000
"""Neighbours of a page by whose names a mention may be meant for another thing."""
LEAST_LETTERS = 4
"""Letters of other names than the label by which anybody is suspected."""
NO_TRIPLE = -1
"""The row of the graph that a suspect's sentence states: it has none."""
_BLOCK = 20_000


@dataclass(frozen=True, slots=True)
class UnverifiedAnswers:
    """The suspects of one simple query, with the sentences that speak for each, the surest first. `bounded`: there
    were more things to look at than are."""

    places: Mapping[int, tuple[SentencePlace, ...]]
    bounded: bool = False


@dataclass(frozen=True, slots=True)
class _Candidates:
    """Things to look at: those whose own page names the given thing, and those that its page names."""

    own: tuple[int, ...]
    named_by_given: tuple[int, ...]
    bounded: bool


@dataclass(eq=False)
class _Lookups:
    """Triples to be looked for, the pages to look on, and of each triple which query and which candidate it
    stands for."""

    rows: list[tuple[int, int, int]] = field(default_factory=list)
    queries: list[tuple[Simple, int]] = field(default_factory=list)
    visits: list[Visit] = field(default_factory=list)

    @property
    def triples(self) -> TripleColumns:
        return TripleColumns(*np.array(self.rows, np.int32).reshape(-1, 3).T)

    def add(self, row: tuple[int, int, int], query: Simple, code: int) -> int:
        self.rows.append(row)
        self.queries.append((query, code))
        return len(self.rows) - 1


class UnverifiedAnswerFinder:
    """The suspects of simple queries over one graph and one corpus. Safe to ask from several threads."""

    def __init__(
        self, graph: Graph, corpus: Corpus, book: RelationBook, base: GraphBase, pages: Pages, checker: Checker
    ) -> None:
        self._graph = graph
        self._corpus = corpus
        self._book = book
        self._base = base
        self._pages = pages
        self._checker = checker
        self._texts = corpus.columns.table.column("text")
        self.stated = StatementLookup(base)
        self._lock = Lock()
        self._cache: OrderedDict[Simple, UnverifiedAnswers] = OrderedDict()
        self._called = lru_cache(maxsize=4096)(self._called_around)

    @property
    def by(self) -> str:
        """Who accepted the sentences."""
        return self._checker.name

    @property
    def fingerprint(self) -> str:
        """Changes with the rules, and with what the checker says; what else it depends on, a knowledge base tells."""
        return f"{VERSION} {self._checker.fingerprint} {self._checker.threshold}"

    def of(self, queries: Iterable[Simple]) -> dict[Simple, UnverifiedAnswers]:
        """The suspects of each query: things that the graph does not list for it."""
        wanted = list(dict.fromkeys(queries))
        with self._lock:
            results = {query: self._cache[query] for query in wanted if query in self._cache}
            results |= self._searched([query for query in wanted if query not in results])
            for query in wanted:
                self._cache[query] = results[query]
                self._cache.move_to_end(query)
            while len(self._cache) > MOST_KEPT:
                self._cache.popitem(last=False)
        return {query: results[query] for query in wanted}

    # ------------------------------------------------------------------ whom to look at
    def _candidates(self, query: Simple) -> _Candidates:
        kind, listed = self._kind(query.view), self.stated.of(query)
        if kind is None or (len(listed) and self.stated.is_single(query.view)):
            return _Candidates((), (), bounded=False)

        def fitting(codes: Codes) -> list[int]:
            codes = codes[~np.isin(codes, listed) & (codes != query.given) & kind[codes]]
            return [code for code in codes.tolist() if not self._base.lacks_kind(query.view, code)]

        own = fitting(self._named.naming(query.given))
        named_by_given = fitting(self._named.named_on(query.given))
        every = sorted({*own, *named_by_given})
        allowed = set(every[:MOST_CANDIDATES])
        return _Candidates(
            tuple(code for code in own if code in allowed),
            tuple(code for code in named_by_given if code in allowed),
            len(every) > MOST_CANDIDATES,
        )

    def _kind(self, view: int) -> Flags | None:
        """bool [entities]: which are of the kind that a view asks for. None where its noun has no types, or the graph
        knows no members: pages of actors mention the film industry, too."""
        types = self._base.views[view].phrasing.things.types
        members = self._base.members(types) if types else None
        return members if members is not None and members.any() else None

    # ------------------------------------------------------------------ what the corpus says about them
    def _searched(self, queries: Sequence[Simple]) -> dict[Simple, UnverifiedAnswers]:
        candidates = {query: self._candidates(query) for query in queries}
        places: dict[Simple, dict[int, list[SentencePlace]]] = {query: {} for query in queries}
        lookups = _Lookups()
        for query in queries:
            self._enter(query, candidates[query], lookups)
            if len(lookups.rows) >= _BLOCK:
                self._read(lookups, places)
                lookups = _Lookups()
        self._read(lookups, places)
        return {
            query: UnverifiedAnswers(
                {code: _best(listed) for code, listed in sorted(places[query].items())}, candidates[query].bounded
            )
            for query in queries
        }

    def _enter(self, query: Simple, candidates: _Candidates, lookups: _Lookups) -> None:
        """Note what is to be looked for: of each candidate the triple that would make it an answer; what the graph does
        state of the two is its rival, as where any page is read."""
        view = self._base.views[query.view]
        relation = self._base.statements.relations.index(view.relation.id)
        every = sorted({*candidates.own, *candidates.named_by_given})
        statements_of = self.stated.between(query.given, np.array(every, np.int32))
        rows: dict[int, int] = {}
        for code in every:
            ends = (code, query.given) if view.side == "subjects" else (query.given, code)
            rows[code] = lookups.add((ends[0], relation, ends[1]), query, code)
        rivals_of = {code: self._book_relations(statements_of[code]) for code in statements_of}
        for code in candidates.own:
            lookups.visits.append(Visit(code, np.array([rows[code]]), rivals={query.given: rivals_of.get(code, ())}))
        if candidates.named_by_given:
            listed = np.array([rows[code] for code in candidates.named_by_given])
            lookups.visits.append(Visit(query.given, listed, rivals=rivals_of))

    def _book_relations(self, rows: Sequence[int]) -> list[str]:
        """The relations that the book knows of some statements."""
        relations = {self._base.triple(row)[1] for row in rows}
        return sorted(id for id in relations if self._book.get(id) is not None)

    def _read(self, lookups: _Lookups, places: dict[Simple, dict[int, list[SentencePlace]]]) -> None:
        """Look for the triples, and enter what was found."""
        if not lookups.visits:
            return
        search = Search(
            self._graph, self._corpus, self._checker, self._meanings, self._pages, lookups.triples, self._shared
        )
        table, _ = search.read(sorted(lookups.visits, key=lambda visit: visit.page))  # a page's words are kept a while
        for row in table.to_pylist():
            query, code = lookups.queries[row["triple"]]
            subject, _, object = lookups.rows[row["triple"]]
            place = SentencePlace(**(row | {"about": ENDS[row["about"]], "triple": NO_TRIPLE}))
            page, named = (subject, object) if place.about == "subject" else (object, subject)
            if not self._is_another(page, named, place):
                places[query].setdefault(code, []).append(place)

    def _is_another(self, page: int, named: int, place: SentencePlace) -> bool:
        """Whether the words that a sentence names something by are a name of another neighbour of the page in the
        graph (Orange County in California, and not the one in Florida), or a code that is not a label ("km")."""
        words = self._texts[place.source].as_py()[place.mention_start : place.mention_end]
        if sum(map(str.isalnum, words)) < LEAST_LETTERS and words != self._base.entity(named).label:
            return True
        return bool(self._called(page).get(form_of(words_of(words)), set()) - {named})

    def _called_around(self, page: int) -> dict[str, set[int]]:
        """The neighbours of a page's thing by the forms of their labels and aliases."""
        codes = self.stated.around(page)[:MOST_AROUND]
        by_form: dict[str, set[int]] = {}
        for code, label in zip(codes.tolist(), self._graph.labels_of(codes), strict=True):
            for name in (label, bare_name(label), *self._graph.aliases(code)):
                by_form.setdefault(form_of(words_of(name)), set()).add(code)
        return by_form

    # ------------------------------------------------------------------ what is worked out once
    @cached_property
    def _shared(self) -> Shared:
        return Shared(self._graph)

    @cached_property
    def _named(self) -> NamedPages:
        return NamedPages(self._graph, self._corpus, self._pages, self._shared)

    @cached_property
    def _meanings(self) -> list[Meaning | None]:
        """Statements stand under the ids of the book, their ends as it has them."""
        listed = map(self._book.get, self._base.statements.relations)
        return [None if relation is None else Meaning(relation, False) for relation in listed]


def _best(places: Sequence[SentencePlace]) -> tuple[SentencePlace, ...]:
    """The surest sentence of each source, the surest first."""
    ranked = sorted(places, key=lambda one: (-one.score, one.source, one.start))
    return tuple({one.source: one for one in reversed(ranked)}[source] for source in dict.fromkeys(
        one.source for one in ranked
    ))[:MOST_PLACES]  # fmt: skip
