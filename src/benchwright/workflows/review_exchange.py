"""Hand the items of a study to another platform, take finished reviews back in, and list who came from Prolific."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchwright.errors import UsageError
from benchwright.files.atomic import make_folder, write_atomic
from benchwright.registry import suggestion
from benchwright.review.exchange import PLATFORMS, Platform, TakeInReport, take_in
from benchwright.review.exchange.csv_rows import csv_text
from benchwright.review.recruitment import COLUMNS, prolific_submissions
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
        return take_in(study, chosen.read(study, Path(file)), chosen.name, personal=chosen.personal)
    finally:
        study.close()


@dataclass(frozen=True, slots=True)
class SubmissionFiles:
    """The files that tell of a study's people from Prolific, and how many submissions there are by how they ended."""

    files: tuple[Path, ...]
    endings: Mapping[str, int]


def write_submissions(path: Path | str, to: Path | str) -> SubmissionFiles:
    """Write the submissions on Prolific of the study in a folder, or of the only one of a benchmark, into the folder
    `to`: `submissions.csv` with times and controls, and for each study on Prolific `approve-ID.csv`, the participants
    who completed it, one a line. UsageError for a study that recruited nobody there."""
    study = find_study(path)
    try:
        found, name = list(prolific_submissions(study)), study.name
    finally:
        study.close()
    if not found:
        raise UsageError(
            f"nobody came to the study {name} from Prolific",
            hint="its study URL is printed by: review serve",
        )
    folder = make_folder(Path(to))
    files = [folder / "submissions.csv"]
    write_atomic(files[0], csv_text([COLUMNS, *(one.row for one in found)]))
    done = [one.recruit for one in found if one.ending == "completed"]
    for place in dict.fromkeys(one.study for one in done):
        files.append(folder / f"approve-{place or 'study'}.csv")
        people = dict.fromkeys(one.participant for one in done if one.study == place)
        write_atomic(files[-1], "".join(f"{one}\n" for one in people))
    endings = Counter(one.ending for one in found)
    return SubmissionFiles(tuple(files), dict(endings.most_common()))


def _platform(name: str) -> Platform:
    if name not in PLATFORMS:
        raise UsageError(f"unknown platform {name!r}", hint=suggestion(name, PLATFORMS))
    return PLATFORMS[name]
