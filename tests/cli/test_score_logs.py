"""The option --log, with a stand-in for the client of a tracker: what is logged, and what a refusal does."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from handmade import benchmark

from benchwright.cli import main


class MlflowException(Exception):  # noqa: N818
    """What MLflow raises."""


class FakeMlflow(ModuleType):
    """What of MLflow is called. `refusal` is raised when a run starts."""

    def __init__(self) -> None:
        super().__init__("mlflow")
        self.exceptions = SimpleNamespace(MlflowException=MlflowException)
        self.refusal: Exception | None = None
        self.uri = "usual"
        self.runs: dict[str, dict[str, Any]] = {}

    def get_tracking_uri(self) -> str:
        return self.uri

    def set_tracking_uri(self, uri: str) -> None:
        self.uri = uri

    @contextmanager
    def start_run(self, run_name: str, experiment_id: str | None) -> Iterator[Any]:
        if self.refusal is not None:
            raise self.refusal
        assert experiment_id is None
        print("View run at http://me:password@server")
        self.runs[run_name] = {"uri": self.uri}
        self.now = self.runs[run_name]
        yield SimpleNamespace(info=SimpleNamespace(run_id=f"id of {run_name}"))

    def log_params(self, params: dict[str, str]) -> None:
        self.now["params"] = params

    def log_metrics(self, metrics: dict[str, float]) -> None:
        self.now["metrics"] = metrics

    def log_artifact(self, path: str) -> None:
        assert Path(path).is_file()
        self.now["page"] = Path(path).name


@pytest.fixture
def mlflow(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> FakeMlflow:
    benchmark(tmp_path)
    monkeypatch.chdir(tmp_path)
    fake = FakeMlflow()
    monkeypatch.setitem(sys.modules, "mlflow", fake)
    return fake


def retrieval(*given: str) -> int:
    return main(["evaluate", "retrieval", "bench", "--k", "1", *given])


def test_the_systems_of_this_command_are_runs(mlflow: FakeMlflow, capsys: pytest.CaptureFixture[str]) -> None:
    assert retrieval("-r", "bm25") == 0
    assert retrieval("-r", "oracle", "--log", "mlflow:http://server") == 0
    (name,) = mlflow.runs  # bm25 of the first command is in the folder, too
    run = mlflow.runs[name]
    assert (name, run["uri"], run["page"]) == ("oracle", "http://server", "report.html")
    assert run["metrics"]["recall_at_1"] == pytest.approx(5 / 6)
    assert (run["params"]["spec"], run["params"]["k"]) == ("oracle", "[1]")
    captured = capsys.readouterr()
    assert captured.out.endswith("logged to mlflow: 1 run, id of oracle\n")
    assert "password" not in captured.out + captured.err
    assert mlflow.uri == "usual"


def test_json_has_the_runs(mlflow: FakeMlflow, capsys: pytest.CaptureFixture[str]) -> None:
    assert retrieval("-r", "bm25", "--log", "mlflow", "--json") == 0
    assert json.loads(capsys.readouterr().out)["logged"] == {"mlflow": ["id of bm25"]}
    assert mlflow.runs["bm25"]["uri"] == "usual"


def test_a_refusal_is_one_line_and_costs_no_scores(
    mlflow: FakeMlflow, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("MLFLOW_TRACKING_TOKEN", "token-0123456789")
    mlflow.refusal = MlflowException("403 at http://me:pass@server with token-0123456789:\n" + "x" * 400)
    assert retrieval("-r", "bm25", "--log", "mlflow", "--json") == 1
    captured = capsys.readouterr()
    line = captured.err.splitlines()[-1]
    assert line.startswith("error: mlflow did not take the scores: 403 at http://...@server with [key]: xxx")
    assert line.endswith(" ... — they are in bench-scores; the same command logs them again")
    told = json.loads(captured.out)
    assert (told["logged"], told["summary"]["systems"]) == ({}, ["bm25"])
    mlflow.refusal = None
    assert retrieval("-r", "bm25", "--log", "mlflow") == 0
    assert list(mlflow.runs) == ["bm25"]


def test_other_errors_of_the_client_are_lines_too(mlflow: FakeMlflow, capsys: pytest.CaptureFixture[str]) -> None:
    for refusal, said in (
        (ConnectionError("refused"), "refused"),
        (ModuleNotFoundError("No module named 'alembic'"), "No module named 'alembic'"),
        (MlflowException(), "MlflowException"),
    ):
        mlflow.refusal = refusal
        assert retrieval("-r", "bm25", "--log", "mlflow") == 1
        assert f"mlflow did not take the scores: {said} — they are" in capsys.readouterr().err


def test_answers_and_systems_are_logged_too(mlflow: FakeMlflow) -> None:
    answers = ["evaluate", "answers", "bench", "--answerer", "extractive", "--sources", "gold", "--to", "answers"]
    assert main([*answers, "--log", "mlflow"]) == 0
    Path("mine.jsonl").write_text('{"id": "river", "answer": "the Aare"}\n{"id": "lake", "answer": "217 metres"}\n')
    assert main(["evaluate", "system", "bench", "-s", "mine.jsonl", "--log", "mlflow"]) == 1  # one has no prediction
    assert list(mlflow.runs) == ["extractive, gold", "mine"]
    assert mlflow.runs["mine"]["metrics"]["answer-parts"] == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("tensorboard", "'tensorboard' is not a tracker — there are: mlflow, wandb"),
        ("mlflow:", "'mlflow:' names nothing behind the colon — write mlflow, mlflow:URI, wandb or wandb:PROJECT"),
        ("wandb", "logging to Weights & Biases needs the extra 'wandb' — install it with: "),
    ],
)
def test_mistakes_are_told_before_anything_is_measured(
    mlflow: FakeMlflow,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    given: str,
    said: str,
) -> None:
    monkeypatch.setitem(sys.modules, "wandb", None)
    assert retrieval("-r", "bm25", "--log", given) == 2
    assert said in capsys.readouterr().err
    assert not Path("bench-scores").exists()
