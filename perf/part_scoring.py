"""Measure how fast answers are scored by their parts, against comparing normalised strings in the same run.

    python perf/part_scoring.py BENCH [BENCH ...] [--answers 10000] [--systems 12] [--alike 0.5] [--processes N]

The questions of all BENCHes are asked over and over until there are enough. Each time they have another id, another
word in their text and another alias of every answer, so that nothing that was kept of a question helps with the next
one. A system's answers are drawn from those of `rival_answers.py` (the reference answer, its values alone, in a polite
sentence, bold, cited, as a numbered list, with another figure, other digits, exchanged, denied, refused, all
candidates) and the answer to another question. Of a system's answers a share of `--alike` is what the first system
said; every other answer is a new text. Printed are, by system, seconds of this process and on the clock, the most
memory so far, and in the end the seconds of all processes, and how many times the floor's they are.
"""

from __future__ import annotations

import argparse
import random
import resource
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchwright import Example
from benchwright.evaluate.answer_parts import relation_values
from benchwright.evaluate.gold import Gold, Question
from benchwright.evaluate.measures.part_processes import PartProcesses
from benchwright.evaluate.measures.part_scores import part_measure
from benchwright.evaluate.systems.base import SystemReply
from benchwright.evaluate.target import EvaluationTarget
from benchwright.values import normalise
from rival_answers import systems


@dataclass(frozen=True)
class Workload:
    """The gold, and what each question of it may be answered."""

    gold: Gold
    answers: tuple[tuple[str, ...], ...]


def word(*seed: object) -> str:
    """A word that no other question or answer has."""
    return "".join(random.Random(" ".join(map(str, seed))).choices("bcdfghjklmnpqrstvwxz", k=9)).capitalize()


def workload(benches: list[Path], count: int) -> Workload:
    targets = [EvaluationTarget.open(bench) for bench in benches]
    texts: list[tuple[Question, tuple[str, ...]]] = []
    for target in targets:
        rivals = [answer for _, answer in systems(relation_values(target.examples)).values()]
        for question, example in zip(target.gold, target.examples, strict=True):
            if question.answers:
                texts.append((question, answers_to(example, rivals)))
    random.Random(13).shuffle(texts)
    questions = []
    for place in range(count):
        question, _ = texts[place % len(texts)]
        own = word("question", place)
        answers = tuple(replace(one, aliases=(*one.aliases, own)) for one in question.answers)
        text = f"{question.text} {own}"
        questions.append(replace(question, id=f"q{place}", text=text, answers=answers))
    others = [question.answers[0].text for question, _ in texts]
    told = ((*texts[place % len(texts)][1], others[7 * place % len(texts)]) for place in range(count))
    return Workload(replace(targets[0].gold, questions=tuple(questions)), tuple(told))


def answers_to(example: Example, rivals: Sequence[Callable[[Example], str]]) -> tuple[str, ...]:
    return tuple(text for answer in rivals if (text := answer(example)))


def replies_of(work: Workload, system: int, alike: float) -> dict[str, SystemReply]:
    replies = {}
    for place, question in enumerate(work.gold):
        shared = system > 0 and random.Random(f"{place} {system}").random() < alike
        whose = 0 if shared else system
        text = random.Random(f"{place} {whose} answer").choice(work.answers[place])
        text = f"{text}\nYours, {word(place, whose)}"
        replies[question.id] = SystemReply((text,), text)
    return replies


def floor(gold: Gold, replies: dict[str, SystemReply]) -> int:
    """What comparing strings takes."""
    texts = ((one, normalise(replies[one.id].text)) for one in gold)
    return sum(any(normalise(answer.text) == text for answer in one.answers) for one, text in texts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("benches", type=Path, nargs="+")
    parser.add_argument("--answers", type=int, default=10_000)
    parser.add_argument("--systems", type=int, default=12)
    parser.add_argument("--alike", type=float, default=0.5)
    parser.add_argument("--processes", type=int, help="default: the machine's cores")
    options = parser.parse_args()
    work = workload(options.benches, options.answers)
    ours = least = clock = 0.0
    with PartProcesses(work.gold, options.processes) as processes:
        for system in range(options.systems):
            replies = replies_of(work, system, options.alike)
            start = time.process_time()
            floor(work.gold, replies)
            middle, began = time.process_time(), time.perf_counter()
            found = part_measure(work.gold, replies, processes.scores)
            end, took = time.process_time(), time.perf_counter() - began
            ours, least, clock = ours + end - middle, least + middle - start, clock + took
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            mean = found.values[found.scored].mean()
            print(
                f"system {system + 1:>2}: {end - middle:6.2f} s, {took:.2f} s on the clock, mean {mean:.3f}, "
                f"{peak:,.0f} MB",
                flush=True,
            )
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    rest = others.ru_utime + others.ru_stime
    total = options.systems * options.answers
    print(
        f"{clock:.1f} s on the clock for {total:,} answers; {ours:.1f} s of this process and {rest:.1f} s of others "
        f"({others.ru_maxrss / 1024:,.0f} MB at most), {(ours + rest) / least:.0f} times the floor's {least:.2f} s"
    )


if __name__ == "__main__":
    main()
