"""Scores are logged by the real clients of MLflow (a local store) and Weights & Biases (offline)."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from handmade import benchmark

from benchwright.cli import main
from benchwright.errors import UsageError
from benchwright.evaluate.score_folder import load_scores
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


def test_the_command_logs_to_a_folder_and_to_offline_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    mlflow, _ = pytest.importorskip("mlflow"), pytest.importorskip("wandb")
    for name, value in {"MODE": "offline", "DIR": str(tmp_path), "SILENT": "true", "DATA_DIR": str(tmp_path)}.items():
        monkeypatch.setenv(f"WANDB_{name}", value)
    monkeypatch.delenv("MLFLOW_ALLOW_FILE_STORE", raising=False)
    bench, usual = benchmark(tmp_path), mlflow.get_tracking_uri()
    logs = ["--log", f"mlflow:{tmp_path / 'runs'}", "--log", "wandb:nightly"]
    assert main(["evaluate", "retrieval", str(bench), "-r", "bm25", "--k", "1", *logs, "--json"]) == 0
    logged = json.loads(capsys.readouterr().out)["logged"]
    assert {name: len(runs) for name, runs in logged.items()} == {"mlflow": 1, "wandb": 1}
    assert mlflow.get_tracking_uri() == usual
    assert "MLFLOW_ALLOW_FILE_STORE" not in os.environ
    (run,) = (tmp_path / "runs").glob(f"*/{logged['mlflow'][0]}")
    assert (run / "metrics" / "recall_at_1").read_text().split()[1] == str(5 / 6)
    assert list(tmp_path.glob(f"wandb/offline-run-*{logged['wandb'][0]}"))


def test_a_server_that_is_not_there_keeps_no_scores(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("mlflow")
    monkeypatch.setenv("MLFLOW_HTTP_REQUEST_MAX_RETRIES", "0")
    bench = benchmark(tmp_path)
    log = ["--log", "mlflow:http://me:not-for-logs@127.0.0.1:9"]
    assert main(["evaluate", "retrieval", str(bench), "-r", "bm25", "--k", "1", *log]) == 1
    captured = capsys.readouterr()
    assert captured.err.splitlines()[-1].startswith("error: mlflow did not take the scores: API request to http://...@")
    assert "not-for-logs" not in captured.err + captured.out
    assert load_scores(tmp_path / "bench-scores").systems[0].name == "bm25"


def test_another_tracker_is_refused(scores: Evaluation) -> None:
    with pytest.raises(UsageError, match="'tensorboard' is not a tracker"):
        log_scores(scores, "tensorboard")  # type: ignore[arg-type]
