"""Measure memory and speed on a very long PDF with a figure on each page and page images kept.

    python perf/pdf_long.py [--pages N] [--no-pictures]

Prints seconds a page and the most memory that any child process held. Bound, and exit status 1 if it is missed: 600 MB,
however many pages there are.
"""

from __future__ import annotations

import argparse
import io
import random
import resource
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

BOUND = 600.0
SENTENCE = "the old oak stands on a hill above this quiet village and nobody knows who planted it"


def drawn(path: Path, pages: int) -> None:
    """A file of `pages` pages, each with some text, and a photograph of its own above a caption."""
    from PIL import Image
    from reportlab.lib.utils import ImageReader
    from reportlab.pdfgen.canvas import Canvas

    rng = random.Random(1)
    canvas = Canvas(str(path), pagesize=(595, 842))
    words = SENTENCE.split()
    for page in range(1, pages + 1):
        coarse = Image.frombytes("RGB", (30, 20), rng.randbytes(30 * 20 * 3))
        photograph = io.BytesIO()
        coarse.resize((900, 600), Image.Resampling.BICUBIC).save(photograph, "JPEG", quality=85)
        canvas.drawImage(ImageReader(photograph), 70, 560, 330, 220)
        canvas.setFont("Times-Roman", 9)
        canvas.drawString(70, 545, f"Figure {page}: The village in year {page}")
        canvas.setFont("Times-Roman", 11)
        for line in range(34):
            turned = words[(line + page) % len(words) :] + words
            canvas.drawString(70, 515 - 13 * line, " ".join(turned[:16]))
        canvas.showPage()
    canvas.save()


def main() -> int:
    """Measure and print; exit status 1 if the bound is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, default=1_000)
    parser.add_argument("--no-pictures", action="store_true", help="keep no pictures of whole pages")
    asked = parser.parse_args()
    from benchwright.corpus.ingest import ingest_paths
    from benchwright.readers.base import ReaderOptions
    from benchwright.readers.read_task import IngestOptions

    with TemporaryDirectory() as made:
        path = Path(made) / "long.pdf"
        drawn(path, asked.pages)
        options = IngestOptions(read=ReaderOptions(pages=not asked.no_pictures))
        started = time.perf_counter()
        report = ingest_paths([path], Path(made) / "corpus", options, workers=1)
        took = time.perf_counter() - started
        size = path.stat().st_size / 1e6
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1_024) / 1e6
    here = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1_024) / 1e6
    made_of = sum(report.sources.values())
    print(f"{asked.pages:,} pages ({size:.0f} MB): {took / asked.pages:.3f} s a page, {made_of:,} sources")
    print(f"peak memory: a worker {peak:.0f} MB (bound {BOUND:g}), this process {here:.0f} MB")
    return int(peak > BOUND)


if __name__ == "__main__":
    raise SystemExit(main())
