"""Read items whose right values a user knows, from a YAML file beside the study.

    - {question: 3f2a, use: test, expect: {correctness: ["no"]}, answer: "38", why: The table says 162.}
    - {question: 77c0, use: qualification, expect: {fluency: [1, 2]}, wording: Of which country capital?}

`question` is the id of a question of the benchmark. `answer` and `wording` are shown in place of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import model_validator

from benchwright.errors import PlanError
from benchwright.prompts.file_entries import FileEntry, list_of, text_of
from benchwright.registry import suggestion
from benchwright.review.items import ItemRole, ReviewItem, opaque
from benchwright.review.settings_files import read_settings_file
from benchwright.review.task import Task

_Line = Annotated[str, text_of(4000, 0)]


class KnownControl(FileEntry):
    """One item with the values that count as right."""

    question: Annotated[str, text_of(400)]
    use: Literal["test", "qualification"]
    expect: dict[str, Annotated[tuple[str | int, ...], list_of(40, shortest=1)]]
    answer: _Line = ""
    wording: _Line = ""
    why: _Line = ""


class KnownControls(FileEntry):
    """All of a file, which is a list."""

    controls: Annotated[tuple[KnownControl, ...], list_of(1000, shortest=1)]

    @model_validator(mode="before")
    @classmethod
    def _from_list(cls, data: Any) -> Any:
        return {"controls": data} if isinstance(data, list) else data


def known_controls(path: Path, task: Task, items: Sequence[ReviewItem]) -> Iterator[ReviewItem]:
    """The controls of a file, made of items of the benchmark. PlanError for a file that is wrong, and for a question or
    a field that is not there."""
    by_example: Mapping[str, ReviewItem] = {item.example: item for item in reversed(items)}
    known = {field.name: field for field in task.fields}
    for number, one in enumerate(read_settings_file(KnownControls, path, path.name).controls):
        where = f"{path.name}, entry {number + 1}"
        if one.question not in by_example:
            raise PlanError(
                f"{where}: the benchmark has no question {one.question!r}", hint="ids are as in examples.jsonl"
            )
        for name, values in one.expect.items():
            if name not in known:
                raise PlanError(f"{where}: the task has no field {name!r}", hint=suggestion(name, known))
            wrong = [value for value in values if known[name].fixed and value not in known[name].fixed]
            if wrong:
                raise PlanError(f"{where}: {name} cannot be {wrong[0]!r}", hint=f"it is one of {known[name].fixed}")
        yield _control(by_example[one.question], one, number, task)


def _control(item: ReviewItem, one: KnownControl, number: int, task: Task) -> ReviewItem:
    content = item.content
    if one.answer:
        named = {"reply": one.answer} if task.unit == "reply" else {"answer": one.answer, "evidence": ()}
        content = replace(content, **named)
    if one.wording:
        content = replace(content, question=one.wording)
    role = ItemRole.TEST if one.use == "test" else ItemRole.QUALIFICATION
    return replace(
        item,
        id=opaque(item.id, "known", number),
        role=role,
        content=content,
        expected=dict(one.expect),
        why=one.why,
    )
