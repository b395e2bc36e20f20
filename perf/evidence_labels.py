"""Sentences of which it is known whether they state a triple, and weights of `lexical` that are fitted to them.

`tests/data/stated` has those of a graph in two files. `statements.jsonl` is for fitting. `candidates.jsonl` was drawn
by lot from all candidates of a graph, in strata and by relation, and says how many candidates each of its sentences
stands for; the subjects whose hash is odd are held out of every fit. `labelled` reads those of Re-DocRED.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np

from benchwright.graphs.relations import Relation, RelationBook
from benchwright.makers.lists.evidence.checker import Range, Statement
from benchwright.makers.lists.evidence.tokens import listed

STATED = Path(__file__).resolve().parent.parent / "tests" / "data" / "stated"
SEED = 11
OTHERS = 2
"""Relations that the document does not give a pair, asked of each sentence that states one."""
SHARE = 0.1
"""What the sentences of Re-DocRED together count in a fit, of what those of the graph do."""
SET = {
    "cut_short": -3.0, "denied": -4.0, "elsewhere": -6.0, "hedged": -4.0, "in_passing": -4.0, "linked": -4.0,
    "namesake": -4.0, "only_nominated": -4.0, "other_deed": -6.0, "over": -4.0, "reversed": -4.0,
    "rival_clause": -2.5, "rival_takes": -4.0, "rooted": -4.0, "strange": -6.0,
}  # fmt: skip
SPEAK_AGAINST = listed(
    "breaks demonym generic in_parentheses language_note no_cue other_preposition owns pair_alone rival_alone "
    "rival_between weak"
)
LEAST_LABELS = 3
"""Labels from which a relation has a weight of its own."""
FOLDS = 8


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

    def statement(self, relation: Relation, head: int, tail: int, sentence: int) -> Statement | None:
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


Row = tuple[Mapping[str, float], bool]


def fitted(graph: Sequence[Row], pages: Sequence[Row]) -> dict[str, float]:
    """Weights to two digits, by logistic regression with a small penalty."""
    from scipy.optimize import minimize

    rows = [*graph, *pages]
    told = Counter(name for one, _ in graph for name in one)
    seen = {name for one, _ in rows for name in one if not _of_relation(name) or told[name] >= LEAST_LABELS}
    names = sorted(seen | SET.keys())
    column = {name: at for at, name in enumerate(names)}
    table = np.zeros((len(rows), len(names)))
    for at, (one, _) in enumerate(rows):
        for name, value in one.items():
            if name in column:
                table[at, column[name]] = value
    sign = np.where([true for _, true in rows], 1.0, -1.0)
    each = np.repeat([1.0, SHARE * len(graph) / max(1, len(pages))], [len(graph), len(pages)])
    penalty = np.array([_penalty(name) for name in names])
    bounds = [(SET[name], SET[name]) if name in SET else _side(name) for name in names]

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        margins = sign * (table @ weights)
        slope = -each * sign / (1 + np.exp(np.clip(margins, -50, 50)))
        lost = (each * np.logaddexp(0, -margins)).sum() + (penalty * weights * weights).sum()
        return float(lost), table.T @ slope + 2 * penalty * weights

    start = np.array([SET.get(name, 0.0) for name in names])
    found = minimize(loss, start, jac=True, bounds=bounds, method="L-BFGS-B").x
    return {name: round(float(weight), 2) for name, weight in zip(names, found, strict=True)}


def in_folds(data: Sequence[Labelled], features: Sequence[Mapping[str, float]], pages: Sequence[Row]) -> np.ndarray:
    """What each sentence scores by weights that were fitted to the sentences of other subjects."""
    scores = np.zeros(len(data))
    folds = np.array([digest(one.statement, 1) % FOLDS for one in data])
    for fold in range(FOLDS):
        seen = [(features[at], data[at].true) for at in np.flatnonzero(folds != fold).tolist()]
        weights = fitted(seen, pages)
        for at in np.flatnonzero(folds == fold).tolist():
            total = sum(weights.get(name, 0.0) * value for name, value in features[at].items())
            scores[at] = 1 / (1 + np.exp(-total))
    return scores


def _of_relation(name: str) -> bool:
    return name.startswith("relation ")


def _penalty(name: str) -> float:
    return 0.0 if name in SET else 0.01 if name == "bias" else 0.7 if _of_relation(name) else 1.0


def _side(name: str) -> tuple[float | None, float | None]:
    """On which side of zero a weight may be."""
    if name == "bias" or _of_relation(name):
        return None, None
    return (None, 0.0) if name in SPEAK_AGAINST else (0.0, None)
