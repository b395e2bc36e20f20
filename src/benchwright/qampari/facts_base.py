"""The facts of a corpus as a knowledge base: what was read from the user's own documents, with the place of each.

Things are the subjects of facts and the names that are their values; a value that names a subject of the right type is
that subject. Relations are those of the lexicon: the built-in book `facts` words the ones that make good lists, and the
rest is worded from their nouns, as drafts. Facts that hold only inside their table, numbers, dates and running text
make no lists.

A corpus may tell more than was read from it, and a list with a hole is a wrong list: `doubt` looks for things whose own
pages speak of what a question asks, although no fact says so.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property

import numpy as np

from benchwright.corpus.store import Corpus
from benchwright.facts.relations import Relation as Entry
from benchwright.facts.relations import lexicon
from benchwright.facts.store import FactTable
from benchwright.graphs.graph import Entity
from benchwright.graphs.relations import Asked, Clause, Relation, RelationBook, Things, TypeName
from benchwright.qampari.edges import Statements, edges_of, views_of
from benchwright.qampari.knowledge import Evidence, View
from benchwright.qampari.queries import Edges, Flags, Simple
from benchwright.records import Fact, Modality, Read
from benchwright.retrieval.postings import words_of
from benchwright.values import bare_name, name_key
from benchwright.values.nations import OTHER_NAMES

FACTS_BASE_VERSION = 1
BY = "facts/1"

_NOUNS: Mapping[str, Things] = {
    "person": Things("person", "people", True),
    "country": Things("country", "countries"),
    "place": Things("place", "places"),
    "organisation": Things("organisation", "organisations"),
    "team": Things("team", "teams"),
    "event": Things("event", "events"),
    "work": Things("work", "works"),
    "species": Things("species", "species"),
    "substance": Things("substance", "substances"),
    "term": Things("term", "terms"),
}
"""How the types of facts are asked for; `thing` is too vague to be asked for."""

_READ: frozenset[Read] = frozenset({"text", "cell"})
"""What a fact has to be read from: an image that was not read tells just as well whether it fits, and nobody looked."""
_ARTICLE = re.compile(r"^the (?=[A-Z])")
_NOTE = re.compile(r"\s*\([^()]*\)")
_STEM = 6


def worded(entry: Entry) -> Relation | None:
    """A relation of the lexicon that no book words, from its noun; None if it makes no list."""
    kinds = [kind for kind in entry.subjects if kind in _NOUNS]
    if entry.scoped or entry.value != "name" or not entry.leads_to or entry.leads_to not in _NOUNS or not kinds:
        return None
    object = _NOUNS[entry.leads_to]
    asked = tuple(
        Asked(
            Things(noun.one, noun.many, noun.who, (TypeName("", kind),)),
            Clause(f"have {{given}} as their {entry.noun}", f"has {{given}} as its {entry.noun}"),
        )
        for kind, noun in ((kind, _NOUNS[kind]) for kind in kinds)
        if not noun.who
    )
    if not asked:
        return None
    return Relation(
        id=entry.name,
        label=entry.noun,
        subject=Things("thing", "things"),
        object=Things(object.one, object.many, object.who),
        hypothesis=f"{{object}} is the {entry.noun} of {{subject}}.",
        subjects=asked,
        cues=tuple(word for word in words_of(entry.noun) if len(word) > 3),
        uses={"subjects": ("simple", "first"), "objects": ()},
        draft=True,
    )


def book_of_facts(facts: FactTable, told: RelationBook) -> RelationBook:
    """The relations of a corpus' facts: as a book tells them, or worded from the lexicon."""
    names = lexicon()
    drafts: dict[str, Relation] = {}
    for name in facts.relations():
        entry = names.get(name)
        if entry is not None and told.get(told.canonical(name)[0]) is None:
            relation = worded(entry)
            if relation is not None:
                drafts[name] = relation
    return RelationBook({**drafts, **told.relations}, told.same)


@dataclass(frozen=True, slots=True)
class _Stated:
    """One statement as names of things, with the rows of its facts."""

    subject: str
    relation: str
    object: str


class FactsBase:
    """A knowledge base over one table of facts. Safe to read from several threads once `edges` was made."""

    def __init__(self, corpus: Corpus, facts: FactTable, book: RelationBook, *, both_ways: bool = True) -> None:
        self._corpus = corpus
        self._facts = facts
        self._book = book_of_facts(facts, book)
        self._both_ways = both_ways

    @property
    def name(self) -> str:
        return "facts"

    @cached_property
    def fingerprint(self) -> str:
        book = sorted((id, asdict(relation)) for id, relation in self._book.relations.items())
        told = [FACTS_BASE_VERSION, self._corpus.fingerprint, book, sorted(self._book.same.items()), self._both_ways]
        return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()[:16]

    # ------------------------------------------------------------------ things
    @cached_property
    def _types(self) -> dict[str, tuple[str, ...]]:
        """The type of every subject of a fact, by its key: the one that most facts give it."""
        found: dict[str, Counter[str]] = {}
        listed = zip(self._facts.strings("entity"), self._facts.strings("subject_type"), strict=True)
        for (key, kind), count in Counter(listed).items():
            if kind:
                found.setdefault(key, Counter())[kind] += count
        return {key: (min(kinds, key=lambda kind: (-kinds[kind], kind)),) for key, kinds in found.items()}

    @cached_property
    def _gathered(self) -> tuple[dict[_Stated, list[int]], dict[str, Entity], Mapping[str, int]]:
        """All statements with their facts' rows, all things by id, and what was left out."""
        stated: dict[_Stated, list[int]] = {}
        things: dict[str, Entity] = {}
        left_out: Counter[str] = Counter()
        for name in sorted(self._facts.relations()):
            id, turned = self._book.canonical(name)
            relation, entry = self._book.get(id), lexicon().get(name)
            rows = self._facts.rows_of_relation(name)
            if relation is None or entry is None:
                left_out["relation-not-in-book"] += len(rows)
                continue
            for row, fact in zip(rows.tolist(), self._facts.at(rows), strict=True):
                ends = self._ends(fact, relation, entry, turned)
                if isinstance(ends, str):
                    left_out[ends] += 1
                    continue
                subject, objects = ends
                for thing in (subject, *objects):
                    things.setdefault(thing.id, thing)
                for object in objects:
                    one, two = (object.id, subject.id) if turned else (subject.id, object.id)
                    stated.setdefault(_Stated(one, id, two), []).append(row)
                    if entry.symmetric:
                        stated.setdefault(_Stated(two, id, one), []).append(row)
        return stated, things, dict(sorted(left_out.items()))

    def _ends(self, fact: Fact, relation: Relation, entry: Entry, turned: bool) -> tuple[Entity, list[Entity]] | str:
        """The thing that a fact is about and those that its value names, or why it makes no statement."""
        if fact.span.read not in _READ:
            return "read-from-an-image"
        if fact.qualifier("scope") or fact.unit:
            return "holds-only-in-part"
        values = names_in(fact.value) if entry.several else [fact.value.strip()]
        if not values:
            return "no-row-of-names"
        end = relation.subject if turned else relation.object
        target = fact.target if len(values) == 1 else ""
        subject = Entity(fact.entity, bare_name(fact.subject), types=self._types.get(fact.entity, ()))
        return subject, [self._named(value, end, target) for value in values]

    def _named(self, value: str, end: Things, target: str) -> Entity:
        """What a value names: a subject of the right type, or a thing of its own."""
        label = _ARTICLE.sub("", value)
        label = OTHER_NAMES.get(label, label)
        wanted = {type.label for type in end.types}
        for key in filter(None, (target, name_key(label))):
            kinds = self._types.get(key, ())
            if wanted & set(kinds):
                return Entity(key, self._label(key), types=kinds)
        others = tuple(name for name, usual in OTHER_NAMES.items() if usual == label)
        return Entity(f"{end.one}:{name_key(label)}", label, aliases=others, types=tuple(sorted(wanted)))

    def _label(self, key: str) -> str:
        """How most facts name a subject."""
        names = Counter(bare_name(fact.subject) for fact in self._facts.of_entity(key))
        return min(names, key=lambda name: (-names[name], name))

    @cached_property
    def _ids(self) -> list[str]:
        return sorted(self._gathered[1])

    @cached_property
    def _rows(self) -> list[list[int]]:
        """The rows of the facts behind each statement."""
        return [self._gathered[0][one] for one in self._order]

    @cached_property
    def _order(self) -> list[_Stated]:
        return sorted(self._gathered[0], key=lambda one: (one.relation, one.object, one.subject))

    @cached_property
    def statements(self) -> Statements:
        """What the facts state, as columns."""
        code = {id: place for place, id in enumerate(self._ids)}
        names = tuple(sorted({one.relation for one in self._order}))
        place = {name: number for number, name in enumerate(names)}
        return Statements(
            np.array([code[one.subject] for one in self._order], np.int32),
            np.array([place[one.relation] for one in self._order], np.int32),
            np.array([code[one.object] for one in self._order], np.int32),
            np.ones(len(self._order), np.bool_),
            names,
        )

    @cached_property
    def views(self) -> tuple[View, ...]:
        return views_of(self._book, self.statements.relations, both_ways=self._both_ways)

    @property
    def edges(self) -> Edges:
        return self._edges[0]

    @property
    def left_out(self) -> Mapping[str, int]:
        """How many facts made no statement, and how many statements no edge, by reason."""
        return dict(sorted((Counter(self._gathered[2]) + Counter(self._edges[1])).items()))

    @cached_property
    def _edges(self) -> tuple[Edges, Mapping[str, int]]:
        labelled = np.array([bool(self.entity(code).label) for code in range(len(self._ids))], np.bool_)
        return edges_of(self.statements, self.views, labelled, self.members)

    def members(self, types: Sequence[TypeName]) -> Flags:
        """bool [entities]: which are of one of these types, by label."""
        wanted = {type.label for type in types}
        return np.array([bool(wanted & set(self.entity(code).types)) for code in range(len(self._ids))], np.bool_)

    def entity(self, code: int) -> Entity:
        return self._gathered[1][self._ids[code]]

    def type_labels(self, code: int) -> list[str]:
        """What a thing is, as words."""
        return [kind for kind in self.entity(code).types if kind != "thing"]

    def triple(self, triple: int) -> tuple[int, str, int]:
        stated = self.statements
        return int(stated.subject[triple]), stated.relations[stated.relation[triple]], int(stated.object[triple])

    def evidence(self, triple: int) -> Sequence[Evidence]:
        facts = self._facts.at(self._rows[triple])
        found = {fact.span: Evidence(fact.span, fact.confidence, BY) for fact in facts}
        return tuple(sorted(found.values(), key=lambda one: -one.score))

    @cached_property
    def _labels(self) -> Counter[str]:
        return Counter(self.entity(code).label for code in range(len(self._ids)))

    def namesakes(self, code: int) -> bool:
        """Whether another thing has the same label."""
        return self._labels[self.entity(code).label] > 1

    # ------------------------------------------------------------------ what facts may have missed
    def silent(self, code: int) -> bool:
        """Whether the corpus has no facts about a thing, so that nobody can say what else holds of it."""
        return self._ids[code] not in self._types

    def doubt(self, query: Simple, answers: Sequence[int]) -> str:
        """A thing that may be an answer too, as its own page lets one think; or, where one thing's values are asked
        for, that none was read of it. "" if there is nothing to doubt."""
        view = self.views[query.view]
        cues = {_stem(cue.rstrip("*")) for cue in view.relation.cues or words_of(view.relation.label)}
        asked = self.entity(query.given)
        if view.side == "objects":
            return "" if answers else f"no {view.relation.label} of {asked.label} was read"
        known = {self.entity(code).id for code in answers}
        needles = [_stem(word) for word in words_of(asked.label)]
        kinds = {type.label for type in view.asked.things.types}
        for key in sorted(self._types):
            if key in known or key == asked.id or (kinds and not kinds & set(self._types[key])):
                continue
            if any(line.issuperset(needles) and line & cues for line in self._lines(key)):
                return f"{self._label(key)} may be one, too"
        return ""

    def _lines(self, key: str) -> Sequence[frozenset[str]]:
        """The stems of each line and sentence of the pages that are about a thing."""
        found = self._stems.get(key)
        if found is None:
            found = self._stems[key] = tuple(self._read_lines(key))
        return found

    @cached_property
    def _stems(self) -> dict[str, Sequence[frozenset[str]]]:
        return {}

    @cached_property
    def _pages(self) -> dict[str, list[str]]:
        """The text sources that a title says are about a thing, by its key."""
        found: dict[str, list[str]] = {}
        for id, title in zip(self._corpus.ids, self._corpus.titles, strict=True):
            if title and self._corpus.modality(id) is Modality.TEXT:
                found.setdefault(name_key(title), []).append(id)
        return found

    def _read_lines(self, key: str) -> Iterator[frozenset[str]]:
        own = [self._facts[row].source for row in self._facts.rows_of_entity(key).tolist()]
        texts = [id for id in own if self._corpus.modality(id) is Modality.TEXT]
        for id in dict.fromkeys((*self._pages.get(key, ()), *texts)):
            for line in re.split(r"\n+|(?<=[.!?;])\s", self._corpus.source(id).text):
                yield frozenset(_stem(word) for word in words_of(line))


def names_in(row: str) -> list[str]:
    """The names in a row of them with commas between, without notes in parentheses; none if one of its parts is no
    name: too long, or not beginning with a capital."""
    parts = [part.strip() for part in re.split(r",|;", _NOTE.sub("", row))]
    listed = [re.sub(r"^and ", "", part) for part in parts if part]
    return listed if all(_is_name(part) for part in listed) else []


def _is_name(part: str) -> bool:
    return len(part) <= 60 and len(part.split()) <= 7 and (part[0].isupper() or part.startswith("the "))


def _stem(word: str) -> str:
    return word[:_STEM].rstrip("s") if len(word) > 3 else word
