"""A reader that another package adds by an entry point reads its files in a worker process, like the built-in ones."""

import os
import subprocess
import sys
from pathlib import Path

from benchwright.corpus.store import Corpus

PLUG_IN = """
from benchwright.readers.base import Document, Paragraph, Reader


def read(file, limits):
    text = file.text().text[::-1].strip()
    yield Document(file.name, "Turned", text, (Paragraph(0, len(text)),))


READER = Reader("turned", read, suffixes=(".turned",))
"""


def install(folder: Path, name: str) -> None:
    """What pip leaves of a package of one module."""
    about = folder / "turned-1.0.dist-info"
    about.mkdir(parents=True)
    (folder / "turned.py").write_text(PLUG_IN)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: turned\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[benchwright.readers]\n{name} = turned:READER\n")


def ingest(tmp_path: Path) -> "subprocess.CompletedProcess[str]":
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "oak.turned").write_text("An oak is a tree of the north. It grows old where it is wet. " * 5)
    paths = os.pathsep.join([str(tmp_path / "site-packages"), *sys.path])
    command = [sys.executable, "-m", "benchwright", "ingest", "docs", "--to", "corpus"]
    environment = os.environ | {"PYTHONPATH": paths}
    return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)


def test_a_plug_in_reads_its_files(tmp_path: Path) -> None:
    install(tmp_path / "site-packages", "turned")
    done = ingest(tmp_path)
    assert done.returncode == 0, done.stderr
    (source,) = Corpus.open(tmp_path / "corpus").sources()
    assert source.title == "Turned"
    assert ".tew si ti erehw dlo sworg tI" in source.text


def test_a_plug_in_with_a_name_of_ours_is_refused_in_one_line(tmp_path: Path) -> None:
    install(tmp_path / "site-packages", "markdown")
    done = ingest(tmp_path)
    assert done.returncode == 2
    assert "the reader 'markdown' of turned:READER is there already" in done.stderr
    assert "Traceback" not in done.stderr
