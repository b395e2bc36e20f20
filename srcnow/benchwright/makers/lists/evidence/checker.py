"""Defines a statement, and what a checker of statements answers. Knows no graphs and no corpora."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from benchwright.graphs.relations import GraphRelation
from benchwright.makers.lists.evidence.records import End

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Statement:
    """Does this sentence state this triple? `text` are the sentence and the two before it, as they stand in the source;
    `sentence`, `mention` and `anchor` are ranges of `text`: the sentence itself, the words in it that name the other
    end, and those that name the end which the page is about (None where the sentence only means it). `title` is the
    page's; `opens` says that it is the page's first sentence. `rivals` are the ids of the other relations that the
    graph holds between the two (after Mintz et al., 2009): what a sentence says of the pair may be one of those."""

    relation: GraphRelation
    subject: str
    object: str
    about: End
    text: str
    sentence: Range
    mention: Range
    anchor: Range | None = None
    title: str = ""
    opens: bool = False
    rivals: tuple[str, ...] = ()

    @property
    def hypothesis(self) -> str:
        """The triple as a short sentence. Judges and NLI models read it; no rule does."""
        return self.relation.hypothesis.format(subject=self.subject, object=self.object)


class Checker(Protocol):
    """Reads sentences. A statement counts as stated from `threshold` on. `fingerprint` changes with whatever may change
    a score."""

    @property
    def name(self) -> str: ...
    @property
    def fingerprint(self) -> str: ...
    @property
    def threshold(self) -> float: ...
    def score(self, statements: Sequence[Statement]) -> Sequence[float]:
        """How sure it is that each sentence states its triple, 0 to 1, one for one."""


class NameMatch:
    """Accepts every sentence that names both ends: for a search whose sentences a model judges afterwards."""

    name = "names"
    fingerprint = "names/1"
    threshold = 0.0

    def score(self, statements: Sequence[Statement]) -> list[float]:
        """The same for all: which of them state their triple is not decided here."""
        return [1.0] * len(statements)
