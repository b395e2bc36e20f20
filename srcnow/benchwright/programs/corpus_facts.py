"""Hold what checks and the blind solver may look at: the corpus, all facts, and the word index."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from benchwright.corpus.copies import Copies
from benchwright.corpus.store import Corpus
from benchwright.facts.store import FactTable
from benchwright.programs.execution import stated_value
from benchwright.programs.telling_stems import telling_stems
from benchwright.records import Fact, Modality, Source
from benchwright.retrieval.word_index import WordIndex
from benchwright.values import bare_name, name_key, same


@dataclass(frozen=True, eq=False)
class CorpusFacts:
    """Read-only view of everything that is known before any question is asked. `read` are the facts of all sources."""

    corpus: Corpus
    read: FactTable
    words: WordIndex

    @cached_property
    def copies(self) -> Copies:
        """The documents and tables that say the same as an earlier one."""
        return Copies.of(self.corpus)

    @cached_property
    def facts(self) -> FactTable:
        """The facts, without those of repeated documents and tables: what is copied is one thing, not several."""
        again = self.copies.sources
        if not again:
            return self.read
        return FactTable(self.read.columns.filter([name not in again for name in self.read.strings("source")]))

    @cached_property
    def _titles(self) -> dict[str, tuple[str, ...]]:
        """Every name without its parenthesis, with the full titles of passages that carry it."""
        titles_of: dict[str, dict[str, None]] = {}
        for name, title in zip(self.corpus.ids, self.corpus.titles, strict=True):
            if title and self.corpus.modality(name) is Modality.TEXT:
                titles_of.setdefault(name_key(bare_name(title)), {})[name_key(title)] = None
        return {key: tuple(titles) for key, titles in titles_of.items()}

    def namesakes(self, name: str) -> tuple[str, ...]:
        """The distinct titles of passages that a name may stand for, without regard to parentheses."""
        return self._titles.get(name_key(bare_name(name)), ())

    def table_documents(self, name: str) -> frozenset[str]:
        """The documents whose tables have facts about a thing of that name."""
        return frozenset(self._named_in_tables.get(name_key(name), ()))

    @cached_property
    def _named_in_tables(self) -> dict[str, set[str]]:
        named: dict[str, set[str]] = {}
        pairs = dict.fromkeys(zip(self.facts.strings("subject"), self.facts.strings("source"), strict=True))
        for subject, source in pairs:
            if self.corpus.modality(source) is Modality.TABLE:
                named.setdefault(name_key(subject), set()).add(self.corpus.document(source))
        return named

    @cached_property
    def _facts(self) -> dict[str, Fact]:
        return {}

    def fact(self, name: str) -> Fact:
        """The fact of that id. Raises KeyError if there is none."""
        known = self._facts.get(name)
        if known is None:
            known = self.read.get(name)
            if known is None:
                raise KeyError(name)
            self._facts[name] = known
        return known

    def named(self, relation: str, subject: str) -> list[Fact]:
        """All facts of a relation about things of that name, whatever document they stand in."""
        if relation not in self._named:
            groups = self._named.setdefault(relation, {})
            for fact in self.facts.of_relation(relation):
                groups.setdefault(name_key(fact.subject), []).append(fact)
        return self._named[relation].get(name_key(subject), [])

    @cached_property
    def _named(self) -> dict[str, dict[str, list[Fact]]]:
        return {}

    def stems(self, relation: str) -> list[tuple[Fact, frozenset[str]]]:
        """The facts of a relation, each with the stems of its value's words."""
        if relation not in self._stems:
            facts = self.facts.of_relation(relation)
            self._stems[relation] = [(fact, telling_stems(fact.value)) for fact in facts]
        return self._stems[relation]

    @cached_property
    def _stems(self) -> dict[str, list[tuple[Fact, frozenset[str]]]]:
        return {}

    def restatements(self, fact: Fact) -> list[Fact]:
        """The other facts that say the same: same subject, relation and value, for the same year and scope."""
        if fact.relation.startswith("row:"):  # nothing names the row, so nothing states it again
            return []
        return [
            other
            for other in self.facts.of_entity(fact.entity)
            if (other.relation, other.value_type) == (fact.relation, fact.value_type)
            and other.id != fact.id
            and other.confidence >= fact.confidence
            and all(other.qualifier(name) == fact.qualifier(name) for name in ("year", "scope"))
            and same(stated_value(fact), stated_value(other))
        ]

    def copied(self, fact: Fact, source: str) -> Fact | None:
        """The same fact, read at the same place of a copy of its source; None if it is not read there."""
        if source == fact.source:
            return fact
        span = replace(fact.span, source=source)
        told = (fact.subject, fact.relation, fact.value, fact.unit)
        return next(
            (
                one
                for one in self.read.of_source(source)
                if one.span == span and (one.subject, one.relation, one.value, one.unit) == told
            ),
            None,
        )

    def source(self, name: str) -> Source:
        return self.corpus.source(name)

    def modality(self, name: str) -> Modality:
        return self.corpus.modality(name)
