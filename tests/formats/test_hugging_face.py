"""`datasets` and `mteb` open exports with equal counts and image bytes."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from exported import AGES, EXAMPLES, PICTURES, SOURCES, benchmark
from paged import paged_benchmark

from benchwright.benchmark.store import Benchmark
from benchwright.corpus.store import Corpus
from benchwright.errors import BenchmarkError
from benchwright.workflows.export import export

Exported = Callable[..., Path]


def test_load_dataset_opens_questions_and_images(exported_as: Exported, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    folder, cache = str(exported_as("hf")), str(tmp_path / "cache")
    assert datasets.get_dataset_config_names(folder) == ["questions", "corpus"]
    questions = datasets.load_dataset(folder, split="test", cache_dir=cache)
    assert [(one["id"], one["question"]) for one in questions] == [(one.id, one.question) for one in EXAMPLES]
    for row, example in zip(questions, EXAMPLES, strict=True):
        assert [one["text"] for one in row["answers"]] == [one.text for one in example.answers]
        spans = [span for one in row["answers"] for spans in one["evidence"] for span in spans]
        told = [span.to_json() for one in example.answers for spans in one.evidence for span in spans]
        assert [{**span, "box": span["box"] or None} for span in spans] == json.loads(json.dumps(told))
        assert (row["sources"], row["distractors"]) == (list(example.sources), list(example.distractors))
        assert [one["name"] for one in row["checks"]] == ["leak"]
    assert [one["text"] for one in questions[2]["undecided"]] == ["beech"]
    assert [one["answer"] for one in questions[3]["hops"]] == ["the yew", "2000"]
    corpus = datasets.load_dataset(folder, "corpus", split="corpus", cache_dir=cache)
    assert [one["id"] for one in corpus] == [one.id for one in SOURCES]
    assert corpus[4]["table"] == {"header": [list(AGES.header[0])], "rows": [list(row) for row in AGES.rows]}
    assert {one["licence"] for one in corpus} == {"CC BY-SA 4.0", ""}
    assert corpus[5]["image"].size == (8, 8)
    undecoded = corpus.cast_column("image", datasets.Image(decode=False))
    assert {one["id"]: one["image"]["bytes"] for one in undecoded if one["image"]} == PICTURES


def loaded_task(folder: Path) -> Any:
    spec = importlib.util.spec_from_file_location("task", folder / "task.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.TreesRetrieval()


def test_mteb_loads_the_task_and_its_images(exported_as: Exported) -> None:
    pytest.importorskip("mteb")
    task = loaded_task(exported_as("mteb"))
    task.load_data()
    split = task.dataset["default"]["test"]
    assert {one["id"]: one["text"] for one in split["queries"]} == {one.id: one.question for one in EXAMPLES}
    assert [one["id"] for one in split["corpus"]] == [one.id for one in SOURCES]
    assert split["relevant_docs"]["what ails"] == {"elm": 1, "yew": 0}
    assert split["relevant_docs"]["colours"] == {"green": 1, "red": 1}
    datasets = pytest.importorskip("datasets")
    undecoded = split["corpus"].cast_column("image", datasets.Image(decode=False))
    assert {one["id"]: one["image"]["bytes"] for one in undecoded if one["image"]} == PICTURES


def test_mteb_loads_pages_as_those_of_vidore(tmp_path: Path) -> None:
    pytest.importorskip("mteb")
    from mteb.tasks.retrieval.eng.vidore_bench_retrieval import _load_data

    bench, pages = paged_benchmark(tmp_path)
    export(bench, tmp_path / "vidore", "vidore")
    corpus, queries, qrels = _load_data(str(tmp_path / "vidore"), ["test"])
    assert [one["text"] for one in queries["test"]] == ["How old is the elm?", "How old is the yew?"]
    assert qrels["test"] == {"query-test-0": {"corpus-test-0": 1}, "query-test-1": {"corpus-test-1": 1}}
    datasets = pytest.importorskip("datasets")
    undecoded = corpus["test"].cast_column("image", datasets.Image(decode=False))
    opened = Corpus.open(pages)
    assert [one["image"]["bytes"] for one in undecoded] == [
        opened.page_path(document, page).read_bytes() for document, page in opened.pages
    ]
    assert [(one["doc-id"], one["page"]) for one in undecoded] == [("trees.pdf", 1), ("trees.pdf", 2)]


def test_a_data_set_has_the_images_and_one_without_them_is_one_line(tmp_path: Path) -> None:
    pytest.importorskip("datasets")
    bench = Benchmark.open(benchmark(tmp_path / "made"))
    made = bench.to_dataset()
    assert made["question"] == [one.question for one in EXAMPLES]
    shown = {one["id"]: [(picture.size, picture.getpixel((0, 0))) for picture in one["images"]] for one in made}
    assert shown["colours"] == [((8, 8), (0, 128, 0)), ((8, 8), (255, 0, 0))]  # green, red
    assert shown["what ails"] == []
    for path in (bench.path / "images").iterdir():
        path.unlink()
    with pytest.raises(BenchmarkError, match="is not there") as caught:
        bench.to_dataset()
    assert caught.value.hint == "restore the file, or pass images=False"
    assert len(bench.to_dataset(images=False)) == len(bench)
