"""Makes the facts of a corpus a knowledge base: what was read from the user's own documents, with each place.

Things are the subjects of facts and the names that are their values. A value that names a subject of the right type is
that subject. Relations are those of the lexicon, in the words of `facts_book`. Facts that hold only inside their table,
numbers, dates and running text make no lists. Nor do relations of which facts come from a table without its last rows.

A corpus may say more than was read from it, and a list with a hole is wrong: `doubt` looks for things whose own pages
mention what a question asks although no fact says so.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from benchwright.corpus.store import Corpus
from benchwright.english import nouns
from benchwright.facts.relations import Relation, lexicon
from benchwright.facts.store import FactTable
from benchwright.graphs.graph import GraphEntity
from benchwright.graphs.relations import GraphRelation, RelationBook, Things, TypeName
from benchwright.makers.lists.knowledge.edges import Losses, View, edges_of
from benchwright.makers.lists.knowledge.facts_book import book_of_facts
from benchwright.makers.lists.knowledge.knowledge_base import Knowledge, ProofPlace
from benchwright.makers.lists.knowledge.mention_lines import MentionLines, stem_of
from benchwright.makers.lists.knowledge.namesakes import Namesakes
from benchwright.makers.lists.knowledge.statements import Statements
from benchwright.makers.lists.queries.query_types import Edges, Flags, Simple
from benchwright.records import Fact, Modality, Read
from benchwright.retrieval.word_index import words_of
from benchwright.values import bare_name, name_key
from benchwright.values.nations import OTHER_NAMES
from benchwright.values.typed import split_names

FACTS_BASE_VERSION = 4
BY = "facts/1"

_READ: frozenset[Read] = frozenset({"text", "cell"})
"""What a fact has to be read from. Images that were not read may hold further answers."""
_ARTICLE = re.compile(r"^the (?=[A-Z])")
_NOTE = re.compile(r"\s*\([^()]*\)")
_AMOUNT = re.compile(r"\s+\d[\d.,]*\s?[^\W\d_]+$")
_SIGN_BEHIND = re.compile(r"(?:\s*\([^()]*\)|\s*,\s*[^\w\s]+)\s*$")
"""A note or a sign behind the name of a thing: "Euro (EUR)", "Euro, €"."""


@dataclass(frozen=True, slots=True)
class _Gathered:
    """What the facts of a corpus state: things by id, the rows of the facts behind each statement (relation, object,
    subject), both in order, and what was left out."""

    things: Mapping[str, GraphEntity]
    rows: Mapping[tuple[str, str, str], list[int]]
    left_out: Mapping[str, int]


class FactsBase(Knowledge):
    """A knowledge base over one table of facts."""

    def __init__(self, corpus: Corpus, facts: FactTable, book: RelationBook, *, both_ways: bool = True) -> None:
        super().__init__(book_of_facts(facts, book), both_ways=both_ways)
        self._corpus = corpus
        self._facts = facts

    @property
    def name(self) -> str:
        return "facts"

    @cached_property
    def fingerprint(self) -> str:
        """Changes with anything that a question is made of: the corpus, the facts themselves (other readers read other
        facts of the same corpus), the book, the lexicon, the second names of countries, and these rules."""
        book = sorted((id, asdict(relation)) for id, relation in self._book.relations.items())
        entries = sorted((name, asdict(lexicon()[name])) for name in lexicon().names)
        parts = [
            FACTS_BASE_VERSION,
            self._corpus.fingerprint,
            digest_of(self._facts.columns),
            book,
            sorted(self._book.same.items()),
            entries,
            sorted(OTHER_NAMES.items()),
            self._both_ways,
        ]
        return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:16]

    # ------------------------------------------------------------------ things
    @cached_property
    def _types(self) -> dict[str, tuple[str, ...]]:
        """The type of every subject of a fact, by its key: the one that most facts give it."""
        return {key: (kind,) for key, kind in self._most("subject_type", str).items()}

    @cached_property
    def _labels(self) -> dict[str, str]:
        """The name that most facts give a subject, by its key."""
        return self._most("subject", bare_name)

    def _most(self, column: str, form: Callable[[str], str]) -> dict[str, str]:
        """What most facts have in a column, by the key of their subject; of several, the first in order."""
        counts: dict[str, Counter[str]] = {}
        listed = zip(self._facts.strings("entity"), self._facts.strings(column), strict=True)
        for (key, value), count in Counter(listed).items():
            if value:
                counts.setdefault(key, Counter())[form(value)] += count
        return {key: min(values, key=lambda value: (-values[value], value)) for key, values in counts.items()}

    @cached_property
    def _gathered(self) -> _Gathered:
        rows_of: dict[tuple[str, str, str], list[int]] = {}
        things: dict[str, GraphEntity] = {}
        left_out: Counter[str] = Counter()
        partial = self._partial
        for name in sorted(self._facts.relations()):
            id, turned = self._book.canonical(name)
            relation, entry = self._book.get(id), lexicon().get(name)
            rows = self._facts.rows_of_relation(name)
            if relation is None or entry is None:
                left_out["relation-not-in-book"] += len(rows)
                continue
            if id in partial:
                left_out["may-be-cut-short"] += len(rows)
                continue
            for row, fact in zip(rows.tolist(), self._facts.at(rows), strict=True):
                ends = self._ends(fact, relation, entry, turned)
                if isinstance(ends, str):
                    left_out[ends] += 1
                    continue
                subject, objects = ends
                for thing in (subject, *objects):
                    if thing.id not in things or len(thing.label) < len(things[thing.id].label):
                        things[thing.id] = thing
                for object in objects:
                    one, two = (object.id, subject.id) if turned else (subject.id, object.id)
                    for key in [(id, two, one), (id, one, two)] if entry.symmetric else [(id, two, one)]:
                        rows_of.setdefault(key, []).append(row)
        return _Gathered(dict(sorted(things.items())), dict(sorted(rows_of.items())), left_out)

    @cached_property
    def _partial(self) -> set[str]:
        """The relations with facts from a table of which ingest kept only the first rows: the rest may say more."""
        listed = set(zip(self._facts.strings("relation"), self._facts.strings("source"), strict=True))
        tables = {id for _, id in listed if self._corpus.modality(id) is Modality.TABLE}
        cut = {id for id in tables if (table := self._corpus.source(id).table) and table.lacks_rows}
        return {self._book.canonical(name)[0] for name, id in listed if id in cut}

    def _ends(
        self, fact: Fact, relation: GraphRelation, entry: Relation, turned: bool
    ) -> tuple[GraphEntity, list[GraphEntity]] | str:
        """The thing that a fact is about and those that its value names, or why it makes no statement."""
        if fact.span.read not in _READ:
            return "read-from-an-image"
        if fact.qualifier("scope") or fact.unit:
            return "holds-only-in-part"
        values = names_in(fact.value, self._is_one) if entry.several else [fact.value.strip()]
        if not values:
            return "no-row-of-names"
        end = relation.subject if turned else relation.object
        target = fact.target if len(values) == 1 else ""
        subject = GraphEntity(fact.entity, bare_name(fact.subject), types=self._types.get(fact.entity, ()))
        return subject, [self._named(value, end, target) for value in values]

    def _is_one(self, name: str) -> bool:
        """Whether a name that may be two joined by "and" is known as one."""
        return name in OTHER_NAMES or name_key(_ARTICLE.sub("", name)) in self._types

    def _named(self, value: str, end: Things, target: str) -> GraphEntity:
        """What a value names: a subject of the right type, or a thing of its own, which its notes, its case and its
        number ("Euros") do not change."""
        label = _ARTICLE.sub("", value)
        label = OTHER_NAMES.get(label, label)
        wanted = {type.label for type in end.types}
        for key in filter(None, (target, name_key(label))):
            kinds = self._types.get(key, ())
            if wanted & set(kinds):
                return GraphEntity(key, self._labels[key], types=kinds)
        label = _SIGN_BEHIND.sub("", label) or label
        others = tuple(name for name, usual in OTHER_NAMES.items() if usual == label)
        return GraphEntity(
            f"{end.one}:{name_key(nouns.singular(label))}", label, aliases=others, types=tuple(sorted(wanted))
        )

    @cached_property
    def _things(self) -> tuple[GraphEntity, ...]:
        return tuple(self._gathered.things.values())

    @cached_property
    def _rows(self) -> tuple[list[int], ...]:
        """The rows of the facts behind each statement."""
        return tuple(self._gathered.rows.values())

    @cached_property
    def statements(self) -> Statements:
        """What the facts state, as columns."""
        code = {id: place for place, id in enumerate(self._gathered.things)}
        names = tuple(dict.fromkeys(relation for relation, _, _ in self._gathered.rows))
        place = {name: number for number, name in enumerate(names)}
        columns = [(code[one], place[id], code[two]) for id, two, one in self._gathered.rows]
        subject, relation, object = np.array(columns, np.int32).reshape(-1, 3).T
        return Statements(subject, relation, object, np.ones(len(columns), np.bool_), names)

    @cached_property
    def _edges(self) -> tuple[Edges, Losses]:
        labelled = np.array([bool(thing.label) for thing in self._things], np.bool_)
        edges, losses = edges_of(self.statements, self.views, labelled, self.members)
        return edges, dict(sorted((Counter(self._gathered.left_out) + Counter(losses)).items()))

    def members(self, types: Sequence[TypeName]) -> Flags:
        """bool [entities]: which are of one of these types, by label, and of none that is ruled out."""
        flags = np.full(len(self._things), all(type.ruled_out for type in types), np.bool_)
        for type in sorted(types, key=lambda type: type.ruled_out):
            flags[self._typed.get(type.label, [])] = not type.ruled_out
        return flags

    @cached_property
    def _typed(self) -> dict[str, list[int]]:
        """The codes of the things of each type, by the type's label."""
        codes: dict[str, list[int]] = {}
        for code, thing in enumerate(self._things):
            for label in thing.types:
                codes.setdefault(label, []).append(code)
        return codes

    def entity(self, code: int) -> GraphEntity:
        return self._things[code]

    def type_labels(self, code: int) -> list[str]:
        """What a thing is, as words."""
        return [kind for kind in self.entity(code).types if kind != "thing"]

    def evidence(self, triple: int) -> Sequence[ProofPlace]:
        facts = self._facts.at(self._rows[triple])
        by_span = {fact.span: ProofPlace(fact.span, fact.confidence, BY) for fact in facts}
        return tuple(sorted(by_span.values(), key=lambda one: -one.score))

    @cached_property
    def namesakes(self) -> Namesakes:
        """The things that share labels."""
        return Namesakes(pa.array([thing.label for thing in self._things], pa.string()))

    # ------------------------------------------------------------------ what facts may have missed
    def silent(self, code: int) -> bool:
        """Whether the corpus has no facts about a thing, so that it is unknown what else is true of it."""
        return self.entity(code).id not in self._types

    def doubt(self, query: Simple, answers: Sequence[int]) -> str:
        """A thing that may be an answer too, as its own page lets one think; or, where one thing's values are asked
        for, that none was read of it. "" if there is nothing to doubt."""
        view = self.views[query.view]
        cues = _cues(view)
        thing = self.entity(query.given)
        if view.side == "objects":
            return "" if answers else f"no {view.relation.label} of {thing.label} was read"
        answer_ids = {self.entity(code).id for code in answers}
        needles = [stem_of(word) for word in words_of(thing.label)]
        kinds = {type.label for type in view.phrasing.things.types}
        doubtful = {
            key
            for key in self._lines.about(needles, cues)
            if key not in answer_ids and key != thing.id and (not kinds or kinds & set(self._types[key]))
        }
        return f"{self._labels[min(doubtful)]} may be an answer, too" if doubtful else ""

    @cached_property
    def _lines(self) -> MentionLines:
        """What the pages of things say in lines that hold a cue of some view."""
        cues = {stem for view in self.views if view.side == "subjects" for stem in _cues(view)}
        return MentionLines.of(self._corpus, self._sources, cues)

    @cached_property
    def _sources(self) -> dict[str, tuple[str, ...]]:
        """The things that each text source is about: its title names them, or facts about them were read from it."""
        owners: dict[str, set[str]] = {}
        columns = (self._corpus.ids, self._corpus.titles, self._corpus.modalities)
        texts = {id: name_key(title) for id, title, kind in zip(*columns, strict=True) if kind is Modality.TEXT}
        facts = zip(self._facts.strings("source"), self._facts.strings("entity"), strict=True)
        for id, key in {*texts.items(), *facts}:
            if id in texts and key in self._types:
                owners.setdefault(id, set()).add(key)
        return {id: tuple(sorted(owners[id])) for id in sorted(owners)}


def names_in(row: str, is_one: Callable[[str], bool]) -> list[str]:
    """The names in a row of them, without notes in parentheses and amounts behind them; none where a part is no name
    (too long, with digits, not beginning with a capital), or "and" stands before the last part. `is_one` knows names
    that hold "and"."""
    parts = [part.strip() for part in re.split(r",(?!\d)|;", _NOTE.sub("", row)) if part.strip()]
    split = [split_names(re.sub(r"^(?:and|&) ", "", part), is_one) for part in parts]
    names = [_AMOUNT.sub("", name) for part in split for name in part]
    parted_late = all(len(part) == 1 for part in split[:-1])
    return names if parted_late and all(_is_name(name) for name in names) else []


def _is_name(part: str) -> bool:
    begins = part[:1].isupper() or part.startswith("the ")
    return len(part) <= 60 and len(part.split()) <= 7 and begins and not any(letter.isdigit() for letter in part)


def _cues(view: View) -> set[str]:
    """The stems of the words that let one think of a view's relation."""
    return {stem_of(cue.rstrip("*")) for cue in view.relation.cues or words_of(view.relation.label)}


def digest_of(columns: pa.Table) -> str:
    """A hash of what a table of facts holds, however its columns are cut into pieces or share their strings."""
    hashed = hashlib.sha256(str(columns.num_rows).encode())
    for name in columns.column_names:
        hashed.update(name.encode())
        column = columns.column(name).combine_chunks()
        if pa.types.is_dictionary(column.type):
            column = column.dictionary_decode()
        hashed.update(pc.is_null(column).to_numpy(zero_copy_only=False).tobytes())
        if pa.types.is_string(column.type):
            column = pc.fill_null(column, "")
            hashed.update(pc.binary_length(column).to_numpy(zero_copy_only=False).tobytes())
            hashed.update("".join(column.to_pylist()).encode())
        else:
            hashed.update(pc.fill_null(column, 0).to_numpy(zero_copy_only=False).tobytes())
    return hashed.hexdigest()
