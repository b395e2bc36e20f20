"""Plant errors of known kinds in right answers, and hold the diagnosed causes against the planted ones.

    python perf/diagnosis.py BENCH... [--seed 7] [--show 3] [--no-facts] [--ablate]

Every question of the benchmarks is answered rightly, and then once with each error that it allows: the value of another
row or column of the table, a result computed from another row, another operation, one digit changed, another unit, one
half left out, an abstention, a source taken out of what was shown (far down in the list, or nowhere), the value of
another source that was shown. Prints how many of each kind got which cause (a row a kind), and the first mistakes. The
errors are planted from the tables' cells and the reference answers, without the code that diagnoses. With `--ablate`
each rule is taken out in turn, and the planted errors that still get their cause are counted.
"""

from __future__ import annotations

import argparse
import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from unittest.mock import patch

from benchwright.evaluate.diagnosis import rules
from benchwright.evaluate.diagnosis.diagnose import diagnose
from benchwright.evaluate.gold import Question
from benchwright.evaluate.match import match_run
from benchwright.evaluate.runs import RunHit, run_of
from benchwright.evaluate.score_systems import SystemSettings, score_replies
from benchwright.evaluate.systems.ask_system import Replies
from benchwright.evaluate.systems.base import SystemReply
from benchwright.evaluate.target import EvaluationTarget
from benchwright.facts.store import FactTable
from benchwright.programs.operations import from_json
from benchwright.records import Example
from benchwright.workflows.facts import ensure_facts

EXPECTED = {
    "right": "right",
    "other row": "misread",
    "other column": "misread",
    "operand of another row": "misread",
    "other unit": "misread",
    "other operation": "arithmetic",
    "digit changed": "arithmetic",
    "wrong result, with working": "arithmetic",
    "step on the way": "misread",
    "halves exchanged": "misread",
    "comparison reversed": "arithmetic",
    "half missing": "part-missing",
    "list item added": "misread",
    "list item missing": "part-missing",
    "abstained": "refused",
    "source dropped, abstained": "not-retrieved",
    "source dropped, other row": "not-retrieved",
    "source far down, abstained": "below-cut-off",
    "value of another source": "not-used",
}
NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True)
class Plant:
    """A reply with an error of a kind. `drop` is a source that was not shown, at `rank` of the retriever's list (None:
    nowhere)."""

    kind: str
    answers: tuple[str, ...]
    working: str = ""
    drop: str = ""
    rank: int | None = None
    extra: str = ""


def plants(example: Example, question: Question, target: EvaluationTarget, rng: random.Random) -> Iterator[Plant]:
    gold = example.answers[0].text
    sources = sorted(question.gold_sets[0])
    if len(example.answers) > 1:
        texts = tuple(one.text for one in example.answers)
        yield Plant("right", texts)
        yield Plant("list item missing", texts[1:])
        yield Plant("abstained", ())
        title = target.corpus.source(sources[0]).title
        if title and not any(title in text or text in title for text in texts):
            yield Plant("list item added", (*texts, title))
        lost = [
            one for one in sources if all(any(s.source == one for s in spans) for spans in example.answers[0].evidence)
        ]
        if lost:
            yield Plant("source dropped, abstained", (), drop=lost[0])
            yield Plant("source far down, abstained", (), drop=lost[0], rank=20)
        return
    yield Plant("right", (gold,))
    yield Plant("abstained", ())
    drop = rng.choice(sources)
    yield Plant("source dropped, abstained", (), drop=drop)
    yield Plant("source far down, abstained", (), drop=drop, rank=20)
    program = (example.derivation or {}).get("program")
    if not program or not question.parts:
        return
    facts = {one["id"]: one for one in example.derivation["facts"]}  # type: ignore[index]
    read = from_json(program)
    operation = program["op"]
    cells = list(cells_of(example, target))
    if operation == "look_up":
        (fact,) = facts.values()
        for source, row, column in cells:
            for kind, text in others(target, source, row, column, rng):
                said = f"{text} {fact['unit']}".strip()
                yield Plant(kind, (said,))
                if kind == "other row":
                    yield Plant("source dropped, other row", (said,), drop=source)
        if NUMBER.fullmatch(fact["value"]) and fact["unit"]:
            yield Plant("other unit", (f"{fact['value']} kilograms",))
        if cells and (found := strange(target, question, cells[0], rng)):
            text, other = found
            yield Plant("value of another source", (f"{text} {fact['unit']}".strip(),), extra=other)
    if operation == "both":
        halves = gold_halves(gold)
        if halves:
            yield Plant("half missing", (halves[0],))
            yield Plant("half missing", (halves[1],))
        for source, row, column in cells:
            cell = table(target, source)[row][column]
            if gold.count(cell) == 1:
                for kind, text in others(target, source, row, column, rng):
                    yield Plant(kind, (gold.replace(cell, text),))
    if operation == "follow" and program["hop"]["op"] == "extreme":
        first = facts[program["hop"]["facts"][0]]
        yield Plant("step on the way", (f"{first['value']} {first['unit']}".strip(),))
    if operation == "compare":
        names = list(dict.fromkeys(one["subject"] for one in facts.values()))
        bare = re.sub(r" \([^()]*\)", "", gold)
        if len(names) == 2 and all(name in bare for name in names) and " than " in bare and bare != gold:
            turned = bare.replace(names[0], "\0").replace(names[1], names[0]).replace("\0", names[1])
            yield Plant("comparison reversed", (turned,))
    if operation == "both" and all(facts_value(one) in gold for one in facts.values()) and len(facts) == 2:
        one, two = map(facts_value, facts.values())
        if (
            one != two
            and gold.count(one) == gold.count(two) == 1
            and NUMBER.fullmatch(one) is None is NUMBER.fullmatch(two)
        ):
            yield Plant("halves exchanged", (gold.replace(one, "\0").replace(two, one).replace("\0", two),))
    if operation in ("difference", "ratio", "sum"):
        a, b = (Decimal(NUMBER.search(one["value"])[0].replace(",", "")) for one in facts.values())  # type: ignore[index]
        match = NUMBER.search(gold)
        if match is None or type(read).__name__ == "YearsBetween":
            return
        shown = Decimal(match[0].replace(",", ""))
        right = a - b if operation == "difference" else a / b if operation == "ratio" else a + b
        if abs(right - shown) > abs(right) / 100:
            return  # in another scale than its facts
        mistaken = a + b if operation == "difference" else a * b
        yield Plant("other operation", (gold.replace(match[0], f"{mistaken:,}"),))
        digits = [at for at, letter in enumerate(match[0]) if letter.isdigit()]
        if len(digits) > 2:
            at = rng.choice(digits[1:])
            changed = f"{match[0][:at]}{(int(match[0][at]) + rng.randint(1, 8)) % 10}{match[0][at + 1 :]}"
            yield Plant("digit changed", (gold.replace(match[0], changed),))
        wrong = shown + rng.randint(11, 999)
        operands = " and ".join(f"{one['subject']}: {one['value']} {one['unit']}" for one in facts.values())
        yield Plant("wrong result, with working", (gold.replace(match[0], f"{wrong:,}"),), working=f"{operands}.")
        for source, row, column in cells[:1]:
            for kind, text in others(target, source, row, column, rng):
                number = NUMBER.fullmatch(text)
                if kind == "other row" and number and operation == "difference":
                    result = abs(Decimal(text.replace(",", "")) - b)
                    if result:
                        yield Plant("operand of another row", (gold.replace(match[0], f"{result:,}"),))


def facts_value(fact: Mapping[str, str]) -> str:
    return fact["value"]


def gold_halves(gold: str) -> tuple[str, str] | None:
    """The two sentences of a compound reference answer."""
    parts = re.split(r"(?<=[^A-Z]\.)\s+(?=The )", gold)
    return (parts[0], parts[1]) if len(parts) == 2 else None


def table(target: EvaluationTarget, source: str) -> tuple[tuple[str, ...], ...]:
    found = target.corpus.source(source).table
    return () if found is None else found.rows


def cells_of(example: Example, target: EvaluationTarget) -> Iterator[tuple[str, int, int]]:
    for spans in example.answers[0].evidence[:1]:
        for span in spans:
            for row, column in span.cells if table(target, span.source) else ():
                yield span.source, row, column


def others(
    target: EvaluationTarget, source: str, row: int, column: int, rng: random.Random
) -> Iterator[tuple[str, str]]:
    """The text of another row, and of another column, that are not what the cell says."""
    rows = table(target, source)
    here = rows[row][column]
    down = [rows[at][column] for at in range(len(rows)) if at != row and rows[at][column] not in (here, "", "-")]
    across = [rows[row][at] for at in range(1, len(rows[row])) if at != column and rows[row][at] not in (here, "", "-")]
    numbers = bool(NUMBER.fullmatch(here))
    for kind, texts in (("other row", down), ("other column", across)):
        fitting = [text for text in texts if bool(NUMBER.fullmatch(text)) == numbers]
        if fitting:
            yield kind, rng.choice(fitting)


def strange(
    target: EvaluationTarget, question: Question, cell: tuple[str, int, int], rng: random.Random
) -> tuple[str, str] | None:
    """A number that only another table has, and that table."""
    source = cell[0]
    own = " ".join(text for cells in table(target, source) for text in cells)
    names = [one for one in target.corpus.ids if one not in question.evidence and table(target, one)]
    for name in rng.sample(names, min(20, len(names))):
        for cells in table(target, name):
            for text in cells[1:]:
                if len(text) > 4 and NUMBER.fullmatch(text) and text not in own:
                    return text, name
    return None


def reply_of(plant: Plant, question: Question) -> SystemReply:
    shown = [one for one in sorted(question.gold_sets[0]) if one != plant.drop]
    hits = tuple(RunHit(one) for one in (*shown, *([plant.extra] if plant.extra else [])))
    return SystemReply(plant.answers, "; ".join(plant.answers), hits, working=plant.working)


def causes(
    planted: list[tuple[Question, Plant]], target: EvaluationTarget, facts: FactTable | None
) -> Iterator[tuple[Question, Plant, str, str]]:
    """Diagnose in rounds of one plant a question."""
    settings = SystemSettings.of(target, (10,), ("answer-parts",), "")
    rounds: dict[int, list[tuple[Question, Plant]]] = defaultdict(list)
    seen: Counter[str] = Counter()
    for question, plant in planted:
        rounds[seen[question.id]].append((question, plant))
        seen[question.id] += 1
    for listed in rounds.values():
        ids = tuple(question.id for question, _ in listed)
        replies = Replies("planted", ids, tuple(reply_of(plant, question) for question, plant in listed))
        filler = [one for one in target.corpus.ids if "/" not in one][:30]
        deep = [
            (
                question.id,
                [
                    *reply_of(plant, question).contexts,
                    *(RunHit(one) for one in filler if one not in question.evidence),
                    *([RunHit(plant.drop)] if plant.drop and plant.rank else []),
                ],
            )
            for question, plant in listed
        ]
        result = replace(
            score_replies("planted", replies, target, settings),
            deeper=match_run(run_of("deep", deep), target.gold, target.corpus, strict=False),
            sources_known=True,
        )
        found = diagnose(result, target, facts)
        for question, plant in listed:
            one = found.get(question.id)
            yield (
                question,
                plant,
                "right" if one is None else one.cause,
                "" if one is None else f"{one.rule}: {one.evidence}",
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bench", nargs="+", type=Path)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--show", type=int, default=2, help="mistakes of each kind that are printed")
    parser.add_argument("--ablate", action="store_true", help="take out each rule in turn")
    parser.add_argument("--no-facts", action="store_true", help="diagnose without the facts of the corpus")
    options = parser.parse_args()
    opened = []
    for path in options.bench:
        target = EvaluationTarget.open(path)
        facts = None if options.no_facts else ensure_facts(target.corpus)[0]
        examples = {one.id: one for one in target.bench.examples}
        rng = random.Random(options.seed)
        planted = [
            (question, plant)
            for question in target.gold
            if question.parts or len(question.answers) > 1
            for plant in plants(examples[question.id], question, target, rng)
        ]
        opened.append((planted, target, facts))
    right = show(opened, options.show)
    for rule in rules.RULES if options.ablate else ():
        rest = tuple(one for one in rules.RULES if one is not rule)
        with patch.object(rules, "RULES", rest):
            found = [one for each in opened for one in causes(*each)]
        kept = sum(cause == EXPECTED[plant.kind] for _, plant, cause, _ in found if plant.kind != "right")
        print(f"without {rule.name!r} ({rule.cause}): {kept - right:+}")


def show(opened: list[tuple[list[tuple[Question, Plant]], EvaluationTarget, FactTable | None]], most: int) -> int:
    """Print the table and the first mistakes; how many planted errors got the planted cause."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    mistakes: dict[str, list[str]] = defaultdict(list)
    for each in opened:
        for question, plant, cause, why in causes(*each):
            counts[plant.kind][cause] += 1
            if cause != EXPECTED[plant.kind]:
                gold = question.answers[0].text
                mistakes[plant.kind].append(f"{cause} ({why}): {question.text} | {plant.answers} | {gold}")
    for kind, expected in EXPECTED.items():
        if counts[kind]:
            listed = ", ".join(f"{cause} {count}" for cause, count in counts[kind].most_common())
            print(f"{kind:28} {counts[kind][expected]:4}/{counts[kind].total():<4} as {expected:14} {listed}")
    clean, answered = counts["right"]["right"], counts["right"].total()
    right = sum(counts[kind][EXPECTED[kind]] for kind in counts) - clean
    wrong = sum(map(Counter.total, counts.values())) - answered
    print(f"{right}/{wrong} planted errors got the planted cause; {clean}/{answered} right answers got none")
    for kind, lines in mistakes.items():
        for line in lines[:most]:
            print(f"\n{kind}: {line}")
    return right


if __name__ == "__main__":
    main()
