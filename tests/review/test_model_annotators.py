"""Models review beside people: through the ledger, marked, deciding nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from reviewing import attentive, labour, towns_study

from benchwright import cli
from benchwright.models.callable_model import CallableModel
from benchwright.review.items import ItemRole
from benchwright.review.model_annotators import ModelForm
from benchwright.review.results import study_results
from benchwright.run import Ending
from benchwright.workflows.review_models import estimate_annotation, review_annotate

REPLY = {
    "reasoning": "The table says so.",
    "fluency": "4",
    **dict.fromkeys(("style", "relevance", "needed", "answerability", "correctness"), "yes"),
}


def words_of(messages: Any) -> str:
    return json.dumps(messages, default=str)


def test_a_model_reviews_every_item_once_and_decides_nothing(tmp_path: Path) -> None:
    study = towns_study(tmp_path, items={"count": 12}, form={"items": 12})
    labour(study, study.add_annotator("Ada").id, attentive)
    asked: list[str] = []

    def call(messages: Any) -> str:
        asked.append(words_of(messages))
        return json.dumps({**REPLY, "correctness": "no"})

    folder, result = review_annotate(tmp_path / "study", CallableModel("reader", call))
    assert (result.ending, result.refusals) == (Ending.FINISHED, {})
    assert (folder / "ledger.sqlite").is_file()
    assert len(asked) == 12
    assert all("Is the answer correct, going by the sources?" in one for one in asked)
    results = study_results(study)
    (model,) = [one for one in results.annotators if one.kind == "model"]
    assert (model.reviews, model.controls) == (12, 0)
    assert results.verdicts == {"accepted": 12}
    assert results.progress.submitted == 12
    found = {(one.field, one.who): one for one in results.agreement}
    assert found["correctness", model.name].percent == 0.0
    assert found["style", model.name].percent == 1.0
    assert found["correctness", "people"].items == 0  # one person alone
    _, again = review_annotate(tmp_path / "study", CallableModel("reader", call))
    assert (again.ending, len(asked)) == (Ending.FINISHED, 12)


def test_a_reply_that_the_task_does_not_allow_is_counted_and_stored_nowhere(tmp_path: Path) -> None:
    study = towns_study(tmp_path, items={"count": 3}, form={"items": 3})
    _, result = review_annotate(tmp_path / "study", CallableModel("odd", lambda messages: json.dumps({"fluency": "9"})))
    assert result.refusals == {"unparsed": 3}
    assert study_results(study).labels.reviews == ()


def test_fields_that_hang_on_others_are_left_out_of_what_is_read(tmp_path: Path) -> None:
    study = towns_study(tmp_path, task="pair-validation", items={"count": 3}, form={"items": 3})
    form = ModelForm(study.task, study.shown(study.items(ItemRole.REAL)[0]))
    yes = dict.fromkeys(("understandable", "valid", "inferable", "needed"), "yes")
    read = form.read({**yes, "issues": ["grammar"], "other_issue": "none", "answer_issue": ""})
    assert read == {**yes, "issues": ["grammar"]}
    assert form.fault({**yes, "issues": []}) == ""
    assert form.fault({**yes, "issues": ["other"]}) == "other_issue is missing"
    assert form.prompt.schema is not None
    assert form.prompt.schema["properties"]["valid"] == {"type": "string", "enum": ["yes", "no"]}


def test_sources_are_chosen_by_their_labels(tmp_path: Path) -> None:
    study = towns_study(tmp_path, task="five-metrics", items={"count": 3}, form={"items": 3})
    from benchwright.review.task import tasks

    shown = study.shown(study.items(ItemRole.REAL)[0])
    form = ModelForm(tasks()["pair-creation"], shown)
    keys = [one.id for one in shown.sources]
    assert form.read({"chosen": ["S1"], "question": "a", "answer": "b"})["chosen"] == [keys[0]]


def test_an_estimate_counts_the_calls_to_come_and_writes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = towns_study(tmp_path, items={"count": 6}, form={"items": 6})
    before = study.last_change()
    use = estimate_annotation(study.folder, "openai/gpt-4.1-mini")
    assert (use.calls.low, use.calls.high, use.usd.low > 0) == (6, 6, True)
    assert study.last_change() == before
    assert not (study.folder / "ledger.sqlite").exists()
    reader = CallableModel("reader", lambda messages: json.dumps(REPLY))
    review_annotate(study.folder, reader)
    assert estimate_annotation(study.folder, reader).calls.high == 0
    command = ["review", "annotate", str(study.folder), "--model", "openai/gpt-4.1-mini", "--estimate"]
    assert cli.main(command) == 0
    assert capsys.readouterr().out.startswith("to come: 6 calls")
    assert len(study.annotators()) == 1  # the reader: an estimate adds nobody
