"""Evidence is marked in a browser: letters, sentences, cells and boxes, by pointer, by keyboard and by finger."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ferries_bench import FERRIES, PASSAGE, ferries_bench
from playwright.sync_api import CDPSession, Page, expect
from review_steps import Open, Serve
from reviewing import study_of

from benchwright.review.labels import read_labels
from benchwright.review.open_study import OpenStudy

LINES = PASSAGE.splitlines()


@pytest.fixture(scope="module")
def bench(made_once: Callable[..., Path]) -> Path:
    return made_once("ferries", lambda folder: ferries_bench(folder) and None) / "bench"


@pytest.fixture
def study(bench: Path, tmp_path: Path) -> OpenStudy:
    return study_of(bench, tmp_path / "study", "answer-check", items={"count": 1})


@pytest.fixture
def page(study: OpenStudy, serve: Serve, open_link: Open) -> Page:
    """The item, with the field of marks open."""
    opened = open_link(serve(study).link(study.add_annotator("Ada")))
    opened.keyboard.press("y")
    return opened


def marks(page: Page, study: OpenStudy) -> list[dict[str, Any]]:
    """Submit, and what was stored: the title of the source in place of its key."""
    with page.expect_navigation(wait_until="load"):
        page.keyboard.press("Control+Enter")
    (review,) = read_labels(study).reviews
    titles = {one.id: one.title for one in study.shown(review.item).sources}
    return [{**one, "source": titles[one["source"]]} for one in review.values.get("proof", [])]


def piece(page: Page, text: str) -> Any:
    return page.locator(".look [data-start]", has_text=text)


def select(page: Page, text: str) -> None:
    """Select these words of one text with the mouse."""
    box = page.evaluate(
        """(text) => {
            const walker = document.createTreeWalker(document.querySelector(".words"), NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {
                const at = walker.currentNode.data.indexOf(text);
                if (at < 0) continue;
                walker.currentNode.parentElement.scrollIntoView({ block: "center", behavior: "instant" });
                const range = document.createRange();
                range.setStart(walker.currentNode, at);
                range.setEnd(walker.currentNode, at + text.length);
                const { left, right, top, bottom } = range.getBoundingClientRect();
                return [left, right, (top + bottom) / 2];
            }
        }""",
        text,
    )
    left, right, middle = box
    page.mouse.move(left + 1, middle)
    page.mouse.down()
    page.mouse.move(right - 1, middle, steps=3)
    page.mouse.up()


def test_letters_are_marked_with_the_mouse(page: Page, study: OpenStudy) -> None:
    select(page, "runs every hour")
    expect(page.locator("[data-marks] li")).to_contain_text("“runs every hour”")
    start = PASSAGE.index("runs every hour")  # counted in code points: the ship before it is one
    assert marks(page, study) == [{"source": "Notes", "start": start, "end": start + len("runs every hour")}]


def test_a_click_marks_a_piece_or_a_cell_and_another_one_unmarks_it(page: Page, study: OpenStudy) -> None:
    cells = page.locator(".look [data-row]")
    piece(page, LINES[1]).click()
    cells.nth(1).click()
    cells.nth(3).click()
    expect(page.locator("[data-marks] li")).to_have_count(3)
    expect(piece(page, LINES[1])).to_have_attribute("aria-pressed", "true")
    cells.nth(1).click()
    page.locator("[data-marks] li", has_text=LINES[1]).get_by_role("button", name="Remove").click()
    assert marks(page, study) == [{"source": "Seats", "cells": [[1, 1]]}]


def test_pieces_are_marked_by_keyboard(page: Page, study: OpenStudy) -> None:
    page.keyboard.press("m")
    expect(page.get_by_role("button", name="Mark a part")).to_be_focused()  # of the image, which comes first
    page.keyboard.press("ArrowDown")
    expect(page.locator(".look [data-row]").first).to_be_focused()
    for _ in range(20):
        page.keyboard.press("ArrowRight")
    while not piece(page, LINES[1]).evaluate("(one) => one === document.activeElement"):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("[data-marks] li")).to_have_text([f"“{LINES[1]} {LINES[2]}”Remove"])
    page.keyboard.press("Escape")
    expect(page.locator("[data-mark]")).to_be_focused()
    start = PASSAGE.index(LINES[1])
    assert marks(page, study) == [{"source": "Notes", "start": start, "end": len(PASSAGE)}]


def test_there_is_a_most_of_marks_and_the_page_says_so(page: Page, study: OpenStudy) -> None:
    for row in range(6):
        page.locator(".look [data-row]").nth(2 * row).click()
    expect(page.locator("[data-told]")).to_have_text("At most 5 marks. Remove one first.")
    assert [one["cells"] for one in marks(page, study)] == [[[row, 0]] for row in range(5)]


def test_a_box_is_drawn_with_the_mouse(page: Page, study: OpenStudy) -> None:
    frame = page.locator(".look .frame")
    box = frame.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.25 * box["width"], box["y"] + 0.25 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"], steps=3)
    expect(page.locator("rect.drawn")).to_have_count(1)  # it is there while it is drawn
    page.mouse.move(box["x"] + 2 * box["width"], box["y"] + 0.75 * box["height"])  # out of the image, which ends it
    page.mouse.up()
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator("[data-marks] li")).to_contain_text("A part of ")
    frame.click(position={"x": 5, "y": 5})
    expect(page.locator("dialog")).to_be_visible()  # a click without a stroke still enlarges
    page.keyboard.press("Escape")
    (mark,) = marks(page, study)
    assert mark["source"] in FERRIES
    assert mark["box"] == pytest.approx([0.25, 0.25, 1, 0.75], abs=0.01)


def test_a_box_is_placed_by_keyboard(page: Page, study: OpenStudy) -> None:
    page.keyboard.press("m")
    for key in ("Enter", "ArrowRight", "ArrowUp", "Shift+ArrowLeft", "Shift+ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator("[data-told]")).to_contain_text("Enter ends")
    expect(page.locator("[data-part]")).to_have_text("Done")
    page.keyboard.press("Enter")
    expect(page.locator("[data-part]")).to_have_text("Mark a part")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")  # not this one
    page.get_by_role("button", name="Mark the whole image").press("Enter")
    boxes = [one["box"] for one in marks(page, study)]
    assert boxes == [pytest.approx([0.27, 0.23, 0.75, 0.75]), [0, 0, 1, 1]]


def test_a_box_is_drawn_with_a_finger(study: OpenStudy, serve: Serve, open_link: Open) -> None:
    page = open_link(serve(study).link(study.add_annotator("Ada")), "phone", has_touch=True)
    page.keyboard.press("y")
    page.get_by_role("button", name="Mark a part").tap()
    frame = page.locator(".look .frame")
    frame.evaluate("(one) => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
    box = frame.bounding_box()
    assert box is not None
    touch(page.context.new_cdp_session(page), box, (0.1, 0.1), (0.4, 0.6))
    (mark,) = marks(page, study)
    assert mark["box"] == pytest.approx([0.1, 0.1, 0.4, 0.6], abs=0.01)


def touch(session: CDPSession, box: Any, *points: tuple[float, float]) -> None:
    """A stroke of one finger from the first to the last point, which are shares of the box."""
    for number, (x, y) in enumerate(points):
        point = {"x": box["x"] + x * box["width"], "y": box["y"] + y * box["height"]}
        kind = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
