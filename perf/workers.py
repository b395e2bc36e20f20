"""Measure the overhead of reading in worker processes: a task, the rows of a chunk, its pictures.

    python perf/workers.py [--files 2000] [--rows 100000] [--pictures 200] [--workers 1]

The same inputs are read both ways: many files of one sentence (the cost of a task), one JSON Lines file (of rows), a
folder of pictures of noise (of bytes). A worker's start is told apart. Bound: a start under 0.4 s of processor time, a
task under 1 ms.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image

from benchwright.readers.confined.bounds import WorkerBounds
from benchwright.readers.confined.in_process import run_here
from benchwright.readers.confined.pool import WorkerPool
from benchwright.readers.discover import discover
from benchwright.readers.read_task import IngestOptions, InputEnd, ReadTask, RowChunk
from benchwright.readers.registered import READERS

SEED = 13
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Ran:
    """Seconds that it took, the inputs, and the bytes of rows and pictures that came of them."""

    seconds: float
    inputs: int
    size: int


def write_files(folder: Path, count: int) -> None:
    folder.mkdir()
    for number in range(count):
        text = f"The lighthouse of harbour {number} was lit in {1700 + number % 300}. " * 4
        (folder / f"{number:06}.txt").write_text(text, "utf-8")


def write_rows(folder: Path, count: int) -> None:
    folder.mkdir()
    draw = random.Random(SEED)
    words = ("river", "tree", "stone", "cloud", "north", "age", "salt", "copper", "wheat", "harbour")
    with (folder / "rows.jsonl").open("w", encoding="utf-8") as file:
        for number in range(count):
            text = " ".join(draw.choices(words, k=70))
            file.write(json.dumps({"id": f"s{number}", "title": f"Title {number}", "text": text}) + "\n")


def write_pictures(folder: Path, count: int) -> None:
    folder.mkdir()
    draw = random.Random(SEED)
    for number in range(count):
        made = io.BytesIO()
        Image.frombytes("RGB", (400, 400), draw.randbytes(480_000)).save(made, "PNG", compress_level=0)
        (folder / f"{number:05}.png").write_bytes(made.getvalue())
        (folder / f"{number:05}.txt").write_text(f"noise {number}", "utf-8")


def tasks_of(folder: Path) -> list[ReadTask]:
    return [ReadTask(item, IngestOptions(), "") for item in discover([folder], READERS).inputs]


def timed(parts: Iterable[tuple[ReadTask, RowChunk | InputEnd]]) -> Ran:
    started = time.perf_counter()
    inputs = size = 0
    for _, part in parts:
        if isinstance(part, InputEnd):
            inputs += 1
        else:
            size += part.sources.nbytes + part.documents.nbytes + sum(map(len, part.images.values()))
    return Ran(time.perf_counter() - started, inputs, size)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=2_000)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--pictures", type=int, default=200)
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    with TemporaryDirectory() as name:
        folder = Path(name)
        write_files(folder / "files", asked.files)
        write_rows(folder / "rows", asked.rows)
        write_pictures(folder / "pictures", asked.pictures)
        with WorkerPool(asked.workers, WorkerBounds(), roots=[folder.resolve()]) as workers:
            for _ in range(2):  # the second start finds files in memory and modules compiled
                started = time.perf_counter()
                with WorkerPool(1, roots=[folder.resolve()]) as one:
                    told = one.confined()
                start = time.perf_counter() - started
            print(f"confinement: {told}")
            print(f"start of a worker: {start:.2f} s")
            timed(workers.run(tasks_of(folder / "files")[: asked.workers * 2]))
            for kind in ("files", "rows", "pictures"):
                tasks = tasks_of(folder / kind)
                here, there = timed(run_here(tasks)), timed(workers.run(tasks))
                over = 1000 * (there.seconds - here.seconds) / here.inputs
                size = here.size / MEGABYTE
                print(
                    f"{kind}: {here.inputs:,} inputs, {size:,.0f} MB; in this process {here.seconds:.2f} s, "
                    f"in {asked.workers} worker(s) {there.seconds:.2f} s: {over:+.2f} ms an input, "
                    f"{size / there.seconds:,.0f} MB/s against {size / here.seconds:,.0f}"
                )


if __name__ == "__main__":
    main()
