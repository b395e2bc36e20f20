"""Measure how fast answers are scored by their parts, against comparing normalised strings in the same run.

    python perf/part_scoring.py BENCH [--answers 10000] [--systems 12] [--alike 0.5]

Each system answers BENCH's questions over and over, right, with another question's answer, and inside sentences. Of a
system's answers a share of `--alike` is what the first system said; every other answer is a new text. Printed are, by
system, seconds of processor time, the most memory so far, and in the end the time over that of the floor.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from dataclasses import replace
from pathlib import Path

from benchwright.evaluate.gold import Gold
from benchwright.evaluate.measures.part_scores import part_measure
from benchwright.evaluate.systems.base import SystemReply
from benchwright.evaluate.target import EvaluationTarget
from benchwright.values import normalise

FORMS = ("{}", "Based on the sources, {} [1].", "The answer is {}.", "According to source {n}, {}")


def answers_of(gold: Gold, system: int, alike: float) -> dict[str, SystemReply]:
    replies = {}
    for place, question in enumerate(gold):
        shared = system > 0 and random.Random(f"{place} {system}").random() < alike
        rng = random.Random(f"{place} {0 if shared else system} answer")
        other = gold.questions[rng.randrange(len(gold))]
        said = "; ".join(one.text for one in (question if rng.random() < 0.5 else other).answers)
        text = rng.choice(FORMS).format(said, n=place) + (
            "" if shared or not system else f" (system {system}, {place})"
        )
        replies[question.id] = SystemReply((text,), text)
    return replies


def floor(gold: Gold, replies: dict[str, SystemReply]) -> int:
    """What comparing strings takes."""
    texts = ((one, normalise(replies[one.id].text)) for one in gold)
    return sum(any(normalise(answer.text) == text for answer in one.answers) for one, text in texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", type=Path)
    parser.add_argument("--answers", type=int, default=10_000)
    parser.add_argument("--systems", type=int, default=12)
    parser.add_argument("--alike", type=float, default=0.5)
    options = parser.parse_args()
    gold = EvaluationTarget.open(options.bench).gold
    some = [replace(gold.questions[at % len(gold)], id=f"q{at}") for at in range(options.answers)]
    gold = replace(gold, questions=tuple(some))
    ours = least = 0.0
    for system in range(options.systems):
        replies = answers_of(gold, system, options.alike)
        start = time.process_time()
        floor(gold, replies)
        middle = time.process_time()
        found = part_measure(gold, replies)
        end = time.process_time()
        ours, least = ours + end - middle, least + middle - start
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        mean = found.values.mean()
        print(f"system {system + 1:>2}: {end - middle:6.2f} s, mean {mean:.3f}, {peak:,.0f} MB", flush=True)
    total = options.systems * options.answers
    print(f"{ours:.1f} s for {total:,} answers, {ours / least:.0f} times the floor's {least:.2f} s")


if __name__ == "__main__":
    main()
