"""Define what a family of questions is: gates that find seeds, and templates that write one.

A family names the styles and modalities that it covers, lists everything it could ask (`seeds`), and writes one
question out of a seed (`write`). It never checks its own question: that is the pipeline's work. What it cannot word
well it refuses, with a reason that is counted.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from benchwright.errors import BenchwrightError
from benchwright.facts.relations import Lexicon, lexicon
from benchwright.facts.store import FactTable
from benchwright.programs.corpus_facts import CorpusFacts
from benchwright.programs.operations import Expression
from benchwright.records import Fact, Hop, Modalities, Modality, Source
from benchwright.values import name_key


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


@dataclass(frozen=True, slots=True)
class ComposedDraft:
    """A written question, before anything is proven about it. `answer` states every value that the program gives;
    `aliases` are other full answers that are just as right; `bridges` names found on the way; `choices` names that the
    question offers for one of them."""

    question: str
    answer: str
    program: Expression
    entity: str
    aliases: tuple[str, ...] = ()
    hops: tuple[Hop, ...] = ()
    bridges: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class World:
    """What families look at: the ground and the lexicon."""

    ground: CorpusFacts
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
        found = self._passages.get(entity)
        return None if found is None else self.ground.source(found)

    @cached_property
    def _passages(self) -> dict[str, str]:
        corpus = self.ground.corpus
        found: dict[str, str] = {}
        for name, title in zip(corpus.ids, corpus.titles, strict=True):
            if title and corpus.modality(name) is Modality.TEXT:
                found.setdefault(name_key(title), name)
        return found

    @cached_property
    def shapes(self) -> dict[str, str]:
        """Modality of the source of every fact, by the fact's way of reading."""
        return {"text": "text", "cell": "table", "pixels": "image", "ocr": "image", "caption": "image", "alt": "image"}

    @cached_property
    def definitions(self) -> tuple[Fact, ...]:
        """Every definition of the corpus: each one asked is held against all of them."""
        return tuple(self.facts.of_relation("definition"))

    def modality(self, fact: Fact) -> str:
        """`text`, `table` or `image`, by how the fact was read."""
        return self.shapes[fact.span.read]


class Family(ABC):
    """One kind of question. Pure: `seeds` and `write` depend on nothing but their arguments. `combinations` are the
    sources that a question of it can need."""

    name: str
    style: str
    version: int = 1
    combinations: tuple[Modalities, ...] = ()

    def covers(self, wants: Modalities) -> bool:
        """Can this family ever fill a cell of these modalities?"""
        return wants in self.combinations

    @abstractmethod
    def seeds(self, world: World, wants: Modalities) -> Iterable[Seed]:
        """Everything that could be asked, in a stable order."""

    @abstractmethod
    def write(self, world: World, seed: Seed, wants: Modalities, rng: np.random.Generator) -> ComposedDraft:
        """Word one seed. Raises RefusedError."""


def seeds_of_facts(world: World, relations: Iterable[str], wanted: Callable[[Fact], bool]) -> Iterator[Seed]:
    """One seed for each fact of these relations that was read from text and is wanted."""
    for relation in relations:
        for fact in world.facts.of_relation(relation):
            if fact.span.read == "text" and wanted(fact):
                yield Seed((fact.id,), relation, world.document(fact))
