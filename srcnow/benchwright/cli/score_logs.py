"""The option --log: also log scores to experiment trackers, once they are in their folder."""

from __future__ import annotations

import io
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Annotated

import typer

from benchwright.cli.output import note, say
from benchwright.english.counts import counted
from benchwright.errors import TrackerError

if TYPE_CHECKING:
    from benchwright.records import Json
    from benchwright.workflows.evaluation_files import Evaluation
    from benchwright.workflows.log_scores import ScoreLog

Logs = Annotated[
    list[str] | None,
    typer.Option("--log", metavar="TRACKER", help="Also log the scores: mlflow[:URI] or wandb[:PROJECT]; repeatable."),
]


def score_logs(given: Sequence[str] | None) -> tuple[ScoreLog, ...]:
    """Where scores are logged. UsageError and MissingExtraError, before anything is asked."""
    if not given:
        return ()
    from benchwright.workflows.log_scores import ScoreLog

    return tuple(map(ScoreLog.parse, given))


class LoggedScores:
    """Logs the scores of an evaluation to each of the trackers; what one of them refuses does not keep the others.
    `runs` are the ids of runs by tracker, `failures` what was refused."""

    def __init__(self, logs: Sequence[ScoreLog], evaluation: Evaluation | None) -> None:
        self.runs: dict[str, list[str]] = {}
        self.failures: list[TrackerError] = []
        if evaluation is None or evaluation.stopped or not logs:
            return
        from benchwright.workflows.log_scores import log_scores

        for log in logs:
            note(f"logging to {log.tracker}")
            try:
                with redirect_stdout(io.StringIO()):  # MLflow prints addresses, which may hold a password
                    runs = log_scores(evaluation, log.tracker, log.project, uri=log.uri)
                self.runs.setdefault(log.tracker, []).extend(runs)
            except TrackerError as error:
                self.failures.append(error)

    def to_json(self) -> Json:
        """What `--json` says of it; nothing without trackers."""
        return {"logged": dict(self.runs)} if self.runs or self.failures else {}

    def print(self) -> None:
        """A line a tracker."""
        for tracker, runs in self.runs.items():
            say(f"logged to {tracker}: {counted(len(runs), 'run')}, {', '.join(runs)}")

    def check(self) -> None:
        """Raise the first TrackerError, after what else there is to say of others."""
        for error in self.failures[1:]:
            note(f"error: {error.line()}")
        if self.failures:
            raise self.failures[0]
