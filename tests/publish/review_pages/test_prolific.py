"""People from Prolific: an open link, consent, codes by how the work ended, and who may be approved."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page
from review_client import ReviewClient
from reviewing import attentive, careless, labour, towns_study
from selectolax.lexbor import LexborHTMLParser

from benchwright import cli
from benchwright.errors import PlanError
from benchwright.review.open_study import OpenStudy
from benchwright.review.recruitment import Recruit, prolific_submissions, recruit
from benchwright.review.settings_files import read_settings_file
from benchwright.review.study import Study
from benchwright.workflows.review_serve import ReviewServer

ADA, BEN, CLEO = (letter * 24 for letter in "abc")
PLACE = "d" * 24
CODES = {"completed": "CDONE", "screened_out": "CSCREEN", "no_consent": "CNOT", "consent": "You may stop.\n\nAgreed?"}
Nobody = Callable[[ReviewServer], httpx.Client]


@pytest.fixture
def study(tmp_path: Path) -> Iterator[OpenStudy]:
    opened = towns_study(
        tmp_path,
        items={"count": 2},
        annotators_per_item=3,
        qualification={"items": 2, "mark": 1.0, "again": 1.0},
        prolific=CODES,
    )
    yield opened
    opened.close()


@pytest.fixture
def server(study: OpenStudy) -> Iterator[ReviewServer]:
    with ReviewServer(study) as running:
        yield running


def link(server: ReviewServer, participant: str, submission: str = "e" * 24) -> str:
    """The link as Prolific fills it in."""
    ids = (("PROLIFIC_PID", participant), ("STUDY_ID", PLACE), ("SESSION_ID", submission))
    filled = server.invitation
    for name, value in ids:
        assert f"{name}={{{{%{name}%}}}}" in filled
        filled = filled.replace(f"{{{{%{name}%}}}}", value)
    return filled


def form_of(page: str, number: int = 0) -> dict[str, Any]:
    form = LexborHTMLParser(page).css("main form")[number]
    return {str(one.attributes["name"]): one.attributes["value"] for one in form.css("input[type=hidden]")}


def test_a_participant_begins_once_and_comes_back_as_the_same(
    server: ReviewServer, study: OpenStudy, nobody: Nobody
) -> None:
    http = nobody(server)
    opened = http.get(link(server, ADA))
    assert "You may stop." in opened.text
    assert study.annotators() == []  # a link that is fetched ahead changes nothing
    begun = http.post("/prolific/begin", data=form_of(opened.text))
    assert (begun.status_code, begun.headers["location"]) == (303, "/")
    assert begun.headers["set-cookie"].endswith("; HttpOnly; Max-Age=2592000; Path=/; SameSite=strict")
    assert ReviewClient(http, study.task).hidden()["place"]
    again = nobody(server)
    again.post("/prolific/begin", data=form_of(again.get(link(server, ADA, "f" * 24)).text))
    assert again.get("/").status_code == 200
    assert [(one.id, one.name, one.status) for one in study.annotators()] == [(1, "", "qualifying")]
    assert [one.recruit.submission for one in prolific_submissions(study)] == ["e" * 24, "f" * 24]


@pytest.mark.parametrize(
    ("change", "status"),
    [
        (("PROLIFIC_PID=" + ADA, "PROLIFIC_PID={{%PROLIFIC_PID%}}"), 400),
        (("PROLIFIC_PID=" + ADA, "PROLIFIC_PID="), 400),
        (("PROLIFIC_PID=" + ADA, "PROLIFIC_PID=" + 5000 * "a"), 400),
        (("SESSION_ID=", "SESSION_ID=../"), 400),
        (("/prolific/", "/prolific/0"), 403),
    ],
)
def test_a_link_that_prolific_did_not_fill_in_is_refused(
    server: ReviewServer, study: OpenStudy, nobody: Nobody, change: tuple[str, str], status: int
) -> None:
    answer = nobody(server).get(link(server, ADA).replace(*change))
    assert answer.status_code == status
    assert study.annotators() == []


def test_forms_have_to_be_of_our_pages_and_unchanged(server: ReviewServer, study: OpenStudy, nobody: Nobody) -> None:
    http = nobody(server)
    form = form_of(http.get(link(server, ADA)).text)
    assert http.post("/prolific/begin", data={**form, "PROLIFIC_PID": BEN}).status_code == 403
    elsewhere = {"Sec-Fetch-Site": "cross-site"}
    assert http.post("/prolific/begin", data=form, headers=elsewhere).status_code == 403
    assert study.annotators() == []


def test_who_does_not_consent_goes_back_with_its_code_and_is_not_known(
    server: ReviewServer, study: OpenStudy, nobody: Nobody
) -> None:
    http = nobody(server)
    answer = http.post("/prolific/decline", data=form_of(http.get(link(server, ADA)).text, 1))
    assert "https://app.prolific.com/submissions/complete?cc=CNOT" in answer.text
    assert study.annotators() == []
    assert ADA not in str(study.audit())


def test_codes_say_how_the_work_ended_and_files_who_may_be_approved(
    server: ReviewServer, study: OpenStudy, nobody: Nobody, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pages = {}
    for name, fill in ((ADA, attentive), (BEN, careless)):
        http = pages[name] = nobody(server)
        http.post("/prolific/begin", data=form_of(http.get(link(server, name, name[:4])).text))
        labour(study, study.annotators()[-1].id, fill)
    recruit(study, Recruit(CLEO, PLACE, "cccc"))
    study.stop(recruit(study, Recruit("g" * 24)).id, "did not read")
    ends = {name: LexborHTMLParser(http.get("/").text).css_first("main") for name, http in pages.items()}
    backs = {name: end.css_first("a.button").attributes["href"] for name, end in ends.items()}
    complete = "https://app.prolific.com/submissions/complete?cc="
    assert backs == {ADA: complete + "CDONE", BEN: complete + "CSCREEN"}
    assert "CDONE" in ends[ADA].text()
    assert cli.main(["review", "prolific", str(study.folder), "--to", str(tmp_path / "out")]) == 0
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if line[0].isdigit()] == [
        *("1 completed", "1 screened out", "1 unfinished", "1 stopped")
    ]
    assert (tmp_path / "out" / f"approve-{PLACE}.csv").read_text() == f"{ADA}\n"
    rows = [line.split(",") for line in (tmp_path / "out" / "submissions.csv").read_text().splitlines()]
    assert rows[1][:8] == [ADA, "aaaa", PLACE, "completed", "4", "0.7", "0", "0"]
    assert [row[3:5] for row in rows[2:]] == [["screened out", "2"], ["unfinished", "0"], ["stopped", "0"]]
    assert cli.main(["review", "results", str(study.folder)]) == 0
    written = capsys.readouterr().out + "".join(one.read_text() for one in study.folder.glob("*.csv"))
    assert "annotator 1" in written
    assert not [name for name in (ADA, BEN, CLEO) if name in written]


def test_an_ending_without_a_code_asks_to_return_the_submission(
    server: ReviewServer, study: OpenStudy, nobody: Nobody
) -> None:
    http = nobody(server)
    http.post("/prolific/begin", data=form_of(http.get(link(server, ADA)).text))
    study.stop(1, "did not read")
    assert "return your submission on Prolific" in http.get("/").text


def test_one_code_stands_for_one_ending() -> None:
    for settings, problem in (
        ({"completed": "A1", "screened_out": "A1"}, "one code for two endings"),
        ({"completed": "A 1"}, "cannot be a completion code"),
        ({"completed": "A1", "no_consent": "A2"}, "no consent"),
    ):
        text = f"name: x\ntask: paraphrase\nprolific: {settings}\n".encode()
        with pytest.raises(PlanError, match=problem):
            read_settings_file(Study, text, "study.yaml")


def test_a_browser_that_another_site_sent_is_let_in(server: ReviewServer, study: OpenStudy, browser: Browser) -> None:
    """`localhost` is another site than 127.0.0.1: cookies that are bound to one site have to hold up."""
    page = browser.new_page()
    page.route("http://localhost/**", lambda route: route.fulfill(body=f'<a href="{link(server, ADA)}">go</a>'))
    page.goto("http://localhost/")
    page.click("a")
    page.click("text=I agree")
    page.wait_for_selector("#form")
    labour(study, 1, attentive)
    page.reload()
    assert page.get_attribute("a.button", "href") == "https://app.prolific.com/submissions/complete?cc=CDONE"
    page.close()


def test_axe_finds_no_fault_in_the_first_and_the_last_page(
    server: ReviewServer, study: OpenStudy, browser: Browser, axe: Callable[[Page], list[str]]
) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(link(server, ADA))
    found = axe(page)
    page.click("text=I agree")
    page.wait_for_selector("#form")
    labour(study, 1, attentive)
    page.reload()
    assert found + axe(page) == []
    page.close()
