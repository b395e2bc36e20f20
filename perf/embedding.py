"""Measure how long the vectors of a corpus take, against the bare encoder on the same texts.

    python perf/embedding.py [CORPUS] [--count 50000] [--rounds 2]

CORPUS is a corpus folder that is only read: its first `count` sources are copied elsewhere. A build reads the sources,
draws and encodes the sample, keeps every piece on the disk and writes the frozen vectors; the bare encoder's time is
what of that passes inside the encoder. Measuring both in one run leaves the machine's other load out of the ratio: two
runs after one another on a busy machine differ by more than the 5 % that are asked about. Seconds on the clock and of
the processor.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

from benchwright.corpus.store import Corpus, write_corpus
from benchwright.retrieval.encoders import get_encoder
from benchwright.retrieval.encoders.base import Encoder, Floats, Role
from benchwright.retrieval.vectors import VectorStore


class Timed:
    """An encoder that adds up its own time. Of another name in each round, so that each encodes anew."""

    def __init__(self, inner: Encoder, name: str) -> None:
        self._inner = inner
        self.name = name
        self.identity = inner.identity
        self.dimensions = inner.dimensions
        self.clock = self.processor = 0.0
        self.texts = 0

    def encode(self, texts: Sequence[str], role: Role = "passage") -> Floats:
        clock, processor = time.perf_counter(), time.process_time()
        found = self._inner.encode(texts, role)
        self.clock += time.perf_counter() - clock
        self.processor += time.process_time() - processor
        self.texts += len(texts)
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, nargs="?")
    parser.add_argument("--count", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--encoder", default="wordllama")
    asked = parser.parse_args()
    if asked.corpus is None:
        print("no CORPUS: nothing measured")
        return
    encoder = get_encoder(asked.encoder)
    encoder.encode(["once"])
    print("   texts   encoder  (cpu)     build  (cpu)    ratio  (cpu)")
    with TemporaryDirectory() as folder:
        write_corpus(folder, islice(Corpus.open(asked.corpus).sources(), asked.count))
        for number in range(asked.rounds):
            timed = Timed(encoder, f"timed{number}")
            clock, processor = time.perf_counter(), time.process_time()
            VectorStore.build(Corpus.open(folder), timed)
            clock, processor = time.perf_counter() - clock, time.process_time() - processor
            print(
                f"{timed.texts:8,} {timed.clock:8.2f} {timed.processor:8.2f} {clock:8.2f} {processor:8.2f}"
                f"   {clock / timed.clock:.3f}   {processor / timed.processor:.3f}"
            )


if __name__ == "__main__":
    main()
