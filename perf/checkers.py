"""Precision and recall of every checker of evidence, `lexical`, `judge` and `nli`, on the same labelled statements.

    python perf/checkers.py [--data DATA/redocred] [--sample 400] [--seed 11]
                            [--judge MODEL ... [--batch-dir FOLDER] [--plan PLAN] [--base-url URL] [--max-usd 2]]
                            [--nli MODEL ...] [--to runs/checkers]

Statements are those of `evidence.py`: Re-DocRED with its own negatives, in the shares that they have there, and the
labelled sentences of a graph; what comes twice counts once. Of the half of each that no fit sees, `--sample` are drawn
by a seed, the same for every checker. `lexical` is always told. `--judge` asks any model that a plan may name, by the
product's own prompt, eight statements a call; `--batch-dir` writes the requests to files, says where, and ends: run
again with the replies there it goes on. `--nli` takes any cross-encoder of the extra `neural`: on as many statements of
the first half its thresholds are tried, and it is told at the best F1 there and at the product's own threshold.

Lists over a graph ask a judge or an NLI model about every sentence that names both ends, as here. The labels of the
graph show a sentence alone, Re-DocRED with the two before it, as the product does. What has no verdict is not stated,
and counted.

Intervals are Wilson's of 95 %. Comparisons give McNemar's exact test, and the permutation test of `benchwright
evaluate` with its interval, in which statements of one page go together. `--to` gets the ledger, and in verdicts.jsonl
every statement with its label and what each checker said.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import numpy as np

from benchwright.checks.judged.entails import THRESHOLD, open_entailment
from benchwright.errors import BenchwrightError
from benchwright.files.atomic import write_atomic
from benchwright.graphs.book import open_book
from benchwright.graphs.relations import RelationBook
from benchwright.makers.lists.evidence.checker import Statement
from benchwright.makers.lists.evidence.lexical import Lexical
from benchwright.makers.lists.evidence.nli import Nli
from benchwright.run.dispatch import choose_dispatch, session_over
from benchwright.run.item_run import settings_and_caps
from benchwright.run.model_session import CONCURRENCY, LEDGER, SpendingCaps
from evidence_labels import SEED, Labelled, labelled, stated
from judging import Answers, ask_all, cost
from verdicts import Verdicts, comparison, drawn, line, table, truth, unlike, weighted, worst

Scorer = Callable[[Sequence[Statement]], Sequence[float]]
GRID: tuple[float, ...] = (0.002, 0.01, *np.arange(0.05, 0.96, 0.05).round(2).tolist(), 0.98, 0.99)
"""Thresholds that are tried; the first is about that of QAMPARI's own code."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Statements of one data set: `held` are measured, `first` are for trying thresholds; `of` were held in all."""

    name: str
    first: list[Labelled]
    held: list[Labelled]
    of: int

    @property
    def statements(self) -> list[Statement]:
        return [one.statement for one in self.held]


def samples(data: Path | None, book: RelationBook, count: int, seed: int) -> Iterator[Sample]:
    """By lot from each data set that is here."""
    sets = {} if data is None else {"Re-DocRED": list(labelled(data / "dev_revised.json", book))}
    for name, rows in (sets | {"a graph's triples": list(stated(book))}).items():
        first, held = (unlike(one for one in rows if one.held is half) for half in (False, True))
        yield Sample(name, drawn(first, count, seed), drawn(held, count, seed), len(held))


def from_score(name: str, scores: Sequence[float], threshold: float) -> Verdicts:
    return Verdicts(name, tuple(score >= threshold for score in scores))


def best(data: Sequence[Labelled], scores: Sequence[float]) -> float:
    """The threshold of `GRID` with the best F1; of equal ones the highest."""
    true, told = truth(data), np.array(scores)

    def f1(threshold: float) -> float:
        accepted = told >= threshold
        return 2 * int((accepted & true).sum()) / max(1, int(accepted.sum()) + int(true.sum()))

    return max(GRID, key=lambda threshold: (f1(threshold), threshold))


def swept(name: str, sample: Sample, score: Scorer) -> Iterator[Verdicts]:
    """Prints what each threshold gives on the first half, and yields the verdicts on the other: at the threshold of the
    best F1, and at the product's."""
    start = time.perf_counter()
    scores, told = (list(score([one.statement for one in half])) for half in (sample.first, sample.held))
    took = time.perf_counter() - start
    true = truth(sample.first).tolist()
    print(f"\n{name} on {sample.name}, {len(true)} statements of the first half, by threshold")
    for threshold in GRID:
        print(line(f"{threshold:g}", [(one, told >= threshold) for one, told in zip(true, scores, strict=True)]))
    fitted = best(sample.first, scores)
    print(f"  the best F1 at {fitted:g}; {len(scores) + len(told):,} statements were read in {took:.1f} s")
    yield from_score(f"{name}, {fitted:g}", told, fitted)
    yield from_score(f"{name}, {THRESHOLD:g}", told, THRESHOLD)


def tell(sample: Sample, lexical: Verdicts, models: Sequence[Sequence[Verdicts]]) -> list[Verdicts]:
    """Print all that is to be said of one data set. `models` are the verdicts of each model, of which the first are
    compared with those of others."""
    rows = [lexical, *(one for told in models for one in told)]
    print(f"\n{sample.name}: {len(sample.held)} of {sample.of:,} statements that no fit saw")
    for text in table(sample.held, rows):
        print(text)
    if any(one.weight for one in sample.held):
        print("  weighted to all candidates of the graph")
        for text in weighted(sample.held, rows):
            print(text)
    alone = [lexical, *(told[0] for told in models)]
    if models:
        print("\n  compared: the share of right verdicts of the one less that of the other")
    for first, second in combinations(alone, 2):
        for text in comparison(sample.held, first, second):
            print(text)
    for one in alone:
        print(f"\n  most mistakes of {one.name}")
        for text in worst(sample.held, one):
            print(text)
    return rows


def written(sample: Sample, rows: Sequence[Verdicts]) -> str:
    """The statements of a sample as lines of JSON, with what was said of each."""
    lines = []
    for at, one in enumerate(sample.held):
        asked = one.statement
        told = {
            "set": sample.name, "relation": asked.relation.id, "statement": asked.hypothesis, "title": asked.title,
            "text": asked.text, "stated": one.true, "other": one.other, "weight": one.weight,
            "said": {checker.name: checker.said[at] for checker in rows},
        }  # fmt: skip
        lines.append(json.dumps(told, ensure_ascii=False) + "\n")
    return "".join(lines)


def judges(options: argparse.Namespace, drawn_sets: Sequence[Sample]) -> dict[tuple[str, str], Answers] | None:
    """What the models say; None if replies are waited for."""
    settings, caps = settings_and_caps(options.judge, options.plan, options.base_url, SpendingCaps(usd=options.max_usd))
    exchange = choose_dispatch(options.to, options.batch_dir, None, retry_failed=options.retry_failed)
    calling = session_over(exchange, settings, caps=caps, concurrency=options.concurrency, notify=print)
    asked = {(model, one.name): one.statements for model in options.judge for one in drawn_sets}
    return ask_all(asked, calling, exchange, options.to, print)


def measure(options: argparse.Namespace) -> int:
    book = open_book(options.book, Path())
    lexical = Lexical(book)
    sets = list(samples(options.data, book, options.sample, options.seed))
    encoders = {model: Nli(open_entailment(model)) for model in options.nli}
    answered = judges(options, sets) if options.judge else {}
    if answered is None:
        return 1
    lines = ""
    for one in sets:
        scores = lexical.score(one.statements)
        told = [[Verdicts(f"judge {model}", tuple(answered[model, one.name].said))] for model in options.judge]
        told += [list(swept(f"nli {model}", one, encoder.score)) for model, encoder in encoders.items()]
        rows = tell(one, from_score(f"lexical, {lexical.threshold:g}", scores, lexical.threshold), told)
        for model in options.judge:
            found = answered[model, one.name]
            failed = f"; failed for good {dict(found.failed)}" if found.failed else ""
            print(f"\n  judge {model}: {cost(found.calls, options.to / LEDGER).line()}{failed}")
        lines += written(one, rows)
    if options.judge or options.nli:
        options.to.mkdir(parents=True, exist_ok=True)
        write_atomic(options.to / "verdicts.jsonl", lines)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=None)
    parser.add_argument("--book", default="freebase")
    parser.add_argument("--sample", type=int, default=400)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--judge", nargs="+", default=[], metavar="MODEL")
    parser.add_argument("--nli", nargs="+", default=[], metavar="MODEL")
    parser.add_argument("--to", type=Path, default=Path("runs/checkers"))
    parser.add_argument("--batch-dir", type=Path, default=None)
    parser.add_argument("--retry-failed", action="store_true")
    parser.add_argument("--plan", type=Path, default=None)
    parser.add_argument("--base-url", default=None)
    parser.add_argument("--max-usd", type=float, default=None)
    parser.add_argument("--concurrency", type=int, default=CONCURRENCY)
    options = parser.parse_args()
    if options.data is None or not options.data.is_dir():
        print("no Re-DocRED here: name its folder with --data")
        options.data = None
    try:
        return measure(options)
    except BenchwrightError as error:
        print(f"error: {error.line()}")
        return error.exit_code


if __name__ == "__main__":
    raise SystemExit(main())
