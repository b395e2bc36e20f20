"""Hold the verifier's score of fluency against that of blind readers, who answered sheets of read_blind.py.

    python perf/fluency_agreement.py READ... [--to TABLE.md]

Each READ is a folder of `read_blind.py sheets` with the readers' answers, over benchmarks whose questions have the
check `fluent`: those that a model wrote. Where that check rejects, only scores of 4 and 5 are seen; with `checks:
{fluent: tag}` in the plan the others are kept, too. Planted items count, for their wording is sound.
The table gives, for each score of the verifier, the questions, the readers' mean, and the share that they give 4 or
more on average; then the correlation by ranks of both (Spearman's), and that of one reader with the mean of the others,
which is as much as can be expected. A verifier that gives one score to all is said to tell nothing.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import mean

from scipy.stats import spearmanr

from benchwright import Benchmark
from benchwright.checks.judged.verified import FLUENT
from read_blind import Readings, read_answers

Rated = tuple[float, list[float]]
"""The verifier's score of one question, and the readers' scores."""


def rated(folder: Path) -> list[Rated]:
    """The items of a folder whose question has a score of both."""
    key = json.loads((folder / "key.json").read_text("utf-8"))
    readings: Readings = read_answers(folder, key)
    scores: dict[str, dict[str, float]] = {}
    found: list[Rated] = []
    for name, answers in readings.items():
        corpus = key[name]["corpus"]
        if corpus not in scores:
            scores[corpus] = fluencies(Path(corpus))
        score = scores[corpus].get(key[name]["id"])
        if score is not None:
            found.append((score, [float(answer["fluency"]) for answer in answers.values()]))
    return found


def fluencies(path: Path) -> dict[str, float]:
    """The verifier's score by question."""
    return {
        example.id: check.score
        for example in Benchmark.open(path).examples
        for check in example.checks
        if check.name == "fluent" and check.score is not None
    }


def correlation(one: Sequence[float], other: Sequence[float]) -> str:
    if len(set(one)) < 2 or len(set(other)) < 2:
        return "none: one side gives one score to all"
    return f"{spearmanr(one, other).statistic:.2f}"


def table(items: Sequence[Rated]) -> str:
    by: dict[float, list[float]] = defaultdict(list)
    for score, readers in items:
        by[score].append(mean(readers))
    lines = ["| verifier | questions | readers' mean | readers give 4 or more |", "|---|---|---|---|"]
    for score, means in sorted(by.items(), reverse=True):
        good = sum(one >= FLUENT for one in means) / len(means)
        lines.append(f"| {score:.0f} | {len(means)} | {mean(means):.2f} | {good:.0%} |")
    told = [score for score, _ in items]
    lines += ["", f"verifier with readers: {correlation(told, [mean(readers) for _, readers in items])}"]
    several = [readers for _, readers in items if len(readers) > 1]
    ones = [readers[0] for readers in several]
    lines.append(f"one reader with the others: {correlation(ones, [mean(readers[1:]) for readers in several])}")
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--to", type=Path)
    options = parser.parse_args()
    items = [one for folder in options.folders for one in rated(folder)]
    if not items:
        print("no question has a score of a verifier and of readers")
        return 0
    text = table(items)
    print(text)
    if options.to:
        options.to.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
