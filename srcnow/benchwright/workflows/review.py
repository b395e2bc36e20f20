"""Begin a study of a benchmark, or open the one that was begun."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchwright.benchmark.store import Benchmark
from benchwright.errors import UsageError
from benchwright.evaluate.answers_file import GIVEN_ANSWERS, read_answers
from benchwright.evaluate.score_folder import is_scores
from benchwright.files.atomic import MANIFEST
from benchwright.files.folder_names import beside
from benchwright.files.locks import folder_lock
from benchwright.records import Json
from benchwright.review.new_study import FILE, StudyContent, draw_content, write_study
from benchwright.review.open_study import OpenStudy
from benchwright.review.power import StudyPower, power_lines, study_power
from benchwright.review.study import Study, load_study
from benchwright.review.task import Task, load_task
from benchwright.review.units import GivenReply

REVIEW = "review"
"""The folder in a benchmark that its studies stand in, each in a folder of its name."""


def open_study(
    bench: Path | str,
    study: str,
    *,
    to: Path | str | None = None,
    reference: Path | str | None = None,
    scores: Path | str | None = None,
    notify: Callable[[str], None] = lambda line: None,
) -> OpenStudy:
    """The study of that name (or YAML file) of a benchmark. If it was begun, it is opened as it was; else its items are
    drawn and written. `to` is its folder (`BENCH/review/NAME` by default), `reference` a benchmark that is mixed in,
    `scores` the folder of scores that the answers of systems are taken from. `notify` takes lines that tell what was
    drawn and what the study can find.

    Raises PlanError for a study or a task that is wrong, BenchmarkError, UsageError where there is too little to draw.
    """
    settings, folder = load_study(study)
    opened = Benchmark.open(bench)
    place = study_folder(opened.path, settings.name, to)
    if (place / FILE).is_file():
        found = OpenStudy.open(place)
        if found.facts["digest"] != opened.examples_digest:
            notify(f"{opened.path} has changed since the study was begun; its items stay as they were drawn")
        if found.settings != settings:
            notify(f"{place} was begun with other settings; they stay as they were")
        return found
    other = None if reference is None else Benchmark.open(reference)
    with folder_lock(place):
        if not (place / FILE).is_file():
            task, content = _drawn(settings, folder, opened, other, scores)
            for line in power_lines(settings, task, content.items):
                notify(line)
            facts = {
                "benchmark": str(opened.path.resolve()),
                "name": str(opened.manifest.get("name", "")),
                "digest": opened.examples_digest,
                **({} if other is None else {"reference": str(other.path.resolve())}),
            }
            write_study(place, settings, task, content, facts)
    return OpenStudy.open(place)


@dataclass(frozen=True, slots=True)
class StudyEstimate:
    """What a study can find: overall and by style, and in words with the work that it is."""

    powers: tuple[StudyPower, ...]
    lines: tuple[str, ...]

    def to_json(self) -> Json:
        return {"power": [one.to_json() for one in self.powers], "lines": list(self.lines)}


def estimate_study(
    bench: Path | str, study: str, *, reference: Path | str | None = None, scores: Path | str | None = None
) -> StudyEstimate:
    """What `open_study` would draw and what it could find, without writing anything. Raises what that raises."""
    settings, folder = load_study(study)
    opened = Benchmark.open(bench)
    other = None if reference is None else Benchmark.open(reference)
    task, content = _drawn(settings, folder, opened, other, scores)
    lines = tuple(power_lines(settings, task, content.items))
    return StudyEstimate(tuple(study_power(settings, content.items)), lines)


def _drawn(
    settings: Study, folder: Path, bench: Benchmark, other: Benchmark | None, scores: Path | str | None
) -> tuple[Task, StudyContent]:
    task = load_task(settings.task, folder)
    replies = _replies(bench, scores) if task.unit == "reply" else ()
    return task, draw_content(settings, task, bench, other, replies, folder)


def study_folder(bench: Path, name: str, to: Path | str | None = None) -> Path:
    """Where a study of a benchmark stands."""
    return bench / REVIEW / name if to is None else Path(to)


def studies_of(bench: Path) -> list[Path]:
    """The folders of the studies that were begun of a benchmark, by name."""
    return sorted(path.parent for path in (bench / REVIEW).glob(f"*/{FILE}"))


def find_study(path: Path | str) -> OpenStudy:
    """The study in a folder, or the only one of a benchmark. UsageError if there is none, or more than one."""
    folder = Path(path)
    if (folder / FILE).is_file():
        return OpenStudy.open(folder)
    listed = studies_of(folder) if (folder / MANIFEST).is_file() else []
    if len(listed) == 1:
        return OpenStudy.open(listed[0])
    if listed:
        names = ", ".join(map(str, listed))
        raise UsageError(f"{folder} has {len(listed)} studies", hint=f"name one of {names}")
    raise UsageError(f"{folder} holds no study", hint="begin one with: benchwright review serve")


def _replies(bench: Benchmark, scores: Path | str | None) -> Sequence[GivenReply]:
    """What systems answered, as their scores keep it."""
    folder = beside(bench.path, "system-scores") if scores is None else Path(scores)
    if not is_scores(folder):
        raise UsageError(f"{folder} holds no scores", hint="evaluate systems first, or name their scores with --scores")
    found = [GivenReply(one.question, one.system, one.answer) for one in read_answers(folder)]
    if not found:
        raise UsageError(f"{folder} holds no answers of systems ({GIVEN_ANSWERS})", hint="name the scores of systems")
    return found
