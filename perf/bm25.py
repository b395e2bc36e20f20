"""Measure our BM25 (index and search over a whole corpus) against bm25s.

    python perf/bm25.py [CORPUS QUESTIONS] [--peer-python VENV/bin/python] [--k 100]

CORPUS is a corpus folder, QUESTIONS a JSON Lines file whose records have a `question`; without them 20,000 texts and
500 questions are drawn by seed. Ours is timed from the opened corpus to the hits, its index written and checked
included. The peer's interpreter (bm25s and PyStemmer; this one unless told) is given the same texts in hand, and timed
from them to its hits: bm25s.tokenize with English stop words and stemmer, index, retrieve, with numba if that is
installed there. Both are warmed by a hundred texts first. Bound, and exit status 1 if it is missed: within 20 % of the
peer.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

BOUND = 1.2

PEER = r"""
import importlib.util, json, sys, time
import bm25s, Stemmer

backend = "numba" if importlib.util.find_spec("numba") else "numpy"

def hits(texts, questions, k):
    stemmer = Stemmer.Stemmer("english")
    started = time.perf_counter()
    tokens = bm25s.tokenize(texts, stopwords="en", stemmer=stemmer, show_progress=False)
    index = bm25s.BM25(method="lucene", k1=0.9, b=0.4, backend=backend)
    index.index(tokens, show_progress=False)
    built = time.perf_counter()
    asked = bm25s.tokenize(questions, stopwords="en", stemmer=stemmer, show_progress=False)
    index.retrieve(asked, k=min(k, len(texts)), show_progress=False)
    return built - started, time.perf_counter() - built

texts, questions = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
hits(texts[:100], questions[:10], 10)
print(json.dumps([backend, *hits(texts, questions, int(sys.argv[3]))]))
"""


def ours(folder: Path, questions: list[str], k: int) -> tuple[float, float]:
    """Seconds to build the index (stored, reopened) and to search."""
    from benchwright.corpus.store import Corpus
    from benchwright.records import Modality
    from benchwright.retrieval.bm25 import BM25

    BM25.over(["a few words"] * 100, [str(row) for row in range(100)], [Modality.TEXT] * 100).search(["word"], 1)
    corpus = Corpus.open(folder)
    started = time.perf_counter()
    index = BM25.build(corpus)
    built = time.perf_counter()
    index.search(questions, k)
    return built - started, time.perf_counter() - built


def best(measure: Callable[[], tuple[float, float]], repeats: int) -> tuple[float, float]:
    """The repeat with the least sum: what other work on the machine adds is not the library's."""
    return min((measure() for _ in range(repeats)), key=sum)


def drawn(folder: Path) -> list[str]:
    """A corpus of texts of 60 words, frequent and rare as in real text, and questions of six words of one of them."""
    from benchwright.corpus.store import write_corpus
    from benchwright.records import Modality, Place, Source

    draw = np.random.default_rng(13)
    words = np.char.add("w", (draw.zipf(1.2, size=(20_000, 60)) % 50_000).astype(str))
    rows = [" ".join(row) for row in words]
    sources = (Source(f"d{at}", Modality.TEXT, "", row, Place(f"d{at}", 0, len(row))) for at, row in enumerate(rows))
    write_corpus(folder, sources)
    return [" ".join(draw.choice(words[at], 6)) for at in draw.integers(len(rows), size=500)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, nargs="?")
    parser.add_argument("questions", type=Path, nargs="?")
    parser.add_argument("--peer-python", type=Path, default=Path(sys.executable))
    parser.add_argument("--k", type=int, default=100)
    parser.add_argument("--repeats", type=int, default=1)
    arguments = parser.parse_args()
    if (arguments.corpus is None) != (arguments.questions is None):
        parser.error("name both a corpus and questions, or neither")

    with TemporaryDirectory() as place:
        copy = Path(place, "corpus")
        copy.mkdir()
        if arguments.corpus is None:
            questions = drawn(copy)
        else:
            questions = [json.loads(line)["question"] for line in arguments.questions.open(encoding="utf-8")]
            for path in arguments.corpus.iterdir():
                if path.is_file():
                    (copy / path.name).symlink_to(path.resolve())

        def measure() -> tuple[float, float]:
            shutil.rmtree(copy / "bm25", ignore_errors=True)
            return ours(copy, questions, arguments.k)

        mine = best(measure, arguments.repeats)
        print(f"benchwright      build {mine[0]:6.2f} s, {len(questions):,} queries {mine[1]:6.2f} s")

        from benchwright.corpus.store import Corpus
        from benchwright.retrieval.bm25 import texts_of

        Path(place, "texts.json").write_text(json.dumps(texts_of(Corpus.open(copy))), encoding="utf-8")
        Path(place, "questions.json").write_text(json.dumps(questions), encoding="utf-8")
        command = [str(arguments.peer_python), "-c", PEER, f"{place}/texts.json", f"{place}/questions.json"]

        backends: set[str] = set()

        def peer() -> tuple[float, float]:
            ran = subprocess.run([*command, str(arguments.k)], check=True, capture_output=True, text=True)
            backend, index, search = json.loads(ran.stdout.splitlines()[-1])
            backends.add(backend)
            return float(index), float(search)

        theirs = best(peer, arguments.repeats)
    ratio = sum(mine) / sum(theirs)
    print(f"bm25s, {backends.pop()}     build {theirs[0]:6.2f} s, {len(questions):,} queries {theirs[1]:6.2f} s")
    print(f"ours takes {ratio:.2f} of the peer's time (bound: {BOUND})")
    return int(ratio > BOUND)


if __name__ == "__main__":
    sys.exit(main())
