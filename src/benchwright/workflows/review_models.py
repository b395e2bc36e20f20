"""Let a model review the items of a study, beside people, and say before what that takes."""

from __future__ import annotations

from pathlib import Path

from benchwright.files.locks import folder_lock
from benchwright.models.callable_model import ModelInput, model_names
from benchwright.review.model_annotators import annotate, ask_unsent
from benchwright.run.call_forecast import use_of_requests
from benchwright.run.forecast import ResourceUse
from benchwright.run.item_run import CallOptions, ItemResult, ItemRun
from benchwright.workflows.judging_estimate import unsent
from benchwright.workflows.review import find_study


def review_annotate(
    path: Path | str, model: ModelInput, *, options: CallOptions | None = None
) -> tuple[Path, ItemResult[int]]:
    """Let `model` (a name as PROVIDER/NAME, or a callable) review all items of the study in a folder, or of the only
    one of a benchmark, that it has not reviewed yet. Calls are kept in the study's `ledger.sqlite`; the same call
    continues a stopped run. Returns the study's folder, and how the run ended.

    Raises UsageError where there is no study, and for a model that cannot be used; LockedError.
    """
    (name,) = model_names([model])
    calls = (options or CallOptions()).with_callables([model])
    study = find_study(path)
    try:
        with folder_lock(study.folder):
            return study.folder, annotate(study, name, ItemRun(study.folder, calls, "items"))
    finally:
        study.close()


def estimate_annotation(path: Path | str, model: ModelInput, *, options: CallOptions | None = None) -> ResourceUse:
    """What `review_annotate` would take for the items that have no review by this model yet. Sends and writes nothing;
    replies that are stored are free. Raises as that does."""
    (name,) = model_names([model])
    calls, dispatch = unsent((options or CallOptions()).with_callables([model]))
    study = find_study(path)
    try:
        ask_unsent(study, name, ItemRun(study.folder, calls, "items"))
    finally:
        study.close()
    return use_of_requests(dispatch.requests, calls.settings)
