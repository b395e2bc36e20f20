"""The page in a browser: nothing leaves it, nothing overflows, and it does what its buttons say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from disagreements import disagreements
from playwright.sync_api import Browser, Page, Route
from summaries import summary

from benchwright.publish.csv_table import csv_text
from benchwright.publish.page import write_page

SIZES = {"desktop": (1280, 900), "phone": (390, 844)}

CONTRASTS = """() => {
  const rgb = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((one) => one / 255)
    .map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
    .reduce((sum, one, at) => sum + one * [0.2126, 0.7152, 0.0722][at], 0);
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const found = rgb(getComputedStyle(at).backgroundColor);
      if (found.length === 3 || found[3] > 0) return found;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const node of document.querySelectorAll("body *")) {
    const own = [...node.childNodes].some((one) => one.nodeType === 3 && one.textContent.trim());
    if (!own || !node.checkVisibility() || node.closest("svg, script, .unseen")) continue;
    const [a, b] = [light(rgb(getComputedStyle(node).color)), light(ground(node))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    found.push([ratio, `${node.tagName}.${node.className}`, node.textContent.slice(0, 20)]);
  }
  return found.sort((a, b) => a[0] - b[0]);
}"""


class Seen:
    """What a page did that it must not do."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        self.said: list[str] = []


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("browser")
    write_page(summary(), disagreements(folder), folder / "page.html", differing=125)
    return folder / "page.html"


@pytest.fixture
def seen() -> Seen:
    return Seen()


@pytest.fixture
def open_page(browser: Browser, path: Path, seen: Seen) -> Iterator[Any]:
    contexts = []

    def opened(size: str = "desktop", **options: Any) -> Page:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(10_000)
        contexts.append(context)

        def route(asked: Route) -> None:
            if asked.request.url == path.as_uri():
                asked.continue_()
            else:
                seen.requests.append(asked.request.url)
                asked.abort()

        context.route("**/*", route)
        page = context.new_page()
        page.on("console", lambda message: seen.said.append(message.text))
        page.on("pageerror", lambda error: seen.said.append(str(error)))
        page.goto(path.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_overflows_leaves_or_complains(open_page: Any, seen: Seen, path: Path, scheme: str) -> None:
    """On a desktop and on a phone."""
    page = open_page("desktop", color_scheme=scheme)
    stays_within(page, seen)
    page.set_viewport_size({"width": SIZES["phone"][0], "height": SIZES["phone"][1]})
    page.goto(path.as_uri())
    stays_within(page, seen)
    assert page.evaluate("innerWidth") == SIZES["phone"][0]


def stays_within(page: Page, seen: Seen) -> None:
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    width, inner = page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
    assert width <= inner
    assert page.evaluate("[...document.images].every((one) => one.complete && one.naturalWidth > 0)")
    worst = page.evaluate(CONTRASTS)[0]
    assert worst[0] >= 4.5, worst
    assert (seen.requests, seen.said) == ([], [])


def test_eight_measures_fit_on_a_desktop_and_a_phone_shows_that_there_are_more(open_page: Any) -> None:
    hidden = (
        "(() => { const box = document.querySelector('#scores .box'); return box.scrollWidth - box.clientWidth; })()"
    )
    page = open_page()
    assert page.evaluate(hidden) <= 0
    assert page.evaluate(
        "[...document.querySelectorAll('.heats .box')].every((one) => one.scrollWidth <= one.clientWidth)"
    )
    page = open_page("phone")
    assert page.evaluate(hidden) > 100
    edge = "getComputedStyle(document.querySelector('#scores .box')).backgroundAttachment"
    assert page.evaluate(edge) == "local, local, scroll, scroll"


def test_the_theme_is_switched_and_remembered(open_page: Any) -> None:
    page = open_page(color_scheme="light")
    ground = "getComputedStyle(document.body).backgroundColor"
    button = page.locator("[data-theme-toggle]")
    assert (page.evaluate(ground), button.inner_text()) == ("rgb(255, 255, 255)", "Dark")
    button.click()
    assert (page.evaluate(ground), button.inner_text()) == ("rgb(18, 22, 27)", "Light")
    page.reload()
    assert page.evaluate(ground) == "rgb(18, 22, 27)"


def test_a_click_sorts_and_a_third_puts_the_order_back(open_page: Any) -> None:
    page = open_page()
    column = page.locator(".grid tbody tr td:nth-child(9) .value")
    button = page.get_by_role("button", name="latency")
    before = column.all_inner_texts()
    button.click()
    assert column.all_inner_texts() == ["0.001 s", "0.004 s", "0.012 s", "0.031 s"]
    assert page.locator("[aria-sort=ascending]").count() == 1
    button.click()
    assert column.all_inner_texts() == ["0.031 s", "0.012 s", "0.004 s", "0.001 s"]
    button.click()
    assert column.all_inner_texts() == before
    assert page.locator("[aria-sort]").count() == 0


def test_filters_show_what_they_name(open_page: Any) -> None:
    page = open_page()
    shown = page.locator(".question:visible")
    assert shown.count() == 40
    page.get_by_label("Style", exact=True).select_option("multi-hop")
    assert shown.count() == 8
    assert page.locator("output.said").inner_text() == "8 of 40 shown"
    page.get_by_label("Best", exact=True).select_option("0")
    assert shown.evaluate_all("all => all.map((one) => one.dataset.best)") == ["0", "0"]
    page.get_by_label("Style", exact=True).select_option("")
    page.get_by_label("Best", exact=True).select_option("")
    assert shown.count() == 40
    page.get_by_role("button", name="Open all").click()
    assert page.locator("details[open] .source").count() == 42


def test_the_numbers_can_be_copied(open_page: Any) -> None:
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy all as CSV").click()
    page.get_by_text("Copied.").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == csv_text(summary())


def test_without_javascript_everything_can_be_read(open_page: Any) -> None:
    page = open_page("phone", java_script_enabled=False)
    assert page.locator(".script-only:visible").count() == 0
    assert page.locator(".grid tbody tr").count() == 4
    page.locator(".question summary").nth(1).click()
    assert page.locator(".question").nth(1).locator(".answer").is_visible()
