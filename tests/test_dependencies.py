"""What the package imports and what it declares are the same."""

import ast
import re
import sys
import tomllib
from collections.abc import Callable
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from reviewing import towns_study

from benchwright.errors import MissingExtraError
from benchwright.graphs.load.engine import open_engine
from benchwright.workflows.review_serve import ReviewServer

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


@cache
def imported() -> dict[str, str]:
    """Everything from outside that a module imports, with that module."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "src").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            for name in names:
                top = name.partition(".")[0]
                if top not in {"benchwright", "compression"} | sys.stdlib_module_names:  # the latter from 3.14 on
                    found.setdefault(top, str(path.relative_to(ROOT)))
    return found


def names(requirements: list[str]) -> set[str]:
    return {normal(re.split(r"[^\w.-]", requirement)[0]) for requirement in requirements}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


DECLARED = names(PROJECT["dependencies"])
EXTRAS = names([one for listed in PROJECT["optional-dependencies"].values() for one in listed])
WITHOUT_DISTRIBUTION = {
    "docling": "docling-slim",
    "mlflow": "mlflow-skinny",
    "rapidocr": "rapidocr",
    "sentence_transformers": "sentence-transformers",
}
"""What may not be installed here, and the distribution that brings it."""
BY_ANOTHER = {"onnxruntime"}
"""Declared for a package that imports it."""
BY_ITS_CALLER = {"inspect_ai", "click"}
"""Imported by `inspect_task` alone, which nothing but Inspect loads."""


def distributions() -> dict[str, set[str]]:
    """The distributions that may bring what is imported."""
    known = packages_distributions()
    return {top: {normal(name) for name in known.get(top, [WITHOUT_DISTRIBUTION.get(top, top)])} for top in imported()}


def test_every_import_is_declared() -> None:
    where = imported()
    undeclared = {top: where[top] for top, found in distributions().items() if not found & (DECLARED | EXTRAS)}
    assert {top: place for top, place in undeclared.items() if top not in BY_ITS_CALLER} == {}
    assert {where[top] for top in BY_ITS_CALLER} == {"src/benchwright/inspect_task.py"}


def test_everything_declared_is_imported() -> None:
    used = set().union(*distributions().values())
    assert (DECLARED | EXTRAS) - used - BY_ANOTHER == set()


def named_extras() -> dict[str, str]:
    """The extra that each MissingExtraError names, and every one in an install line, with a file that has it."""
    found: dict[str, str] = {}
    for path in sorted([*(ROOT / "src").rglob("*.py"), *ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]):
        text, place = path.read_text("utf-8"), str(path.relative_to(ROOT))
        for listed in re.findall(r"\bbenchwright\[([a-z][a-z,-]*)\]", text):
            found |= dict.fromkeys(listed.split(","), place)
        if path.suffix == ".py" and ("MissingExtraError" in text or "EXTRA" in text):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "MissingExtraError":
                    assert isinstance(node.args[1], ast.Constant), place
                    found[str(node.args[1].value)] = place
                if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "EXTRA":
                    assert isinstance(node.value, ast.Constant), place
                    found[str(node.value.value)] = place
    return found


def test_every_extra_that_is_named_exists_and_is_named() -> None:
    named, extras = named_extras(), set(PROJECT["optional-dependencies"])
    assert {name: place for name, place in named.items() if name not in extras} == {}
    assert extras - set(named) == set()


def test_no_vendors_library_and_no_plots_in_the_core() -> None:
    heavy = {"openai", "anthropic", "google-genai", "matplotlib", "torch", "duckdb"}
    assert heavy & DECLARED == set()


def test_the_lock_file_knows_every_dependency_from_the_public_index_alone() -> None:
    lock = tomllib.loads((ROOT / "uv.lock").read_text("utf-8"))
    locked = {package["name"]: package for package in lock["package"]}
    assert locked.keys() >= DECLARED | EXTRAS
    sources = {str(package["source"]) for name, package in locked.items() if name != "benchwright"}
    assert sources == {str({"registry": "https://pypi.org/simple"})}


@pytest.mark.parametrize(
    ("module", "extra", "call"),
    [
        ("duckdb", "graphs", lambda folder: open_engine(folder, memory=1, spill=folder, threads=1).__enter__()),
        ("uvicorn", "review", lambda folder: ReviewServer(towns_study(folder))),
    ],
)
def test_a_missing_extra_is_named_in_one_line(
    module: str, extra: str, call: Callable[[Path], object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtraError) as caught:
        call(tmp_path)
    assert caught.value.line().endswith(
        f"needs the extra '{extra}' — install it with: pip install 'benchwright[{extra}]'"
    )
