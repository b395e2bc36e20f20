"""A small company's ten documents in office formats: our own text about an invented maker of coffee machines."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from benchwright import Corpus, ingest

FOLDER = Path(__file__).parents[1] / "data" / "business_dev"


def test_every_document_of_a_small_company_gives_sources(tmp_path: Path) -> None:
    report = ingest(FOLDER, tmp_path / "corpus")
    assert not report.failed
    of = Counter(source.document for source in Corpus.open(tmp_path / "corpus").sources() if source.modality == "text")
    tables = Counter(source.document for source in Corpus.open(tmp_path / "corpus").sources() if source.table)
    assert set(of) | set(tables) == {path.name for path in FOLDER.iterdir()}
    assert tables["price-list-2026.csv"] == 1
    assert tables["grinder-g40.html"] == 2
    assert tables["descaler-safety-sheet.docx"] == 2
