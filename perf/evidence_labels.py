"""Reads the labelled sentences: those of which it is known whether they state a triple.

`tests/data/stated` has those of a graph in two files. `statements.jsonl` is for fitting. `candidates.jsonl` was drawn
by lot from all candidates of a graph, in strata and by relation, and says how many candidates each of its sentences
stands for; the subjects whose hash is odd are held out of every fit. `labelled` reads those of Re-DocRED.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from benchwright.graphs.relations import GraphRelation, RelationBook
from benchwright.makers.lists.evidence.checker import Range, Statement

STATED = Path(__file__).resolve().parent.parent / "tests" / "data" / "stated"
SEED = 11
OTHERS = 2
"""Relations that the document does not give a pair, asked of each sentence that states one."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """A statement with the truth about it; `held` says that it is of the half that no fit sees."""

    statement: Statement
    true: bool
    held: bool
    other: bool = False
    """Whether it is a labelled sentence with a relation that it does not tell."""
    weight: float = 0.0
    """How many candidates of the graph it stands for; 0 where it was not drawn from them by lot."""


def stated(book: RelationBook) -> Iterator[Labelled]:
    """The labelled sentences of a graph, as the search asks them."""
    for name in ("statements", "candidates"):
        for row in (STATED / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            told = json.loads(row)
            anchor = told["anchor"]
            statement = Statement(
                book.relations[told["relation"]], told["subject"], told["object"], told["about"], told["text"],
                (0, len(told["text"])), (told["mention"][0], told["mention"][1]),
                None if anchor is None else (anchor[0], anchor[1]), told["title"], told["opens"], tuple(told["rivals"]),
            )  # fmt: skip
            weight = told.get("weight", 0.0)
            held = weight > 0 and digest(statement, 0) % 2 == 1
            yield Labelled(statement, told["stated"], held, weight=weight)


def digest(statement: Statement, at: int) -> int:
    """One byte of the hash of the subject."""
    return sha256(statement.subject.encode()).digest()[at]


class Page:
    """A document of Re-DocRED as one text."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.title = str(told["title"])
        self.entities = told["vertexSet"]
        self.labels = told["labels"]
        self.held = sha256(self.title.encode()).digest()[0] % 2 == 1
        self.sentences: list[Range] = []
        self._tokens: list[list[Range]] = []
        text = ""
        for words in told["sents"]:
            start, places = len(text), []
            for word in words:
                places.append((len(text), len(text) + len(word)))
                text += word + " "
            self.sentences.append((start, len(text) - 1))
            self._tokens.append(places)
        self.text = text

    def mentions(self, entity: int, sentence: int) -> list[Range]:
        return sorted(
            (self._tokens[sentence][one["pos"][0]][0], self._tokens[sentence][one["pos"][1] - 1][1])
            for one in self.entities[entity]
            if one["sent_id"] == sentence
        )

    def kind(self, entity: int) -> str:
        return str(self.entities[entity][0]["type"])

    def label(self, entity: int) -> str:
        return max((str(one["name"]) for one in self.entities[entity]), key=len)

    def statement(self, relation: GraphRelation, head: int, tail: int, sentence: int) -> Statement | None:
        """As the search would ask it, on the page of the subject; None unless the sentence names both."""
        heads, tails = self.mentions(head, sentence), self.mentions(tail, sentence)
        pairs = [(abs(a[0] - b[0]), a, b) for a in heads for b in tails if a[1] <= b[0] or b[1] <= a[0]]
        if not pairs:
            return None
        _, anchor, mention = min(pairs)
        begin = self.sentences[max(0, sentence - 2)][0]
        start, end = self.sentences[sentence]
        return Statement(
            relation, self.label(head), self.label(tail), "subject", self.text[begin:end], (start - begin, end - begin),
            (mention[0] - begin, mention[1] - begin), (anchor[0] - begin, anchor[1] - begin), self.title, sentence == 0,
        )  # fmt: skip


def labelled(path: Path, book: RelationBook) -> Iterator[Labelled]:
    """The sentences of Re-DocRED that name both ends of a relation, and whether they state it."""
    pages = [Page(told) for told in json.loads(path.read_text(encoding="utf-8"))]
    of_types: dict[tuple[str, str], set[str]] = {}
    for page in pages:
        for one in page.labels:
            if book.get(one["r"]) is not None:
                of_types.setdefault((page.kind(one["h"]), page.kind(one["t"])), set()).add(one["r"])
    draw = random.Random(SEED)
    for page in pages:
        given: dict[tuple[int, int], set[str]] = {}
        for one in page.labels:
            given.setdefault((one["h"], one["t"]), set()).add(one["r"])
        for one in page.labels:
            relation = book.get(one["r"])
            if relation is None or not one["evidence"]:
                continue
            head, tail = one["h"], one["t"]
            for sentence in range(len(page.sentences)):
                statement = page.statement(relation, head, tail, sentence)
                if statement is None:
                    continue
                true = sentence in one["evidence"]
                yield Labelled(statement, true, page.held)
                if not true:
                    continue
                rest = sorted(of_types[page.kind(head), page.kind(tail)] - given[head, tail])
                for id in draw.sample(rest, min(OTHERS, len(rest))):
                    other = page.statement(book.relations[id], head, tail, sentence)
                    assert other is not None
                    yield Labelled(other, False, page.held, True)
