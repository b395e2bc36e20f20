"""Let a model review the items of a study, beside people."""

from __future__ import annotations

from pathlib import Path

from benchwright.files.locks import folder_lock
from benchwright.models.callable_model import ModelInput, model_names
from benchwright.review.model_annotators import annotate
from benchwright.run.item_run import CallOptions, ItemResult, ItemRun
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
