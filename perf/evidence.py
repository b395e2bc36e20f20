"""Measures how well `lexical` finds the sentences that state a triple, and how fast sentences are searched for names.

    python perf/evidence.py [--data DATA/redocred] [--book freebase] [--pages 5000 20000] [--fit]

Quality on a graph: the labelled sentences of `tests/data/stated`, which always are here (`evidence_labels.py` says
which of them no fit sees).

Quality on documents: Re-DocRED (dev, 500 documents). A positive is a sentence that is labelled as the evidence of a
relation and names both ends; negatives are the other sentences that name the two, and the labelled sentence with each
relation that the document does not give the pair, but another pair of the same types (at most two each, drawn by a
seed). Only relations of the book count. Documents are halved by the hash of their titles.

The sweeps of thresholds are of the first halves, the rows at the threshold of both; then the graph in the proportions
of all its candidates, and Re-DocRED by relation. Intervals are Wilson's of 95 %. `--fit` fits the weights and the
threshold to the first halves (`evidence_fit.py`), prints what each feature adds there, writes `lexical.yaml` and then
measures. `checkers.py` measures the checkers that ask a model, beside `lexical`.

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
from ruamel.yaml import YAML

import benchwright.makers.lists.evidence
from benchwright.graphs.book import open_book
from benchwright.graphs.relations import RelationBook
from benchwright.makers.lists.evidence.lexical import BIAS, Lexical, LexicalModel, fitted_model
from benchwright.makers.lists.evidence.mentions import Finder
from benchwright.makers.lists.evidence.names import names_of
from evidence_fit import ablated, crossed, fitted, half_of, threshold_of
from evidence_labels import SEED, Labelled, labelled, stated
from verdicts import line

LEAST = 2_000  # sentences a second
PAGES_A_BLOCK = 2_000
MODEL = Path(benchwright.makers.lists.evidence.__file__).parent / "lexical.yaml"
RULE = "the best mean F0.5 of the two data sets, by cross-validation over the pages of the fitting halves"
TRAINED_ON = "the fitting halves of tests/data/stated (FB15k-237 and Wikipedia) and of Re-DocRED (dev)"
GRAPH, PAGES = "FB15k-237, sentences of Wikipedia", "Re-DocRED"
SYLLABLES = [
    "ba",
    "cor",
    "den",
    "fal",
    "gri",
    "hol",
    "jar",
    "kel",
    "lor",
    "mon",
    "nas",
    "per",
    "rud",
    "sil",
    "tor",
    "wen",
]
FIRST = ["Ada", "Boris", "Clara", "David", "Emma", "Felix", "Grace", "Henry", "Ida", "James", "Karl", "Laura"]
WORDS = [
    "a",
    "age",
    "and",
    "cloud",
    "copper",
    "engine",
    "harbour",
    "in",
    "north",
    "of",
    "river",
    "salt",
    "stone",
    "the",
    "tree",
    "valley",
    "wheat",
]


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


def measured(data: Sequence[Labelled], lexical: Lexical) -> Measured:
    return Measured(list(data), [lexical.features(one.statement) for one in data])


def fit(book: RelationBook, graph: Measured, pages: Measured) -> None:
    """Fit, print what each feature adds, and write the model with its figures on the halves that no fit sees."""
    names = sorted({name for one in (*graph.features, *pages.features) for name in one})
    halves = [half_of(name, on.data, on.features, names) for name, on in ((GRAPH, graph), (PAGES, pages))]
    weights, scores = fitted(halves, names), crossed(halves, names)
    model = LexicalModel(weights, threshold_of(halves, scores), RULE, TRAINED_ON, {})
    print(f"{len(names)} features, threshold {model.threshold}; the cross-validated loss rises without")
    for name, rise in sorted(ablated(halves, names).items(), key=lambda pair: -pair[1]):
        print(f"  {name:<20}{rise:+.4f}   weight {weights[name]:+.2f}")
    lexical = Lexical(book, model=model)
    figures: dict[str, dict[str, float]] = {}
    for half, score in zip(halves, scores, strict=True):
        figures[f"{half.name}, fitting half, cross-validated"] = shares(half.true, score >= model.threshold)
    for name, on in ((GRAPH, graph), (PAGES, pages)):
        unseen = on.only(on.held)
        accepted = unseen.scores(lexical) >= model.threshold
        figures[f"{name}, held half"] = shares(unseen.true, accepted)
        each = np.array([one.weight for one in unseen.data])
        if each.any():
            figures[f"{name}, held half, weighted to all candidates"] = shares(unseen.true, accepted, each)
    told = {"trained_on": TRAINED_ON, "rule": RULE, "threshold": model.threshold}
    weights = {name: weights[name] for name in (BIAS, *names)}
    writer = YAML()
    writer.width = 1000
    with MODEL.open("w", encoding="utf-8") as file:
        file.write("# Written by perf/evidence.py --fit. Do not edit by hand.\n")
        writer.dump({**told, "weights": weights, "measured": figures}, file)


def shares(true: np.ndarray, accepted: np.ndarray, each: np.ndarray | None = None) -> dict[str, float]:
    """Precision and recall, and of how many sentences."""
    weights = np.ones(len(true)) if each is None else each
    hits = float((weights * (true & accepted)).sum())
    precision, recall = hits / float((weights * accepted).sum()), hits / float((weights * true).sum())
    return {"precision": round(precision, 3), "recall": round(recall, 3), "sentences": int((weights > 0).sum())}


def sweep(name: str, on: Measured, lexical: Lexical) -> None:
    scores, true, held = on.scores(lexical), on.true, on.held
    print(
        f"\n{lexical.name} on {name}: {true.sum()} positives, {(~true).sum()} negatives; the first half, by threshold"
    )
    print(f"  {'':<34}{'pos':>6}{'neg':>7}  precision              recall                 F1")
    for threshold in np.arange(0.3, 0.96, 0.05):
        print(line(f"{threshold:.2f}", list(zip(true[~held], scores[~held] >= threshold, strict=True))))
    print(f"  at {lexical.threshold}")
    for half, rows in (("the first half", ~held), ("the other half", held)):
        print(line(half, list(zip(true[rows], scores[rows] >= lexical.threshold, strict=True))))


def of_the_graph(name: str, on: Measured, scores: np.ndarray, threshold: float) -> None:
    """Precision and recall as if all candidates of the graph had been labelled, in the proportions that they have."""
    weights, true = np.array([one.weight for one in on.data]), on.true
    print(f"\n{name}, weighted to all candidates of the graph ({(weights > 0).sum()} labels)")
    for at in (*np.arange(0.5, 0.96, 0.05), threshold):
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


def quality(documents: Path | None, book: RelationBook, fits: bool) -> None:
    lexical = Lexical(book)
    graph = measured(list(stated(book)), lexical)
    pages = None if documents is None else measured(list(labelled(documents, book)), lexical)
    if fits and pages is not None:
        fit(book, graph, pages)
        fitted_model.cache_clear()
        lexical = Lexical(book)
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
        if options.fit:
            parser.error("--fit needs Re-DocRED: name its folder with --data")
        print("no Re-DocRED here: name its folder with --data")
    documents = options.data / "dev_revised.json" if options.data is not None and options.data.is_dir() else None
    quality(documents, open_book(options.book, Path()), options.fit)
    print("\nsearch for names")
    kept = [speed(count) for count in options.pages]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    raise SystemExit(main())
