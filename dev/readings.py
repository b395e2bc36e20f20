"""Draw questions for independent readers and count their ratings (SMMQG, appendix L).

    python dev/readings.py draw BENCH... --corpus CORPUS... --families a,b --each 20 --seed 1 --to FOLDER
    python dev/readings.py count FOLDER

`draw` writes one packet a family: questions with their answers, style and sources, and nothing of how they were made;
the key stays apart. Readers write `ratings-<reader>.jsonl` beside the packet, one line a question:

    {"item": "measure_gap-03", "fluency": 5, "style": true, "relevance": true, "answerable": true, "correct": true,
     "needed": true, "comment": ""}

`count` gives, per family and over all, the majority of the readers for each yes/no question with a Wilson interval, the
mean fluency, and how often all readers agree.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import shutil
import sys
from collections import defaultdict
from math import sqrt
from pathlib import Path
from statistics import mean
from typing import Any

ASPECTS = ("style", "relevance", "answerable", "correct", "needed")


def wilson(hits: int, total: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % interval of a proportion (Wilson 1927)."""
    if not total:
        return 0.0, 1.0
    rate = hits / total
    centre = (rate + z * z / (2 * total)) / (1 + z * z / total)
    half = z * sqrt(rate * (1 - rate) / total + z * z / (4 * total * total)) / (1 + z * z / total)
    return centre - half, centre + half


def unseen(source: str) -> bool:
    """Is the source one that rules were never written on? Fixed beforehand, by its id: the first hexadecimal digit of
    the SHA-256 is odd."""
    return int(hashlib.sha256(source.encode()).hexdigest()[0], 16) % 2 == 1


def draw(args: argparse.Namespace) -> None:
    """Write packets of randomly drawn accepted questions."""
    from benchwright.corpus.store import Corpus
    from benchwright.prompts import styles

    corpora = [Corpus.open(path) for path in args.corpus]
    pool: dict[str, dict[str, Any]] = defaultdict(dict)
    for bench in args.benches:
        for line in (Path(bench) / "examples.jsonl").read_text(encoding="utf-8").splitlines():
            example = json.loads(line)
            if args.odd and not all(unseen(source) for source in example["sources"]):
                continue
            pool[example["family"]][example["id"]] = example
    wanted = args.families.split(",") if args.families else sorted(pool)
    taken = set(Path(args.without).read_text().split()) if args.without else set()
    read = {key for folder in args.apart for key in sources_read(Path(folder))}
    described = {name: style.description for name, style in styles().items()}
    for family in wanted:
        ids = sorted(name for name in set(pool[family]) - taken if read.isdisjoint(_keys(pool[family][name], corpora)))
        random.Random(f"{args.seed} {family}").shuffle(ids)
        folder = Path(args.to) / family
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "packet.jsonl").open("w", encoding="utf-8") as packet, (folder / "key.txt").open("w") as key:
            for number, name in enumerate(ids[: args.each]):
                example = pool[family][name]
                corpus = next(one for one in corpora if example["sources"][0] in one)
                item = {
                    "item": f"{family}-{number:02d}",
                    "question": example["question"],
                    "answer": example["answer"],
                    "style": f"{example['style']}: {described[example['style']]}",
                    "sources": [_shown(corpus, source, folder) for source in example["sources"]],
                }
                packet.write(json.dumps(item, ensure_ascii=False) + "\n")
                key.write(f"{item['item']} {name}\n")
        print(family, min(len(ids), args.each), "of", len(ids))


def sources_read(folder: Path) -> set[str]:
    """What was shown in the packets below a folder, each source by its kind, title and text."""
    lines = (line for packet in folder.rglob("packet.jsonl") for line in packet.open(encoding="utf-8"))
    return {_key(one["kind"], one["title"], one["text"]) for line in lines for one in json.loads(line)["sources"]}


def _key(kind: str, title: str, text: str) -> str:
    return "\0".join((kind, title, text))


def _keys(example: dict[str, Any], corpora: list[Any]) -> set[str]:
    corpus = next(one for one in corpora if example["sources"][0] in one)
    sources = [corpus.source(name) for name in example["sources"]]
    return {_key(str(one.modality), one.title, one.text) for one in sources}


def _shown(corpus: Any, name: str, folder: Path) -> dict[str, str]:
    source = corpus.source(name)
    shown = {"kind": str(source.modality), "title": source.title, "text": source.text}
    if source.image is not None:
        path = corpus.image_path(source)
        shutil.copyfile(path, folder / path.name)
        shown["image"] = path.name
    return shown


def count(args: argparse.Namespace) -> None:
    """Print a row a family."""
    everything: list[dict[str, Any]] = []
    print(f"{'family':24} {'n':>4} readers fluency  right (95 %)            " + "  ".join(f"{a:>10}" for a in ASPECTS))
    for folder in sorted(Path(args.folder).iterdir()):
        if not (folder / "packet.jsonl").exists():
            continue
        items = [json.loads(line)["item"] for line in (folder / "packet.jsonl").open(encoding="utf-8")]
        ratings: dict[str, list[dict[str, Any]]] = defaultdict(list)
        readers = sorted(folder.glob("ratings-*.jsonl"))
        for path in readers:
            for line in path.read_text(encoding="utf-8").splitlines():
                if line.strip():
                    one = json.loads(line)
                    ratings[one["item"]].append(one)
        rows = [judged(ratings[item]) for item in items if ratings[item]]
        everything += rows
        if rows:
            print(row(folder.name, rows, len(readers)))
    if everything:
        print(row("all", everything, 0))


def judged(ratings: list[dict[str, Any]]) -> dict[str, Any]:
    """The majority of the readers of one question; a tie counts as no."""
    verdict: dict[str, Any] = {a: sum(bool(r[a]) for r in ratings) * 2 > len(ratings) for a in ASPECTS}
    verdict["right"] = all(verdict[aspect] for aspect in ("answerable", "correct", "needed", "style"))
    verdict["fluency"] = mean(r["fluency"] for r in ratings)
    verdict["agree"] = all(len({bool(r[a]) for r in ratings}) == 1 for a in ASPECTS)
    return verdict


def row(name: str, rows: list[dict[str, Any]], readers: int) -> str:
    """One printed row."""
    right = sum(r["right"] for r in rows)
    low, high = wilson(right, len(rows))
    aspects = "  ".join(f"{sum(r[a] for r in rows):>4}/{len(rows):<5}" for a in ASPECTS)
    fluency = mean(r["fluency"] for r in rows)
    agree = sum(r["agree"] for r in rows) / len(rows)
    interval = f"{right}/{len(rows)} ({low:.2f}-{high:.2f})"
    return f"{name:24} {len(rows):>4} {readers:>7} {fluency:7.2f}  {interval:22}  {aspects}  agree {agree:.2f}"


def main() -> int:
    """Run the command line of this script."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    drawing = commands.add_parser("draw")
    drawing.add_argument("benches", nargs="+")
    drawing.add_argument("--corpus", nargs="+", required=True)
    drawing.add_argument("--families", default="")
    drawing.add_argument("--each", type=int, default=20)
    drawing.add_argument("--seed", type=int, default=1)
    drawing.add_argument("--odd", action="store_true", help="only questions whose sources rules were not written on")
    drawing.add_argument("--apart", nargs="*", default=[], help="folders of packets: no source that was read there")
    drawing.add_argument("--without", default="", help="a file of example ids that were read before")
    drawing.add_argument("--to", required=True)
    drawing.set_defaults(run=draw)
    counting = commands.add_parser("count")
    counting.add_argument("folder")
    counting.set_defaults(run=count)
    args = parser.parse_args()
    args.run(args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
