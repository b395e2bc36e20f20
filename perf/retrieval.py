"""How fast vectors are made and exact neighbours found, beside the least that must be done.

    python perf/retrieval.py [DATA] [--count 20000] [--k 5]

DATA holds `ottqa/full`; it is BENCHWRIGHT_TEST_DATA unless told, and without either nothing is measured. The floor of
the neighbours is the bare float32 matrix product of the same vectors in the same
blocks, without looking at a score; plain numpy (product, then argpartition of every row) stands beside it.
"""

from __future__ import annotations

import argparse
import json
import lzma
import os
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchwright.corpus.store import write_corpus
from benchwright.records import Modality, Place, Source
from benchwright.retrieval.encoders import get_encoder
from benchwright.retrieval.exact import neighbours, top_k
from benchwright.retrieval.vectors import VectorStore

QUERIES, BLOCK = 1024, 8192


def passages(data: Path, count: int) -> Iterator[Source]:
    """The first passages of OTT-QA, in the order of the file."""
    with lzma.open(data / "ottqa" / "full" / "passages.jsonl.xz", "rt", encoding="utf-8") as lines:
        for number, line in enumerate(islice(lines, count)):
            record = json.loads(line)
            yield Source(f"p{number}", Modality.TEXT, record.get("title", ""), record["text"], Place(f"p{number}"))


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def bare_product(vectors: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> None:
    for start in range(0, len(vectors), QUERIES):
        for first in range(0, len(vectors), BLOCK):
            vectors[start : start + QUERIES] @ vectors[first : first + BLOCK].T


def plain_numpy(vectors: np.ndarray[tuple[int, int], np.dtype[np.float32]], k: int) -> None:
    for start in range(0, len(vectors), QUERIES):
        scores = vectors[start : start + QUERIES] @ vectors.T
        np.argpartition(scores, -k - 1, axis=1)[:, -k - 1 :]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="?", default=os.environ.get("BENCHWRIGHT_TEST_DATA"))
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--k", type=int, default=5)
    asked = parser.parse_args()
    if asked.data is None:
        print("no DATA: nothing measured")
        return
    encoder = get_encoder("wordllama")
    loading = seconds(lambda: encoder.encode(["once"]))
    with TemporaryDirectory() as folder:
        corpus = write_corpus(folder, list(passages(asked.data, asked.count)))
        count = len(corpus)
        building = seconds(lambda: VectorStore.build(corpus, encoder))
        store = VectorStore.open(corpus, encoder.name)
        opening = seconds(lambda: VectorStore.open(corpus, encoder.name))
        found = seconds(lambda: neighbours(store, asked.k))
        floats = np.asarray(store.vectors).astype(np.float32)
        floor = seconds(lambda: bare_product(floats))
        plain = seconds(lambda: plain_numpy(floats, asked.k))
        query = store.query(encoder, ["Who founded the oldest club of the league?"])[0]
        one = seconds(lambda: [top_k(store, query, 10) for _ in range(10)]) / 10
    print(f"load the encoder           {loading:8.2f} s")
    print(f"build {count:>7,} vectors     {building:8.2f} s   {count / building:,.0f} per second")
    print(f"open them                  {opening * 1000:8.2f} ms")
    print(f"{asked.k} neighbours of each       {found:8.2f} s   {found / floor:.2f} x the bare product")
    print(f"  bare product             {floor:8.2f} s")
    print(f"  plain numpy              {plain:8.2f} s   {plain / floor:.2f} x")
    print(f"top 10 of one query        {one * 1000:8.2f} ms")


if __name__ == "__main__":
    main()
