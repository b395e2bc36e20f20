from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from reviewing import item_of, send
from towns_bench import towns_bench

from benchwright.errors import PlanError
from benchwright.review.items import ItemRole
from benchwright.review.open_study import OpenStudy
from benchwright.workflows.review import open_study

KNOWN = [
    {
        "question": "size-Ardon",
        "use": "test",
        "expect": {"correctness": ["no"]},
        "answer": "38",
        "why": "It has 1,100.",
    },
    {"question": "size-Belmont", "use": "qualification", "expect": {"fluency": [1, 2]}, "wording": "Of how many has?"},
    {"question": "mayor-Ardon", "use": "qualification", "expect": {"correctness": ["yes"]}},
]


def begun(folder: Path, known: list[dict[str, Any]]) -> OpenStudy:
    bench = towns_bench(folder)
    (folder / "known.yaml").write_text(json.dumps(known))
    settings = {
        "name": "mine",
        "task": "five-metrics",
        "controls": "known.yaml",
        "form": {"items": 5, "tests": 1},
        "qualification": {"items": 2, "mark": 0.5},
    }
    (folder / "study.yaml").write_text(json.dumps(settings))
    return open_study(bench, str(folder / "study.yaml"))


def test_items_whose_values_a_user_knows_take_the_place_of_planted_ones(tmp_path: Path) -> None:
    study = begun(tmp_path, KNOWN)
    (test,) = study.items(ItemRole.TEST)
    assert (test.content.question, test.content.answer) == ("How many inhabitants has Ardon?", "38")
    assert {one.content.question for one in study.items(ItemRole.QUALIFICATION)} == {
        "Of how many has?",
        "Who is the mayor of Ardon?",
    }
    ada = study.add_annotator("Ada")
    for _ in range(2):
        place = study.work(ada.id).place
        assert place is not None
        item = item_of(study, place)
        yes = dict.fromkeys(("style", "relevance", "needed", "answerability", "correctness"), "yes")
        send(study, ada.id, place, {"fluency": 5, **yes})
        assert item.passed({"fluency": 5, **yes}) is (item.example == "mayor-Ardon")
    assert study.annotator(ada.id).status == "working"  # one of two is enough here
    (told,) = study.work(ada.id).feedback
    assert told.text == "“Of how many has?” How fluent is the question? You chose 5, and it is 1, 2."


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"question": "nothing"}, "no question 'nothing'"),
        ({"expect": {"correct": ["no"]}}, "no field 'correct'"),
        ({"expect": {"correctness": ["maybe"]}}, "cannot be 'maybe'"),
        ({"use": "attention"}, "use cannot be 'attention'"),
        ({"expects": {}}, "unknown key 'expects'"),
    ],
)
def test_a_wrong_file_is_told_in_a_line(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    with pytest.raises(PlanError) as error:
        begun(tmp_path, [KNOWN[2], {**KNOWN[0], **change}])
    assert said in error.value.line()
    assert "known.yaml" in error.value.line()
    assert "\n" not in error.value.line()
