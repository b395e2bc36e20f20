"""A killed ingest goes on where it was: the same bytes in the end, and nothing that was kept is read twice."""

from pathlib import Path

import pytest
from corpus_faults import corpus_faults
from paperwork import restarted, write_documents

from benchwright.corpus.ingest import ingest_paths
from benchwright.corpus.store import Corpus
from benchwright.readers import read_task as read_task_module
from benchwright.readers.layouts import resume_marks

FILES = ("sources.parquet", "documents.parquet", "drops.jsonl", "manifest.json")


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    assert write_documents(tmp_path / "docs", pages=40, lines=400, pictures=12) == 702
    return tmp_path / "docs"


@pytest.fixture
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resume_marks, "EVERY", 20)
    monkeypatch.setattr(read_task_module, "CHUNK_SOURCES", 15)


@pytest.mark.usefixtures("_small")
def test_kills_inside_large_inputs_and_between_small_ones(docs: Path, tmp_path: Path) -> None:
    said = restarted(docs, tmp_path / "corpus", kills=6, seed=7, workers=0, small=True)
    assert said["hits"] >= 3
    whole = ingest_paths([docs], tmp_path / "whole", workers=0)
    for name in FILES:
        assert (tmp_path / "corpus" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    corpus = Corpus.open(tmp_path / "corpus")
    assert corpus_faults(corpus) == []
    assert sum(whole.sources.values()) == len(corpus) == 702
    assert len(list((tmp_path / "corpus/images").iterdir())) == 12
    assert [path.name for path in (tmp_path / "corpus/.ingest").iterdir()] == [f"{whole.fingerprint}.jsonl"]
