"""Hold the score of answers by their parts against blind readers, on answers that a model wrote.

    python perf/answer_agreement.py ask BENCH... [-n 100] [--seed 7] --to FOLDER
    python perf/answer_agreement.py rate FOLDER [--readers 3] [--seed 7]
    python perf/answer_agreement.py merge FOLDER

`ask` draws questions and writes them twice: `questions-with.jsonl` with their sources, `questions-without.jsonl` alone,
so that some answers are wrong. A model answers into `replies-with.jsonl` and `replies-without.jsonl`, one line a
question: {"id": ..., "answer": ...}. `rate` writes a sheet for each reader (question, reference answer, answer; in an
order of its own, without the score), who answers into `ratings-READER.jsonl`: {"item": ..., "verdict": "right",
"partly" or "wrong"}. `merge` compares: a score of 1 is right, 0 is wrong, anything between is partly. The verdict of
readers is that of most. Questions that have no parts are counted and left out.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from pathlib import Path

from benchwright import Benchmark
from benchwright.evaluate.gold import gold_of
from benchwright.evaluate.measures.answers import listed_answers, set_scores
from benchwright.evaluate.measures.part_scores import score_parts
from read_blind import Item, question_item, read_lines, write_lines

KINDS = ("with", "without")
VERDICTS = ("right", "partly", "wrong")


def ask(benches: list[Path], n: int, seed: int, folder: Path) -> None:
    """Draw questions, and write them with and without their sources."""
    opened = {str(path): Benchmark.open(path) for path in benches}
    pool = [(name, example) for name, bench in opened.items() for example in bench.examples]
    items = [
        question_item(name, opened[name], example) | {"key": f"q{at}"}
        for at, (name, example) in enumerate(random.Random(seed).sample(pool, min(n, len(pool))))
    ]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "key.json").write_text(json.dumps(items, ensure_ascii=False, indent=1), encoding="utf-8")
    asked = [{"id": item["key"], "question": item["question"]} for item in items]
    write_lines(folder / "questions-without.jsonl", asked)
    write_lines(
        folder / "questions-with.jsonl",
        [one | {"sources": item["sources"]} for one, item in zip(asked, items, strict=True)],
    )


def replies(folder: Path) -> dict[str, str]:
    """Every answer, by its kind and question: "with q3"."""
    return {
        f"{kind} {reply['id']}": str(reply["answer"])
        for kind in KINDS
        for reply in read_lines(folder / f"replies-{kind}.jsonl")
    }


def rate(folder: Path, readers: int, seed: int) -> None:
    """A sheet for each reader."""
    items = {item["key"]: item for item in json.loads((folder / "key.json").read_text("utf-8"))}
    order = sorted(replies(folder).items())
    random.Random(seed).shuffle(order)
    numbered: dict[str, str] = {f"a{at}": name for at, (name, _) in enumerate(order)}
    (folder / "sheet-key.json").write_text(json.dumps(numbered, indent=1), encoding="utf-8")
    answers = dict(order)
    for reader in range(1, readers + 1):
        names = sorted(numbered)
        random.Random(f"{seed} {reader}").shuffle(names)
        sheet = []
        for name in names:
            item = items[numbered[name].split()[1]]
            shown = {"question": item["question"], "reference": item["answer"], "answer": answers[numbered[name]]}
            sheet.append({"item": name, **shown})
        write_lines(folder / f"sheet-{reader}.jsonl", sheet)


def merge(folder: Path) -> str:
    """How often the score agrees with the readers, and where it does not."""
    items = {item["key"]: item for item in json.loads((folder / "key.json").read_text("utf-8"))}
    numbered = json.loads((folder / "sheet-key.json").read_text("utf-8"))
    ratings: dict[str, list[str]] = {name: [] for name in numbered}
    for path in sorted(folder.glob("ratings-*.jsonl")):
        for line in read_lines(path):
            ratings[line["item"]].append(line["verdict"])
    answers, scores = replies(folder), _scores(items, replies(folder))
    table: Counter[tuple[str, str]] = Counter()
    lines, readers_agree = [], 0
    for name, verdicts in sorted(ratings.items()):
        score = scores[numbered[name]]
        if score is None:
            continue
        most = Counter(verdicts).most_common(1)[0][0]
        readers_agree += len(set(verdicts)) == 1
        told = "right" if score > 0.999 else "wrong" if score < 0.001 else "partly"
        table[told, most] += 1
        if told != most:
            item = items[numbered[name].split()[1]]
            shown = " | ".join((item["family"], item["question"], item["answer"], answers[numbered[name]]))
            lines.append(f"- score {score:.2f}, readers {', '.join(verdicts)}: {shown}")
    total = table.total()
    same = sum(table[one, one] for one in VERDICTS)
    head = [
        f"{total} answers scored ({len(ratings) - total} without parts); the readers agree on {same / total:.1%}, "
        f"all readers with each other on {readers_agree / total:.1%}",
        "| score \\ readers | " + " | ".join(VERDICTS) + " |",
        "|---|---|---|---|",
        *("| " + " | ".join([told, *(str(table[told, most]) for most in VERDICTS)]) + " |" for told in VERDICTS),
    ]
    return "\n".join([*head, "", *lines])


def _scores(items: dict[str, Item], answers: dict[str, str]) -> dict[str, float | None]:
    """The score of every answer; None where the question has no parts."""
    golds = {}
    for name in {item["corpus"] for item in items.values()}:
        bench = Benchmark.open(name)
        examples = {example.id: example for example in bench.examples}
        drawn = (item["id"] for item in items.values() if item["corpus"] == name)
        chosen = [examples[id] for id in drawn if id in examples]
        gold = gold_of(name, name, chosen, _Documents())
        golds.update({(name, question.id): question for question in gold})
    scores: dict[str, float | None] = {}
    for name, answer in answers.items():
        item = items[name.split()[1]]
        question = golds.get((item["corpus"], item["id"]))
        if question is None:  # the benchmark has been made anew since
            scores[name] = None
        elif len(question.answers) > 1:
            scores[name] = set_scores(listed_answers([answer], question.answers, question.text), question.answers).f1
        else:
            scores[name] = score_parts(question, answer) if question.parts else None
    return scores


class _Documents:
    """Clusters play no part here."""

    def document(self, source_id: str, /) -> str:
        return source_id


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(dest="step")
    draw = steps.add_parser("ask")
    draw.add_argument("benches", type=Path, nargs="+")
    draw.add_argument("-n", type=int, default=100)
    draw.add_argument("--to", type=Path, required=True)
    sheets = steps.add_parser("rate")
    sheets.add_argument("folder", type=Path)
    sheets.add_argument("--readers", type=int, default=3)
    for step in (draw, sheets):
        step.add_argument("--seed", type=int, default=7)
    merged = steps.add_parser("merge")
    merged.add_argument("folder", type=Path)
    options = parser.parse_args()
    if options.step == "ask":
        ask(options.benches, options.n, options.seed, options.to)
    elif options.step == "rate":
        rate(options.folder, options.readers, options.seed)
    elif options.step == "merge":
        print(merge(options.folder))
    else:
        print("ask, rate or merge: nothing was asked for")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
