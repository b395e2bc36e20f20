"""Read review tasks: YAML files that say what a person is shown, which fields they fill in, and what follows from it.

    name: five-metrics
    unit: question                       # what an item is: question | answer | reply | sources | candidates
    shows: [question, style, answer, sources]
    fields:
      - {name: fluency, kind: scale, ask: How fluent is the question?, low: 1, high: 5}
      - {name: correctness, kind: choice, ask: Is the answer correct?, options: ["yes", "no"]}
    decides: {reject: {correctness: ["no"]}}
    tests:                               # faults that may be planted, and how an attentive person marks them
      - {plant: answer, expect: {correctness: ["no"]}}

One renderer can show every task: a field is one of six kinds (`choice`, `scale`, `choices`, `text`, `list`, `spans`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from benchwright.errors import PlanError
from benchwright.prompts.file_entries import FileEntry, list_of, mistake, text_of
from benchwright.registry import suggestion
from benchwright.review.settings_files import package_files, read_settings_file
from benchwright.statistics.agreement import Level

ItemUnit = Literal["question", "answer", "reply", "sources", "candidates"]
ItemPart = Literal["question", "style", "answer", "answers", "sources", "evidence", "reply", "candidates", "topic"]
FieldKind = Literal["choice", "scale", "choices", "text", "list", "spans"]
Plant = Literal["answer", "sources", "style", "words", "none"]

_Line = Annotated[str, text_of(400)]
_Words = Annotated[str, text_of(20_000)]
_Allowed = Annotated[tuple[str | int, ...], list_of(40, shortest=1)]
_LABEL: Final = "decides: label"
_LONGEST: Final = 4000
"""Characters of a text that a person may write, unless the task says otherwise: a page and a half."""


class Option(FileEntry):
    """One thing that may be chosen. `key` chooses it while its field has the focus."""

    value: _Line
    label: Annotated[str, text_of(400, 0)] = ""
    key: Annotated[str, text_of(1, 0)] = ""


class TaskField(FileEntry):
    """One field of a task. `when` shows it only if other fields have one of these values. `options_from` takes what can
    be chosen from the item. `about` names the part of the item that the field is about: where a study hides the part,
    the field is not asked. `keeps` names a part of the item whose names and numbers the text has to keep. `least` and
    `most` bound how many things are listed or chosen, `longest` the characters of a text."""

    name: _Line
    kind: FieldKind
    ask: _Line
    help: Annotated[str, text_of(2000, 0)] = ""
    required: bool = True
    when: dict[str, _Allowed] = Field(default_factory=dict)
    options: Annotated[tuple[Option, ...], list_of(40)] = ()
    options_from: Literal["", "sources", "answers", "candidates"] = ""
    low: int = 1
    high: int = 5
    ends: Annotated[tuple[_Line, ...], list_of(2)] = ()
    about: Literal["", "style"] = ""
    keeps: Literal["", "question"] = ""
    least: Annotated[int, Field(ge=0, le=100)] = 0
    most: Annotated[int, Field(ge=1, le=100)] = 40
    longest: Annotated[int, Field(ge=1, le=20_000)] = _LONGEST
    level: Literal["", "nominal", "ordinal", "interval"] = ""

    @model_validator(mode="before")
    @classmethod
    def _read_options(cls, data: Any) -> Any:
        """`options: ["yes", "no"]` stands for options with these values; keys are digits where none is given."""
        if not isinstance(data, dict) or not isinstance(data.get("options"), list):
            return data
        listed = [{"value": one} if isinstance(one, str) else one for one in data["options"]]
        taken = {one.get("key") for one in listed if isinstance(one, dict)}
        free = iter([key for key in "123456789abcdefghijklmnopqrstuvwxyz" if key not in taken])
        return {**data, "options": [{"key": next(free, ""), **one} if isinstance(one, dict) else one for one in listed]}

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.kind in ("choice", "choices") and bool(self.options) == bool(self.options_from):
            raise mistake(f"{self.name!r} needs options or options_from", "list what can be chosen, in one of the two")
        if self.kind not in ("choice", "choices") and (self.options or self.options_from):
            raise mistake(f"{self.name!r} is no choice, and has options", "leave them out, or make it a choice")
        for name in ("value", "key"):
            given = [value for one in self.options if (value := getattr(one, name))]
            if len(set(given)) < len(given):
                raise mistake(f"{self.name!r} has two options with the same {name}", "give each its own")
        if self.kind == "scale" and not self.low < self.high <= self.low + 10:
            raise mistake(f"{self.name!r} runs from {self.low} to {self.high}", "low is below high, 10 at most")
        if len(self.ends) == 1:
            raise mistake(f"{self.name!r} names one end", "name both ends of the scale, or none")
        if self.least > self.most:
            raise mistake(f"{self.name!r} wants {self.least} at least and {self.most} at most", "change one of them")
        return self

    @property
    def measured(self) -> Level:
        """The level of measurement, which decides how disagreement is counted (Krippendorff's alpha)."""
        return self.level or ("ordinal" if self.kind == "scale" else "nominal")

    @property
    def scale(self) -> tuple[int, ...]:
        """The points of a scale."""
        return tuple(range(self.low, self.high + 1)) if self.kind == "scale" else ()

    @property
    def fixed(self) -> tuple[str | int, ...]:
        """All values that can be chosen; () where they come from the item, and where something is written."""
        return self.scale or tuple(one.value for one in self.options)


class WorkedExample(FileEntry):
    """One item with the right values, and why they are right."""

    question: _Line
    answer: Annotated[str, text_of(2000, 0)] = ""
    reply: Annotated[str, text_of(2000, 0)] = ""
    sources: Annotated[tuple[_Words, ...], list_of(6)] = ()
    values: dict[str, Any]
    why: _Words


class PlantedFault(FileEntry):
    """A fault that may be planted into an item, and the values that show that a person saw it.

    answer   another question's answer of the same type        sources  another question's sources
    style    the description of a style that it has not         words    its words in another order
    none     nothing: the item is as it was accepted
    """

    plant: Plant
    expect: dict[str, _Allowed]


def _named_by_texts(values: object) -> object:
    return {str(name): value for name, value in values.items()} if isinstance(values, dict) else values


class LabelRule(FileEntry):
    """How one field becomes a label from 0 (wrong) to 1 (right) in the file that `judge certify` reads. Points of a
    scale are named by their digits."""

    field: _Line
    values: Annotated[dict[str, Annotated[float, Field(ge=0, le=1)]], BeforeValidator(_named_by_texts)]


class CreateRule(FileEntry):
    """Which fields make a question over a group of sources: its words, its answer, the sources that it needs, and if
    there are such fields the keywords of the answer and the marked evidence. `offers` are values that say that the
    question names its possible answers."""

    question: _Line
    answer: _Line
    sources: _Line
    keywords: Annotated[str, text_of(400, 0)] = ""
    evidence: Annotated[str, text_of(400, 0)] = ""
    offers: dict[str, _Allowed] = Field(default_factory=dict)

    @property
    def kinds(self) -> Mapping[str, FieldKind]:
        """The fields that it names, and what they have to be."""
        named: dict[str, FieldKind] = {self.question: "text", self.answer: "text", self.sources: "choices"}
        more: dict[str, FieldKind] = {self.keywords: "text", self.evidence: "spans"}
        return named | {name: kind for name, kind in more.items() if name}


class ReferenceRule(FileEntry):
    """Which fields are another wording of a question's answer: as a sentence, and as keywords."""

    answer: _Line
    keywords: _Line

    @property
    def kinds(self) -> Mapping[str, FieldKind]:
        """The fields that it names, and what they have to be."""
        return {self.answer: "text", self.keywords: "text"}


class DecisionRule(FileEntry):
    """What people's values decide: values of fields that reject an item, the field whose text becomes the question, the
    field that lists missing answers, the field that becomes a label, the fields that make a new question, and those
    that are another answer."""

    reject: dict[str, _Allowed] = Field(default_factory=dict)
    question: Annotated[str, text_of(400, 0)] = ""
    missing: Annotated[str, text_of(400, 0)] = ""
    label: LabelRule | None = None
    creates: CreateRule | None = None
    references: ReferenceRule | None = None


def _only_once(fields: tuple[TaskField, ...]) -> tuple[TaskField, ...]:
    names = [one.name for one in fields]
    twice = next((name for name in names if names.count(name) > 1), "")
    if twice:
        raise mistake(f"has two fields named {twice!r}", "rename one of them")
    return fields


class Task(FileEntry):
    """A kind of work on one item."""

    name: _Line
    title: _Line
    unit: ItemUnit
    shows: Annotated[tuple[ItemPart, ...], list_of(9, shortest=1)]
    instructions: _Words
    fields: Annotated[tuple[TaskField, ...], list_of(20, shortest=1), AfterValidator(_only_once)]
    minutes: Annotated[float, Field(gt=0, le=600)] = 3.0
    decides: DecisionRule = DecisionRule()
    tests: Annotated[tuple[PlantedFault, ...], list_of(10)] = ()
    examples: Annotated[tuple[WorkedExample, ...], list_of(12)] = ()

    @model_validator(mode="after")
    def _check_names(self) -> Self:
        """Whatever names a field names one of the task's, with values that it can have."""
        for where, expected in self._expectations():
            for name, values in expected.items():
                field = self._known(name, where)
                known = [str(one) for one in field.fixed] if where == _LABEL else field.fixed
                wrong = [one for one in values if known and one not in known]
                if wrong:
                    raise mistake(f"{where}: {name} cannot be {wrong[0]!r}", f"it is one of {field.fixed}")
        for name in (self.decides.question, self.decides.missing):
            if name:
                self._known(name, "decides")
        for where, rule, unit in (
            ("decides: creates", self.decides.creates, "sources"),
            ("decides: references", self.decides.references, "question"),
        ):
            if rule is None:
                continue
            if self.unit != unit:
                raise mistake(f"{where} needs items of the unit {unit}", f"its unit is {self.unit}")
            for name, kind in rule.kinds.items():
                if self._known(name, where).kind != kind:
                    raise mistake(f"{where} needs {name!r} to be a field of the kind {kind}", "change its kind")
        return self

    def _expectations(self) -> Iterator[tuple[str, Mapping[str, Sequence[str | int]]]]:
        yield "decides: reject", self.decides.reject
        if self.decides.label is not None:
            yield _LABEL, {self.decides.label.field: tuple(self.decides.label.values)}
        if self.decides.creates is not None:
            yield "decides: creates: offers", self.decides.creates.offers
        for one in self.tests:
            yield "tests", one.expect
        for field in self.fields:
            yield f"{field.name}: when", field.when

    def _known(self, name: str, where: str) -> TaskField:
        for field in self.fields:
            if field.name == name:
                return field
        raise mistake(f"{where} names the field {name!r}", suggestion(name, [one.name for one in self.fields]))

    def field(self, name: str) -> TaskField:
        """The field of that name. KeyError if there is none."""
        return {one.name: one for one in self.fields}[name]

    def without(self, part: ItemPart) -> Task:
        """The task without a part of the item, and without all that is about it."""
        gone = {field.name for field in self.fields if field.about == part}

        def left(named: Mapping[str, Any]) -> dict[str, Any]:
            return {name: values for name, values in named.items() if name not in gone}

        told = self.model_dump(mode="json", exclude_defaults=True)
        decides = told.get("decides", {})
        told |= {
            "decides": {**decides, "reject": left(decides.get("reject", {}))},
            "shows": [one for one in self.shows if one != part],
            "fields": [one for one in told["fields"] if one["name"] not in gone],
            "tests": [
                {**one, "expect": left(one["expect"])}
                for one in told.get("tests", ())
                if one["plant"] != part and left(one["expect"])
            ],
            "examples": [{**one, "values": left(one["values"])} for one in told.get("examples", ())],
        }
        return Task.model_validate(told)

    @property
    def sha256(self) -> str:
        """The hash of all that the task says, so that a changed wording is noticed."""
        return hashlib.sha256(self.model_dump_json().encode()).hexdigest()


@cache
def tasks() -> Mapping[str, Task]:
    """The tasks that come with the package, by name."""
    read = [read_settings_file(Task, file.read_bytes(), file.name) for file in package_files(_folder())]
    return {one.name: one for one in read}


def load_task(name: str, folder: Path) -> Task:
    """The task of that name, or of a YAML file whose path is relative to `folder`. Raises PlanError."""
    if name.endswith((".yaml", ".yml")):
        return read_settings_file(Task, folder / name, name)
    if name not in tasks():
        raise PlanError(f"unknown task {name!r}", hint=f"{suggestion(name, tasks())}; a file of your own ends in .yaml")
    return tasks()[name]


def task_text(name: str) -> str:
    """The YAML of a task that comes with the package, to be copied and changed. Raises PlanError for an unknown one."""
    load_task(name, Path())
    return next(one.read_text("utf-8") for one in package_files(_folder()) if one.name == f"{name}.yaml")


def _folder() -> Any:
    return resources.files("benchwright.review") / "tasks"
