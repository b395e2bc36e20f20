"""A small company's ten documents in office formats: our own text about an invented maker of coffee machines."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from benchwright import Corpus, generate, ingest

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


def test_naming_the_company_gives_many_more_questions_and_the_advice_says_so(tmp_path: Path) -> None:
    ingest(sorted(FOLDER.iterdir()), tmp_path / "corpus")  # files: a folder would give its own name
    unnamed = generate(tmp_path / "corpus", tmp_path / "unnamed", n=60)
    (advice,) = (line for line in unnamed.advice if line.startswith("with their name: "))
    assert advice.endswith(f"-n 60 --about 'NAME OF THE COMPANY OR PRODUCT' --to {tmp_path}/unnamed-named")
    named = generate(tmp_path / "corpus", tmp_path / "named", n=60, about="Brindle Coffee Works")
    assert not any(line.startswith("with their name") for line in named.advice)
    assert unnamed.examples < 40 < named.examples
