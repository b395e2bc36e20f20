"""The documentation site is whole: its links lead somewhere, it loads nothing from the network, and its search works
from the disk. `make site` builds it and runs these tests; the main suite leaves them out."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Request, sync_playwright
from selectolax.lexbor import LexborHTMLParser

import benchwright
from benchwright.cli.reference import command_helps

SITE = Path(__file__).parents[2] / "site"
pytestmark = pytest.mark.site


@cache
def parsed(path: Path) -> LexborHTMLParser:
    return LexborHTMLParser(path.read_text("utf-8"))


@cache
def anchors(path: Path) -> set[str]:
    return {node.attributes["id"] or "" for node in parsed(path).css("[id]")} | {
        node.attributes["name"] or "" for node in parsed(path).css("a[name]")
    }


def pages() -> list[Path]:
    """Every page but the one that a server shows for a missing address, whose links are absolute."""
    return [path for path in sorted(SITE.rglob("*.html")) if path.name != "404.html"]


def links(page: Path) -> Iterator[tuple[str, str]]:
    """Tag and address of all that a page links to or loads."""
    for attribute in ("href", "src"):
        for node in parsed(page).css(f"[{attribute}]"):
            yield node.tag, node.attributes[attribute] or ""


def broken(page: Path) -> list[str]:
    """The links of a page to files of the site that are not there, or to anchors that those files have not."""
    found = []
    for _, address in links(page):
        parts = urlsplit(address)
        if parts.scheme:
            continue
        target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
        inside = target.is_relative_to(SITE.resolve()) and target.is_file()
        if not inside or (parts.fragment and unquote(parts.fragment) not in anchors(target)):
            found.append(address)
    return found


def test_every_link_leads_to_a_page_or_an_anchor_of_the_site() -> None:
    assert len(pages()) > 60
    assert {str(page.relative_to(SITE)): lost for page in pages() if (lost := broken(page))} == {}


def test_a_broken_link_is_found(tmp_path: Path) -> None:
    page = SITE / "index.html"
    text = page.read_text("utf-8")
    changed = SITE / "broken-on-purpose.html"
    changed.write_text(
        text.replace("</article>", '<a href="none.html">a</a><a href="plan.html#none">b</a></article>'), "utf-8"
    )
    try:
        assert broken(changed) == ["none.html", "plan.html#none"]
    finally:
        changed.unlink()


def test_nothing_is_loaded_from_the_network() -> None:
    loaded = {
        (page.name, address)
        for page in pages()
        for tag, address in links(page)
        if tag in {"link", "script", "img", "iframe", "source"} and urlsplit(address).scheme in {"http", "https"}
    }
    assert loaded == set()
    for style in [*SITE.rglob("*.css"), *pages()]:
        assert re.findall(r"(?:url\(|@import )[\"']?(?:https?:)?//", style.read_text("utf-8")) == [], style


def test_every_command_and_every_public_name_has_a_page_with_its_documentation() -> None:
    pages = {one.page.replace(".md", ".html") for one in command_helps()} | {"index.html"}
    assert {path.name for path in (SITE / "commands").glob("*.html")} == pages
    for page in pages:
        navigation = {node.attributes["href"] for node in parsed(SITE / "commands" / page).css("nav.md-nav--primary a")}
        assert pages - navigation <= {page}, f"the navigation of {page}"
    api = {path.stem for path in (SITE / "api").glob("*.html")} - {"index"}
    assert api >= set(benchwright.__all__)
    assert api >= {
        "GenerateReport",
        "IngestReport",
        "Comparison",
        "Summary",
        "Answer",
        "AskingOptions",
        "IngestOptions",
    }
    for path in (SITE / "api").glob("*.html"):
        article = parsed(path).css_first("article")
        assert article is not None
        assert len(article.text().split()) > 10, path.name


def test_the_search_works_from_the_disk_and_asks_nothing_of_the_network() -> None:
    browser_file = os.environ.get("BENCHWRIGHT_BROWSER") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not browser_file:
        assert not os.environ.get("BENCHWRIGHT_REQUIRE_BROWSER"), "no chromium is installed"
        pytest.skip("no chromium is installed: apt-get install chromium, or name one in BENCHWRIGHT_BROWSER")
    asked: list[str] = []

    def note(request: Request) -> None:
        if urlsplit(request.url).scheme in {"http", "https"}:
            asked.append(request.url)

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_file, args=["--no-sandbox"])
        page = browser.new_page()
        page.on("request", note)
        page.goto((SITE / "index.html").resolve().as_uri())
        page.keyboard.press("/")  # opens the search
        page.keyboard.type("arithmetic")
        result = page.locator(".md-search-result__item a").first
        result.wait_for(state="attached", timeout=60_000)
        addresses = [one.get_attribute("href") or "" for one in page.locator(".md-search-result__item a").all()]
        browser.close()
    assert any("checks.html" in address for address in addresses)
    assert asked == []
