"""Studies over the benchmark of towns, and annotators of known accuracy."""

from __future__ import annotations

import random
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from towns_bench import towns_bench

from benchwright.benchmark.store import Benchmark
from benchwright.review.items import ReviewItem
from benchwright.review.new_study import draw_content, write_study
from benchwright.review.open_study import FormPlace, OpenStudy
from benchwright.review.study import Study
from benchwright.review.task import Task, load_task
from benchwright.review.units import GivenReply

Fill = Callable[[OpenStudy, ReviewItem, FormPlace], dict[str, Any]]


def towns_study(folder: Path, task: str = "five-metrics", **settings: Any) -> OpenStudy:
    """A study of the 56 questions on towns, in the folder `study`."""
    bench = folder / "bench" if (folder / "bench").exists() else towns_bench(folder)
    return study_of(bench, folder / "study", task, **settings)


def study_of(
    path: Path, folder: Path, task: str, replies: Sequence[GivenReply] = (), base: Path = Path(), **settings: Any
) -> OpenStudy:
    """A new study of a benchmark. Files that the settings name are in `base`."""
    bench = Benchmark.open(path)
    study = Study.model_validate({"name": "try", "task": task, **settings})
    loaded = load_task(task, folder)
    facts = {"benchmark": str(bench.path), "digest": bench.examples_digest}
    write_study(folder, study, loaded, draw_content(study, loaded, bench, None, replies, base), facts)
    return OpenStudy.open(folder)


def all_right(task: Task) -> dict[str, Any]:
    """The first option of each choice and the upper end of each scale that is asked of everybody."""
    return {
        field.name: field.high if field.kind == "scale" else field.fixed[0]
        for field in task.fields
        if field.fixed and field.kind != "choices" and field.required and not field.when
    }


def attentive(study: OpenStudy, item: ReviewItem, place: FormPlace) -> dict[str, Any]:
    """Marks controls as expected and everything else as right."""
    return {**all_right(study.task), **_expected(study.task, item)}


def careless(study: OpenStudy, item: ReviewItem, place: FormPlace) -> dict[str, Any]:
    """Marks everything as right."""
    return all_right(study.task)


def noisy(accuracy: float, seed: int, truth: Callable[[ReviewItem], dict[str, Any]]) -> Fill:
    """Says the truth of an item in this share of cases, field by field, else another value."""
    draw = random.Random(seed)

    def fill(study: OpenStudy, item: ReviewItem, place: FormPlace) -> dict[str, Any]:
        right = {**all_right(study.task), **truth(item), **_expected(study.task, item)}
        return {
            name: value
            if draw.random() < accuracy
            else draw.choice([one for one in study.task.field(name).fixed if one != value])
            for name, value in right.items()
        }

    return fill


def item_of(study: OpenStudy, place: FormPlace) -> ReviewItem:
    """The item behind a place, which annotators do not see."""
    row = study.file.read().execute("SELECT item FROM places WHERE id = ?", (place.id,)).fetchone()
    return study.item(row["item"])


def send(study: OpenStudy, annotator: int, place: FormPlace, values: dict[str, Any], seconds: float = 10.0) -> None:
    study.submit(annotator, place.id, values, key=str(uuid.uuid4()), seconds=seconds)


def labour(study: OpenStudy, annotator: int, fill: Fill, most: int = 10_000) -> int:
    """Let an annotator work until there is nothing left to do. How many items they submitted."""
    for done in range(most):
        work = study.work(annotator)
        if work.place is None:
            return done
        send(study, annotator, work.place, fill(study, item_of(study, work.place), work.place))
    return most


def _expected(task: Task, item: ReviewItem) -> dict[str, Any]:
    return {
        name: list(allowed[:1]) if task.field(name).kind == "choices" else allowed[0]
        for name, allowed in item.expected.items()
    }
