"""Measure time and memory of reading a ten-page Word file, against docling's backend on the same bytes.

    python perf/office.py [--files 20]

Each reader runs in a process of its own. `import` is what the first file pays once a worker, `read` the median of the
others, in seconds of processor time; `memory` is the process' peak. Bound: `read` under docling's.
"""

from __future__ import annotations

import argparse
import io
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

SENTENCE = "The oak is a tree that may live for a thousand years and more. "


def write_file(path: Path, pages: int = 10) -> None:
    """Headings, eight paragraphs and a table of 32 cells on each page."""
    import docx

    made = docx.Document()
    for page in range(pages):
        made.add_heading(f"Part {page}", 1)
        for _ in range(8):
            made.add_paragraph(SENTENCE * 7)
        table = made.add_table(rows=8, cols=4)
        for row in table.rows:
            for cell in row.cells:
                cell.text = f"cell of {page}"
    made.save(str(path))


def ours(path: Path) -> Callable[[], object]:
    from benchwright.readers.base import InputFile, Limits
    from benchwright.readers.office import read_office

    return lambda: list(read_office(InputFile(path, path.name, path.parent), Limits()))


def docling(path: Path) -> Callable[[], object]:
    from docling.backend.msword_backend import MsWordDocumentBackend
    from docling.datamodel.base_models import InputFormat
    from docling.datamodel.document import InputDocument

    def convert() -> object:
        data = io.BytesIO(path.read_bytes())
        document = InputDocument(
            path_or_stream=data, format=InputFormat.DOCX, filename=path.name, backend=MsWordDocumentBackend
        )
        return document._backend.convert()  # type: ignore[attr-defined]

    return convert


def measure(reader: str, path: Path, files: int) -> None:
    """One reader in this process: a line of figures."""
    start = time.process_time()
    read = {"ours": ours, "docling": docling}[reader](path)
    loaded = time.process_time() - start
    times = []
    for _ in range(files):
        start = time.process_time()
        read()
        times.append(time.process_time() - start)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{reader:8} import {loaded:5.2f} s   read {statistics.median(times):6.3f} s   memory {peak:4.0f} MiB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=20)
    parser.add_argument("--reader", choices=("ours", "docling"))
    parser.add_argument("--path", type=Path)
    given = parser.parse_args()
    if given.reader:
        measure(given.reader, given.path, given.files)
        return
    with TemporaryDirectory() as folder:
        path = Path(folder) / "ten.docx"
        write_file(path)
        for reader in ("ours", "docling"):
            again = [sys.executable, __file__, "--reader", reader, "--path", str(path), "--files", str(given.files)]
            subprocess.run(again, check=True)


if __name__ == "__main__":
    main()
