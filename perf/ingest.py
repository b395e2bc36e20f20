"""How many passages a second ingest makes of short synthetic ones, beside the least that must be done.

    python perf/ingest.py [--count 100000] [--documents 2000]

The floor reads the same JSON Lines and writes the same four columns as parquet, and knows no records, ids or hashes.
Bound: 100,000 passages under 60 s. Markdown pages of the same words are cut into passages beside it, and both corpora
are ingested once more without a change.
"""

from __future__ import annotations

import argparse
import json
import random
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
    asked = parser.parse_args()
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
    bound = 60 * asked.count / 100_000
    print(
        f"JSON Lines: {took / least:.1f} times the floor; bound {bound:.0f} s: {'met' if took <= bound else 'MISSED'}"
    )
    return 0 if took <= bound else 1


if __name__ == "__main__":
    raise SystemExit(main())
