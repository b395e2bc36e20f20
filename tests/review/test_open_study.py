"""Forms, submissions, controls and what follows from them, in a study with 56 questions."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from reviewing import all_right, attentive, careless, item_of, labour, send, towns_study

from benchwright.errors import UsageError
from benchwright.review.items import ItemRole
from benchwright.review.open_study import OpenStudy, SubmissionError


def given(study: OpenStudy, what: str = "role", where: str = "1") -> Counter[Any]:
    rows = study.file.read().execute(f"SELECT {what} FROM places WHERE state <> 'returned' AND {where}")
    return Counter(row[0] if len(row) == 1 else tuple(row) for row in rows)


def test_a_form_has_the_items_tests_and_checks_that_the_study_says(tmp_path: Path) -> None:
    study = towns_study(tmp_path, items={"count": 30}, form={"items": 7, "tests": 3, "attention": 2})
    ada = study.add_annotator("Ada")
    work = study.work(ada.id)
    assert (work.state, work.done, work.total) == ("place", 0, 12)
    assert given(study) == {"real": 7, "test": 3, "attention": 2}
    order = [row[0] for row in study.file.read().execute("SELECT role FROM places ORDER BY position")]
    assert order != sorted(order, key=["real", "test", "attention"].index)  # the roles are shuffled


def test_what_is_shown_tells_neither_role_nor_origin(tmp_path: Path) -> None:
    study = towns_study(tmp_path, form={"items": 7, "tests": 3, "attention": 2})
    place = study.work(study.add_annotator().id).place
    assert place is not None
    assert set(place.shown.__slots__) == {
        *("parts", "question", "answer", "answers", "style", "style_about", "sources", "evidence", "reply"),
        *("candidates", "topic", "notice"),
    }
    assert place.shown.parts == ("question", "style", "answer", "sources")
    assert place.shown.answers == ()  # the task does not show them
    assert {one.id for one in place.shown.sources}.isdisjoint({"towns", "ardon"})


def test_all_items_are_reviewed_by_as_many_as_the_study_wants(tmp_path: Path) -> None:
    study = towns_study(tmp_path, annotators_per_item=2, form={"items": 9})
    for name in ("Ada", "Ben", "Cleo", "Dan"):
        labour(study, study.add_annotator(name).id, attentive, most=9 * 4)
    assert study.progress().submitted == study.progress().wanted == 112
    assert set(given(study, "item", "role = 'real'").values()) == {2}
    assert set(given(study, "item, annotator").values()) == {1}


def test_one_annotator_alone_gets_every_item_and_every_injected_answer_once(tmp_path: Path) -> None:
    study = towns_study(tmp_path, task="answer-check", form={"items": 20, "injected": 0.1})
    ada = study.add_annotator("Ada")
    labour(study, ada.id, attentive)
    assert given(study)["real"] == 56
    assert given(study)["injected"] in (5, 6, 7)  # 56 * 0.1 / 0.9 = 6.2, the rest of each form by chance
    assert study.work(ada.id).state == "done"


def test_every_form_has_its_controls_where_all_questions_were_drawn(tmp_path: Path) -> None:
    study = towns_study(tmp_path, form={"items": 14, "tests": 3, "attention": 3})
    for name in ("Ada", "Ben", "Cleo", "Dan"):
        labour(study, study.add_annotator(name).id, attentive, most=20)
    wanted = {"real": 14, "test": 3, "attention": 3}
    assert given(study, "annotator, role") == {(who, role): n for who in (1, 2, 3, 4) for role, n in wanted.items()}


def test_a_question_stands_once_in_a_form(tmp_path: Path) -> None:
    study = towns_study(tmp_path, form={"items": 20, "tests": 5, "attention": 3})
    labour(study, study.add_annotator("Ada").id, attentive)
    assert given(study)["real"] == 56
    assert set(given(study, "form, subject").values()) == {1}


def test_a_submission_with_the_same_key_is_stored_once(tmp_path: Path) -> None:
    study = towns_study(tmp_path)
    ada = study.add_annotator()
    place = study.work(ada.id).place
    assert place is not None
    values = all_right(study.task)
    first = study.submit(ada.id, place.id, values, key="k1", seconds=12.5, comment="fine")
    again = study.submit(ada.id, place.id, values, key="k1", seconds=99.0)
    assert (first.repeated, again.repeated, again.submission) == (False, True, first.submission)
    with pytest.raises(SubmissionError, match="not open to you"):
        study.submit(ada.id, place.id, values, key="k2", seconds=1.0)
    other = study.work(ada.id).place
    assert other is not None
    with pytest.raises(SubmissionError, match="used for another submission"):
        study.submit(ada.id, other.id, values, key="k1", seconds=1.0)
    assert study.file.read().execute("SELECT count(*), max(seconds) FROM submissions").fetchone()[:] == (1, 12.5)


def test_nobody_submits_to_a_place_of_somebody_else(tmp_path: Path) -> None:
    study = towns_study(tmp_path)
    ada, ben = study.add_annotator("Ada"), study.add_annotator("Ben")
    place = study.work(ada.id).place
    assert place is not None
    with pytest.raises(SubmissionError, match="not open to you"):
        study.submit(ben.id, place.id, all_right(study.task), key="k", seconds=1.0)
    with pytest.raises(SubmissionError, match="not open to you"):
        study.save_draft(ben.id, place.id, {})


def test_values_that_the_task_does_not_allow_are_refused_by_field(tmp_path: Path) -> None:
    study = towns_study(tmp_path)
    ada = study.add_annotator()
    place = study.work(ada.id).place
    assert place is not None
    with pytest.raises(SubmissionError) as error:
        study.submit(ada.id, place.id, {**all_right(study.task), "fluency": 6, "style": ""}, key="k", seconds=1.0)
    assert error.value.faults == {"fluency": "is not a number from 1 to 5", "style": "is missing"}


def test_drafts_comments_and_undo_bring_back_what_was_filled_in(tmp_path: Path) -> None:
    study = towns_study(tmp_path)
    ada = study.add_annotator()
    place = study.work(ada.id).place
    assert place is not None
    study.save_draft(ada.id, place.id, {"fluency": 3}, "half \ud800 way")
    reloaded = OpenStudy.open(tmp_path / "study").work(ada.id).place
    assert reloaded is not None
    assert (reloaded.id, reloaded.draft, reloaded.comment) == (
        place.id,
        {"fluency": 3},
        "half ? way",
    )
    values = all_right(study.task)
    study.submit(ada.id, place.id, values, key="k1", seconds=1.0, comment="sure")
    assert study.work(ada.id).done == 1
    back = study.undo(ada.id)
    assert back is not None
    assert (back.id, back.draft, back.comment) == (place.id, values, "sure")
    assert study.work(ada.id).done == 0
    assert study.undo(ada.id) is None
    with pytest.raises(SubmissionError, match="used for another"):  # a retry of what was taken back changes nothing
        study.submit(ada.id, place.id, values, key="k1", seconds=1.0)
    study.submit(ada.id, place.id, {**values, "fluency": 1}, key="k2", seconds=1.0)
    assert study.file.read().execute("SELECT count(*) FROM submissions").fetchone()[0] == 2


def test_the_last_item_of_a_form_can_be_taken_back_from_the_next_form(tmp_path: Path) -> None:
    study = towns_study(tmp_path, form={"items": 3, "tests": 0, "attention": 0})
    ada = study.add_annotator()
    labour(study, ada.id, attentive, most=3)
    begun = study.work(ada.id)
    assert (begun.forms_done, begun.done, begun.total) == (1, 0, 3)
    back = study.undo(ada.id)
    work = study.work(ada.id)
    assert back is not None
    assert work.place is not None
    assert (work.place.id, work.forms_done, work.done) == (back.id, 0, 2)
    send(study, ada.id, work.place, all_right(study.task))
    assert study.work(ada.id).place == begun.place


def test_a_link_holds_for_ever_and_for_one_annotator(tmp_path: Path) -> None:
    study = towns_study(tmp_path)
    ada, ben = study.add_annotator("Ada"), study.add_annotator("Ben")
    token = study.token(ada.id)
    assert OpenStudy.open(tmp_path / "study").annotator_of(token) == ada
    seal = token.partition("-")[2]
    for wrong in (
        f"{ben.id}-{seal}",
        seal,
        "",
        "owner",
        f"9{token}",
        f"{ada.id}-",
        f"{ada.id}-é",
        "x-" + seal,
        "٣-" + seal,
    ):
        assert study.annotator_of(wrong) is None
    assert study.is_owner(study.owner_token())
    assert not study.is_owner(token)
    assert study.annotator_of(study.owner_token()) is None


def test_who_comes_back_from_a_platform_is_the_same_annotator(tmp_path: Path) -> None:
    study = towns_study(tmp_path)
    first = study.add_annotator(external={"PROLIFIC_PID": "p1", "STUDY_ID": "s"})
    assert study.add_annotator(external={"STUDY_ID": "s", "PROLIFIC_PID": "p1"}) == first
    assert study.add_annotator(external={"PROLIFIC_PID": "p2"}).id != first.id


@pytest.mark.parametrize(
    ("wrong", "status", "forms"), [(0, "working", 1), (3, "working", 1), (4, "qualifying", 1), (7, "failed", 1)]
)
def test_qualification_passes_gives_a_second_chance_or_fails(
    tmp_path: Path, wrong: int, status: str, forms: int
) -> None:
    study = towns_study(tmp_path, qualification={"items": 15, "mark": 0.8, "again": 0.6})
    ada = study.add_annotator()
    for number in range(15):
        work = study.work(ada.id)
        assert work.qualifying
        assert work.place is not None
        item = item_of(study, work.place)
        right = attentive(study, item, work.place)
        other = {**right, **{name: _another(study, name, value) for name, value in right.items()}}
        send(study, ada.id, work.place, other if number < wrong else right)
    assert study.annotator(ada.id).status == status
    work = study.work(ada.id)
    if status == "failed":
        assert (work.state, work.place) == ("qualification failed", None)
        return
    assert work.place is not None
    assert work.qualifying is (status == "qualifying")
    assert len(work.feedback) == wrong  # one lesson for each item
    if status == "qualifying":  # the second chance has other items, and is the last one
        first = given(study, "item", "form = 1")
        assert not first.keys() & given(study, "item", "form = 2").keys()
        labour(study, ada.id, careless, most=15)
        assert study.annotator(ada.id).status == "failed"


def _another(study: OpenStudy, name: str, value: Any) -> Any:
    return next(one for one in study.task.field(name).fixed[::-1] if one != value)


def test_who_falls_short_is_stopped_and_others_get_the_items(tmp_path: Path) -> None:
    study = towns_study(
        tmp_path,
        form={"items": 10, "tests": 5},
        standard={"below": 0.6, "after": 5, "then": "stop"},
    )
    ada, ben = study.add_annotator("Ada"), study.add_annotator("Ben")
    labour(study, ada.id, careless)
    assert study.annotator(ada.id).status == "stopped"
    assert study.work(ada.id).state == "stopped"
    assert study.progress().submitted == study.progress().open == 0
    assert study.undo(ada.id) is None
    labour(study, ben.id, attentive)
    assert study.progress().submitted == 56
    # What Ada submitted is not lost: it is only not counted.
    assert (
        study.file.read()
        .execute("SELECT count(*) FROM submissions s JOIN places p ON p.id = s.place WHERE p.annotator = 1")
        .fetchone()[0]
        >= 5
    )
    study.reinstate(ada.id)
    assert study.work(ada.id).state == "done"


def test_the_owner_stops_tells_and_reads_what_was_done(tmp_path: Path) -> None:
    study = towns_study(tmp_path, form={"items": 5})
    ada = study.add_annotator("Ada")
    labour(study, ada.id, attentive, most=3)
    study.tell(ada.id, "Please read the tables, too.")
    assert [one.text for one in study.work(ada.id).feedback] == ["Please read the tables, too."]
    labour(study, ada.id, attentive, most=1)
    assert study.work(ada.id).feedback == ()
    study.stop(ada.id, "asked to leave")
    assert study.progress().submitted == 0
    actions = [one["action"] for one in study.audit()]
    assert actions[:3] == ["made the study", "added an annotator", "took a form"]
    assert study.audit()[0]["detail"]["items"] == {"real": 56}
    assert actions[-2:] == ["was stopped", "gave items back"]
    with pytest.raises(UsageError, match="no annotator 9"):
        study.stop(9, "")


@pytest.mark.parametrize("table", ["audit", "submissions"])
@pytest.mark.parametrize("statement", ["DELETE FROM {}", "UPDATE {} SET at = 0"])
def test_what_is_written_down_cannot_be_changed(tmp_path: Path, table: str, statement: str) -> None:
    study = towns_study(tmp_path)
    labour(study, study.add_annotator().id, attentive, most=1)
    with pytest.raises(sqlite3.IntegrityError):
        study.file.read().execute(statement.format(table))


def test_feedback_comes_with_the_batch(tmp_path: Path) -> None:
    study = towns_study(tmp_path, feedback_every=4, form={"items": 20})
    ada = study.add_annotator()
    place = study.work(ada.id).place
    assert place is not None
    item = item_of(study, place)
    labour(study, ada.id, careless, most=2)
    study.rule(item.id, {**all_right(study.task), "correctness": "no"}, comment="Look at the second row.")
    assert study.work(ada.id).feedback == ()  # the batch is not over
    labour(study, ada.id, careless, most=2)
    (told,) = study.work(ada.id).feedback
    assert "You chose yes, and it is no." in told.text
    assert told.text.endswith("Look at the second row.")
    labour(study, ada.id, careless, most=1)
    assert study.work(ada.id).feedback == ()


def test_fifty_annotators_at_once_get_no_place_twice(tmp_path: Path) -> None:
    study = towns_study(tmp_path, annotators_per_item=10, form={"items": 11})
    people = [study.add_annotator(str(number)).id for number in range(50)]
    with ThreadPoolExecutor(50) as pool:
        assert sum(pool.map(lambda one: labour(study, one, attentive), people)) == 560
    assert study.progress().submitted == 560
    assert set(given(study, "item", "role = 'real'").values()) == {10}
    assert set(given(study, "item, slot", "role = 'real'").values()) == {1}


KILLED = """
import sys, uuid
sys.path.insert(0, sys.argv[2])
from pathlib import Path
from reviewing import all_right
from benchwright.review.open_study import OpenStudy
study = OpenStudy.open(Path(sys.argv[1]))
ada = study.add_annotator()
while (place := study.work(ada.id).place) is not None:
    key = str(uuid.uuid4())
    study.submit(ada.id, place.id, all_right(study.task), key=key, seconds=1.0)
    print(key, place.id, flush=True)
"""


def test_a_kill_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    study = towns_study(tmp_path, form={"items": 56})
    study.close()
    support = Path(__file__).parents[1] / "support"
    command = [sys.executable, "-c", KILLED, str(tmp_path / "study"), str(support)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        seen = [process.stdout.readline().split() for _ in range(20)]
        process.kill()
        seen += [line.split() for line in process.stdout.read().splitlines() if len(line.split()) == 2]
    again = OpenStudy.open(tmp_path / "study")
    stored = dict(tuple(row) for row in again.file.read().execute("SELECT key, place FROM submissions"))
    assert len(seen) >= 20
    assert {key: int(place) for key, place in seen}.items() <= stored.items()
    assert len(stored) <= len(seen) + 1
    for key, place in seen[:3]:  # a page that sends again what was stored is told so
        assert again.submit(1, int(place), all_right(again.task), key=key, seconds=1.0).repeated
    labour(again, 1, attentive)
    assert again.progress().submitted == 56
    assert set(given(again, "item").values()) == {1}


def test_roles_are_the_same_whoever_comes_first(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    studies = [towns_study(tmp_path / name, items={"count": 20}, form={"items": 5, "tests": 2}) for name in "ab"]
    assert next(one.items() for one in studies) == studies[1].items()
    assert [one.role for one in studies[0].items()].count(ItemRole.TEST) == 8
    assert studies[0].owner_token() != studies[1].owner_token()


@pytest.mark.parametrize("content", [b"", b"not a database at all" * 400])
def test_what_is_no_study_is_refused_in_a_line(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(UsageError, match="is missing"):
        OpenStudy.open(tmp_path)
    (tmp_path / "review.sqlite").write_bytes(content)
    with pytest.raises(UsageError):
        OpenStudy.open(tmp_path)


def test_only_the_owner_of_the_machine_reads_the_file_with_the_secret(tmp_path: Path) -> None:
    study = towns_study(tmp_path)
    labour(study, study.add_annotator().id, attentive, most=1)
    files = sorted((tmp_path / "study").glob("review.sqlite*"))
    assert [path.name for path in files] == ["review.sqlite", "review.sqlite-shm", "review.sqlite-wal"]
    assert {path.stat().st_mode & 0o777 for path in files} == {0o600}
