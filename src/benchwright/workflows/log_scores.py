"""Log an evaluation to an experiment tracker, MLflow or Weights & Biases, through its own client.

Each system is a run: its means with the bounds of their 95 % intervals as metrics, how it was measured as parameters,
and the report page as an artifact. Where runs go and who may write is the client's to know: its own variables and
settings count (MLFLOW_TRACKING_URI, WANDB_MODE=offline, WANDB_PROJECT, ...).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Final, Literal

from benchwright.errors import MissingExtraError, UsageError
from benchwright.workflows.evaluation_files import Evaluation

Tracker = Literal["mlflow", "wandb"]


def log_scores(evaluation: Evaluation, tracker: Tracker, project: str = "") -> tuple[str, ...]:
    """Log each system as a run of `project` (MLflow's experiment; "" for the client's own default), and return the ids
    of the runs. `@` in names of measures becomes `_at_`, for MLflow takes none.

    UsageError for another tracker, MissingExtraError without its client, and what the client raises."""
    log = _LOGS.get(tracker)
    if log is None:
        raise UsageError(f"{tracker!r} is not a tracker", hint=f"there are: {', '.join(_LOGS)}")
    return tuple(log(evaluation, project, name) for name in evaluation.summary.systems)


def _metrics(evaluation: Evaluation, system: str) -> dict[str, float]:
    """Means and bounds over all questions; a measure without a value has none."""
    found: dict[str, float] = {}
    for measure in evaluation.summary.measures:
        cell, name = evaluation.summary.cell(system, measure), measure.replace("@", "_at_")
        if cell is not None:
            one = cell.estimate
            values = {name: one.mean, f"{name}-low": one.low, f"{name}-high": one.high}
            found |= {key: value for key, value in values.items() if value is not None}
    return found


def _parameters(evaluation: Evaluation, system: str) -> Mapping[str, str]:
    scores = evaluation.scores
    settings = {name: json.dumps(value) for name, value in scores.settings.items()}
    known = {"benchmark": scores.benchmark, "fingerprint": scores.fingerprint, "questions": str(len(scores.questions))}
    return {**settings, **known, "system": system, "spec": scores.system(system).spec}


def _log_mlflow(evaluation: Evaluation, project: str, system: str) -> str:
    try:
        import mlflow
    except ImportError as error:
        raise MissingExtraError("logging to MLflow", "mlflow") from error
    if project:
        mlflow.set_experiment(project)
    with mlflow.start_run(run_name=system) as run:
        mlflow.log_params(dict(_parameters(evaluation, system)))
        mlflow.log_metrics(_metrics(evaluation, system))
        mlflow.log_artifact(str(evaluation.page))
        return str(run.info.run_id)


def _log_wandb(evaluation: Evaluation, project: str, system: str) -> str:
    try:
        import wandb
    except ImportError as error:
        raise MissingExtraError("logging to Weights & Biases", "wandb") from error
    parameters = dict(_parameters(evaluation, system))
    with wandb.init(project=project or None, name=system, config=parameters, reinit="finish_previous") as run:
        run.log(_metrics(evaluation, system))
        page = wandb.Artifact(f"report-{run.id}", type="report")
        page.add_file(str(evaluation.page))
        run.log_artifact(page)
        return str(run.id)


_LOGS: Final[Mapping[str, Callable[[Evaluation, str, str], str]]] = {"mlflow": _log_mlflow, "wandb": _log_wandb}
