"""Hand the items of a study to another platform, and take finished reviews back in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.files.atomic import make_folder
from benchwright.registry import suggestion
from benchwright.review.exchange import PLATFORMS, Platform, TakeInReport, take_in
from benchwright.workflows.review import find_study


def export_items(path: Path | str, platform: str, to: Path | str) -> Sequence[Path]:
    """Write the items of the study in a folder, or of the only one of a benchmark, for a platform (csv, label-studio,
    argilla, mturk) into the new folder `to`; the files. UsageError for an unknown platform, a task whose fields it
    cannot ask for, and a folder that holds something."""
    chosen, folder = _platform(platform), Path(to)
    if folder.exists() and any(folder.iterdir()):
        raise UsageError(f"{folder} is not empty", hint="name a new folder: --to DIR")
    study = find_study(path)
    try:
        return chosen.write(study, make_folder(folder))
    finally:
        study.close()


def import_reviews(path: Path | str, platform: str, file: Path | str) -> TakeInReport:
    """Take the reviews in a file of a platform into a study. UsageError for an unknown platform, and for a file that is
    not of its form."""
    chosen = _platform(platform)
    study = find_study(path)
    try:
        return take_in(study, chosen.read(study, Path(file)), chosen.name)
    finally:
        study.close()


def _platform(name: str) -> Platform:
    if name not in PLATFORMS:
        raise UsageError(f"unknown platform {name!r}", hint=suggestion(name, PLATFORMS))
    return PLATFORMS[name]
