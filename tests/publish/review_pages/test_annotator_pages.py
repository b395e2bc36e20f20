"""Annotators over HTTP: entering, submitting with and without JavaScript, drafts, undo, and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from review_client import JSON, ReviewClient, hidden_of
from reviewing import all_right, towns_study
from selectolax.lexbor import LexborHTMLParser

from benchwright.publish.review_pages.form_values import read_form, read_values
from benchwright.review.labels import read_labels
from benchwright.review.open_study import OpenStudy
from benchwright.review.task import tasks
from benchwright.workflows.review_serve import ReviewServer

Enter = Callable[[ReviewServer, str], ReviewClient]


@pytest.fixture
def study(tmp_path: Path) -> Iterator[OpenStudy]:
    opened = towns_study(tmp_path, form={"items": 3, "tests": 1})
    yield opened
    opened.close()


def test_a_link_becomes_a_cookie_and_leaves_the_address_bar(server: ReviewServer, study: OpenStudy) -> None:
    answer = httpx.get(server.link(study.add_annotator()))
    assert answer.headers["set-cookie"].endswith("; HttpOnly; Max-Age=2592000; Path=/; SameSite=strict")
    assert '<meta http-equiv="refresh" content="0; url=/">' in answer.text
    assert study.token(1) not in answer.text
    assert '"0; url=/owner"' in httpx.get(server.owner_link).text


def test_pages_need_the_right_cookie(
    server: ReviewServer, ada: ReviewClient, enter: Enter, nobody: Callable[[ReviewServer], httpx.Client]
) -> None:
    nobody = nobody(server)
    assert [nobody.get(path).status_code for path in ("/", "/owner", "/owner/look", "/owner/audit")] == [403] * 4
    assert ada.http.get("/owner").status_code == 403
    assert nobody.get("/enter/1-" + 32 * "0").status_code == 403
    assert nobody.get("/image/" + 64 * "0").status_code == 403
    owner = enter(server, server.owner_link)
    assert owner.http.get("/").headers["location"] == "/owner"
    assert owner.http.post("/submit", data={}).status_code == 403


def test_an_item_is_submitted_and_the_next_one_comes(ada: ReviewClient, study: OpenStudy) -> None:
    first = ada.hidden()["place"]
    answer = ada.submit(all_right(study.task), comment="fine")
    assert (answer.status_code, answer.json()) == (200, {"stored": True})
    assert ada.hidden()["place"] != first
    (review,) = read_labels(study).reviews
    assert (review.values, review.seconds, review.comment) == (all_right(study.task), 7.5, "fine")


def test_without_javascript_a_plain_form_is_enough(ada: ReviewClient, study: OpenStudy) -> None:
    answer = ada.http.post("/submit", data=ada.fill(all_right(study.task)))
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    (review,) = read_labels(study).reviews
    assert review.values == all_right(study.task)
    assert 0 <= review.seconds < 60  # since the page was sent
    incomplete = {**all_right(study.task)}
    del incomplete["correctness"]
    refused = ada.http.post("/submit", data=ada.fill(incomplete, comment="wait"))
    page = LexborHTMLParser(refused.text)
    assert refused.status_code == 422
    assert [node.text() for node in page.css("[data-fault]:not([hidden])")] == ["is missing"]
    assert len(page.css("input[checked]")) == len(incomplete)
    assert page.css_first("textarea[name=comment]").text().strip() == "wait"


def test_what_came_twice_is_stored_once(ada: ReviewClient, study: OpenStudy) -> None:
    form = ada.fill(all_right(study.task), key="one", seconds="3")
    assert [ada.http.post("/submit", data=form, headers=JSON).status_code for _ in range(3)] == [200] * 3
    assert study.progress().submitted == 1 or len(read_labels(study).reviews) == 1
    other = ada.http.post("/submit", data={**form, "key": "two"}, headers=JSON)
    assert (other.status_code, other.json()["message"]) == (409, "this item is not open to you")


def test_undo_opens_the_last_item_with_its_values(ada: ReviewClient, study: OpenStudy) -> None:
    first = ada.hidden()
    ada.submit({**all_right(study.task), "fluency": 2}, comment="odd")
    assert ada.http.post("/undo", data={"seal": first["seal"]}).status_code == 303
    page = ada.page()
    assert hidden_of(page)["place"] == first["place"]
    assert page.css_first("#field-0 input[checked]").attributes["value"] == "2"
    assert page.css_first("textarea[name=comment]").text().strip() == "odd"


def test_a_draft_comes_back_and_says_what_is_wrong(
    server: ReviewServer, study: OpenStudy, tmp_path: Path, enter: Enter
) -> None:
    opened = towns_study(tmp_path / "other", task="paraphrase")
    with ReviewServer(opened) as other:
        ben = enter(other, other.link(opened.add_annotator("Ben")))
        form = ben.fill({"understood": "yes", "rewording": "Something else?"})
        answer = ben.http.post("/draft", data=form, headers=JSON)
        assert answer.status_code == 200
        assert list(answer.json()["faults"]) == ["field-1"]
        assert "which the question has" in answer.json()["faults"]["field-1"]
        assert ben.page().css_first("#field-1 textarea").text().strip() == "Something else?"
        question = ben.page().css_first(".part-question .text").text()
        kept = ben.http.post("/draft", data=ben.fill({"understood": "yes", "rewording": question}), headers=JSON)
        assert kept.json() == {"faults": {}}
    opened.close()


def test_one_annotators_item_is_closed_to_another(
    server: ReviewServer, study: OpenStudy, ada: ReviewClient, enter: Enter
) -> None:
    place = ada.hidden()["place"]
    ben = enter(server, server.link(study.add_annotator("Ben")))
    answer = ben.submit(all_right(study.task), place=place)
    assert (answer.status_code, read_labels(study).reviews) == (409, ())


def test_the_end_of_the_work_is_told(server: ReviewServer, study: OpenStudy, ada: ReviewClient) -> None:
    study.stop(1, "late")
    assert ada.page().css_first("h1").text() == "Your work has ended"


def test_fields_that_are_not_asked_are_left_out() -> None:
    task = tasks()["pair-validation"]
    form = read_form(b"field-0=yes&field-1=grammar&field-1=time&field-2=stale&field-3=yes&seal=x")
    assert read_values(task, form) == {"understandable": "yes", "issues": ["grammar", "time"], "valid": "yes"}
    form = read_form(b"field-0=no&field-1=a%0D%0Ab%0D%0A&field-2=left")
    assert read_values(tasks()["completeness"], {"field-0": ["a\r\nb\r\n \r\n"]}) == {"missing": ["a", "b"]}
    assert read_values(tasks()["paraphrase"], form) == {"understood": "no"}
    spans = {"field-0": ["yes"], "field-1": ['[{"source": "k", "start": 1, "end": 3}]']}
    assert read_values(tasks()["answer-check"], spans)["proof"] == [{"source": "k", "start": 1, "end": 3}]
    broken = {"field-0": ["yes"], "field-1": ["[" * 100_000]}
    assert read_values(tasks()["answer-check"], broken)["proof"] == "(unreadable)"
