"""The public names: few, all there, none by accident, loaded late."""

from __future__ import annotations

import ast
import inspect
import os
import subprocess
import sys
from pathlib import Path

import pytest
from handmade import benchmark

import benchwright


def test_the_public_names_are_few_and_sorted() -> None:
    assert benchwright.__all__ == sorted(set(benchwright.__all__))
    assert len(benchwright.__all__) <= 45


@pytest.mark.parametrize("name", benchwright.__all__)
def test_every_public_name_is_documented_and_there(name: str) -> None:
    member = getattr(benchwright, name)
    assert member.__name__ == name
    assert member.__doc__


@pytest.mark.parametrize("name", [one for one in benchwright.__all__ if inspect.isfunction(getattr(benchwright, one))])
def test_a_path_may_be_a_string(name: str) -> None:
    for parameter in inspect.signature(getattr(benchwright, name)).parameters.values():
        said = str(parameter.annotation).replace("PathLike[str]", "Path")
        assert "Path" not in said or "| str" in said or "str |" in said, f"{name}({parameter.name}: {said})"


def test_a_folder_may_be_what_was_opened_of_it(tmp_path: Path) -> None:
    bench = benchwright.Benchmark.open(benchmark(tmp_path))
    corpus = benchwright.Corpus.open(str(tmp_path / "corpus"))
    assert benchwright.validate(bench) == benchwright.validate(str(bench.path))
    scores = benchwright.evaluate_retrieval(bench, ["bm25", "oracle"], corpus=corpus, k=[1])
    other = benchwright.evaluate_retrieval(str(bench.path), "bm25", k=[1], to=str(tmp_path / "other"))
    assert benchwright.compare(other, f"{scores.path}::bm25").overall.difference.mean == 0.0
    report = benchwright.export(bench, tmp_path / "csv", "csv", include_unlicensed=True)
    assert report.path == tmp_path / "csv"
    assert benchwright.Benchmark.open(bench).path == bench.path
    for part in (bench[:1], bench.filter(style="compound")):  # some of its questions are no folder
        with pytest.raises(benchwright.UsageError, match="has no folder of its own"):
            Path(part)


def test_type_checkers_see_the_same_names() -> None:
    assert benchwright.__file__ is not None
    tree = ast.parse(Path(benchwright.__file__).read_text("utf-8"))
    (block,) = [node for node in tree.body if isinstance(node, ast.If)]
    seen = [alias.name for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names]
    assert sorted(seen) == benchwright.__all__


def test_completion_offers_them() -> None:
    assert dir(benchwright) == sorted([*benchwright.__all__, "__version__"])


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        benchwright.nothing  # noqa: B018


def test_importing_loads_nothing_else() -> None:
    probe = "import sys, benchwright; print(sorted(m for m in sys.modules if m.startswith('benchwright')))"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True, env=os.environ)
    assert done.stdout == "['benchwright']\n"
