"""The documents name every command, in the words of its help."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchwright.cli import COMMANDS
from benchwright.cli.reference import commands_page

DOCS = Path(__file__).parents[2] / "docs"


def test_every_command_is_documented_in_its_own_words() -> None:
    page = (DOCS / "commands.md").read_text("utf-8")
    assert [line[3:] for line in page.splitlines() if line.startswith("## ")] == list(COMMANDS)
    assert page == commands_page(), "run: python dev/docs.py"


def test_the_page_does_not_depend_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    page = commands_page()
    monkeypatch.setenv("COLUMNS", "40")
    assert commands_page() == page
    assert "  Example:\n    benchwright init handbook\n" in page
