"""The report of a benchmark in a browser: nothing leaves it, nothing overflows, no attack runs, axe is content."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from hostile_bench import hostile_bench
from playwright.sync_api import Browser, Page
from towns_bench import towns_bench

from benchwright.workflows.report import report

SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
OPEN_ALL = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("reports")
    benches = {"towns": towns_bench(folder / "towns"), "hostile": hostile_bench(folder / "hostile")}
    return {name: report(bench).path for name, bench in benches.items()}


@pytest.mark.parametrize("name", ["towns", "hostile"])
def test_a_report_stays_in_its_page(browser: Browser, reports: dict[str, Path], name: str) -> None:
    """On a desktop and on a phone, light and dark."""
    page = browser.new_page()
    said: list[str] = []
    asked: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda request: asked.append(request.url))
    for size, scheme in product(SIZES, ("light", "dark")):
        width, height = SIZES[size]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        asked.clear()
        page.goto(reports[name].as_uri())
        page.evaluate(OPEN_ALL)
        wide, inner, dark = page.evaluate(
            "[document.scrollingElement.scrollWidth, innerWidth, matchMedia('(prefers-color-scheme: dark)').matches]"
        )
        assert dark == (scheme == "dark")
        assert wide <= inner == width, (size, scheme)
        assert page.evaluate("window.hit") is None
        assert said == []
        assert [one for one in asked if not one.startswith("data:")] == [reports[name].as_uri()]
    page.close()


@pytest.mark.parametrize("size", list(SIZES))
def test_axe_finds_nothing(
    browser: Browser, axe: Callable[[Page], list[str]], reports: dict[str, Path], size: str
) -> None:
    width, height = SIZES[size]
    page = browser.new_page(viewport={"width": width, "height": height})
    page.goto(reports["towns"].as_uri())
    page.evaluate(OPEN_ALL)
    assert axe(page) == []
    page.close()


def test_examples_are_filtered_by_style(browser: Browser, reports: dict[str, Path]) -> None:
    page = browser.new_page()
    page.goto(reports["towns"].as_uri())
    page.get_by_label("Style", exact=True).select_option("comparison")
    assert page.locator(".question:visible").count() == 8
    assert page.locator("output.said").inner_text() == "8 of 30 shown"
    page.close()
