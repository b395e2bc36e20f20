"""How well `lexical` tells which sentences state a triple, and how many sentences a second are searched for names.

    python perf/evidence.py [--data DATA/redocred] [--book freebase] [--pages 5000 20000] [--fit]

Quality on a graph: the labelled sentences of `tests/data/stated`, which always are here (`evidence_labels.py` tells
which of them no fit sees). The sweep of thresholds is of the first half, the rows below it of both; then the same in
the proportions of a graph. `--fit` fits the weights on the first half of them and of Re-DocRED's (which counts for a
tenth as much), by logistic regression with a small penalty, each weight on the side of zero on which its meaning puts
it; a relation with three labels has a weight of its own, and those of doubts are set, for too few sentences have one.
It also fits eight times to seven eighths of the subjects, and tells how the eighth left out is read.

Quality on documents: Re-DocRED (dev, 500 documents). A positive is a sentence that is labelled as the evidence of a
relation and names both ends; negatives are the other sentences that name the two, and the labelled sentence with each
relation that the document does not give the pair, but another pair of the same types (at most two each, drawn by a
seed). Only relations of the book count. Documents are halved by the hash of their titles: the sweep of thresholds (and
with --fit the weights) is of one half, the figures by relation are of the other, at the threshold and with the weights
that the checker has; intervals are Wilson's of 95 %.

`checkers.py` tells how well the checkers that ask a model do, beside `lexical`.

Speed: made pages, at two sizes. Beside it the bare automaton over the same texts, without words, sentences or rules;
memory must not grow with the number of pages, and at least 2,000 sentences a second are demanded.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from benchwright.graphs.book import open_book
from benchwright.graphs.relations import RelationBook
from benchwright.makers.lists.evidence.lexical import Lexical
from benchwright.makers.lists.evidence.mentions import Finder
from benchwright.makers.lists.evidence.names import names_of
from benchwright.makers.lists.evidence.tokens import listed
from benchwright.makers.lists.evidence.weights import THRESHOLD
from evidence_labels import SEED, Labelled, fitted, in_folds, labelled, stated
from verdicts import line

LEAST = 2_000  # sentences a second
PAGES_A_BLOCK = 2_000
SYLLABLES = sorted(listed("ba cor den fal gri hol jar kel lor mon nas per rud sil tor wen"))
FIRST = sorted(listed("Ada Boris Clara David Emma Felix Grace Henry Ida James Karl Laura"))
WORDS = sorted(listed("river tree stone cloud north age salt copper wheat harbour engine valley in of the and"))


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

    def only(self, chosen: np.ndarray) -> Measured:
        places = np.flatnonzero(chosen)
        return Measured([self.data[at] for at in places], [self.features[at] for at in places])

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
    for threshold in (*np.arange(0.3, 0.75, 0.1), *np.arange(0.74, 0.97, 0.02)):
        print(line(f"{threshold:.2f}", list(zip(true[~held], scores[~held] >= threshold, strict=True))))
    print(f"  at {lexical.threshold}")
    for half, rows in (("the first half", ~held), ("the other half", held)):
        print(line(half, list(zip(true[rows], scores[rows] >= lexical.threshold, strict=True))))


def of_the_graph(name: str, on: Measured, scores: np.ndarray, threshold: float) -> None:
    """Precision and recall as if all candidates of the graph had been labelled, in the proportions that they have."""
    weights, true = np.array([one.weight for one in on.data]), on.true
    print(f"\n{name}, weighted to all candidates of the graph ({(weights > 0).sum()} labels)")
    for at in (*np.arange(0.7, 0.97, 0.02), threshold):
        accepted = scores >= at
        hits = (weights * (accepted & true)).sum()
        taken, stated_there = (weights * accepted).sum(), (weights * true).sum()
        print(
            f"  {at:.2f}{'  (the threshold)' if at == threshold else '':<18}  precision {hits / max(taken, 1):.3f}   "
            f"recall {hits / max(stated_there, 1):.3f}   accepted {taken:,.0f}"
        )


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
        rows = [] if pages is None else pages.first()
        weights = fitted(graph.first(), rows)
        for name, weight in weights.items():
            if weight:
                print(f'        "{name}": {weight},')
        lexical = Lexical(book, weights=weights)
        first = graph.only(~graph.held)
        of_the_graph("Each eighth by a fit to the others", first, in_folds(first.data, first.features, rows), THRESHOLD)
    sweep("a graph's triples", graph, lexical)
    for name, half in (("The first half, fitted", ~graph.held), ("The other half", graph.held)):
        if half.any():
            of_the_graph(name, graph.only(half), graph.only(half).scores(lexical), lexical.threshold)
    if pages is not None:
        sweep("Re-DocRED", pages, lexical)
        by_relation(pages, lexical, book)


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
