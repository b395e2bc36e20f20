"""The pages in a browser: keys, lost connections, drafts, two people at once, images ahead,
the owner's pages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ferries_bench import ferries_bench
from hostile_bench import hostile_bench
from playwright.sync_api import expect
from review_steps import Open, Serve, expected, fits, place_of, press, submit
from reviewing import all_right, attentive, careless, labour, study_of, towns_study

from benchwright.review.labels import read_labels
from benchwright.review.results import study_results
from benchwright.review.second_looks import second_looks


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
    expect(page.locator("#field-1 [data-fault]")).to_contain_text("which the question has")  # while it is written
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-notice]")).to_be_hidden()
    assert read_labels(study).reviews == ()


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


def test_no_attack_runs_and_nothing_overflows(tmp_path: Path, serve: Serve, open_link: Open, said: list[str]) -> None:
    """On a desktop and on a phone."""
    study = study_of(hostile_bench(tmp_path), tmp_path / "study", "five-metrics", items={"count": 12})
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
    study = study_of(ferries_bench(tmp_path), tmp_path / "study", "five-metrics", items={"count": 1})
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


def test_images_of_the_next_item_are_there_before_it(
    tmp_path: Path, serve: Serve, open_link: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = study_of(ferries_bench(tmp_path), tmp_path / "study", "five-metrics", form={"items": 2})
    fetched: list[str] = []
    image = study.image
    monkeypatch.setattr(study, "image", lambda sha256: (fetched.append(sha256), image(sha256))[1])
    server, ada = serve(study), study.add_annotator("Ada")
    page = open_link(server.link(ada))
    page.wait_for_load_state("networkidle")
    given = study.open_places(ada.id)
    both = [one.image.sha256 for place in given for one in study.place(place).shown.sources if one.image]
    assert len(set(both)) == 2
    assert sorted(fetched) == sorted(both)
    submit(page, study, all_right(study.task))
    page.wait_for_load_state("networkidle")
    assert page.evaluate("[...document.images].every((one) => one.complete && one.naturalWidth === 320)")
    assert len(fetched) == 2
    assert page.locator("#form").get_attribute("data-ahead") == ""  # the next form is not drawn for it
    assert study.progress().open == 1
