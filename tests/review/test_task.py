from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchwright.errors import PlanError
from benchwright.review.settings_files import read_settings_file
from benchwright.review.study import Study, load_study, studies
from benchwright.review.task import Task, load_task, task_text, tasks

TASK = """
name: try
title: Try it
unit: question
shows: [question, answer]
instructions: Say whether it is right.
fields:
  - {name: right, kind: choice, ask: Is it right?, options: ["yes", "no"]}
  - {name: fluency, kind: scale, ask: How fluent?, low: 1, high: 5}
  - {name: why, kind: text, ask: Why?, when: {right: ["no"]}}
decides: {reject: {right: ["no"]}}
"""


def read(text: str) -> Task:
    return read_settings_file(Task, text.encode(), "try.yaml")


def test_every_task_of_the_issue_is_there_and_follows_its_schema() -> None:
    assert sorted(tasks()) == [
        "answer-check",
        "completeness",
        "five-metrics",
        "image-filter",
        "pair-creation",
        "pair-validation",
        "paraphrase",
        "references",
        "reply-grades",
    ]
    five = tasks()["five-metrics"]
    assert [field.name for field in five.fields] == [
        *("fluency", "style", "relevance", "needed", "answerability", "correctness")
    ]
    assert five.field("fluency").fixed == (1, 2, 3, 4, 5)
    assert [option.key for option in five.field("style").options] == ["y", "n"]
    assert tasks()["reply-grades"].field("grade").fixed == (0, 1, 2)
    assert {one.unit for one in tasks().values()} == {"question", "answer", "reply", "sources", "candidates"}


def test_the_levels_of_measurement_follow_from_the_kinds() -> None:
    five = tasks()["five-metrics"]
    assert (five.field("fluency").measured, five.field("style").measured) == ("ordinal", "nominal")


def test_a_task_can_be_copied_changed_and_named_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(task_text("answer-check").replace("name: answer-check", "name: mine", 1))
    mine = load_task("mine.yaml", tmp_path)
    assert mine.name == "mine"
    assert mine.sha256 != tasks()["answer-check"].sha256
    assert mine.fields == tasks()["answer-check"].fields


def test_options_may_be_plain_and_get_keys_then() -> None:
    assert [(one.value, one.key) for one in read(TASK).field("right").options] == [("yes", "1"), ("no", "2")]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("kind: choice", "kind: radio", "kind cannot be 'radio'"),
        ("ask: How fluent?, ", "", "lacks ask"),
        ("low: 1, high: 5", "low: 5, high: 5", "runs from 5 to 5"),
        ('options: ["yes", "no"]', 'options: ["yes", "yes"]', "two options with the same value"),
        (', options: ["yes", "no"]', "", "needs options or options_from"),
        ("name: fluency", "name: right", "two fields named 'right'"),
        ("reject: {right:", "reject: {rigth:", "names the field 'rigth'"),
        ('reject: {right: ["no"]}', 'reject: {right: ["maybe"]}', "right cannot be 'maybe'"),
        ('when: {right: ["no"]}', 'when: {wrong: ["no"]}', "names the field 'wrong'"),
        ("shows: [question, answer]", "shows: [question, origin]", "cannot be 'origin'"),
        ("unit: question", "unit: question\ncolour: red", "unknown key 'colour'"),
        ("title: Try it", "title: [", "is not YAML"),
    ],
)
def test_a_mistake_is_told_in_one_line(old: str, new: str, said: str) -> None:
    assert old in TASK
    with pytest.raises(PlanError) as error:
        read(TASK.replace(old, new, 1))
    assert said in str(error.value) + error.value.hint
    assert "\n" not in error.value.line()
    assert "try.yaml" in str(error.value)


def test_unknown_names_are_told_with_what_is_known() -> None:
    with pytest.raises(PlanError, match="unknown task 'five-metric'") as error:
        load_task("five-metric", Path())
    assert "five-metrics" in error.value.hint
    with pytest.raises(PlanError, match="unknown study 'webq'") as error:
        load_study("webq")
    assert "webqa" in error.value.hint


def test_the_studies_are_those_of_the_papers() -> None:
    smmqg, qampari, webqa = (studies()[name] for name in ("smmqg", "qampari", "webqa"))
    assert (smmqg.items.count, smmqg.reference and smmqg.reference.count) == (300, 120)
    assert (smmqg.form.items + smmqg.form.tests, smmqg.form.tests, smmqg.form.attention) == (20, 3, 3)
    assert smmqg.standard is not None
    assert smmqg.standard.then == "second-look"
    assert (qampari.form.injected, qampari.least_answers) == (0.1, 5)
    assert (qampari.recheck.accepted, qampari.recheck.rejected) == (0.05, 1.0)
    assert webqa.qualification is not None
    assert (webqa.qualification.items, webqa.qualification.mark, webqa.qualification.again) == (15, 0.8, 0.6)
    assert webqa.annotators_per_item == 3


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"form": {"injected": 0.9}}, "injected"),
        ({"name": "a/b"}, "cannot name a folder"),
        ({"qualification": {"mark": 0.5, "again": 0.7}}, "second chance above its mark"),
        ({"annotators": 3}, "unknown key 'annotators'"),
        ({"label_similarity": {"low": 0.9, "high": 0.4}}, "low is below high"),
    ],
)
def test_a_wrong_study_is_told(tmp_path: Path, settings: dict[str, Any], said: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(json.dumps({"name": "mine", "task": "five-metrics", **settings}))
    with pytest.raises(PlanError) as error:
        load_study(str(path))
    assert said in error.value.line()


def test_the_name_of_a_task_is_a_study_of_it() -> None:
    study, _ = load_study("completeness")
    assert (study.name, study.task, study.annotators_per_item) == ("completeness", "completeness", 1)


@pytest.mark.parametrize("name", tasks())
def test_a_task_is_the_same_when_a_study_has_kept_it(name: str) -> None:
    assert Task.model_validate_json(tasks()[name].model_dump_json()) == tasks()[name]


@pytest.mark.parametrize("name", studies())
def test_a_study_is_the_same_when_it_was_kept(name: str) -> None:
    assert Study.model_validate_json(studies()[name].model_dump_json()) == studies()[name]
