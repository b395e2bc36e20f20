"""Measure how well questions are sorted by kind, on published questions whose kind is known.

    BENCHWRIGHT_TEST_DATA=... python perf/question_kinds.py             the half that patterns were not written on
    BENCHWRIGHT_TEST_DATA=... python perf/question_kinds.py --half write --wrong multi-hop
    BENCHWRIGHT_TEST_DATA=... python perf/question_kinds.py --topics    how clearly questions on several things part

The kinds are those of the data sets: MultiModalQA's question types (a composition or an intersection is multi-hop, a
comparison a comparison, a single source a look-up), HotpotQA's bridge (multi-hop) and comparison questions, QAMPARI's
lists, and XQuAD's look-ups. HotpotQA, QAMPARI and XQuAD come from people who rewrote or read passages; none is a log of
a search engine. The SHA-256 of a question's text puts it into the half to write on (even) or to measure on (odd).
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchwright.query_log.groups import halves, least_size
from benchwright.query_log.question_kinds import kind_of
from benchwright.retrieval.encoders.wordllama import WordLlamaEncoder

LOOK_UP = "information-extraction"
HOTPOT = "hotpotqa_distractor_sample.json"


def labelled(data: Path) -> Iterator[tuple[str, str, str]]:
    """(data set, kind, question)."""
    with gzip.open(data / "mmqa" / "MMQA_dev.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            head = row["metadata"]["type"].partition("(")[0]
            kind = {"Compose": "multi-hop", "Intersect": "multi-hop", "Compare": "comparison"}.get(head, LOOK_UP)
            if head != "ImageListQ":  # "Which Title(s), in ..." was written by a template, and nobody reworded it
                yield "MultiModalQA", kind, row["question"]
    for row in json.loads((data / "qa_text" / HOTPOT).read_text("utf-8")):
        yield "HotpotQA", "multi-hop" if row["type"] == "bridge" else "comparison", row["question"]
    for row in json.loads((data / "qampari" / "qampari_dev_first300.json").read_text("utf-8")):
        yield "QAMPARI", "list", row["question"]
    for article in json.loads((data / "qa_text" / "xquad.en.json").read_text("utf-8"))["data"]:
        for paragraph in article["paragraphs"]:
            for row in paragraph["qas"]:
                yield "XQuAD", LOOK_UP, row["question"]


def measure_topics(data: Path) -> None:
    """How far two halves explain the spread along the line between their centres (groups.APART)."""
    read = json.loads((data / "qa_text" / "xquad.en.json").read_text("utf-8"))["data"]
    articles = [[row["question"] for part in one["paragraphs"] for row in part["qas"]] for one in read]
    bridges = [row["question"] for row in json.loads((data / "qa_text" / HOTPOT).read_text("utf-8"))]
    sets = {"XQuAD, 48 articles": [text for one in articles for text in one], "HotpotQA": bridges}
    large = [one for one in articles if len(one) >= 25]
    sets |= {f"two articles, {place + 1}": [*large[place], *large[place + 1]] for place in range(6)}
    encoder = WordLlamaEncoder()
    for name, questions in sets.items():
        rows = np.arange(len(questions))
        found = halves(encoder.encode(questions), rows, least_size(len(questions)))
        told = "no halves of the least size" if found is None else f"{found.apart:.3f}"
        print(f"{name:22}{len(questions):6} questions: {told}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=("write", "measure"), default="measure")
    parser.add_argument("--wrong", default="", help="print questions of this kind that were taken for another")
    parser.add_argument("--topics", action="store_true", help="measure how clearly questions part by topic")
    options = parser.parse_args()
    folder = os.environ.get("BENCHWRIGHT_TEST_DATA", "")
    if not folder:
        raise SystemExit("set BENCHWRIGHT_TEST_DATA")
    if options.topics:
        measure_topics(Path(folder))
        return
    table: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    shown = 0
    for data_set, kind, question in labelled(Path(folder)):
        odd = hashlib.sha256(question.encode()).digest()[0] % 2 == 1
        if odd == (options.half == "measure"):
            told = kind_of(question)
            table[data_set, kind][told] += 1
            if kind == options.wrong != told and shown < 40:
                shown += 1
                print(f"  {data_set}, {told}: {question}")
    print(f"{'data set':14}{'kind':24}{'questions':>10}{'right':>8}  taken for")
    for (data_set, kind), counts in sorted(table.items()):
        whole = counts.total()
        listed = ", ".join(f"{name} {count / whole:.0%}" for name, count in counts.most_common(4) if name != kind)
        print(f"{data_set:14}{kind:24}{whole:10}{counts[kind] / whole:8.1%}  {listed}")


if __name__ == "__main__":
    main()
