"""Parquet exports: rows, images byte for byte, pages, files of bounded size."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from exported import EXAMPLES, PICTURES, SOURCES, benchmark, content, records
from paged import paged_benchmark

from benchwright.corpus.store import Corpus
from benchwright.errors import UsageError
from benchwright.publish.export import ExportFolder, parquet_files
from benchwright.workflows.export import export


def test_hf_holds_answers_with_evidence_and_images(tmp_path: Path) -> None:
    export(benchmark(tmp_path), tmp_path / "out", "hf")
    questions = pq.read_table(tmp_path / "out/questions/test/00000.parquet").to_pylist()
    assert [one["id"] for one in questions] == [one.id for one in EXAMPLES]
    assert questions[0]["answers"][0]["evidence"] == [
        [{"source": "elm", "read": "text", "start": 21, "end": 30, "cells": [], "box": None}]
    ]
    assert questions[0]["columns"] == [{"name": "topic", "value": "trees"}]
    assert json.loads(questions[0]["origin"])["maker"] == "derive"
    corpus = {one["id"]: one for one in pq.read_table(tmp_path / "out/corpus").to_pylist()}
    assert list(corpus) == [one.id for one in SOURCES]
    assert {id: one["image"]["bytes"] for id, one in corpus.items() if one["image"]} == PICTURES
    assert (corpus["our notes"]["text"], corpus["our notes"]["passed_on"]) == ("", False)
    stored = pq.read_schema(tmp_path / "out/corpus/00000.parquet").metadata[b"huggingface"]
    told = json.loads(stored)["info"]["features"]
    assert told["image"] == {"_type": "Image"}
    assert told["referred_by"] == {"feature": {"dtype": "string", "_type": "Value"}, "_type": "List"}


def test_files_and_row_groups_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_files, "GROUP_ROWS", 3)
    monkeypatch.setattr(parquet_files, "FILE_BYTES", 100)
    schema = pa.schema([("text", pa.string())])
    rows = [{"text": "x" * 20} for _ in range(10)]  # groups of 60, 60 and 60 bytes, and one row
    assert parquet_files.write_rows(ExportFolder(tmp_path), "a", schema, rows) == 10
    files = sorted((tmp_path / "a").iterdir())
    assert [pq.read_metadata(file).num_rows for file in files] == [6, 4]
    assert pq.read_metadata(files[0]).num_row_groups == 2
    assert pq.read_table(tmp_path / "a").to_pylist() == rows
    assert parquet_files.write_rows(ExportFolder(tmp_path), "none", schema, []) == 0
    assert pq.read_table(tmp_path / "none").num_rows == 0


def test_pages_are_judged_by_where_the_evidence_stands(tmp_path: Path) -> None:
    bench, pages = paged_benchmark(tmp_path)
    export(bench, tmp_path / "out", "vidore")
    qrels = pq.read_table(tmp_path / "out/qrels/test").to_pylist()
    assert qrels == [{"query-id": n, "corpus-id": n, "score": 1} for n in range(2)]
    corpus, opened = pq.read_table(tmp_path / "out/corpus").to_pylist(), Corpus.open(pages)
    assert [one["image"]["bytes"] for one in corpus] == [opened.page_path(*key).read_bytes() for key in opened.pages]
    export(bench, tmp_path / "hf", "hf")
    assert pq.read_table(tmp_path / "hf/pages").num_rows == 2
    assert "config_name: pages" in (tmp_path / "hf/README.md").read_text("utf-8")


def test_pages_of_documents_of_unknown_licence_stay_here(tmp_path: Path) -> None:
    bench, _ = paged_benchmark(tmp_path, licence="")
    with pytest.raises(UsageError, match="can be written as vidore"):
        export(bench, tmp_path / "out", "vidore")
    export(bench, tmp_path / "hf", "hf")
    assert [one["image"] for one in pq.read_table(tmp_path / "hf/pages").to_pylist()] == [None, None]
    export(bench, tmp_path / "all", "vidore", include_unlicensed=True)
    assert len(pq.read_table(tmp_path / "all/corpus")) == 2


def test_mteb_writes_a_task_whatever_the_name(tmp_path: Path) -> None:
    bench = benchmark(tmp_path)
    manifest = json.loads((bench / "manifest.json").read_text("utf-8"))
    (bench / "manifest.json").write_text(json.dumps({**manifest, "name": '3 "trees"\n"""; import os'}), "utf-8")
    export(bench, tmp_path / "out", "mteb")
    task = (tmp_path / "out/task.py").read_text("utf-8")
    compile(task, "task.py", "exec")
    assert "class Benchmark3TreesImportOsRetrieval(AbsTaskRetrieval):" in task
    assert '"""3 trees import os as a retrieval task' in task
    assert records(tmp_path / "out/attribution.jsonl")[0]["id"] == "elm"
    assert "corpus/00000.parquet" in content(tmp_path / "out")
