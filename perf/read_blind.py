"""Draw questions for blind readers, write their reading sheets, and merge what they answered into a table.

    python perf/read_blind.py draw BENCH... [-n 300] [--seed 7] --to DRAW.jsonl
    python perf/read_blind.py sheets DRAW.jsonl [--readers 3] [--parts 1] [--planted 6] [--seed 7] --to FOLDER
    python perf/read_blind.py merge FOLDER [--to TABLE.md]

`draw` takes questions at random over all benchmarks together, with everything a reader needs. `sheets` writes one
sheet a reader (in `--parts` files): question, style, answer and sources, in an order of the reader's own, with nothing
that says which family, document folder or benchmark a question is from. Some planted items carry another question's
answer; a reader who reads finds them. `FOLDER/key.json` says what each item is, and no reader may see it. A reader
answers into `answers-READER.jsonl` (of several parts: `answers-1a.jsonl` ...), one line an item with the keys of
CRITERIA. `merge` says for each family and criterion what share of items most readers approve of, how often all readers
agree, and which items fail.

The criteria are those of SMMQG's human study (its appendix L: fluency, style, relevance of the sources, answerability,
correctness), and two that it lacks: whether every source is needed, and whether the question can be understood alone.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from benchwright import Benchmark, Example, Source
from benchwright.prompts.load import styles

Item = dict[str, Any]
Readings = dict[str, dict[str, Item]]
"""What was answered: item, then reader, then the answers by criterion."""

CRITERIA = {
    "fluency": "A whole number from 1 to 5. 5: grammatical, concise, and worded as a careful person would ask it. "
    "1: cannot be understood. Judge the wording alone, not whether you like what it asks.",
    "alone": "Read only the question. Imagine a search box over a large collection of unrelated documents. Does the "
    "question say enough (which thing, which product, page or table) for a stranger to know what is asked, so that "
    "no other document could hold another right answer? No if it leans on 'this', 'the table' or a bare common name.",
    "style": "Does the question do what the description of its style says?",
    "relevant": "Does every source hold something that helps to answer? A source that is on the topic but adds nothing "
    "is not relevant. Two sources that hold the same useful fact are both relevant.",
    "answerable": "Do the sources alone, with no knowledge of your own, hold enough to answer? Reasoning and "
    "arithmetic over what they say is allowed.",
    "correct": "Is the given answer right and whole by the sources, even where you believe the sources are wrong? "
    "Other wording, rounding as usual and a missing detail that was not asked for are fine. "
    "A cut-off, garbled or only partly right answer is not.",
    "needed": "Cover each source in turn. Is the question then no longer fully answerable from the others? Yes only if "
    "that holds for every one of them. With a single source: is the source needed, because the question does not "
    "give its own answer away?",
}
SHARE, FLUENCY = 0.97, 4.3
PARTS = "abcdefghijklmnopqrstuvwxyz"
HEAD = (
    "Judge each item by itself. Read the question before its sources, and answer `alone` and `fluency` then. All but "
    "`fluency` are answered yes or no. If in doubt, answer no, and say why in `note` in a few words. Some items were "
    "made wrong on purpose. Write one JSON object a line, as in: "
)
SAMPLE = {"item": "a1", "fluency": 5} | {name: "yes" for name in CRITERIA if name != "fluency"} | {"note": ""}


def write_lines(path: Path, items: Iterable[Item]) -> None:
    path.write_text("".join(json.dumps(item, ensure_ascii=False) + "\n" for item in items), encoding="utf-8")


def read_lines(path: Path) -> list[Item]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line.strip()]


def draw_questions(benches: Mapping[str, Path], n: int, seed: int) -> list[Item]:
    """At most `n` questions, each as likely as any other in all benchmarks together."""
    opened = {name: Benchmark.open(path) for name, path in sorted(benches.items())}
    pool = [(name, example) for name, bench in opened.items() for example in bench.examples]
    drawn = random.Random(seed).sample(pool, min(n, len(pool)))
    return [question_item(name, opened[name], example) for name, example in drawn]


def question_item(name: str, bench: Benchmark, example: Example) -> Item:
    return {
        "corpus": name,
        "id": example.id,
        "family": example.family,
        "style": example.style,
        "modalities": str(example.modalities),
        "question": example.question,
        "answer": example.answer,
        "sources": [source_item(bench, bench.sources[id]) for id in example.sources],
    }


def source_item(bench: Benchmark, source: Source) -> Item:
    """A source as a reader sees it; a picture by the path of its bytes."""
    item: Item = {
        "id": source.id,
        "document": source.document,
        "title": source.title,
        "headings": list(source.place.headings),
        "modality": source.modality,
        "text": source.text,
    }
    return item | ({"picture": str(bench.image_path(source).resolve())} if source.image else {})


def write_sheets(draw: Sequence[Item], folder: Path, readers: int, parts: int, planted: int, seed: int) -> None:
    """A sheet for each reader, and the key."""
    chance = random.Random(seed)
    items = [dict(item) | {"planted": False} for item in draw] + plant(draw, planted, chance)
    chance.shuffle(items)
    names = {f"a{number}": item for number, item in enumerate(items, 1)}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "key.json").write_text(json.dumps(names, ensure_ascii=False, indent=1), encoding="utf-8")
    described = {name: style.description for name, style in styles().items()}
    for reader in range(1, readers + 1):
        order = sorted(names)
        random.Random(f"{seed} {reader}").shuffle(order)
        for part in range(parts):
            sheet = {
                "instructions": HEAD + json.dumps(SAMPLE),
                "criteria": CRITERIA,
                "items": [sheet_item(name, names[name], described) for name in order[part::parts]],
            }
            path = folder / f"sheet-{reader}{PARTS[part] if parts > 1 else ''}.json"
            path.write_text(json.dumps(sheet, ensure_ascii=False, indent=1), encoding="utf-8")


def plant(draw: Sequence[Item], count: int, chance: random.Random) -> list[Item]:
    """Items of the draw with the answer of another of the same style, which is not their own."""
    made: list[Item] = []
    for item in chance.sample(list(draw), len(draw)):
        others = [one for one in draw if one["style"] == item["style"] and one["answer"] != item["answer"]]
        if others and len(made) < count:
            made.append(dict(item) | {"answer": chance.choice(others)["answer"], "planted": True})
    return made


def sheet_item(name: str, item: Item, described: Mapping[str, str]) -> Item:
    """What a reader sees of an item: nothing of families, folders or benchmarks."""
    sources = [
        {key: source[key] for key in ("title", "headings", "modality", "text", "picture") if source.get(key)}
        for source in item["sources"]
    ]
    style = described.get(item["style"], item["style"])
    return {"item": name, "question": item["question"], "style": style, "answer": item["answer"], "sources": sources}


def read_answers(folder: Path, key: Mapping[str, Item]) -> Readings:
    """All answers of all readers. Raises ValueError for an item that is not in the key, or an answer that is none."""
    readings: Readings = defaultdict(dict)
    for path in sorted(folder.glob("answers-*.jsonl")):
        reader = path.stem.removeprefix("answers-").rstrip(PARTS)
        for answer in read_lines(path):
            name = answer["item"]
            if name not in key:
                raise ValueError(f"{path.name}: there is no item {name}")
            readings[name][reader] = {criterion: score(answer, criterion, path) for criterion in CRITERIA}
            readings[name][reader]["note"] = answer.get("note", "")
    return readings


def score(answer: Item, criterion: str, path: Path) -> int:
    """The number of a fluency, 1 for yes, 0 for no."""
    value = str(answer.get(criterion, "")).strip().lower()
    scale = {str(step): step for step in range(1, 6)} if criterion == "fluency" else {"yes": 1, "no": 0}
    if value not in scale:
        raise ValueError(f"{path.name}: item {answer['item']}: {criterion} is {value!r}, not one of {', '.join(scale)}")
    return scale[value]


def approved(answers: Iterable[Item], criterion: str) -> bool:
    """Whether most of the readers said yes."""
    votes = [answer[criterion] for answer in answers]
    return bool(2 * sum(votes) > len(votes))


def table(key: Mapping[str, Item], readings: Readings) -> str:
    """Shares of items by family and overall, agreement, planted items and every item that fails."""
    real = [name for name in readings if not key[name]["planted"]]
    yes_no = [name for name in CRITERIA if name != "fluency"]
    groups: dict[str, list[str]] = defaultdict(list)
    for name in real:
        groups[key[name]["family"]].append(name)
        groups["all"].append(name)
    lines = [["Family", "Items", "fluency", *yes_no, "all yes"], ["---"] * (len(yes_no) + 4)]
    for group in sorted(groups, key=lambda one: (one == "all", -len(groups[one]), one)):
        names = groups[group]
        cells = [group, str(len(names)), f"{mean(a['fluency'] for n in names for a in readings[n].values()):.2f}"]
        for criterion in yes_no:
            good = sum(approved(readings[name].values(), criterion) for name in names)
            cells.append(f"{good / len(names):.1%}{'' if good / len(names) >= SHARE else ' *'}")
        whole = sum(all(approved(readings[name].values(), one) for one in yes_no) for name in names)
        lines.append([*cells, f"{whole / len(names):.1%}"])
    parts = ["\n".join("| " + " | ".join(cells) + " |" for cells in lines)]
    parts.append(f"Shares of items that most readers approve of; * under {SHARE:.0%}. Fluency to reach: {FLUENCY}.")
    parts.append("\n".join(f"- {line}" for line in (*agreement(real, readings, yes_no), *caught(key, readings))))
    parts.append("\n".join(f"- {line}" for line in faults(key, readings, real, yes_no)) or "No item fails.")
    return "\n\n".join(parts) + "\n"


def agreement(names: Sequence[str], readings: Readings, yes_no: Sequence[str]) -> list[str]:
    """How often all readers of an item say the same."""
    several = [name for name in names if len(readings[name]) > 1]
    lines = [f"{len(names)} items, {Counter(len(readings[name]) for name in names)} by number of readers"]
    for criterion in yes_no if several else ():
        same = sum(len({answer[criterion] for answer in readings[name].values()}) == 1 for name in several)
        lines.append(f"{criterion}: all readers agree on {same / len(several):.1%}")
    return lines


def caught(key: Mapping[str, Item], readings: Readings) -> list[str]:
    """How many planted answers each reader called wrong."""
    votes_of: dict[str, list[int]] = defaultdict(list)
    for name, answers in readings.items():
        for reader, answer in answers.items() if key[name]["planted"] else ():
            votes_of[reader].append(1 - answer["correct"])
    return [f"reader {reader}: {sum(votes)} of {len(votes)} planted" for reader, votes in sorted(votes_of.items())]


def faults(key: Mapping[str, Item], readings: Readings, names: Sequence[str], yes_no: Sequence[str]) -> list[str]:
    """Each item that fails, by what, with the question and what readers noted."""
    lines = []
    for name in names:
        failed = [one for one in yes_no if not approved(readings[name].values(), one)]
        notes = "; ".join(answer["note"] for answer in readings[name].values() if answer["note"])
        if failed:
            item = key[name]
            fields = (name, item["family"], item["corpus"], ", ".join(failed), item["question"], item["answer"], notes)
            lines.append(" | ".join(" ".join(str(one).split()) for one in fields))
    return lines


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    steps = parser.add_subparsers(dest="step")
    draw = steps.add_parser("draw")
    draw.add_argument("benches", type=Path, nargs="+")
    draw.add_argument("-n", type=int, default=300)
    draw.add_argument("--to", type=Path, required=True)
    sheets = steps.add_parser("sheets")
    sheets.add_argument("draw", type=Path)
    sheets.add_argument("--readers", type=int, default=3)
    sheets.add_argument("--parts", type=int, default=1, help="files that a reader's sheet is cut into")
    sheets.add_argument("--planted", type=int, default=6, help="items with a wrong answer")
    sheets.add_argument("--to", type=Path, required=True)
    for step in (draw, sheets):
        step.add_argument("--seed", type=int, default=7)
    merge = steps.add_parser("merge")
    merge.add_argument("folder", type=Path)
    merge.add_argument("--to", type=Path)
    options = parser.parse_args()
    if options.step == "draw":
        write_lines(options.to, draw_questions({str(path): path for path in options.benches}, options.n, options.seed))
    elif options.step == "sheets":
        given = (options.readers, options.parts, options.planted, options.seed)
        write_sheets(read_lines(options.draw), options.to, *given)
    elif options.step == "merge":
        key = json.loads((options.folder / "key.json").read_text("utf-8"))
        text = table(key, read_answers(options.folder, key))
        print(text)
        if options.to:
            options.to.write_text(text, encoding="utf-8")
    else:
        print("draw, sheets or merge: nothing was asked for")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
