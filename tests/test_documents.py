"""The documents say what the code does: every key, check and reason is named, and pages made of it are up to date."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from pydantic import BaseModel
from ruamel.yaml import YAML

from benchwright import __version__
from benchwright.facts.relations import Relation
from benchwright.plan import Plan, parse_plan
from benchwright.plan.model import CellLine
from benchwright.readers.base import NOTICES, Limits
from benchwright.readers.read_task import IngestOptions
from benchwright.workflows.init import start_plan

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "benchwright"


def documented(heading: str) -> dict[str, str]:
    """The first two columns of the table under a heading of docs/plan.md."""
    page = (ROOT / "docs" / "plan.md").read_text("utf-8")
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| `([^`]+)` \| ([^|]+) \|", section, re.M))


def written(value: Any) -> str:
    if isinstance(value, dict):
        return "`{" + ", ".join(f"{key}: {item}" for key, item in value.items()) + "}`"
    return f"`{value}`" if isinstance(value, str) and value else f"`{json.dumps(value)}`"


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
        ("compound text+table", 5),
        ("compound 2text", 5),
        ("numerical text", 5),
        ("numerical table", 5),
        ("compare-contrast 2text", 5),
        ("compare-contrast table", 5),
        ("multi-hop text+table", 5),
        ("multi-hop 2text", 5),
    ]


def test_the_plan_in_the_documents_is_a_plan() -> None:
    page = (ROOT / "docs" / "plan.md").read_text("utf-8")
    plan = parse_plan(page.split('```yaml title="plan.yaml"\n')[1].split("```")[0])
    assert sum(cell.count for cell in plan.cells()) == 30 + 10 + 20


PAGES = sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("page", PAGES)
def test_links_between_the_documents_lead_somewhere(page: str) -> None:
    """To files that exist, and to headings that their pages have."""
    path = ROOT / page
    for file, heading in re.findall(r"\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)", path.read_text("utf-8")):
        target = path.parent / file if file else path
        assert target.exists(), file
        assert not heading or heading in anchors(target), f"{file}#{heading}"


def test_every_page_stands_in_the_navigation_of_the_site() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text("utf-8").split("\nnav:\n")[1]
    listed = re.findall(r": (\S+\.md)$", navigation, re.M)
    assert len(listed) == len(set(listed))
    pages = {str(path.relative_to(ROOT / "docs")) for path in ROOT.glob("docs/**/*.md")}
    assert {page for page in pages - set(listed) if not page.startswith("commands/")} == set()  # its hook adds these


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.M)
    return {re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading.strip().lower())) for heading in headings}


def test_the_lock_holds_public_addresses_only() -> None:
    lock = (ROOT / "uv.lock").read_text("utf-8")
    hosts = set(re.findall(r"https?://([^/\"]+)", lock))
    assert hosts == {"pypi.org", "files.pythonhosted.org"}
    assert "file://" not in lock
    assert set(re.findall(r"\b(?:path|directory|editable|virtual) = \"([^\"]*)\"", lock)) == {"."}


def load(script: str) -> ModuleType:
    """A script of dev/, which is no package."""
    spec = importlib.util.spec_from_file_location(f"dev_{script}", ROOT / "dev" / f"{script}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pages_that_are_made_of_the_code_are_up_to_date() -> None:
    stale = [
        str(path.relative_to(ROOT)) for path, text in load("docs").pages().items() if path.read_text("utf-8") != text
    ]
    assert stale == [], "write them again with: make docs (python dev/docs.py)"


def test_every_module_begins_with_a_whole_line() -> None:
    headline = load("docs").headline
    for path in [*(ROOT / "src").rglob("*.py"), *(ROOT / "dev").glob("*.py"), *(ROOT / "perf").glob("*.py")]:
        assert 10 <= len(headline(path)) <= 200, f"{path}: {headline(path)!r}"


def first_column(page: str, heading: str) -> list[str]:
    """The names in the first column of the tables under a heading, up to the next one; "" is the top of the page."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    section = (text.split(f"\n## {heading}\n")[1] if heading else text).split("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \|", section, re.M)


def calls(tree: ast.AST, names: set[str]) -> Iterator[ast.Call]:
    """Every call of one of these names in a module, of a function or a method."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and {getattr(node.func, "id", ""), getattr(node.func, "attr", "")} & names:
            yield node


def texts(node: ast.AST) -> set[str]:
    """All strings inside an expression that look like a slug."""
    found = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    return {text for text in found if re.fullmatch(r"[a-z]+(?:-[a-z]+)*", text)}


def test_every_check_is_documented_and_there_is_no_other() -> None:
    files = (SOURCE / "checks").glob("*.py")
    names = {
        name
        for path in files
        for call in calls(ast.parse(path.read_text("utf-8")), {"Check"})
        for name in texts(call.args[0])
    }
    listed = first_column("checks.md", "")
    assert sorted(listed) == sorted({*names, "closed_book"})
    page = (ROOT / "docs" / "checks.md").read_text("utf-8")
    assert [name for name in names if f"\n**{name}.** " not in page] == []


def test_every_reason_of_a_drop_is_documented_and_there_is_no_other() -> None:
    reasons: set[str] = set()  # those that are named where a drop is made
    strings: set[str] = set()
    for path in [*(SOURCE / "readers").rglob("*.py"), *(SOURCE / "corpus").rglob("*.py")]:
        tree = ast.parse(path.read_text("utf-8"))
        strings |= texts(tree)
        for call in calls(tree, {"Drop", "ReadError", "Notice"}):
            at = 1 if isinstance(call.func, ast.Name) and call.func.id == "Drop" else 0
            if len(call.args) > at and isinstance(call.args[at], ast.Constant):
                reasons |= texts(call.args[at])
        for call in calls(tree, {"add"}):  # gathered by the readers of Office files
            if ast.unparse(call.func).endswith("losses.add"):
                reasons |= {text for text in texts(call.args[0]) if not text.startswith("image-")}
    reasons |= {"navigation", "hidden"}  # handed on by the reader of HTML
    reasons |= {"worker-timeout", "worker-memory", "worker-crashed", "worker-output"}  # what a worker died of
    documented = first_column("corpus.md", "Dropped content")
    assert sorted(reasons - set(documented)) == []
    assert sorted(set(documented) - strings) == []
    assert set(documented) >= NOTICES
    notices = (ROOT / "docs" / "corpus.md").read_text("utf-8").split("| Notice |")[1]
    assert {name for name in documented if f"| `{name}` |" in notices} == NOTICES


def test_the_settings_of_ingest_are_documented_with_their_defaults() -> None:
    limits, options = Limits(), IngestOptions()
    text = (ROOT / "docs" / "corpus.md").read_text("utf-8")
    for name, default in (
        ("words", options.words),
        ("shortest", options.shortest),
        ("table-rows", limits.table_rows),
        ("table-columns", limits.table_columns),
    ):
        assert f"| `--{name}` | `{default}` |" in text


def test_the_entry_shown_for_a_relation_is_the_format_of_the_lexicon() -> None:
    page = (ROOT / "docs" / "facts.md").read_text("utf-8")
    block = page.split('all common keys:\n\n```yaml title="mine.yaml"\n')[1].split("```")[0]
    (entry,) = YAML(typ="safe", pure=True).load(block).values()
    keys = set(Relation.__slots__) - {"name"}
    assert set(entry) == keys - {"scoped", "leads_to", "several", "symmetric", "presupposes", "described"}
    assert "`scoped: true`" in page
    assert "`leads_to: person`" in page


def test_the_notice_of_the_corpora_and_the_licence_expression_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["license"] == "Apache-2.0 AND CC-BY-3.0 AND ODbL-1.0 AND CC0-1.0"
    notice = " ".join((SOURCE / "demo" / "licences" / "NOTICE.md").read_text("utf-8").split())
    for name in ("CC BY 3.0", "Open Database License 1.0", "CC0 1.0"):
        assert name in notice
    for path in (SOURCE / "demo" / "licences").iterdir():
        assert path.name == "NOTICE.md" or path.name in notice


def test_every_extra_is_on_the_page_of_the_installation() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    section = (ROOT / "docs" / "index.md").read_text("utf-8").split("\n## Install\n")[1].split("\n## ")[0]
    listed = [name for row in re.findall(r"^\| (`[^|]+) \|", section, re.M) for name in re.findall(r"`([^`]+)`", row)]
    assert sorted(listed) == sorted(extras)


def test_the_version_is_the_same_everywhere() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert __version__ == version
