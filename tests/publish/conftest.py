"""A browser for tests of pages. Without one they are skipped, and say so; where BENCHWRIGHT_REQUIRE_BROWSER is set, as
`.ci/run` does, they fail."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

LEAN = ("--disable-gpu", "--renderer-process-limit=1")
"""Saves a fifth of a browser's time: each page of a test would start a process in reserve."""


@pytest.fixture(scope="module")  # while it is open no other test of this process could run an event loop
def browser() -> Iterator[Browser]:
    """Debian's chromium, without a window; BENCHWRIGHT_BROWSER names another one."""
    found = os.environ.get("BENCHWRIGHT_BROWSER") or shutil.which("chromium") or shutil.which("chromium-browser")
    if not found:
        missing = "no chromium is installed: apt-get install chromium, or name one in BENCHWRIGHT_BROWSER"
        if os.environ.get("BENCHWRIGHT_REQUIRE_BROWSER"):
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", *LEAN])
        yield started
        started.close()


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], list[str]]:
    """What axe-core finds wrong with an open page. It comes from npm (`npm install --no-save axe-core`), or from the
    file that BENCHWRIGHT_AXE names."""
    usual = Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js"
    file = Path(os.environ.get("BENCHWRIGHT_AXE") or usual)
    if not file.is_file():
        pytest.skip("axe-core is not installed: npm install --no-save axe-core, or name axe.min.js in BENCHWRIGHT_AXE")
    source = file.read_text("utf-8")

    def violations(page: Page) -> list[str]:
        page.evaluate(source)
        found = page.evaluate(
            "async () => (await axe.run({ resultTypes: ['violations'] }))"
            ".violations.map((one) => [one.id, ...one.nodes.map((node) => node.html)])"
        )
        return [" ".join(one) for one in found]

    return violations
