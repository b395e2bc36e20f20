"""The pages in a browser: nothing overflows or runs that came with the words, keys lead on, and changes are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hostile_bench import ATTACKS, hostile_bench, hostile_predictions
from playwright.sync_api import Browser, Page, expect
from towns_bench import towns_bench

from benchwright.benchmark.store import EXAMPLES
from benchwright.publish.browse.browse_server import BrowseServer
from benchwright.workflows.browse import browse_server
from benchwright.workflows.evaluate import evaluate_retrieval, evaluate_systems

SIZES = {"desktop": (1280, 900), "phone": (390, 844)}


@pytest.fixture(scope="module")
def towns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowseServer]:
    bench = towns_bench(tmp_path_factory.mktemp("towns"))
    evaluate_retrieval(bench, ["bm25"])
    with browse_server(bench) as server:
        yield server


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowseServer]:
    folder = tmp_path_factory.mktemp("hostile")
    bench = hostile_bench(folder)
    evaluate_systems(bench, [str(hostile_predictions(folder))])
    with browse_server(bench) as server:
        yield server


@pytest.fixture
def said() -> list[str]:
    """What pages complain of."""
    return []


@pytest.fixture
def new_page(browser: Browser, said: list[str]) -> Iterator[Callable[..., Page]]:
    contexts = []

    def opened(size: str = "desktop", scheme: str = "light") -> Page:
        width, height = SIZES[size]
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)  # type: ignore[arg-type]
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", list(SIZES))
def test_axe_finds_nothing(
    new_page: Callable[..., Page], axe: Callable[[Page], list[str]], towns: BrowseServer, size: str, scheme: str
) -> None:
    page = new_page(size, scheme)
    for address in ("", "?q=nobody", "question?id=mayor-Selby", "question?id=size-Selby", "question?id=none"):
        page.goto(towns.url + address)
        assert axe(page) == []


@pytest.mark.parametrize("size", list(SIZES))
def test_no_attack_runs_and_nothing_overflows(
    new_page: Callable[..., Page], hostile: BrowseServer, said: list[str], size: str
) -> None:
    page = new_page(size)
    page.goto(hostile.url + "?status=any")
    addresses = page.locator(".results a").evaluate_all("all => all.map((one) => one.href)")
    assert len(addresses) == 3 * len(ATTACKS)
    for address in [hostile.url + "?status=any", *addresses[: len(ATTACKS) + 1]]:
        page.goto(address)
        wide, inner = page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
        assert wide <= inner
        assert page.evaluate("window.hit") is None
        assert page.evaluate("[...document.images].every((one) => one.complete && one.naturalWidth > 0)")
    assert said == []


def test_keys_lead_from_question_to_question(new_page: Callable[..., Page], towns: BrowseServer) -> None:
    page = new_page()
    page.goto(towns.url + "question?id=large-Dorval&style=comparison")
    heading = page.locator("h1")
    page.keyboard.press("j")
    expect(heading).to_have_text("Has Girton more than 2,500 inhabitants?")
    page.wait_for_load_state("load")  # the heading is there before the script is
    page.keyboard.press("k")
    expect(heading).to_have_text("Has Dorval more than 2,500 inhabitants?")
    page.wait_for_load_state("load")
    page.keyboard.press("u")
    expect(page.locator(".told")).to_have_text("8 results")
    page.wait_for_load_state("load")
    page.keyboard.press("/")
    expect(page.locator("#q")).to_be_focused()
    page.keyboard.type('"has jarrow"')
    page.keyboard.press("Enter")
    expect(page.locator(".told")).to_have_text("1 result")


def test_a_menu_filters_at_once(new_page: Callable[..., Page], towns: BrowseServer, said: list[str]) -> None:
    page = new_page()
    page.goto(towns.url)
    page.get_by_label("Style", exact=True).select_option("comparison")
    expect(page.locator(".told")).to_have_text("8 results")
    page.get_by_role("link", name="Clear").click()
    expect(page.locator(".told")).to_have_text("56 results, page 1 of 2")
    assert said == []


def test_without_javascript_the_button_filters(browser: Browser, towns: BrowseServer) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(towns.url)
    page.get_by_label("Style", exact=True).select_option("comparison")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".told")).to_have_text("8 results")
    context.close()


def test_an_open_page_says_that_the_benchmark_has_changed(new_page: Callable[..., Page], tmp_path: Path) -> None:
    bench = towns_bench(tmp_path)
    with browse_server(bench) as server:
        page = new_page()
        page.goto(server.url)
        assert page.locator(".notice").is_hidden()
        lines = (bench / EXAMPLES).read_text("utf-8").splitlines(keepends=True)
        (bench / EXAMPLES).write_text("".join(lines[:5]), "utf-8")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
        expect(page.locator(".notice")).to_have_text(
            "The benchmark has changed. Load this page again to see it as it is now."
        )
        page.reload()
        expect(page.locator(".told")).to_have_text("5 results")
        assert page.locator(".notice").is_hidden()
