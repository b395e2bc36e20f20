"""The pages in a browser: keys, lost connections, drafts, marks, two people at once, the owner's pages, axe."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hostile_bench import hostile_bench
from playwright.sync_api import Browser, BrowserContext, Page, expect
from reviewing import all_right, attentive, careless, item_of, labour, towns_study

from benchwright.benchmark.store import Benchmark
from benchwright.review.labels import read_labels
from benchwright.review.new_study import draw_content, write_study
from benchwright.review.open_study import OpenStudy
from benchwright.review.results import study_results
from benchwright.review.second_looks import second_looks
from benchwright.review.study import Study
from benchwright.review.task import load_task
from benchwright.workflows.review_serve import ReviewServer

SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
Open = Callable[..., Page]
Serve = Callable[[OpenStudy], ReviewServer]


@pytest.fixture
def said() -> list[str]:
    """What pages complain of."""
    return []


@pytest.fixture
def serve() -> Iterator[Serve]:
    started: list[ReviewServer] = []

    def served(study: OpenStudy) -> ReviewServer:
        started.append(ReviewServer(study).__enter__())
        return started[-1]

    yield served
    for server in started:
        server.close()
        server.study.close()


@pytest.fixture
def open_link(browser: Browser, said: list[str]) -> Iterator[Open]:
    contexts: list[BrowserContext] = []

    def opened(link: str, size: str = "desktop", **settings: Any) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, **settings)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(link)
        page.wait_for_url(lambda url: "/enter/" not in url)
        page.wait_for_load_state("load")
        return page

    yield opened
    for context in contexts:
        context.close()


def place_of(page: Page) -> str:
    return page.locator("#form").get_attribute("data-place") or ""


def press(page: Page, study: OpenStudy, values: dict[str, Any]) -> None:
    """Fill the fields in by their keys, one after the other."""
    for field in study.task.fields:
        if field.name in values:
            value = values[field.name]
            page.keyboard.press(str(value) if field.kind == "scale" else _key(study, field.name, value))


def submit(page: Page, study: OpenStudy, values: dict[str, Any]) -> None:
    """Fill in and submit by keys; the next page is there then."""
    place = place_of(page)
    press(page, study, values)
    with page.expect_navigation(wait_until="load"):
        page.keyboard.press("Enter")
    assert page.locator(f"[data-place='{place}']").count() == 0


def expected(study: OpenStudy, page: Page) -> dict[str, Any]:
    place = study.place(int(place_of(page)))
    return attentive(study, item_of(study, place), place)


def fits(page: Page) -> bool:
    """Nothing is wider than a desktop's or a phone's window."""
    fitting = []
    for width, height in reversed(SIZES.values()):
        page.set_viewport_size({"width": width, "height": height})
        fitting.append(page.evaluate(f"innerWidth == {width} && document.scrollingElement.scrollWidth <= innerWidth"))
    return all(fitting)


def _key(study: OpenStudy, name: str, value: str) -> str:
    return next(one.key for one in study.task.field(name).options if one.value == value)


def test_a_whole_form_by_keyboard_alone(tmp_path: Path, serve: Serve, open_link: Open, said: list[str]) -> None:
    study = towns_study(tmp_path, items={"count": 6}, form={"items": 3, "tests": 1}, most_forms=1)
    server = serve(study)
    page = open_link(server.link(study.add_annotator("Ada")))
    assert "/enter/" not in page.url
    page.keyboard.press("?")  # closes what a first item shows open
    expect(page.locator("#instructions")).not_to_have_attribute("open", "")
    for number in range(4):
        expect(page.locator(".progress")).to_contain_text(f"{number + 1} of 4")
        if number == 1:
            page.keyboard.press("c")
            page.keyboard.type("Why u1?")  # keys are letters here
            page.keyboard.press("Escape")
        submit(page, study, expected(study, page))
    expect(page.locator("h1")).to_have_text("Nothing is left to do")
    reviews = read_labels(study).reviews
    assert [one.passed for one in reviews if one.passed is not None] == [True]
    assert [one.comment for one in reviews] == ["", "Why u1?", "", ""]
    assert all(0 < one.seconds < 60 for one in reviews)
    with page.expect_navigation(wait_until="load"):
        page.keyboard.press("u")
    assert page.locator("input:checked").count() == 6
    assert said == []


@pytest.mark.parametrize("passes", [True, False])
def test_qualifying(tmp_path: Path, serve: Serve, open_link: Open, passes: bool) -> None:
    study = towns_study(tmp_path, form={"items": 3}, qualification={"items": 2, "mark": 0.8})
    page = open_link(serve(study).link(study.add_annotator("Ada")))
    expect(page.locator(".progress")).to_contain_text("Qualification: 1 of 2")
    for _ in range(2):
        submit(page, study, expected(study, page) if passes else {**all_right(study.task), "fluency": 3})
    if passes:
        expect(page.locator(".progress")).to_have_text("1 of 3", use_inner_text=True)
    else:
        expect(page.locator("h1")).to_have_text("You did not qualify")
    assert study.annotator(1).status == ("working" if passes else "failed")


def test_work_goes_on_after_the_connection_was_lost(tmp_path: Path, serve: Serve, open_link: Open) -> None:
    study = towns_study(tmp_path, form={"items": 3})
    page = open_link(serve(study).link(study.add_annotator("Ada")))
    first = place_of(page)
    page.context.set_offline(True)
    press(page, study, all_right(study.task))
    page.keyboard.press("Enter")
    expect(page.locator("[data-notice]")).to_contain_text("kept in this browser and is sent by itself")
    assert read_labels(study).reviews == ()
    with page.expect_navigation(wait_until="load"):
        page.context.set_offline(False)
    assert place_of(page) != first
    assert len(read_labels(study).reviews) == 1
    submit(page, study, all_right(study.task))
    assert len(read_labels(study).reviews) == 2


def test_an_answer_whose_receipt_was_lost_counts_once(tmp_path: Path, serve: Serve, open_link: Open) -> None:
    study = towns_study(tmp_path, form={"items": 3})
    page = open_link(serve(study).link(study.add_annotator("Ada")))
    sent: list[str] = []

    def lose(route: Any) -> None:
        sent.append(route.request.post_data)
        if len(sent) == 1:
            route.fetch()  # it arrives and is stored, but its answer does not come back
            route.abort()
        else:
            route.continue_()

    page.route("**/submit", lose)
    submit(page, study, all_right(study.task))
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert len(read_labels(study).reviews) == 1


def test_drafts_outlive_a_reload_and_a_lost_connection(tmp_path: Path, serve: Serve, open_link: Open) -> None:
    study = towns_study(tmp_path, form={"items": 3})
    server = serve(study)
    page = open_link(server.link(study.add_annotator("Ada")))
    with page.expect_response("**/draft") as saved:
        page.keyboard.press("4")
    assert saved.value.ok
    assert study.work(1).place.draft == {"fluency": 4}  # type: ignore[union-attr]
    page.reload()
    assert page.locator("#field-0 input:checked").get_attribute("value") == "4"
    page.route("**/draft", lambda route: route.abort())
    page.keyboard.press("n")
    expect(page.locator("[data-saved]")).to_have_text("Draft kept in this browser")
    page.reload()
    expect(page.locator("#field-1 input:checked")).to_have_value("no")


def test_what_is_missing_is_said_at_its_field(tmp_path: Path, serve: Serve, open_link: Open) -> None:
    study = towns_study(tmp_path, task="paraphrase", form={"items": 3})
    page = open_link(serve(study).link(study.add_annotator("Ada")))
    expect(page.locator("#field-1")).to_be_hidden()
    page.keyboard.press("y")
    expect(page.locator("#field-1")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#field-1 [data-fault]")).to_have_text("Please fill this in.")
    expect(page.locator("#field-1 textarea")).to_be_focused()
    page.keyboard.type("Something else entirely?")
    expect(page.locator("#field-1 [data-fault]")).to_contain_text("the other has not")  # while it is written
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-notice]")).to_be_hidden()
    assert read_labels(study).reviews == ()


def test_evidence_is_marked_by_keyboard(tmp_path: Path, serve: Serve, open_link: Open) -> None:
    study = towns_study(tmp_path, task="answer-check", form={"items": 3})
    page = open_link(serve(study).link(study.add_annotator("Ada")))
    shown = study.work(1).place.shown  # type: ignore[union-attr]
    page.keyboard.press("y")
    page.keyboard.press("m")
    page.keyboard.press("Space")
    expect(page.locator("[data-marks] li")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-mark]")).to_be_focused()
    with page.expect_navigation(wait_until="load"):
        page.keyboard.press("Control+Enter")
    (review,) = read_labels(study).reviews
    (mark,) = review.values["proof"]
    assert mark["source"] == shown.sources[0].id
    assert mark.keys() in ({"source", "start", "end"}, {"source", "cells"})


def test_two_people_at_once_get_different_items(tmp_path: Path, serve: Serve, open_link: Open) -> None:
    study = towns_study(tmp_path, items={"count": 4}, form={"items": 1})
    server = serve(study)
    pages = [open_link(server.link(study.add_annotator(name))) for name in ("Ada", "Ben")]
    for _ in range(2):
        for page in pages:
            submit(page, study, all_right(study.task))
    for page in pages:
        expect(page.locator("h1")).to_have_text("Nothing is left to do")
    reviews = read_labels(study).reviews
    assert len({one.item.id for one in reviews}) == len(reviews) == 4
    assert {one.annotator.name for one in reviews} == {"Ada", "Ben"}


def test_the_owner_rules_on_what_people_disagree_about(
    tmp_path: Path, serve: Serve, open_link: Open, said: list[str]
) -> None:
    study = towns_study(tmp_path, items={"count": 3}, form={"items": 3}, annotators_per_item=2)
    labour(study, study.add_annotator("Ada").id, careless)
    labour(study, study.add_annotator("Ben").id, lambda *_: {**all_right(study.task), "correctness": "no"})
    page = open_link(serve(study).owner_link)
    expect(page.locator(".figures")).to_contain_text("3 to look at again")
    page.get_by_role("link", name="Begin").click()
    page.wait_for_load_state("load")
    expect(page.locator("h1")).to_have_text("Second look")
    assert "Ada" not in page.locator("main").inner_text()  # from whom is not told
    page.locator("summary", has_text="What reviewers said").click()
    expect(page.locator(".review-said")).to_have_count(2)
    item = page.locator("input[name=item]").get_attribute("value")
    page.locator("#field-0 input").first.focus()
    press(page, study, {**all_right(study.task), "correctness": "no"})
    with page.expect_navigation(wait_until="load"):
        page.keyboard.press("Enter")
    assert read_labels(study).rulings == {item: {**all_right(study.task), "correctness": "no"}}
    assert len(second_looks(study)) == 2
    assert said == []


def test_the_owners_tables_are_the_results(tmp_path: Path, serve: Serve, open_link: Open) -> None:
    study = towns_study(tmp_path, items={"count": 12}, form={"items": 12, "tests": 2}, annotators_per_item=2)
    labour(study, study.add_annotator("Ada").id, attentive)
    page = open_link(serve(study).owner_link)
    page.get_by_label("New annotator").fill("Ben")
    page.get_by_role("button", name="Add").click()
    row = page.get_by_role("row", name="Ben")
    expect(row).to_contain_text("working")
    labour(study, 2, careless)
    page.reload()
    results = study_results(study)
    ben = results.annotators[1]
    expect(row).to_contain_text(f"{ben.passed} of 2")
    table = page.get_by_role("group", name="Results").get_by_role("row")
    assert table.count() == 1 + len(results.rows)
    expect(table.nth(1)).to_contain_text("100%")
    fluency = page.get_by_role("group", name="Agreement").get_by_role("row").nth(1)
    percent = results.agreement[0].percent
    expect(fluency).to_contain_text(f"{100 * (percent or 0):.0f}%")
    row.get_by_text("Manage").click()
    link = row.get_by_label("Link").input_value()
    assert link.endswith(study.token(2))
    row.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("row", name="Ben")).to_contain_text("stopped")
    page.goto(page.url.split("/owner")[0] + "/owner/audit")
    expect(page.locator("tbody tr").first).to_contain_text("gave items back")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", list(SIZES))
def test_axe_finds_nothing(
    tmp_path: Path, serve: Serve, open_link: Open, axe: Callable[[Page], list[str]], size: str, scheme: str
) -> None:
    study = towns_study(
        tmp_path, task="answer-check", items={"count": 12}, form={"items": 4}, recheck={"accepted": 1.0}
    )
    server = serve(study)
    labour(study, study.add_annotator("Ada").id, careless, most=5)
    page = open_link(server.link(study.annotators()[0]), size, color_scheme=scheme)
    page.keyboard.press("y")
    assert axe(page) == []
    owner = open_link(server.owner_link, size, color_scheme=scheme)
    for path in ("/owner", "/owner/look", "/owner/audit"):
        owner.goto(server.url + path)
        assert axe(owner) == []
        assert owner.evaluate("document.scrollingElement.scrollWidth <= innerWidth")


def test_no_attack_runs_and_nothing_overflows(tmp_path: Path, serve: Serve, open_link: Open, said: list[str]) -> None:
    """On a desktop and on a phone."""
    bench = Benchmark.open(hostile_bench(tmp_path))
    task = load_task("five-metrics", tmp_path)
    settings = Study.model_validate({"name": "try", "task": task.name, "items": {"count": 12}})
    write_study(tmp_path / "study", settings, task, draw_content(settings, task, bench), {})
    study = OpenStudy.open(tmp_path / "study")
    server = serve(study)
    page = open_link(server.link(study.add_annotator("<img src=x onerror=window.hit=1>")))
    for _ in range(study.progress().items):
        assert fits(page)
        assert page.evaluate("window.hit") is None
        assert page.evaluate("[...document.images].every((one) => one.complete && one.naturalWidth > 0)")
        submit(page, study, all_right(study.task))
    expect(page.locator("h1")).to_have_text("Nothing is left to do")
    owner = open_link(server.owner_link)
    assert owner.evaluate("window.hit") is None
    assert fits(owner)
    assert said == []


def test_a_picture_is_enlarged_by_keyboard(tmp_path: Path, serve: Serve, open_link: Open) -> None:
    bench = Benchmark.open(hostile_bench(tmp_path))
    task = load_task("five-metrics", tmp_path)
    settings = Study.model_validate({"name": "try", "task": task.name})
    write_study(tmp_path / "study", settings, task, draw_content(settings, task, bench), {})
    study = OpenStudy.open(tmp_path / "study")
    page = open_link(serve(study).link(study.add_annotator()))
    page.locator("[data-zoom]").first.focus()
    page.keyboard.press("Enter")
    image = page.locator("dialog img")
    expect(image).to_be_visible()
    page.wait_for_function("document.querySelector('dialog img').hasAttribute('width')")
    wide = int(image.get_attribute("width") or 0)
    page.keyboard.press("+")
    assert int(image.get_attribute("width") or 0) > wide
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def test_without_javascript_an_item_is_a_plain_form(tmp_path: Path, serve: Serve, open_link: Open) -> None:
    study = towns_study(tmp_path, form={"items": 3})
    page = open_link(serve(study).link(study.add_annotator("Ada")), java_script_enabled=False)
    for place in range(6):
        page.locator(f"#field-{place} input").first.check()
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".progress")).to_contain_text("2 of 3")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("input:checked")).to_have_count(6)


def test_answers_that_were_never_sent_go_first_on_the_next_visit(tmp_path: Path, serve: Serve, open_link: Open) -> None:
    study = towns_study(tmp_path, form={"items": 3})
    page = open_link(serve(study).link(study.add_annotator("Ada")))
    page.route("**/submit", lambda route: route.abort())
    press(page, study, all_right(study.task))
    page.keyboard.press("Enter")
    expect(page.locator("[data-notice]")).to_be_visible()
    kept = page.evaluate("Object.values(localStorage).map((one) => JSON.parse(one)).filter((one) => one.pending)")
    assert len(kept) == 1, json.dumps(kept)
    page.unroute("**/submit")
    with page.expect_navigation(url=lambda url: True, wait_until="load"):
        page.reload()
    expect(page.locator(".progress")).to_contain_text("2 of 3")
    assert len(read_labels(study).reviews) == 1
    assert page.evaluate("Object.values(localStorage).some((one) => one.includes('pending'))") is False
