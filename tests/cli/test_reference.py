"""Every command has a page, made from what the parser knows about it."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

from benchwright.cli import COMMANDS
from benchwright.cli.command_group import CommandGroup
from benchwright.cli.reference import command_helps, command_pages

DOCS = Path(__file__).parents[2] / "docs"
HELPS = {one.name: one for one in command_helps()}


def test_every_command_and_every_command_of_a_group_has_a_page_that_the_overview_lists() -> None:
    names = set(COMMANDS)
    for name, command in COMMANDS.items():
        names |= {f"{name} {one}" for one in command.commands} if isinstance(command, CommandGroup) else set()
    assert set(HELPS) == names
    pages = {path.name for path in (DOCS / "commands").glob("*.md")}
    assert pages == {f"{name.replace(' ', '-')}.md" for name in names} | {"index.md"}
    overview = (DOCS / "commands" / "index.md").read_text("utf-8")
    assert [name for name, one in HELPS.items() if f"]({one.page})" not in overview and not one.inner] == []


@pytest.mark.parametrize("name", [name for name, one in HELPS.items() if not one.inner])
def test_a_page_has_what_its_reader_looks_for(name: str) -> None:
    one = HELPS[name]
    page = (DOCS / "commands" / one.page).read_text("utf-8")
    sections = dict(part.split("\n", 1) for part in page.split("\n## ")[1:])
    assert set(sections) >= {"Options", "Exit codes", "See also"}
    assert all(line.startswith("benchwright ") for line in one.examples)
    assert any(shlex.split(line)[1 : 1 + len(one.words)] == list(one.words) for line in one.examples)
    assert page.startswith(f"# {name}\n\n{one.paragraphs[0].split('`')[0][:20]}")
    assert sections["Options"].count("\n| `") == len(one.options)
    assert ("\n| 1 | " in sections["Exit codes"]) == bool(one.shortfall)
    assert "Exit code" not in page.split("\n## ")[0]


def test_a_page_shows_defaults_ranges_and_names_as_they_are() -> None:
    page = (DOCS / "commands" / "facts.md").read_text("utf-8")
    assert "| `--samples INTEGER` | Sample facts per relation. From 0 to 20. | `1` |" in page
    assert "| `--processes INTEGER` | Worker processes. At least 1. | all cores |" in page
    assert "| 1 | no facts were found in the documents |" in page
    assert "| `CORPUS` | A corpus folder. | required |" in page
    assert "MMQA\\_\\*.jsonl" in (DOCS / "commands" / "import.md").read_text("utf-8")


def test_the_pages_do_not_depend_on_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = command_pages({})
    monkeypatch.setenv("COLUMNS", "40")
    assert command_pages({}) == pages


def test_links_of_a_command_that_is_not_there_are_refused() -> None:
    links: Any = {"generate": [("The plan", "../plan.md")], "genrate": []}
    with pytest.raises(ValueError, match="no such command: genrate"):
        command_pages(links)
