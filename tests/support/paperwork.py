"""Folders of documents of every kind that ingest meets: many small files, pictures that they show, large inputs."""

import gzip
import json
from pathlib import Path

from PIL import Image as Pillow

WORDS = "The oak is a tree that may live for a thousand years and more, and the elm is another tree. "


def write_documents(folder: Path, *, pages: int, lines: int, pictures: int) -> int:
    """Markdown pages (one in ten shows a picture), JSON Lines plain and compressed, an OTT-QA folder, and pictures that
    nothing shows. Returns how many sources there are."""
    (folder / "img").mkdir(parents=True)
    for number in range(pictures):
        Pillow.new("RGB", (4 + number % 50, 4 + number // 50), (number % 256, 9, 9)).save(
            folder / f"img/{number:04}.png"
        )
    shown = 0
    for number in range(pages):
        text = f"# Page {number}\n\nPage {number} is here. {WORDS * 3}\n"
        if number % 10 == 0 and number // 10 < pictures // 2:
            text += f"\n![A picture](img/{number // 10:04}.png)\n"
            shown += 1
        (folder / f"page-{number:05}.md").write_text(text)

    def record(name: str, number: int, **more: object) -> str:
        return (
            json.dumps({name: f"{name}-{number}", "title": f"T{number}", "text": f"{number}: {WORDS}", **more}) + "\n"
        )

    (folder / "large.jsonl").write_text("".join(record("id", number) for number in range(lines)))
    packed = "".join(record("_id", number) for number in range(lines // 4))
    (folder / "more.jsonl.gz").write_bytes(gzip.compress(packed.encode(), mtime=0))
    (folder / "wiki").mkdir()
    tables = "".join(record("table_id", number, header=["a"], rows=[["b"]]) for number in range(lines // 8))
    passages = "".join(record("passage_id", number % (lines // 5)) for number in range(lines // 4))
    (folder / "wiki/tables.jsonl").write_text(tables)
    (folder / "wiki/passages.jsonl").write_text(passages)
    return pages + pictures + lines + 2 * (lines // 4) + lines // 8


def restarted(docs: Path, corpus: Path, *, kills: int, seed: int, workers: int, small: bool) -> dict[str, int]:
    """Run `restarting.py`; what it says: how many kills met a living ingest, and how many inputs were begun."""
    import os
    import subprocess
    import sys

    program = Path(__file__).with_name("restarting.py")
    arguments = [docs, corpus, kills, seed, workers, "small" if small else "as-is"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, str(program), *map(str, arguments)], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    said: dict[str, int] = json.loads(done.stdout.splitlines()[-1])
    return said
