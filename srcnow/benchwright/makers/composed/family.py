"""Define what a family of questions is: gates that find seeds, and templates that write one.

A family names the styles and modalities that it covers, lists everything it could ask (`seeds`), and writes one
question out of a seed (`write`). It never checks its own question: that is the pipeline's work. What it cannot word
well it refuses, with a reason that is counted.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TypeVar

import numpy as np

from benchwright.errors import BenchwrightError
from benchwright.facts.open.context import is_open, telling_headings
from benchwright.facts.open.contexts import Contexts
from benchwright.facts.relations import Lexicon, lexicon
from benchwright.facts.store import FactTable
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.programs.operations import Expression
from benchwright.records import Fact, Hop, Modalities, Modality, Read, Source
from benchwright.values import name_key

Key = TypeVar("Key", str, tuple[str, ...], tuple[str, str], tuple[str, str, str])
Rng = np.random.Generator

_MODALITIES: Mapping[Read, Modality] = MappingProxyType(
    {
        "text": Modality.TEXT,
        "cell": Modality.TABLE,
        "pixels": Modality.IMAGE,
        "ocr": Modality.IMAGE,
        "caption": Modality.IMAGE,
        "alt": Modality.IMAGE,
    }
)
"""What kind of source a fact comes from, by how it was read."""


class SeedRefusedError(BenchwrightError):
    """A seed that the family will not word. `reason` is the slug that the funnel counts."""

    def __init__(self, reason: str, detail: str = "") -> None:
        super().__init__(detail or reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Seed:
    """Something that a family could ask: the facts it rests on, by id. Seeds of one `stratum` (a relation, a pattern)
    take turns with those of the others; `document` is what the share of a document is counted by; `note` is for the
    family's own use."""

    facts: tuple[str, ...]
    stratum: str
    document: str
    note: str = ""


Seeds = Iterable[Seed]


def grouped(facts: Iterable[Fact], key: Callable[[Fact], Key]) -> dict[Key, list[Fact]]:
    """Facts by a key of theirs: keys sorted, facts in the order given."""
    groups: dict[Key, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(key(fact), []).append(fact)
    return {name: groups[name] for name in sorted(groups)}


@dataclass(frozen=True, slots=True)
class ComposedDraft:
    """A written question, before anything is proven about it. `answer` states every value that the program gives;
    `aliases` are other full answers that are just as right; `bridges` names found on the way; `choices` names that the
    question offers for one of them; `names` are names in the question that no capital shows (`--force`)."""

    question: str
    answer: str
    program: Expression
    entity: str
    aliases: tuple[str, ...] = ()
    hops: tuple[Hop, ...] = ()
    bridges: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class World:
    """What families look at: the ground, the lexicon, and what the user says that the documents are about."""

    ground: CorpusFacts
    about: str = ""
    lexicon: Lexicon = field(default_factory=lexicon)

    @property
    def facts(self) -> FactTable:
        return self.ground.facts

    def fact(self, name: str) -> Fact:
        return self.ground.fact(name)

    def source(self, name: str) -> Source:
        return self.ground.source(name)

    def document(self, fact: Fact) -> str:
        """The file or module that the fact was read from."""
        return self.ground.corpus.document(fact.source)

    def passage_of(self, entity: str) -> Source | None:
        """The first passage that is about the entity, by its title; None if the corpus has none."""
        name = self._passages.get(entity)
        return None if name is None else self.ground.source(name)

    @cached_property
    def _passages(self) -> dict[str, str]:
        corpus = self.ground.corpus
        passages: dict[str, str] = {}
        for name, title in zip(corpus.ids, corpus.titles, strict=True):
            if title and corpus.modality(name) is Modality.TEXT:
                passages.setdefault(name_key(title), name)
        return passages

    @cached_property
    def contexts(self) -> Contexts:
        """The names of the corpus's pages and sites, which questions about open facts need."""
        return Contexts.of(self.ground.corpus, self.about, again=self.ground.copies.documents)

    def goes_on(self, fact: Fact) -> bool:
        """Whether a fact ends where its passage does, and the next passage continues the section: it does not begin
        with another entry."""
        corpus, source = self.ground.corpus, self.source(fact.source)
        at = corpus.position(source.id) + 1
        if at == len(corpus) or len(source.text.rstrip()) > (fact.span.end or 0):
            return False
        after = corpus.source(corpus.ids[at])
        own = after.place.document == source.place.document and after.place.headings == source.place.headings
        return own and after.modality is Modality.TEXT and all(entry.name[0] for entry in after.entries)

    def named(self, relation: str, subject: str) -> list[Fact]:
        """All facts of a relation about things of that name, whatever document they stand in."""
        return self.ground.named(relation, subject)

    def stated_of(self, purpose: str) -> frozenset[str]:
        """The names of the entries whose purpose is stated in exactly these words."""
        return frozenset(self._stated.get(name_key(purpose), ()))

    @cached_property
    def _stated(self) -> Mapping[str, set[str]]:
        names: dict[str, set[str]] = {}
        for fact in self.facts.of_relation("purpose"):
            names.setdefault(name_key(fact.value), set()).add(name_key(fact.subject))
        return names

    def sections(self, document: str, form: str) -> frozenset[str]:
        """The sections of a document that have entries of this form, and name nothing that they belong to; by the
        headings that say more than the form."""
        return frozenset(self._sections.get((document, form), ()))

    @cached_property
    def _sections(self) -> Mapping[tuple[str, str], set[str]]:
        sections: dict[tuple[str, str], set[str]] = {}
        for relation in filter(is_open, self.facts.relations()):
            for fact in self.facts.of_relation(relation):
                if (form := fact.qualifier("form")) and not fact.qualifier("owner"):
                    section = " > ".join(telling_headings(fact.qualifier("section"), form))
                    sections.setdefault((self.document(fact), form), set()).add(section)
        return sections

    @cached_property
    def tables(self) -> Mapping[str, Counter[str]]:
        """By the key of a title, how many tables of each document have it; copies count once."""
        corpus, again = self.ground.corpus, self.ground.copies.sources
        counts: dict[str, Counter[str]] = {}
        for name, title in zip(corpus.ids, corpus.titles, strict=True):
            if corpus.modality(name) is Modality.TABLE and name not in again:
                counts.setdefault(name_key(title), Counter())[corpus.document(name)] += 1
        return counts

    def small(self, text: str) -> str:
        """A phrase in the middle of a sentence: its first word is small unless the corpus mostly writes it large, or
        another word of the phrase is large."""
        first, _, rest = text.partition(" ")
        if not first[:1].isupper() or not first[1:].islower() or rest != rest.lower() or re.search(r"\d", rest):
            return text
        return text[:1].lower() + text[1:] if self._spellings[first.lower()] >= self._spellings[first] > 0 else text

    def holds_name(self, phrase: str) -> bool:
        """Whether a word of the phrase is a name: the corpus writes it with a capital inside its sentences, more than
        once, and never in small letters."""
        words = re.findall(r"[^\W_][\w’'-]*", phrase)
        return any(self._names[word] > 1 and not self._spellings[word.lower()] for word in words)

    @cached_property
    def _names(self) -> Counter[str]:
        """How often the corpus's texts have a word with a capital behind one without."""
        texts = self.ground.corpus.columns.strings("text")
        return Counter(word for text in texts for word in re.findall(r"(?<=[a-z] )[A-Z][\w’'-]*", text))

    @cached_property
    def _spellings(self) -> Counter[str]:
        """How often the corpus's passages have each word, as it is written."""
        texts = self.ground.corpus.columns.strings("text")
        return Counter(word for text in texts for word in re.findall(r"[^\W_][\w’'-]*", text))

    @cached_property
    def definitions(self) -> tuple[Fact, ...]:
        """Every definition of the corpus: each one asked is held against all of them."""
        return tuple(self.facts.of_relation("definition"))

    @cached_property
    def compound(self) -> Mapping[str, list[Fact]]:
        """By entity, the facts that read well as a half of a compound question or as the last step of a longer one."""
        facts = (fact for relation in self.lexicon.compound for fact in self.facts.of_relation(relation))
        return grouped((fact for fact in facts if not fact.qualifier("scope")), lambda fact: fact.entity)

    def in_text(self, relation: str, value_type: str = "") -> Iterator[Fact]:
        """The facts of a relation that were read from passages, perhaps only those with values of one type."""
        for fact in self.facts.of_relation(relation):
            if fact.span.read == "text" and value_type in ("", fact.value_type):
                yield fact

    def text_seeds(self, relations: Iterable[str], is_wanted: Callable[[Fact], bool]) -> Iterator[Seed]:
        """One seed for each fact of these relations that was read from text and is wanted."""
        for relation in relations:
            for fact in filter(is_wanted, self.in_text(relation)):
                yield Seed((fact.id,), relation, self.document(fact))

    def modality(self, fact: Fact) -> Modality:
        """The kind of source that the fact was read from."""
        return _MODALITIES[fact.span.read]

    def modalities(self, *facts: Fact) -> Modalities:
        """The kinds of sources that the facts were read from."""
        return Modalities.of(map(self.modality, facts))


class Family(ABC):
    """One kind of question. Pure: `seeds` and `write` depend on nothing but their arguments. `combinations` are the
    sources that a question of it can need. A family over open facts takes its turn `after_lexicon`, when the families
    over the lexicon's facts have none. `version` rises where it asks or words anything otherwise: here where what all
    families share has changed (2: page and site are named, and open facts take what the lexicon cannot ask; 3: tables
    stand under their headings, cells of one column are asked together, and purposes by their kind; 4: an entry may have
    a name alone, and no question asks for "the name of" one; 5: tables are called by their headings, columns are quoted
    as columns, and an entry is its owner's only where its source says so)."""

    name: str
    style: str
    version: int = 5
    after_lexicon: bool = False
    combinations: tuple[Modalities, ...] = ()

    def covers(self, wants: Modalities) -> bool:
        """Can this family ever fill a cell of these modalities?"""
        return wants in self.combinations

    @abstractmethod
    def seeds(self, world: World, wants: Modalities) -> Seeds:
        """Everything that could be asked, in a stable order."""

    @abstractmethod
    def write(self, world: World, seed: Seed, wants: Modalities, rng: Rng) -> ComposedDraft:
        """Word one seed. Raises SeedRefusedError."""
