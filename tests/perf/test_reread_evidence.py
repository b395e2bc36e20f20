"""The auditor of evidence finds open facts where they stand, and nowhere else."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TEXT = (
    "backup --keep N\n    How many old copies stay. Default: 7. New in version 3.2.\n"
    "backup --dry-run\n    Only show what is done."
)
TABLE = {"header": [["Model", "Flow (l/min)"]], "rows": [["G4", "85"], ["G6", "120"]]}


@pytest.fixture
def auditor() -> ModuleType:
    """A script of perf/, which is no package."""
    sys.path.append(str(Path(__file__).parents[2] / "perf"))
    try:
        return importlib.import_module("reread_evidence")
    finally:
        sys.path.pop()


def source(**more: Any) -> dict[str, Any]:
    return {"title": "backup", "headings": [], "text": TEXT, "table": json.dumps(TABLE), **more}


def text_span(words: str) -> dict[str, Any]:
    at = TEXT.index(words)
    return {"source": "s", "read": "text", "start": at, "end": at + len(words), "cells": [], "box": None}


def fact(relation: str, subject: str, value: str) -> dict[str, Any]:
    return {"id": "s#1", "relation": relation, "subject": subject, "value": value}


@pytest.mark.parametrize(
    ("relation", "subject", "value", "words", "lacks"),
    [
        ("default", "--keep", "7", "7", ""),
        ("since", "--keep", "3.2", "3.2", ""),
        ("purpose", "--keep", "How many old copies stay", "How many old copies stay", ""),
        ("purpose", "--keep", "How many old copies stay", "Only show what is done", "value"),
        ("purpose", "--verbose", "Only show what is done", "Only show what is done", "subject"),
        ("required", "--dry-run", "Only show what is done", "Only show what is done", "relation"),
    ],
)
def test_texts(auditor: ModuleType, relation: str, subject: str, value: str, words: str, lacks: str) -> None:
    assert auditor.missing(fact(relation, subject, value), text_span(words), source(), Path()) == lacks


@pytest.mark.parametrize(
    ("relation", "subject", "cell", "lacks"),
    [
        ("cell:flow", "G6", [1, 1], ""),
        ("cell:flow", "G4", [1, 1], "subject"),
        ("cell:weight", "G6", [1, 1], "relation"),
        ("cell:flow", "G6", [0, 1], "value"),
        ("row:flow", "row 2", [1, 1], ""),
        ("row:flow", "row 1", [1, 1], "subject"),
    ],
)
def test_cells(auditor: ModuleType, relation: str, subject: str, cell: list[int], lacks: str) -> None:
    span = {"source": "s", "read": "cell", "start": None, "end": None, "cells": [cell], "box": None}
    assert auditor.missing(fact(relation, subject, "120"), span, source(), Path()) == lacks
