"""Measure what a shortcut answers, and how far keywords of one part cover another's, on WebQA's validation questions.

    python perf/splits.py --data DATA/webqa [--seeds 3]

The 2,511 questions on images are split 70 : 10 : 20 within their categories, at random and adversarially. `shortcut` is
the share of test questions that the commonest answer to training questions with the same first words is right for;
`keywords` and `answers` are the shares of the test part's that any training question has.
"""

from __future__ import annotations

import argparse
import csv
import gzip
from collections import Counter
from pathlib import Path

from benchwright.benchmark.question_split import QuestionSplit, SplitQuestion, split_questions
from benchwright.evaluate.questions.answer_keywords import QuestionAnswers, keyword_coverage
from benchwright.evaluate.questions.shortcuts import answered_by, fit_shortcut

SHARES = {"train": 0.7, "dev": 0.1, "test": 0.2}
_LONGEST = 10_000_000


def read(folder: Path) -> tuple[dict[str, QuestionAnswers], dict[str, str]]:
    """The questions with their answers and keywords, and their categories, by id."""
    path = next(folder.glob("*x101fpn*.tsv.gz"))
    csv.field_size_limit(_LONGEST)
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t"))
    answers = {row["Guid"]: QuestionAnswers(row["Q"], ((row["A"],),), row["Keywords_A"]) for row in rows}
    return answers, {row["Guid"]: row["Qcate"] for row in rows}


def split(
    answers: dict[str, QuestionAnswers], categories: dict[str, str], seed: int, *, adversarial: bool
) -> QuestionSplit:
    """A split by category; an adversarial one keeps what the shortcut of all questions answers out of the test part."""
    every = list(answers.values())
    easy = answered_by(fit_shortcut(every), every) if adversarial else [False] * len(every)
    questions = [SplitQuestion(id, categories[id], frozenset(), hit) for id, hit in zip(answers, easy, strict=True)]
    counts = Counter(categories.values())
    sizes = {part: {name: share * count for name, count in counts.items()} for part, share in SHARES.items()}
    return split_questions(questions, sizes, seed)


def shortcut_share(answers: dict[str, QuestionAnswers], made: QuestionSplit) -> float:
    """The share of the test part that the training part's shortcut answers."""
    learned = fit_shortcut([answers[id] for id in made.parts["train"]])
    hits = answered_by(learned, [answers[id] for id in made.parts["test"]])
    return sum(hits) / len(hits)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--seeds", type=int, default=3)
    options = parser.parse_args()
    answers, categories = read(options.data)
    print(f"{'split':<12}{'seed':>5}{'train':>7}{'test':>6}{'shortcut':>10}{'keywords':>10}{'answers':>9}")
    for adversarial in (False, True):
        for seed in range(options.seeds):
            made = split(answers, categories, seed, adversarial=adversarial)
            train, test = ([answers[id] for id in made.parts[part]] for part in ("train", "test"))
            coverage = keyword_coverage(train, test, ("train", "test"))
            assert coverage is not None
            shares = shortcut_share(answers, made), coverage.keywords[-1][1], coverage.answers[-1][1]
            name = "adversarial" if adversarial else "random"
            told = "".join(f"{share:>9.1%} " for share in shares)
            print(f"{name:<12}{seed:>5}{len(train):>7,}{len(test):>6,} {told}")


if __name__ == "__main__":
    main()
