"""How long the vectors of a corpus take beside the bare encoder on the same texts.

    python perf/embedding.py [CORPUS] [--count 50000] [--rounds 3]

CORPUS is a corpus folder that is only read (its first `count` sources are copied elsewhere). The bare encoder has the
texts in memory, in pieces of the same size; the build reads the sources, draws the sample, keeps every piece on the
disk and writes the frozen vectors. Rounds alternate, and the fastest of each counts.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.retrieval.batches import batches
from benchwright.retrieval.encoders import get_encoder
from benchwright.retrieval.vectors import VECTORS_FOLDER, VectorStore, described

PIECE = 1024


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, nargs="?")
    parser.add_argument("--count", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--encoder", default="wordllama")
    asked = parser.parse_args()
    if asked.corpus is None:
        print("no CORPUS: nothing measured")
        return
    encoder = get_encoder(asked.encoder)
    encoder.encode(["once"])
    with TemporaryDirectory() as folder:
        corpus = write_corpus(folder, islice(Corpus.open(asked.corpus).sources(), asked.count))
        texts = [described(source) for source in corpus.sources()]
        bare, built = [], []
        for number in range(asked.rounds):
            bare.append(seconds(lambda: [encoder.encode(part) for part in batches(texts, PIECE)]))
            opened = Corpus.open(folder)
            built.append(seconds(lambda opened=opened: VectorStore.build(opened, encoder)))  # type: ignore[misc]
            (Path(folder) / VECTORS_FOLDER).rename(Path(folder) / f"{VECTORS_FOLDER}-{number}")
    print(f"bare encoder, {len(texts):,} texts   {min(bare):8.2f} s")
    print(f"build of their vectors     {min(built):8.2f} s   {min(built) / min(bare):.3f} x")


if __name__ == "__main__":
    main()
