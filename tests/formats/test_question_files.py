"""Files of questions, opened with the libraries that they are for."""

from __future__ import annotations

import base64
import csv
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from exported import EXAMPLES, PICTURES, SOURCES
from listmade import benchmark as list_benchmark
from listmade import passage, question, some_answers

from benchwright.workflows.export import export

Exported = Callable[..., Path]


def test_datasets_opens_squad(exported_as: Exported, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    file = str(exported_as("squad") / "dev-v2.0.json")
    articles = datasets.load_dataset(
        "json", data_files=file, field="data", split="train", cache_dir=str(tmp_path / "cache")
    )
    questions = [qa for article in articles for paragraph in article["paragraphs"] for qa in paragraph["qas"]]
    assert [one["id"] for one in questions] == ["what ails", "=oak"]
    for article in articles:
        for paragraph in article["paragraphs"]:
            for answer in (answer for qa in paragraph["qas"] for answer in qa["answers"]):
                at = answer["answer_start"]
                assert paragraph["context"][at : at + len(answer["text"])] == answer["text"]


def test_datasets_opens_mmqa_and_its_images_are_the_same(exported_as: Exported, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    folder = exported_as("mmqa")
    cache = str(tmp_path / "cache")

    def rows(name: str) -> list[dict[str, object]]:
        return list(datasets.load_dataset("json", data_files=str(folder / name), split="train", cache_dir=cache))

    assert [one["qid"] for one in rows("MMQA_dev.jsonl")] == [one.id for one in EXAMPLES]
    counts = {part: len(rows(f"MMQA_{part}.jsonl")) for part in ("texts", "tables", "images")}
    assert sum(counts.values()) == len(SOURCES)
    images = {str(one["id"]): folder / "final_dataset_images" / str(one["path"]) for one in rows("MMQA_images.jsonl")}
    assert {id: path.read_bytes() for id, path in images.items()} == PICTURES


def test_datasets_opens_qampari_with_all_passages(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    films = [passage(f"p{n}", f"Film {n}", f"Film {n} is a film.") for n in range(7)]
    made = list_benchmark(tmp_path, [question("a", "simple", ["P57"], "Which films?", some_answers(films[:5]))], films)
    folder = export(made, tmp_path / "qampari", "qampari").path
    cache = str(tmp_path / "cache")
    passages, questions = (
        datasets.load_dataset("json", data_files=str(folder / name), split="train", cache_dir=cache)
        for name in ("passages.jsonl", "test_data.jsonl")
    )
    contents = {one["meta"]["pid"]: one["contents"] for one in passages}
    assert contents == {one.id: one.text for one in films}  # also the two that prove nothing
    (asked,) = questions
    proofs = [proof for answer in asked["answer_list"] for proof in answer["proof"]]
    assert (
        [contents[one["pid"]] for one in proofs]
        == [one["proof_text"] for one in proofs]
        == [one.text for one in films[:5]]
    )


def test_pandas_reads_the_images_of_webqa(exported_as: Exported) -> None:
    """As WebQA's own code does: a line an image, its bytes in base64."""
    pandas = pytest.importorskip("pandas")
    folder = exported_as("webqa")
    images = pandas.read_csv(folder / "imgs.tsv", sep="\t", header=None, names=["id", "data"], quoting=csv.QUOTE_NONE)
    assert sorted(base64.b64decode(one) for one in images["data"]) == sorted(PICTURES.values())
    questions = json.loads((folder / "WebQA_train_val.json").read_text("utf-8"))
    facts = [fact for one in questions.values() for fact in (*one["img_posFacts"], *one["img_negFacts"])]
    assert {fact["image_id"] for fact in facts} == set(images["id"])


def test_inspect_opens_its_samples(exported_as: Exported) -> None:
    dataset = pytest.importorskip("inspect_ai.dataset")
    folder = exported_as("inspect")
    samples = list(dataset.json_dataset(str(folder / "test.jsonl")))
    assert [(one.id, one.input) for one in samples] == [(one.id, one.question) for one in EXAMPLES]
    assert samples[0].target == ["a disease", "disease"]
    assert samples[2].target == "elm; yew"
    sources = {one["id"]: one for sample in samples for one in sample.metadata["sources"]}
    assert {name: (folder / sources[name]["image"]).read_bytes() for name in PICTURES} == PICTURES


def test_ragas_opens_its_samples(exported_as: Exported) -> None:
    ragas = pytest.importorskip("ragas")
    samples = ragas.EvaluationDataset.from_jsonl(exported_as("ragas") / "test.jsonl").samples
    assert [one.user_input for one in samples] == [one.question for one in EXAMPLES]
    assert [one.reference for one in samples] == [one.answer for one in EXAMPLES]
    assert samples[0].reference_contexts == ["Elm\nThe elm suffers from a disease. The disease is Dutch."]
    assert samples[3].reference_context_ids == ["yew", "ages"]


def test_deepeval_opens_its_goldens(exported_as: Exported) -> None:
    deepeval = pytest.importorskip("deepeval.dataset")
    dataset = deepeval.EvaluationDataset()
    dataset.add_goldens_from_json_file(str(exported_as("deepeval") / "test.json"))
    assert [one.input for one in dataset.goldens] == [one.question for one in EXAMPLES]
    assert [one.expected_output for one in dataset.goldens] == [one.answer for one in EXAMPLES]
    assert len(dataset.goldens[3].context) == 2
    assert dataset.goldens[0].additional_metadata["distractors"] == ["yew"]


def test_promptfoo_puts_every_question_to_a_provider(exported_as: Exported) -> None:
    if not (command := shutil.which("promptfoo")):
        pytest.skip("promptfoo is not installed (npm install --global promptfoo)")
    folder = exported_as("promptfoo")
    quiet = {"PROMPTFOO_DISABLE_TELEMETRY": "1", "PROMPTFOO_DISABLE_UPDATE": "1", "PROMPTFOO_CONFIG_DIR": str(folder)}
    chosen = ["eval", "--config", "promptfooconfig.yaml", "--no-cache", "--no-table", "--output", "out.json"]
    subprocess.run([command, *chosen], cwd=folder, env={**os.environ, **quiet}, check=False, capture_output=True)
    results = json.loads((folder / "out.json").read_text("utf-8"))["results"]["results"]
    outputs = [one["response"]["output"] for one in sorted(results, key=lambda one: int(one["testIdx"]))]
    assert outputs == [one.question for one in EXAMPLES]  # the provider `echo` says what it was asked
