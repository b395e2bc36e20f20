"""How well a checker tells which sentences state a triple, and how many sentences a second are searched for names.

    python perf/evidence.py [--data DATA/redocred] [--book freebase] [--pages 5000 20000] [--fit]

Quality on a graph: the labelled sentences of `tests/data/stated`, which always are here. They are halved by the hash of
the subject; the sweep of thresholds is of the first half, the rows below it of both. `--fit` fits the weights on the
first half of them and of Re-DocRED's (which counts for a tenth as much), by logistic regression with a small penalty,
each weight on the side of zero on which its meaning puts it; those of doubts are set, for too few sentences have one.

Quality on documents: Re-DocRED (dev, 500 documents). A positive is a sentence that is labelled as the evidence of a
relation and names both ends; negatives are the other sentences that name the two, and the labelled sentence with each
relation that the document does not give the pair, but another pair of the same types (at most two each, drawn by a
seed). Only relations of the book count. Documents are halved by the hash of their titles: the sweep of thresholds (and
with --fit the weights) is of one half, the figures by relation are of the other, at the threshold and with the weights
that the checker has; intervals are Wilson's of 95 %.

Speed: made pages, at two sizes. Beside it the bare automaton over the same texts, without words, sentences or rules;
memory must not grow with the number of pages, and at least 2,000 sentences a second are demanded.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np

from benchwright.graphs.book import open_book
from benchwright.graphs.relations import Relation, RelationBook
from benchwright.qampari.evidence.checker import Range, Statement
from benchwright.qampari.evidence.lexical import Lexical
from benchwright.qampari.evidence.mentions import Finder
from benchwright.qampari.evidence.names import names_of
from benchwright.qampari.evidence.tokens import listed

STATED = Path(__file__).resolve().parent.parent / "tests" / "data" / "stated" / "statements.jsonl"
SHARE = 0.1
"""What the sentences of Re-DocRED together count in a fit, of what those of the graph do."""
SET = {"denied": -3.0, "hedged": -3.5, "reversed": -2.0, "rival_clause": -2.0, "rival_takes": -2.5}
SPEAK_AGAINST = listed(
    "breaks demonym generic in_parentheses no_cue other_preposition pair_alone rival_alone rival_between weak"
)
SEED = 11
OTHERS = 2
LEAST = 2_000  # sentences a second
PAGES_A_BLOCK = 2_000
SYLLABLES = sorted(listed("ba cor den fal gri hol jar kel lor mon nas per rud sil tor wen"))
FIRST = sorted(listed("Ada Boris Clara David Emma Felix Grace Henry Ida James Karl Laura"))
WORDS = sorted(listed("river tree stone cloud north age salt copper wheat harbour engine valley in of the and"))


@dataclass(frozen=True, slots=True)
class Labelled:
    """A statement with the truth about it; `held` says that it is of the half that is reported."""

    statement: Statement
    true: bool
    held: bool
    other: bool = False
    """Whether it is a labelled sentence with a relation that it does not tell."""


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


def wilson(hits: int, of: int) -> tuple[float, float, float]:
    """A share and its 95 % interval."""
    if not of:
        return 0.0, 0.0, 1.0
    z, share = 1.959964, hits / of
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    reach = z / (1 + z * z / of) * sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return share, middle - reach, middle + reach


def line(name: str, rows: Sequence[tuple[bool, bool]]) -> str:
    """(true, accepted) pairs as a line of the table."""
    count = Counter(rows)
    hits, accepted, true = count[True, True], count[True, True] + count[False, True], sum(one for one, _ in rows)
    precision, recall = wilson(hits, accepted), wilson(hits, true)
    f1 = 2 * hits / (accepted + true) if accepted + true else 0.0
    told = "".join(f"  {share:5.3f} [{low:.3f}, {high:.3f}]" for share, low, high in (precision, recall))
    return f"  {name:<34}{true:>6}{len(rows) - true:>7}{told}  {f1:5.3f}"


def stated(book: RelationBook) -> Iterator[Labelled]:
    """The labelled sentences of a graph, as the search asks them."""
    for row in STATED.read_text(encoding="utf-8").splitlines():
        told = json.loads(row)
        anchor = told["anchor"]
        statement = Statement(
            book.relations[told["relation"]], told["subject"], told["object"], told["about"], told["text"],
            (0, len(told["text"])), (told["mention"][0], told["mention"][1]),
            None if anchor is None else (anchor[0], anchor[1]), told["title"], told["opens"], tuple(told["rivals"]),
        )  # fmt: skip
        yield Labelled(statement, told["stated"], sha256(told["subject"].encode()).digest()[0] % 2 == 1)


@dataclass(frozen=True, slots=True)
class Measured:
    """Labelled sentences with their features."""

    data: list[Labelled]
    features: list[dict[str, float]]

    @property
    def true(self) -> np.ndarray:
        return np.array([one.true for one in self.data])

    @property
    def held(self) -> np.ndarray:
        return np.array([one.held for one in self.data])

    def scores(self, lexical: Lexical) -> np.ndarray:
        return np.array([lexical.score_of(one) for one in self.features])

    def first(self) -> list[tuple[dict[str, float], bool]]:
        pairs = zip(self.data, self.features, strict=True)
        return [(features, one.true) for one, features in pairs if not one.held]


def measured(data: Sequence[Labelled], lexical: Lexical) -> Measured:
    return Measured(list(data), [lexical.features(one.statement) for one in data])


def sweep(name: str, on: Measured, lexical: Lexical) -> None:
    scores, true, held = on.scores(lexical), on.true, on.held
    print(
        f"\n{lexical.name} on {name}: {true.sum()} positives, {(~true).sum()} negatives; the first half, by threshold"
    )
    print(f"  {'':<34}{'pos':>6}{'neg':>7}  precision              recall                 F1")
    for threshold in (*np.arange(0.3, 0.75, 0.1), *np.arange(0.74, 0.95, 0.02)):
        print(line(f"{threshold:.2f}", list(zip(true[~held], scores[~held] >= threshold, strict=True))))
    print(f"  at {lexical.threshold}")
    for half, rows in (("the first half", ~held), ("the other half", held)):
        print(line(half, list(zip(true[rows], scores[rows] >= lexical.threshold, strict=True))))


def by_relation(on: Measured, lexical: Lexical, book: RelationBook) -> None:
    true, held, accepted = on.true, on.held, on.scores(lexical) >= lexical.threshold
    other = np.array([one.other for one in on.data])
    print(line("against other sentences", list(zip(true[held & ~other], accepted[held & ~other], strict=True))))
    wrong = held & (true | other)
    print(line("against other relations", list(zip(true[wrong], accepted[wrong], strict=True))))
    relations = np.array([one.statement.relation.id for one in on.data])
    for id, _ in Counter(relations[held & true].tolist()).most_common():
        of = held & (relations == id)
        print(line(f"{id} {book.relations[id].label}"[:33], list(zip(true[of], accepted[of], strict=True))))


def quality(documents: Path | None, book: RelationBook, fit: bool) -> None:
    lexical = Lexical(book)
    graph = measured(list(stated(book)), lexical)
    pages = None if documents is None else measured(list(labelled(documents, book)), lexical)
    if fit:
        lexical = Lexical(book, weights=fitted(graph.first(), [] if pages is None else pages.first()))
    sweep("a graph's triples", graph, lexical)
    if pages is not None:
        sweep("Re-DocRED", pages, lexical)
        by_relation(pages, lexical, book)


def fitted(
    graph: Sequence[tuple[dict[str, float], bool]], pages: Sequence[tuple[dict[str, float], bool]]
) -> dict[str, float]:
    """Weights to two digits, printed as they stand in the module."""
    from scipy.optimize import minimize

    rows = [*graph, *pages]
    names = sorted({name for one, _ in rows for name in one})
    table = np.array([[one.get(name, 0.0) for name in names] for one, _ in rows])
    sign = np.where([true for _, true in rows], 1.0, -1.0)
    each = np.repeat([1.0, SHARE * len(graph) / max(1, len(pages))], [len(graph), len(pages)])
    penalty = np.array([0.0 if name in SET else 0.01 if name == "bias" else 1.0 for name in names])
    bounds = [(SET[name], SET[name]) if name in SET else side(name) for name in names]

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        margins = sign * (table @ weights)
        slope = -each * sign / (1 + np.exp(np.clip(margins, -50, 50)))
        told = (each * np.logaddexp(0, -margins)).sum() + (penalty * weights * weights).sum()
        return float(told), table.T @ slope + 2 * penalty * weights

    start = np.array([SET.get(name, 0.0) for name in names])
    found = minimize(loss, start, jac=True, bounds=bounds, method="L-BFGS-B").x
    weights = {name: round(float(weight), 2) for name, weight in zip(names, found, strict=True)}
    for name, weight in weights.items():
        print(f'        "{name}": {weight},')
    return weights


def side(name: str) -> tuple[float | None, float | None]:
    """On which side of zero a weight may be."""
    return (None, None) if name == "bias" else (None, 0.0) if name in SPEAK_AGAINST else (0.0, None)


def made_pages(count: int) -> Iterator[tuple[int, str, list[int]]]:
    """(page, text, neighbours): each page has four sentences, and names two of its six neighbours, once tokenised."""
    draw = random.Random(SEED)
    for page in range(count):
        near = [(page * 7 + step * 13) % count for step in range(1, 7)]
        first, second = (made_name(one) for one in near[:2])
        filler = " ".join(" ".join(draw.choices(WORDS, k=16)).capitalize() + "." for _ in range(2))
        yield page, f"{made_name(page)} worked with {first} . Later {second} followed, it is said. {filler}", near


def made_name(number: int) -> str:
    """A first name and a surname made of the number, so that none comes twice."""
    digits, left = "", number + len(SYLLABLES) ** 3
    while left:
        left, digit = divmod(left, len(SYLLABLES))
        digits += SYLLABLES[digit]
    return f"{FIRST[number % len(FIRST)]} {digits.capitalize()}"


def speed(count: int) -> bool:
    """Search `count` pages in blocks, and the same blocks with the bare automaton. False if a bound is missed."""
    import ahocorasick_rs

    took = bare = 0.0
    found = told = 0
    pages = made_pages(count)
    while block := list(islice(pages, PAGES_A_BLOCK)):
        near = sorted({one for page, _, others in block for one in (page, *others)})
        start = time.perf_counter()
        finder = Finder(name for one in near for name in names_of(one, made_name(one), ()))
        found += sum(1 for page, text, others in block for _ in finder.find(text, page, dict.fromkeys(others)))
        took += time.perf_counter() - start
        told += finder.counts["sentences"]
        start = time.perf_counter()
        automaton = ahocorasick_rs.AhoCorasick([made_name(one) for one in near])
        for _, text, _ in block:
            automaton.find_matches_as_indexes(text, overlapping=True)
        bare += time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"  {count:>7,} pages  {told:>9,} sentences  {found:>8,} mentions  {told / took:>9,.0f} sentences/s   "
        f"bare automaton {told / bare:>9,.0f}/s ({took / bare:.1f} times as fast)   peak {peak:,.0f} MB"
    )
    return told / took >= LEAST


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=None)
    parser.add_argument("--book", default="freebase")
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--pages", type=int, nargs="+", default=[5_000, 20_000])
    options = parser.parse_args()
    if options.data is None or not options.data.is_dir():
        print("no Re-DocRED here: name its folder with --data")
    documents = options.data / "dev_revised.json" if options.data is not None and options.data.is_dir() else None
    quality(documents, open_book(options.book, Path()), options.fit)
    print("\nsearch for names")
    kept = [speed(count) for count in options.pages]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())
