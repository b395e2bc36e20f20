"""A browser for tests of pages. Without one they are skipped, and say so; where BENCHWRIGHT_REQUIRE_BROWSER is set, as
`.ci/run` does, they fail."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright


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
        started = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield started
        started.close()
