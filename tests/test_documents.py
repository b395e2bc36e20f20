"""The documents say what the code does: every key of the plan with its default, and the plan to start from."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from benchwright.plan import Plan, parse_plan
from benchwright.plan.model import CellLine
from benchwright.workflows.init import start_plan

ROOT = Path(__file__).parents[1]


def documented(heading: str) -> dict[str, str]:
    """The first two columns of the table under a heading of docs/plan.md."""
    page = (ROOT / "docs" / "plan.md").read_text("utf-8")
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| `([^`]+)` \| ([^|]+) \|", section, re.M))


def written(value: Any) -> str:
    if isinstance(value, dict):
        return "`{" + ", ".join(f"{key}: {item}" for key, item in value.items()) + "}`"
    return f"`{value}`" if isinstance(value, str) else f"`{json.dumps(value)}`"


def test_every_key_of_the_plan_is_documented_with_its_default() -> None:
    expected: dict[str, str] = {}
    for name, field in Plan.model_fields.items():
        key = field.alias or name
        if isinstance(field.default, BaseModel):
            parts = type(field.default).model_fields
            expected |= {f"{key}.{part}": written(getattr(field.default, part)) for part in parts}
        else:
            expected[key] = "none: required" if field.is_required() else written(field.default)
    assert documented("Keys") == expected
    assert set(documented("Cells")) == set(CellLine.model_fields)


def test_the_plan_to_start_from_is_a_plan() -> None:
    plan = parse_plan(start_plan("handbook"))
    assert plan.name == "handbook"
    assert [(cell.label, cell.count) for cell in plan.cells()] == [
        ("information-extraction text", 10),
        ("information-extraction table", 10),
        ("compound text", 5),
        ("compound table", 5),
        ("numerical table", 5),
    ]


def test_the_plan_in_the_documents_is_a_plan() -> None:
    page = (ROOT / "docs" / "plan.md").read_text("utf-8")
    block = re.search(r"\n\n((?:    .*\n)+)", page)
    assert block is not None
    plan = parse_plan(re.sub(r"^    ", "", block[1], flags=re.M))
    assert sum(cell.count for cell in plan.cells()) == 30 + 10 + 20


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/checks.md", "docs/concepts.md", "docs/plan.md"])
def test_links_between_the_documents_lead_somewhere(page: str) -> None:
    path = ROOT / page
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", path.read_text("utf-8"))
    assert [target for target in targets if not (path.parent / target).exists()] == []


def test_the_lock_holds_public_addresses_only() -> None:
    lock = (ROOT / "uv.lock").read_text("utf-8")
    hosts = set(re.findall(r"https?://([^/\"]+)", lock))
    assert hosts == {"pypi.org", "files.pythonhosted.org"}
    assert "file://" not in lock
    assert set(re.findall(r"\b(?:path|directory|editable|virtual) = \"([^\"]*)\"", lock)) == {"."}


def test_the_readme_names_every_module_and_package() -> None:
    tree = (ROOT / "README.md").read_text("utf-8").split("    src/benchwright/\n")[1]
    named = set(re.findall(r"^      (\w+(?:/|\.py))", tree, re.M))
    package = ROOT / "src" / "benchwright"
    there = {f"{path.name}/" for path in package.iterdir() if path.is_dir() and path.name != "__pycache__"}
    there |= {path.name for path in package.glob("*.py") if not path.name.startswith("__")}
    assert named == there
