"""Run the Python of a page of the documents, block by block, as a reader would type it."""

import ast
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str) -> list[str]:
    """The Python blocks of a page."""
    return re.findall(r"^```python\n(.*?)^```$", (DOCS / page).read_text("utf-8"), re.M | re.S)


def missing(code: str) -> list[str]:
    """The packages that a block imports and that are not here."""
    names = [
        name
        for node in ast.walk(ast.parse(code))
        for name in (
            [one.name for one in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    ]
    return [name for name in names if find_spec(name.partition(".")[0]) is None]


def run_page(page: str) -> tuple[dict[str, Any], list[str]]:
    """The names that the blocks define, and the packages that some of them lacked (these are left out)."""
    namespace: dict[str, Any] = {"__name__": "page"}
    lacking: list[str] = []
    for number, code in enumerate(blocks(page), 1):
        if absent := missing(code):
            lacking += absent
            continue
        exec(compile(code, f"{page}, block {number}", "exec"), namespace)
    return namespace, lacking
