"""Scores are logged by the real clients of MLflow (a local store) and Weights & Biases (offline)."""

from __future__ import annotations

from pathlib import Path

import pytest
from handmade import benchmark

from benchwright.errors import UsageError
from benchwright.workflows.evaluate import evaluate_retrieval
from benchwright.workflows.evaluation_files import Evaluation
from benchwright.workflows.log_scores import log_scores


@pytest.fixture
def scores(tmp_path: Path) -> Evaluation:
    return evaluate_retrieval(benchmark(tmp_path), {"words": "bm25", "lake": lambda query, k: ["lake"]}, k=[1])


def test_mlflow_has_a_run_for_each_system(scores: Evaluation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MLFLOW_TRACKING_URI", (tmp_path / "mlruns").as_uri())
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    mlflow = pytest.importorskip("mlflow")
    ids = log_scores(scores, "mlflow", "nightly")
    runs = {mlflow.get_run(id).info.run_name: mlflow.get_run(id) for id in ids}
    assert list(runs) == ["words", "lake"]
    assert runs["words"].data.metrics["recall_at_1"] == pytest.approx(5 / 6)
    assert runs["lake"].data.metrics["recall_at_1"] == pytest.approx(0.5)
    assert runs["lake"].data.params["k"] == "[1]"
    assert runs["words"].data.params["spec"] == "bm25"
    assert [one.path for one in mlflow.MlflowClient().list_artifacts(ids[0])] == ["report.html"]


def test_wandb_writes_offline_runs(scores: Evaluation, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"MODE": "offline", "DIR": str(tmp_path), "SILENT": "true", "DATA_DIR": str(tmp_path)}.items():
        monkeypatch.setenv(f"WANDB_{name}", value)
    wandb = pytest.importorskip("wandb")
    ids = log_scores(scores, "wandb", "nightly")
    wandb.teardown()  # ends its service, which writes the files
    written = {id: b"".join(one.read_bytes() for one in tmp_path.glob(f"wandb/*{id}/*.wandb")) for id in ids}
    assert len(ids) == len(set(ids)) == 2
    assert all(b"recall_at_1" in content for content in written.values())


def test_another_tracker_is_refused(scores: Evaluation) -> None:
    with pytest.raises(UsageError, match="'tensorboard' is not a tracker"):
        log_scores(scores, "tensorboard")  # type: ignore[arg-type]
