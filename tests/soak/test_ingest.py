"""20,000 sources over small files, large inputs and pictures: killed fifty times, ingest gives the same bytes."""

from pathlib import Path

import pytest
from corpus_faults import corpus_faults
from paperwork import restarted, write_documents

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus

FILES = ("sources.parquet", "documents.parquet", "drops.jsonl", "manifest.json")


@pytest.mark.soak
@pytest.mark.parametrize(("workers", "seed"), [(0, 1), (2, 2)])
def test_fifty_kills(tmp_path: Path, workers: int, seed: int) -> None:
    docs = tmp_path / "docs"
    sources = write_documents(docs, pages=4_300, lines=9_500, pictures=320)
    assert sources >= 20_000
    said = restarted(docs, tmp_path / "corpus", kills=50, seed=seed, workers=workers, small=False)
    assert said["hits"] >= 25
    ingest_paths([docs], tmp_path / "whole")
    for name in FILES:
        assert (tmp_path / "corpus" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    corpus = Corpus.open(tmp_path / "corpus")
    assert corpus_faults(corpus) == []
    assert len(corpus) == sources
