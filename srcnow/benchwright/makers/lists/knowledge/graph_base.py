"""Makes a loaded graph a knowledge base: statements under the ids of a book, with evidence from the corpus."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from benchwright.graphs.described import Heads, head
from benchwright.graphs.graph import Graph, GraphEntity
from benchwright.graphs.relations import OF_EVERY_PERSON, RelationBook, Things, TypeName
from benchwright.makers.lists.evidence.pages import Pages
from benchwright.makers.lists.evidence.records import EvidenceTable, SentencePlace
from benchwright.makers.lists.knowledge.edges import KindTest, Losses, View, edges_of
from benchwright.makers.lists.knowledge.knowledge_base import Knowledge, ProofPlace
from benchwright.makers.lists.knowledge.namesakes import Namesakes
from benchwright.makers.lists.knowledge.page_kinds import VERSION as KINDS_VERSION
from benchwright.makers.lists.knowledge.page_kinds import KindStatement, PageKinds
from benchwright.makers.lists.knowledge.statements import MergedTriples, Statements, merge
from benchwright.makers.lists.queries.query_types import Codes, Edges, Flags
from benchwright.records import Span
from benchwright.values import name_key

GRAPH_BASE_VERSION = 5

BY_PAGE = "page"
"""Who says of what kind an answer is: its own page."""


class GraphBase(Knowledge):
    """A knowledge base over one graph. `sources` are the ids of the corpus by position. With `pages`, entities without
    one are answers only where there is evidence; with `kinds`, what people do has to stand on their pages."""

    def __init__(
        self,
        graph: Graph,
        book: RelationBook,
        evidence: EvidenceTable,
        sources: Sequence[str],
        *,
        both_ways: bool = True,
        pages: Pages | None = None,
        kinds: PageKinds | None = None,
    ) -> None:
        super().__init__(book, both_ways=both_ways)
        self._graph = graph
        self._evidence = evidence
        self._sources = sources
        self.pages = pages
        self._kinds = kinds
        self._verdicts: dict[Things, npt.NDArray[np.int8]] = {}
        self._nouns: dict[Things, tuple[frozenset[str], frozenset[str]]] = {}
        self._members: dict[tuple[TypeName, ...], Flags] = {}
        self._entity = lru_cache(maxsize=1 << 16)(graph.entity)

    @property
    def name(self) -> str:
        return self._graph.name

    @cached_property
    def fingerprint(self) -> str:
        relations = sorted((id, asdict(relation)) for id, relation in self._book.relations.items())
        same = sorted(self._book.same.items())
        parts: list[object] = [GRAPH_BASE_VERSION, self._graph.fingerprint, self._evidence.fingerprint, relations, same]
        parts.append(self._both_ways)
        if self._kinds is not None:
            parts.append(["kinds", KINDS_VERSION])
        if self._covered is not None:
            parts.append(["covered", hashlib.sha256(np.packbits(self._covered).tobytes()).hexdigest()])
        return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:16]

    @cached_property
    def _merged(self) -> MergedTriples:
        return merge(self._graph, self._book, self._evidence.proven, self._allowed)

    def _allowed(self, id: str, subject: Codes, object: Codes) -> Flags | None:
        """Which statements of a relation have nothing at an end that the book rules out there; None: all."""
        relation = self._book.get(id)
        allowed: Flags | None = None
        for things, column in ((relation.subject, subject), (relation.object, object)) if relation else ():
            barred = [type for type in things.types if type.ruled_out]
            if barred:
                fitting: Flags = self.members(barred)[column]
                allowed = fitting if allowed is None else allowed & fitting
        return allowed

    @property
    def statements(self) -> Statements:
        """What the graph states, with inverse relations turned and repeated statements joined, but for those with
        something at an end that the book rules out there."""
        return self._merged.statements

    @cached_property
    def _edges(self) -> tuple[Edges, Losses]:
        edges, losses = edges_of(
            self.statements, self.views, self._labelled, self.members, self._covered, self._kind_test
        )
        self._verdicts.clear()
        ruled_out = self._merged.ruled_out
        return edges, {**losses, **({"ruled-out": ruled_out} if ruled_out else {})}

    def _kind_test(self, view: View) -> KindTest | None:
        """Tells whose page states that it is of the kind which a view asks for; None if no page has to. Only pages of
        what is asked about are read, each once: most members of a type stand in no statement that the book knows."""
        things, kinds = view.phrasing.things, self._kinds
        if kinds is None or not things.told:
            return None
        verdicts = self._verdicts.setdefault(things, np.zeros(self._graph.size, np.int8))

        def has_kind(codes: Codes) -> Flags:
            new = kinds.with_page(codes[verdicts[codes] == 0])
            new = new[self.members(things.types)[new]]
            for code in new.tolist():
                verdicts[code] = 1 if self._kind_statement(things, code) is None else 2
            positive: Flags = verdicts[codes] == 2
            return positive

        return has_kind

    def kind(self, view: int, code: int) -> ProofPlace | None:
        """The sentence of an answer's page that tells that it is of the kind which a view asks for; None where it need
        not be told, or no page does."""
        things = self.views[view].phrasing.things
        statement = self._kind_statement(things, code) if things.told else None
        if statement is None:
            return None
        return ProofPlace(Span(self._sources[statement.source], "text", statement.start, statement.end), 1.0, BY_PAGE)

    def lacks_kind(self, view: int, code: int) -> bool:
        """Whether the view requires that a page states the kind of an answer, and no page does."""
        things = self.views[view].phrasing.things
        return self._kinds is not None and things.told and self._kind_statement(things, code) is None

    def _kind_statement(self, things: Things, code: int) -> KindStatement | None:
        nouns, but = self._nouns_of(things)
        return None if self._kinds is None else self._kinds.telling(code, nouns, but)

    def _nouns_of(self, things: Things) -> tuple[frozenset[str], frozenset[str]]:
        """By which nouns a page tells that something is one of these things, and which are ruled out."""
        if things not in self._nouns:
            nouns = {False: {things.one.lower()}, True: set[str]()}
            for type in things.types:
                below = [self._graph.hierarchy.below(code) for code in self._type_codes(type)]
                named = [label for codes in below for label in self._graph.labels_of(codes)]
                nouns[type.ruled_out] |= {one.lower() for one in (type.label, *named) if one}
            self._nouns[things] = frozenset(nouns[False]), frozenset(nouns[True])
        return self._nouns[things]

    @cached_property
    def _covered(self) -> Flags | None:
        """bool [entities]: which have a page, or are values, which never have one; None if all count alike."""
        if self.pages is None:
            return None
        covered: Flags = pc.not_equal(self._graph.column("kind"), "entity").to_numpy(zero_copy_only=False).copy()
        covered[self.pages.codes] = True
        return covered

    @cached_property
    def _labelled(self) -> Flags:
        filled: Flags = pc.greater(pc.utf8_length(self._graph.column("label")), 0).to_numpy(zero_copy_only=False)
        return filled

    def members(self, types: Sequence[TypeName]) -> Flags:
        """bool [entities]: which are of one of these types and of none that is ruled out. An entity's types match by id
        or label, directly or through subclasses; one without any, or of which they say only that it is a person, is of
        the kinds that its description begins with. What is ruled out is so by either: where types and a description
        disagree, the entity is in no kind rather than in a wrong one."""
        flags = self._members.get(tuple(types))
        if flags is None:
            flags = self._members[tuple(types)] = self._of_types(types)
        return flags

    def _of_types(self, types: Sequence[TypeName]) -> Flags:
        wanted = [type for type in types if not type.ruled_out]
        flags = self._any_of(wanted) if wanted else np.ones(self._graph.size, dtype=np.bool_)
        barred = [type for type in types if type.ruled_out]
        if barred:
            flags &= ~self._any_of(barred)
            rows, described = self._all_described
            for label in filter(None, (type.label for type in barred)):
                flags[rows[described.of(label)]] = False
        return flags

    def _any_of(self, types: Sequence[TypeName]) -> Flags:
        flags = np.zeros(self._graph.size, dtype=np.bool_)
        for type in types:
            for code in self._type_codes(type):
                flags[self._graph.hierarchy.members(code)] = True
            if type.label:
                rows, described = self._described
                flags[rows[described.of(type.label)]] = True
        return flags

    def _type_codes(self, type: TypeName) -> list[int]:
        by_id = self._graph.code_of(type.id) if type.id else None
        if by_id is not None:
            return [by_id]
        if not type.label:
            return []
        codes, headed = self._types
        return sorted({*self._by_label.get(name_key(type.label), []), *codes[headed.of(type.label)].tolist()})

    @cached_property
    def _by_label(self) -> dict[str, list[int]]:
        """The types of the graph by label; entities without instances and subclasses are not types."""
        codes = self._graph.hierarchy.types
        codes_of: dict[str, list[int]] = {}
        for code, label in zip(codes.tolist(), self._graph.labels_of(codes), strict=True):
            codes_of.setdefault(name_key(label), []).append(code)
        return codes_of

    @cached_property
    def _types(self) -> tuple[npt.NDArray[np.int32], Heads]:
        """The types of the graph, and what their labels begin with."""
        codes = self._graph.hierarchy.types
        return codes, Heads(pa.array(self._graph.labels_of(codes), pa.string()))

    @cached_property
    def _described(self) -> tuple[npt.NDArray[np.int64], Heads]:
        """The entities whose kind only a description states, and what it begins with: those without types, and those
        whose types say only that they are people. Types are left out: the description of "city" is about cities, but
        "city" is not one of them."""
        plain = ~self._graph.hierarchy.of_others(self._of_every_person)
        return self._heads_of(plain)

    @cached_property
    def _all_described(self) -> tuple[npt.NDArray[np.int64], Heads]:
        """All entities that are not types, and what their descriptions begin with."""
        return self._heads_of(np.ones(self._graph.size, dtype=np.bool_))

    def _heads_of(self, wanted: Flags) -> tuple[npt.NDArray[np.int64], Heads]:
        wanted[self._graph.hierarchy.types] = False
        rows = np.flatnonzero(wanted)
        return rows, Heads(self._graph.column("description").take(pa.array(rows)))

    def entity(self, code: int) -> GraphEntity:
        return self._entity(code)

    @cached_property
    def _of_every_person(self) -> npt.NDArray[np.int32]:
        """The types of the graph that say no more than that something is a person."""
        codes = self._graph.hierarchy.types
        named = zip(self._graph.ids_of(codes), self._graph.labels_of(codes), strict=True)
        return codes[[not OF_EVERY_PERSON.isdisjoint((id.lower(), label.lower())) for id, label in named]]

    def type_labels(self, code: int) -> list[str]:
        """The labels of what an entity is an instance of, those without one left out. Where it has no types, or they
        say only that it is a person, the phrases that its description begins with come after them."""
        types = self._graph.types_of(code)
        labels = [label for label in self._graph.labels_of(types) if label]
        if np.all(np.isin(types, self._of_every_person)):
            labels += head(self.entity(code).description)
        return labels

    def places(self, triple: int) -> Sequence[SentencePlace]:
        """The sentences that were found for a statement, the surest first, each once."""
        rows, starts = self._merged.rows, self._merged.starts
        behind = rows[starts[triple] : starts[triple + 1]].tolist()
        places = [place for row in behind for place in self._evidence.rows_of(row)]
        places.sort(key=lambda place: (-place.score, place.source, place.start))
        by_range: dict[tuple[int, int, int], SentencePlace] = {}
        for place in places:
            by_range.setdefault((place.source, place.start, place.end), place)
        return tuple(by_range.values())

    def evidence(self, triple: int) -> Sequence[ProofPlace]:
        return tuple(
            ProofPlace(self.span(place), place.score, self._evidence.by, place.premise, place.end)
            for place in self.places(triple)
        )

    def span(self, place: SentencePlace) -> Span:
        """The sentence of a place."""
        return Span(self._sources[place.source], "text", place.start, place.end)

    @cached_property
    def namesakes(self) -> Namesakes:
        """The entities that share labels, without those of which the graph tells nothing else: the types of things
        ("comedy film") are often there a second time under another id."""
        graph = self._graph
        described = graph.hierarchy.of_others(np.zeros(0, np.int32))
        described[graph.subjects] = described[graph.objects] = True
        for column in ("description", "page"):
            described |= pc.greater(pc.utf8_length(graph.column(column)), 0).to_numpy(zero_copy_only=False)
        labels = pc.if_else(pa.array(described), graph.column("label").combine_chunks(), "")
        return Namesakes(labels)
