"""Log an evaluation to an experiment tracker, MLflow or Weights & Biases, through its own client.

Each system is a run: its means with the bounds of their 95 % intervals as metrics, how it was measured as parameters,
and the report page as an artifact. Where runs go and who may write is the client's to know: its own variables and
settings count (MLFLOW_TRACKING_URI, WANDB_MODE=offline, WANDB_PROJECT, ...).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Final, Literal, cast, get_args

from benchwright.errors import MissingExtraError, TrackerError, UsageError
from benchwright.models.keys import Keys
from benchwright.workflows.evaluation_files import Evaluation

Tracker = Literal["mlflow", "wandb"]

_USER = re.compile(r"(?<=://)[^/@\s]+(?=@)")
_FOLDERS = "MLFLOW_ALLOW_FILE_STORE"
_LONGEST = 300  # characters of what a client says


@dataclass(frozen=True, slots=True)
class ScoreLog:
    """Where scores are logged: `project` is MLflow's experiment or a project of Weights & Biases, ENTITY/PROJECT of a
    team; `uri` is MLflow's server, database or folder. "" is the client's own default."""

    tracker: Tracker
    project: str = ""
    uri: str = ""

    @classmethod
    def parse(cls, text: str) -> ScoreLog:
        """`mlflow`, `mlflow:URI`, `wandb` or `wandb:PROJECT`. UsageError for anything else, MissingExtraError without
        the tracker's client."""
        name, colon, rest = text.strip().partition(":")
        if colon and not rest.strip():
            raise UsageError(f"{text!r} names nothing behind the colon", hint=_FORMS)
        tracker = _known(name)
        _CLIENTS[tracker]()
        return cls(tracker, uri=rest) if tracker == "mlflow" else cls(tracker, project=rest)


_FORMS = "write mlflow, mlflow:URI, wandb or wandb:PROJECT"


def log_scores(evaluation: Evaluation, tracker: Tracker, project: str = "", *, uri: str = "") -> tuple[str, ...]:
    """Log each measured system as a run of a tracker (`mlflow` or `wandb`), and return the ids of the runs. `project`
    and `uri` are those of `ScoreLog`. In names of measures, `@` becomes `_at_`, because MLflow doesn't accept it.

    Raises UsageError for another tracker, MissingExtraError if its client isn't installed, and TrackerError if the
    tracker can't be reached or refuses the scores."""
    log = ScoreLog(_known(tracker), project, uri)
    client = _CLIENTS[log.tracker]()
    systems = evaluation.measured or evaluation.summary.systems
    with _refusals(client, log, evaluation):
        return tuple(_LOGS[log.tracker](client, evaluation, log, name) for name in systems)


def _known(tracker: str) -> Tracker:
    if tracker not in get_args(Tracker):
        raise UsageError(f"{tracker!r} is not a tracker", hint=f"there are: {', '.join(get_args(Tracker))}")
    return cast("Tracker", tracker)


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


def _mlflow() -> ModuleType:
    try:
        import mlflow
    except ImportError as error:
        raise MissingExtraError("logging to MLflow", "mlflow") from error
    return cast("ModuleType", mlflow)


def _wandb() -> ModuleType:
    try:
        import wandb
    except ImportError as error:
        raise MissingExtraError("logging to Weights & Biases", "wandb") from error
    return cast("ModuleType", wandb)


def _log_mlflow(mlflow: ModuleType, evaluation: Evaluation, log: ScoreLog, system: str) -> str:
    with (
        _store(mlflow, log.uri),
        mlflow.start_run(run_name=system, experiment_id=_experiment(mlflow, log.project)) as run,
    ):
        mlflow.log_params(dict(_parameters(evaluation, system)))
        mlflow.log_metrics(_metrics(evaluation, system))
        mlflow.log_artifact(str(evaluation.page))
        return str(run.info.run_id)


def _experiment(mlflow: ModuleType, name: str) -> str | None:
    """The id of the experiment, which is made if there is none; None for the client's own. `set_experiment` would
    change where other code of this process writes."""
    if not name:
        return None
    known = mlflow.get_experiment_by_name(name)
    return str(mlflow.create_experiment(name) if known is None else known.experiment_id)


@contextmanager
def _store(mlflow: ModuleType, uri: str) -> Iterator[None]:
    """Let MLflow write to a server, a database or a folder; "" for where it writes anyway. It takes folders only where
    a variable says so: whoever names a folder means it."""
    if not uri:
        yield
        return
    usual, allowed = mlflow.get_tracking_uri(), os.environ.get(_FOLDERS)
    if ":" not in uri:
        os.environ.setdefault(_FOLDERS, "true")
        uri = Path(uri).resolve().as_uri()
    mlflow.set_tracking_uri(uri)
    try:
        yield
    finally:
        mlflow.set_tracking_uri(usual)
        if allowed is None:
            os.environ.pop(_FOLDERS, None)


def _log_wandb(wandb: ModuleType, evaluation: Evaluation, log: ScoreLog, system: str) -> str:
    parameters = dict(_parameters(evaluation, system))
    entity, _, project = log.project.rpartition("/")
    named = {"entity": entity or None, "project": project or None, "name": system}
    with wandb.init(**named, config=parameters, reinit="finish_previous") as run:
        run.log(_metrics(evaluation, system))
        page = wandb.Artifact(f"report-{run.id}", type="report")
        page.add_file(str(evaluation.page))
        run.log_artifact(page)
        return str(run.id)


@contextmanager
def _refusals(client: ModuleType, log: ScoreLog, evaluation: Evaluation) -> Iterator[None]:
    """Say in one line, without keys, what the tracker refuses, or that it cannot be reached."""
    own = client.exceptions.MlflowException if log.tracker == "mlflow" else client.errors.Error
    try:
        yield
    except (own, OSError, ImportError) as error:  # the last where MLflow lacks a driver of a database
        said = Keys.load().redact(_USER.sub("...", " ".join(str(error).split())))
        raise TrackerError(
            f"{log.tracker} did not take the scores: {_cut(said) or type(error).__name__}",
            hint=f"they are in {evaluation.path}; the same command logs them again",
        ) from error


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()} ..."


_CLIENTS: Final[Mapping[Tracker, Callable[[], ModuleType]]] = {"mlflow": _mlflow, "wandb": _wandb}
_LOGS: Final[Mapping[Tracker, Callable[[ModuleType, Evaluation, ScoreLog, str], str]]] = {
    "mlflow": _log_mlflow,
    "wandb": _log_wandb,
}
