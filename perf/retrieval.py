"""Measure exact and approximate neighbour search against plain faiss in the same run.

    python perf/retrieval.py [CORPUS] [--encoder wordllama] [--k 5] [--exact 10000,50000] [--repeat 2]

CORPUS is a corpus folder whose vectors are there; without it vectors around random centres are made, which are easier
than those of texts. Bounds: neighbours of each and batches of queries, exactly, within 10 % of faiss IndexFlatIP; of
all, approximately and with the recall measured on the way, within 20 % of faiss IVF (train, add, search) with as many
lists and probes, both at a recall of 0.97 or more. The exit status is 1 if one is missed. How fast texts become vectors
is measured by perf/embedding.py.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import faiss
import numpy as np

from benchwright.records import Modality
from benchwright.retrieval.approximate_neighbours import approximate_neighbours, recall_of
from benchwright.retrieval.exact_neighbours import Nearest, nearest, neighbours, top_k
from benchwright.retrieval.seeds import Seeds
from benchwright.retrieval.vectors import VectorStore

RECALL, EXACT_BOUND, IVF_BOUND, SAMPLE = 0.97, 1.1, 1.2, 2000


def read_vectors(corpus: Path | None, encoder: str) -> np.ndarray:
    """int8 [sources, dimensions]."""
    if corpus is not None:
        kept: np.ndarray = np.load(corpus / "vectors" / encoder / "vectors.npy")
        return kept
    draw = np.random.default_rng(13)
    centres = draw.normal(size=(2000, 256))
    rows = centres[draw.integers(2000, size=60_000)] + draw.normal(size=(60_000, 256))
    made: np.ndarray = np.rint(rows * 30 / np.abs(rows).std()).clip(-127, 127).astype(np.int8)
    return made


def store_of(vectors: np.ndarray) -> VectorStore:
    store = VectorStore(
        Path(), {"sha256": ""}, [f"s{n:07}" for n in range(len(vectors))], [Modality.TEXT] * len(vectors), vectors
    )
    store.rank  # noqa: B018 - worked out once, and not part of what is compared
    return store


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def alternated(repeat: int, *works: Callable[[], object]) -> list[float]:
    """The best of so many runs of each, in turns, so that what else the machine does meets all alike."""
    times = [[seconds(work) for work in works] for _ in range(repeat)]
    return [min(column) for column in zip(*times, strict=True)]


def flat(floats: np.ndarray, queries: np.ndarray, k: int) -> None:
    index = faiss.IndexFlatIP(floats.shape[1])
    index.add(floats)
    index.search(queries, k)


def ivf(floats: np.ndarray, lists: int, probes: int, k: int) -> np.ndarray:
    quantiser = faiss.IndexFlatIP(floats.shape[1])
    index = faiss.IndexIVFFlat(quantiser, floats.shape[1], lists, faiss.METRIC_INNER_PRODUCT)
    index.train(floats)
    index.add(floats)
    index.nprobe = probes
    rows: np.ndarray = index.search(floats, k + 1)[1]
    return rows


class Bounds:
    def __init__(self) -> None:
        self.missed = 0

    def tell(self, what: str, ours: float, theirs: float, bound: float) -> None:
        kept = ours <= bound * theirs
        self.missed += not kept
        said = "" if kept else f"   MISSED: at most {bound:g}"
        print(f"{what:<44}{ours:8.2f} s   faiss {theirs:8.2f} s   {ours / theirs:5.2f} x{said}", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, nargs="?")
    parser.add_argument("--encoder", default="wordllama")
    parser.add_argument("--k", type=int, default=5)
    parser.add_argument("--exact", default="10000,50000")
    parser.add_argument("--repeat", type=int, default=2)
    asked = parser.parse_args()
    k, bounds = asked.k, Bounds()
    vectors = read_vectors(asked.corpus, asked.encoder)
    print(f"{len(vectors):,} vectors of {vectors.shape[1]} dimensions, {faiss.omp_get_max_threads()} threads")

    for count in [int(part) for part in asked.exact.split(",") if int(part) <= len(vectors)]:
        few = store_of(vectors[:count])
        floats = vectors[:count].astype(np.float32)
        ours, theirs = alternated(asked.repeat, partial(neighbours, few, k), partial(flat, floats, floats, k + 1))
        bounds.tell(f"{k} neighbours of each of {count:,}, exactly", ours, theirs, EXACT_BOUND)
        queries = vectors[-4096:]
        ours, theirs = alternated(
            asked.repeat,
            partial(nearest, few, queries, 10),
            partial(flat, floats, queries.astype(np.float32), 10),
        )
        bounds.tell(f"10 best of {count:,} for 4,096 queries", ours, theirs, EXACT_BOUND)

    store, floats = store_of(vectors), vectors.astype(np.float32)
    query = vectors[len(vectors) // 2]
    print(
        f"10 best of {len(vectors):,} for one query: {alternated(5, lambda: top_k(store, query, 10))[0] * 1000:.1f} ms"
    )
    start = time.perf_counter()
    found = approximate_neighbours(store, k, recall=RECALL)
    ours = time.perf_counter() - start
    if found is None:
        print("an approximate search would save nothing here")
        return min(1, bounds.missed)
    start = time.perf_counter()
    rows = ivf(floats, found.lists, found.probes, k)
    theirs = time.perf_counter() - start
    pairs = zip(rows[found.sample], found.sample, strict=True)
    plain = np.array([[row for row in near if row != own][:k] for near, own in pairs])
    other = Nearest(plain.astype(np.int32), np.zeros(plain.shape, np.int32))
    bounds.tell(f"{k} neighbours of each of {len(vectors):,}, approximately", ours, theirs, IVF_BOUND)
    print(f"  {json.dumps(found.to_json())}; the recall of faiss there is {recall_of(other, found.exact):.4f}")
    fresh = np.sort(np.random.default_rng(99).choice(len(vectors), min(SAMPLE, len(vectors)), replace=False))
    true = nearest(store, vectors[fresh], k, own=fresh)
    again = recall_of(Nearest(found.rows[fresh], found.scores[fresh]), true)
    print(f"  recall on {len(fresh):,} other sources: {again:.4f}")
    print(f"  {Seeds(store, found).approximation}")
    bounds.missed += found.recall < RECALL
    return min(1, bounds.missed)


if __name__ == "__main__":
    sys.exit(main())
