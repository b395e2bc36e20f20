"""Measure how many short passages per second ingest makes, against the least possible work.

    python perf/ingest.py [--count 100000] [--documents 2000] [--grow 1000 20000] [--ottqa FOLDER]

The floor reads the same JSON Lines and writes the same four columns as parquet, and knows no records, ids or hashes.
Bound: 100,000 passages under 60 s. Markdown pages of the same words are cut into passages beside it, and both corpora
are ingested once more without a change.

Then growth: each size in a process of its own, as one JSON Lines file and as Markdown pages of ten sources, with the
most memory that the writing process and its largest worker ever held. Bound: at the largest size at most 1.2 times
that at the size before it, and 1 kB more for each further input. (`--grow 20000 200000` takes some minutes more.)
`--ottqa` names a folder with the published files of OTT-QA, whose 187,000 sources have to come in at 100,000 a minute
at least.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
import pyarrow.parquet as pq

from benchwright.corpus.ingest import IngestReport, ingest_paths

SEED = 13
WORDS = ("river", "tree", "stone", "cloud", "north", "age", "salt", "copper", "wheat", "harbour", "engine", "valley")


def sentence(draw: random.Random) -> str:
    return " ".join(draw.choices(WORDS, k=14)).capitalize() + "."


def write_lines(path: Path, count: int) -> None:
    """`count` records of about 70 words."""
    draw = random.Random(SEED)
    with path.open("w", encoding="utf-8") as file:
        for number in range(count):
            text = " ".join(sentence(draw) for _ in range(5))
            file.write(json.dumps({"id": f"s{number}", "title": f"Title {number}", "text": text}) + "\n")


def write_pages(folder: Path, count: int) -> None:
    """`count` Markdown pages of five sections with four paragraphs each."""
    draw = random.Random(SEED)
    folder.mkdir()
    for number in range(count):
        parts = [f"# Page {number}"]
        for section in range(5):
            parts.append(f"## Section {section}")
            parts.extend(" ".join(sentence(draw) for _ in range(5)) for _ in range(4))
        (folder / f"page-{number:05}.md").write_text("\n\n".join(parts), encoding="utf-8")


def floor(path: Path, to: Path) -> None:
    """Read the lines and write them as columns."""
    records = [json.loads(line) for line in path.open("rb")]
    texts = [record["text"] for record in records]
    ids = [record["id"] for record in records]
    titles = [record["title"] for record in records]
    pq.write_table(pa.table({"id": ids, "title": titles, "text": texts, "document": ids}), to, compression="zstd")


def write_leaves(folder: Path, count: int) -> None:
    """`count` sources as Markdown pages of ten sections each, a hundred pages a folder."""
    draw = random.Random(SEED)
    for number in range(count // 10):
        place = folder / f"{number // 100:04}"
        place.mkdir(parents=True, exist_ok=True)
        parts = [f"## Part {part}\n\n" + " ".join(sentence(draw) for _ in range(3)) for part in range(10)]
        (place / f"{number:06}.md").write_text("\n\n".join(parts), encoding="utf-8")


def alone(path: Path, to: Path, workers: str) -> dict[str, float]:
    """One ingest in a process of its own: seconds, sources, inputs, and the most memory held in MB."""
    done = subprocess.run(
        [sys.executable, __file__, "--alone", str(path), str(to), workers], check=True, capture_output=True, text=True
    )
    said: dict[str, float] = json.loads(done.stdout)
    return said


def ingest_alone(path: str, to: str, workers: str) -> None:
    start = time.perf_counter()
    report = ingest_paths([path], to, workers=None if workers == "default" else int(workers))
    took = time.perf_counter() - start
    worker = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    made = sum(report.sources.values())
    print(json.dumps({"s": took, "sources": made, "inputs": report.inputs, "writer": own_peak(), "worker": worker}))


def own_peak() -> float:
    """The most memory that this process held, in MB. What `getrusage` tells on Linux counts its parent's, too."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) / 1024


def show(name: str, said: dict[str, float]) -> None:
    print(
        f"{name:<34}{said['sources']:>9,.0f} sources {said['s']:>8.2f} s {said['sources'] / said['s']:>9,.0f} a second"
        f"   {said['inputs']:>7,.0f} inputs   {said['writer']:>5.0f} MB + {said['worker']:.0f} MB"
    )


def growth(folder: Path, sizes: list[int], workers: str) -> bool:
    """Whether memory stays where it is while the corpus grows."""
    good = True
    for name, write in (("lines", write_lines), ("leaves", write_leaves)):
        before: dict[str, float] = {}
        for size in sizes:
            path = folder / (f"grow-{size}.jsonl" if name == "lines" else f"grow-{size}")
            write(path, size)
            said = alone(path, folder / f"grown-{name}-{size}", workers)
            show(f"{size:,} as {'JSON Lines' if name == 'lines' else 'Markdown'}", said)
            if before and size == sizes[-1]:
                more = (said["inputs"] - before["inputs"]) / 1024
                held = all(said[who] <= 1.2 * before[who] + more for who in ("writer", "worker"))
                print(f"memory at {size:,} against that at {before['sources']:,.0f}: {'met' if held else 'MISSED'}")
                good &= held
            before = said
    return good


def published(path: Path, folder: Path, workers: str) -> bool:
    said = alone(path, folder / "ottqa", workers)
    show("OTT-QA", said)
    met = said["s"] <= 60 * said["sources"] / 100_000
    print(f"bound {60 * said['sources'] / 100_000:.0f} s: {'met' if met else 'MISSED'}")
    return met


def timed(name: str, work: Callable[[], IngestReport | None], count: int = 0) -> float:
    start = time.perf_counter()
    report = work()
    took = time.perf_counter() - start
    made = sum(report.sources.values()) if report is not None else count
    print(f"{name:<34}{made:>9,} passages {took:>7.2f} s {made / took:>10,.0f} a second")
    return took


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--documents", type=int, default=2_000)
    parser.add_argument("--grow", type=int, nargs="*", default=[1_000, 20_000])
    parser.add_argument("--ottqa", type=Path)
    parser.add_argument("--workers", default="default")
    parser.add_argument("--alone", nargs=3, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.alone:
        ingest_alone(*asked.alone)
        return 0
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        lines, pages = folder / "lines.jsonl", folder / "pages"
        write_lines(lines, asked.count)
        write_pages(pages, asked.documents)
        least = timed("floor: lines to parquet", lambda: floor(lines, folder / "floor.parquet"), asked.count)
        took = timed("ingest of JSON Lines", lambda: ingest_paths([lines], folder / "a"))
        timed("the same again, unchanged", lambda: ingest_paths([lines], folder / "a"))
        timed("ingest of Markdown", lambda: ingest_paths([pages], folder / "b"))
        timed("the same again, unchanged", lambda: ingest_paths([pages], folder / "b"))
        good = growth(folder, sorted(asked.grow), asked.workers)
        if asked.ottqa is not None:
            good &= published(asked.ottqa, folder, asked.workers)
    bound = 60 * asked.count / 100_000
    print(
        f"JSON Lines: {took / least:.1f} times the floor; bound {bound:.0f} s: {'met' if took <= bound else 'MISSED'}"
    )
    return 0 if took <= bound and good else 1


if __name__ == "__main__":
    raise SystemExit(main())
