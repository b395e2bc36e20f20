"""Read the settings of a study: which items people review, how many people each, and how their work is checked.

name: smmqg
task: five-metrics
items: {count: 300, even: [style, modalities]}
reference: {count: 120, even: [style, modalities]}     # of the benchmark given by --reference, mixed in blind
annotators_per_item: 1
form: {items: 17, tests: 3, attention: 3}
standard: {below: 0.67, after: 6, then: second-look}   # or stop
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from benchwright.errors import PlanError
from benchwright.prompts.file_entries import FileEntry, list_of, mistake, text_of
from benchwright.registry import suggestion
from benchwright.review.settings_files import package_files, read_settings_file
from benchwright.review.similar_groups import HIGH, LOW
from benchwright.review.task import tasks

Stratum = Literal["style", "modalities"]
_Share = Annotated[float, Field(ge=0, le=1)]
_Name = Annotated[str, text_of(80)]


class Draw(FileEntry):
    """What is drawn from a benchmark, without replacement: `count` of its items (all if null), as evenly over the
    values of `even` as there are items."""

    count: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    even: Annotated[tuple[Stratum, ...], list_of(2)] = ()


class FormSettings(FileEntry):
    """What a person is given at a time: so many drawn items, test items and attention checks, in a random order.
    `injected` is the share of wrong answers among all answers that a form shows."""

    items: Annotated[int, Field(ge=1, le=500)] = 20
    tests: Annotated[int, Field(ge=0, le=50)] = 0
    attention: Annotated[int, Field(ge=0, le=50)] = 0
    injected: Annotated[float, Field(ge=0, le=0.5)] = 0.0


class Qualification(FileEntry):
    """Items that a person has to mark as expected before any work. From `again` on, up to `mark`, they get a second
    chance, with other items."""

    items: Annotated[int, Field(ge=1, le=100)] = 15
    mark: _Share = 0.8
    again: _Share = 1.0

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.again > self.mark and self.again < 1:
            raise mistake("gives a second chance above its mark", "again is at most mark; leave it out for no chance")
        return self


class Standard(FileEntry):
    """What happens to a person who falls `below` a share of passed controls, after so many of them: `stop` ends their
    work and gives their items to others; `second-look` lets the owner correct their work without knowing what is from
    where (SMMQG, appendix L.2)."""

    below: _Share
    after: Annotated[int, Field(ge=1, le=1000)] = 5
    then: Literal["stop", "second-look"] = "stop"


class Recheck(FileEntry):
    """Which shares of the items that people accept and reject the owner looks at again."""

    accepted: _Share = 0.0
    rejected: _Share = 0.0


class PowerGoal(FileEntry):
    """What the study should be able to tell: `rate` is the share of yes that is expected, `spread` the standard
    deviation on scales. Printed before the study starts, with the smallest difference that it can find."""

    rate: Annotated[float, Field(gt=0, lt=1)] = 0.9
    spread: Annotated[float, Field(gt=0)] = 0.8


class LabelSimilarity(FileEntry):
    """How alike the labels of two choices of images have to be for one group (cosine similarity): at least `low`, and
    below `high`."""

    low: Annotated[float, Field(ge=-1, le=1)] = LOW
    high: Annotated[float, Field(ge=-1, le=1)] = HIGH

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.low >= self.high:
            raise mistake(f"runs from {self.low} to {self.high}", "low is below high")
        return self


def _is_plain(name: str) -> str:
    if not all(letter.isalnum() or letter in "-_" for letter in name):
        raise mistake(f"{name!r} cannot name a folder", "use letters, digits, - and _")
    return name


class Study(FileEntry):
    """The settings of a study. `controls` is a YAML file of items whose right values are known, which take the place of
    planted ones; `groups` is the file of groups of images that an `image-filter` study left, for questions over them.
    `completion_code` is shown to who has finished (Prolific)."""

    name: Annotated[_Name, AfterValidator(_is_plain)]
    task: _Name
    seed: int = 13
    items: Draw = Draw()
    reference: Draw | None = None
    annotators_per_item: Annotated[int, Field(ge=1, le=50)] = 1
    most_forms: Annotated[int, Field(ge=1)] | None = None
    form: FormSettings = FormSettings()
    qualification: Qualification | None = None
    standard: Standard | None = None
    recheck: Recheck = Recheck()
    feedback_every: Annotated[int, Field(ge=0)] = 0
    least_answers: Annotated[int, Field(ge=1)] = 1
    group_size: Annotated[int, Field(ge=2, le=20)] = 10
    label_similarity: LabelSimilarity = LabelSimilarity()
    groups: Annotated[str, text_of(1000, 0)] = ""
    controls: Annotated[str, text_of(1000, 0)] = ""
    power: PowerGoal = PowerGoal()
    completion_code: Annotated[str, text_of(200, 0)] = ""


@cache
def studies() -> Mapping[str, Study]:
    """The studies that come with the package, by name."""
    folder = resources.files("benchwright.review") / "studies"
    read = [read_settings_file(Study, file.read_bytes(), file.name) for file in package_files(folder)]
    return {one.name: one for one in read}


def load_study(name: str) -> tuple[Study, Path]:
    """The study of that name, or of a YAML file; and the folder that its task's path is relative to. The name of a task
    is a study of that task with nothing else. Raises PlanError."""
    if name.endswith((".yaml", ".yml")):
        path = Path(name)
        return read_settings_file(Study, path, path.name), path.parent
    if name in tasks():
        return Study(name=name, task=name), Path()
    if name not in studies():
        hint = f"{suggestion(name, [*studies(), *tasks()])}; a file of your own ends in .yaml"
        raise PlanError(f"unknown study {name!r}", hint=hint)
    return studies()[name], Path()
