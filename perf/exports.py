"""Measure time and memory of exports: many texts, and many large images, in each format that holds the whole corpus.

    python perf/exports.py [--texts 200000] [--images 600] [--formats beir hf]

The texts have 600 characters each, the images 1 MB each. Every export runs in a process of its own. Memory may grow
with the number of texts, whose columns an open corpus keeps, and not with that of the images.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from benchwright.benchmark.cell_report import CellReport
from benchwright.benchmark.fingerprints import InputFingerprints
from benchwright.benchmark.store import begin, finish
from benchwright.corpus.store import write_corpus
from benchwright.files.atomic import make_folder
from benchwright.records import Answer, Example, Image, Modalities, Modality, Origin, Place, Source, Span
from benchwright.workflows.export import export

WORDS = "words of a passage that nobody asks about " * 14
PLAN = "name: perf\ncorpus: ../corpus\ncells:\n- {style: information-extraction, modalities: [text], count: 1}\n"


def benchmark(folder: Path, texts: int, images: int) -> Path:
    """A benchmark with one question over a corpus of so many texts and images."""
    sources = [
        Source(f"t{n}", Modality.TEXT, f"T{n}", f"{n} {WORDS}", Place(f"t{n}.md"), licence="CC BY 4.0")
        for n in range(texts + 1)
    ]
    files: dict[str, bytes] = {}
    rng = np.random.default_rng(1)
    for n in range(images):
        data = rng.bytes(1_000_000)
        image = Image(hashlib.sha256(data).hexdigest(), "png", 8, 8, "An image.")
        files[image.file] = data
        sources.append(Source(f"i{n}", Modality.IMAGE, "", "An image.", Place(f"i{n}"), image=image, licence="MIT"))
    corpus, bench = write_corpus(folder / "corpus", sources, images=files), make_folder(folder / "bench")
    key = json.dumps({"maker": "derive", "modalities": "text", "style": "information-extraction"})
    answer = Answer("words", (), ((Span("t0", "text", 2, 7),),))
    example = Example(
        "q", "What?", (answer,), "information-extraction", Modalities(text=1), ("t0",), (), "", "", (),
        Origin("derive", key, 0, 1),
    )  # fmt: skip
    pins = begin(bench, "perf", PLAN, InputFingerprints(corpus.fingerprint, "", {}, {}, {}))
    finish(bench, "perf", PLAN, pins, [CellReport(key, 1, 1, 1, 1)], [example], corpus, wanted=1, complete=True)
    return bench


def measure(bench: Path, to: Path, format: str, what: str) -> None:
    """Export once, and print seconds and the most memory."""
    begin = time.perf_counter()
    export(bench, to, format)
    took = time.perf_counter() - begin
    status = Path("/proc/self/status").read_text("utf-8")  # getrusage counts the parent's memory, too
    peak = int(status.partition("VmHWM:")[2].split()[0]) / 1024
    print(f"{what:>16} {format:6} {took:6.1f} s, peak {peak:5.0f} MB", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--texts", type=int, default=200_000)
    parser.add_argument("--images", type=int, default=600)
    parser.add_argument("--formats", nargs="+", default=["beir", "hf", "mmqa", "trec"])
    chosen = parser.parse_args()
    processes = multiprocessing.get_context("spawn")
    for texts, images in ((chosen.texts // 10, 0), (chosen.texts, 0), (0, chosen.images // 6), (0, chosen.images)):
        with TemporaryDirectory() as name:
            bench = benchmark(Path(name), texts, images)
            what = f"{texts:,} texts" if texts else f"{images:,} images"
            for format in chosen.formats:
                process = processes.Process(target=measure, args=(bench, Path(name) / format, format, what))
                process.start()
                process.join()


if __name__ == "__main__":
    main()
