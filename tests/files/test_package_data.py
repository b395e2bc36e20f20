"""The package's own YAML is the same to the fast parser, written in C, and to the one in Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

import benchwright
from benchwright.files.package_data import read_yaml

ROOT = Path(benchwright.__file__).parent
FILES = (
    sorted(ROOT.glob("*/**/vocabulary.yaml"))
    + sorted(ROOT.glob("**/lexicon/*.yaml"))
    + sorted(ROOT.glob("graphs/books/*.yaml"))
)


def test_there_are_files_to_compare() -> None:
    assert len(FILES) >= 25


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_both_parsers_read_the_same(file: Path) -> None:
    if file.parent.name == "books":
        assert YAML(typ="safe").compose(file.read_text("utf-8")).value
    else:
        assert read_yaml(file) == YAML(typ="safe", pure=True).load(file.read_text("utf-8"))


def test_the_fast_parser_is_there() -> None:
    from ruamel.yaml import CParser  # None where ruamel.yaml.clib is not installed

    assert CParser is not None
