"""What a person does on the pages of a review in a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page
from reviewing import attentive, item_of

from benchwright.review.open_study import OpenStudy
from benchwright.workflows.review_serve import ReviewServer

SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
Open = Callable[..., Page]
Serve = Callable[[OpenStudy], ReviewServer]


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
