"""Score made-up systems whose order is known: do the measures of answers put them in that order?

    python perf/rival_answers.py BENCH [--keep DIR]

Each system answers every question of the benchmark from its reference answer: as it is, inside a polite sentence, in
short (the values alone), with every digit changed, with the two halves exchanged, and with the sides of a comparison
exchanged. The last three leave out questions that they cannot change. The table gives the mean of each measure over the
questions that every system and measure has, and over each system's own.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchwright import Benchmark, Example
from benchwright.evaluate.answer_parts import PairPart, SidePart, ValuePart, parts_of
from benchwright.evaluate.score_folder import load_scores
from benchwright.values import ListValue, TypedValue


def shown(value: TypedValue) -> str:
    return ", ".join(map(str, value.items)) if isinstance(value, ListValue) else str(value)


def short(example: Example) -> str:
    """The values alone."""
    if len(example.answers) > 1:
        return ", ".join(answer.text for answer in example.answers)
    match parts_of(example):
        case (ValuePart(value=value),):
            return shown(value)
        case (PairPart(first=first, second=second),):
            return f"{shown(first.value)}; {shown(second.value)}"
    return example.answer


def exchanged(example: Example) -> str:
    """The halves in the wrong order, or the two sides of a comparison; "" where there are none."""
    match parts_of(example):
        case (PairPart(first=first, second=second),) if first.value != second.value:
            return f"{shown(second.value)}; {shown(first.value)}"
        case (SidePart(names=(one, other)), *_):
            return re.sub(
                f"{re.escape(one)}|{re.escape(other)}",
                lambda name: other if name[0] == one else one,
                example.answer.partition(" (")[0],
            )
    return ""


def digits(example: Example) -> str:
    """Every digit three more; "" where no part has one."""
    values = [getattr(part, "value", None) for part in parts_of(example)]
    if not values or not all(re.search(r"\d", str(value)) for value in values if value is not None):
        return ""
    changed = re.sub(r"\d", lambda digit: str((int(digit[0]) + 3) % 10), example.answer)
    return changed if changed != example.answer else ""


SYSTEMS = {
    "reference": lambda example: example.answer,
    "polite": lambda example: f"Certainly! Here is what I found: {example.answer} I hope that this helps you.",
    "short": short,
    "digits changed": digits,
    "exchanged": exchanged,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", type=Path, nargs="?")
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    if options.bench is None:
        print("no benchmark is named: nothing was measured")
        return 0
    examples = Benchmark.open(options.bench).examples
    with TemporaryDirectory() as made:
        folder = options.keep or Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "benchwright", "evaluate", "system", str(options.bench)]
        for name, answer in SYSTEMS.items():
            lines = [{"id": one.id, "answer": text} for one in examples if (text := answer(one))]
            path = folder / f"{name.replace(' ', '-')}.jsonl"
            path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
            command += ["-s", f"{name}={path}"]
        command += ["--to", str(folder / "scores"), "--measures", "answer-parts,answer-F1,exact-match"]
        subprocess.run(command, check=False, capture_output=True)
        scores = load_scores(folder / "scores")
    print("| System | Questions | answer-parts | answer-F1 | exact-match |\n|---|---|---|---|---|")
    for system in scores.systems:
        columns = [values for values in system.values if values.measure in ("answer-parts", "answer-F1", "exact-match")]
        answered = [question.id not in system.failed for question in scores.questions]
        means = []
        for column in columns:
            own = column.scored & answered
            means.append(f"{column.values[own].mean():.2f}" if own.any() else "-")
        print(f"| {system.name} | {sum(answered)} | " + " | ".join(means) + " |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
