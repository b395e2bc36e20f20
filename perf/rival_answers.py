"""Score made-up systems whose score is known: do the measures of answers give it?

    python perf/rival_answers.py BENCH [--keep DIR] [--worst 3]

Each system answers every question of the benchmark from its reference answer; those that cannot change a question leave
it out. Right whatever is added: a polite sentence, bold, a citation behind every sentence or item, a numbered list with
a line before and behind it, another figure of another thing. Wrong: every digit changed, halves or sides exchanged,
denied, a refusal that names the value, all candidates that the benchmark knows. The table gives the mean of each
measure over a system's own questions, and `--worst` the questions that are furthest off.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchwright import Benchmark, Example
from benchwright.evaluate.answer_parts import PairPart, SidePart, ValuePart, parts_of, relation_values
from benchwright.evaluate.score_folder import load_scores
from benchwright.values import ListValue, NameValue, Quantity, TypedValue


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


def several(example: Example) -> list[str]:
    """The items of an answer that is a list."""
    if len(example.answers) > 1:
        return [answer.text for answer in example.answers]
    match parts_of(example):
        case (ValuePart(value=ListValue(items=items)),):
            return list(map(str, items))
    return []


def numbered(example: Example) -> str:
    """The items of a list by number, with an aside, a line before them and one behind."""
    lines = "\n".join(f"{at}. **{item}** [{at}] – see the source" for at, item in enumerate(several(example), 1))
    return f"Here is what I found:\n\n{lines}\n\nI hope this helps!" if lines else ""


def cited(example: Example) -> str:
    """A citation behind every item or sentence."""
    if len(example.answers) > 1:
        return ", ".join(f"{answer.text} [{at}]" for at, answer in enumerate(example.answers, 1))
    return f"{example.answer.rstrip('.')} [1][2]."


def denied(example: Example) -> str:
    """The value, or each item, in a denial."""
    match parts_of(example):
        case (SidePart(names=(one, other)), *_):
            return f"{one} isn’t the one with more than {other}, and {one} does not have more of the other either."
    if len(example.answers) == 1 and short(example) == example.answer and len(parts_of(example)) > 1:
        return ""
    return " ".join(f"It is not {value}." for value in short(example).rstrip(".").split("; "))


def refused(example: Example) -> str:
    """A refusal that names what was found."""
    match parts_of(example):
        case (SidePart(names=(one, other)), *_):
            return f"It is unclear whether {one} has more than {other}; I could not find this in the documents."
    if len(example.answers) == 1 and short(example) == example.answer and len(parts_of(example)) > 1:
        return ""
    return f"The documents mention {short(example)}, but I cannot tell which is the answer."


def candidates(example: Example, values: Mapping[str, frozenset[str]]) -> str:
    """The value among the others that the benchmark knows of its relation."""
    match parts_of(example, values):
        case (ValuePart(value=NameValue(text=text), rivals=rivals),) if rivals:
            others = sorted(rivals)[:3]
            return f"{others[0]}, {', '.join([text, *others[1:]])}"
    return ""


def another_figure(example: Example) -> str:
    """The value with a figure of another thing beside it."""
    match parts_of(example):
        case (ValuePart(value=Quantity() as value),):
            return f"It is {example.answer}, more than in Atlantis ({replace(value, number=value.number * 3)})."
    return ""


def systems(values: Mapping[str, frozenset[str]]) -> dict[str, tuple[str, Callable[[Example], str]]]:
    """Each system with what it should score."""
    return {
        "reference": ("1", lambda example: example.answer),
        "polite": (
            "1",
            lambda example: f"Certainly! Here is what I found: {example.answer} I hope that this helps you.",
        ),
        "short": ("1", short),
        "bold": ("1", lambda example: f"**{example.answer}**"),
        "citations": ("1", cited),
        "numbered list": ("1", numbered),
        "another figure": ("1", another_figure),
        "digits changed": ("0", digits),
        "exchanged": ("0", exchanged),
        "denied": ("0", denied),
        "refusal": ("0", refused),
        "all candidates": ("0", lambda example: candidates(example, values)),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", type=Path, nargs="?")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--worst", type=int, default=0)
    options = parser.parse_args()
    if options.bench is None:
        print("no benchmark is named: nothing was measured")
        return 0
    examples = Benchmark.open(options.bench).examples
    rivals = systems(relation_values(examples))
    answers: dict[str, dict[str, str]] = {}
    with TemporaryDirectory() as made:
        folder = options.keep or Path(made)
        folder.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "benchwright", "evaluate", "system", str(options.bench)]
        for name, (_, answer) in rivals.items():
            answers[name] = {one.id: text for one in examples if (text := answer(one))}
            path = folder / f"{name.replace(' ', '-')}.jsonl"
            told = ({"id": one.id, "answer": answers[name].get(one.id, "")} for one in examples)
            lines = (json.dumps(line) + "\n" for line in told)
            path.write_text("".join(lines), encoding="utf-8")
            if answers[name]:
                command += ["-s", f"{name}={path}"]
        command += ["--to", str(folder / "scores"), "--measures", "answer-parts,answer-F1,exact-match"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        scores = load_scores(folder / "scores")
    by_id = {example.id: example for example in examples}
    print("| System | Should be | Questions | answer-parts | answer-F1 | exact-match |\n|---|---|---|---|---|---|")
    worst: list[str] = []
    for system in scores.systems:
        wanted = float(rivals[system.name][0])
        columns = [values for values in system.values if values.measure in ("answer-parts", "answer-F1", "exact-match")]
        answered = np.array([question.id in answers[system.name] for question in scores.questions])
        means = [f"{column.values[column.scored & answered].mean():.2f}" for column in columns]
        print(f"| {system.name} | {wanted:.0f} | {sum(answered)} | " + " | ".join(means) + " |")
        parts = columns[0]
        off = [at for at in np.flatnonzero(parts.scored & answered) if abs(parts.values[at] - wanted) > 0.001]
        for at in sorted(off, key=lambda at: -abs(parts.values[at] - wanted))[: options.worst]:
            example = by_id[scores.questions[at].id]
            gold = "; ".join(answer.text for answer in example.answers)
            shown = " | ".join((example.question, gold, repr(answers[system.name][example.id])))
            worst.append(f"- {system.name} {parts.values[at]:.2f}: {shown}")
    print("\n".join(worst))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
